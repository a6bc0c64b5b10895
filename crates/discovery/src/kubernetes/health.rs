use std::collections::{BTreeMap, BTreeSet};

use engines::EngineError;
use engines::kubernetes::{ClusterChange, Kind, Part};

use crate::sightings::Condition;

/// A remark that names everything would not be read.
const MOST_REMARKS: usize = 3;

/// Which parts of a cluster can be seen.
#[derive(Debug, Default)]
pub(super) struct Health {
    seen: BTreeSet<Part>,
    lost: BTreeMap<Part, EngineError>,
    /// Why it is not known which services are the gateway's own.
    blind: Option<EngineError>,
    said: Option<Condition>,
}

impl Health {
    pub(super) fn hear(&mut self, change: &ClusterChange) {
        match change {
            ClusterChange::All(part, _) => {
                self.lost.remove(part);
                self.seen.insert(part.clone());
            }
            ClusterChange::Lost(part, error) => {
                self.seen.remove(part);
                self.lost.insert(part.clone(), error.clone());
            }
            _ => {}
        }
    }

    pub(super) fn set_blind(&mut self, error: Option<EngineError>) {
        self.blind = error;
    }

    /// Whether all services are seen that were asked for.
    pub(super) fn sees_all_services(&self) -> bool {
        !self.lost.keys().any(|part| part.kind == Kind::Services)
    }

    /// What is to be said about it, where that is something new. What works can be said only when
    /// every part has been looked at.
    pub(super) fn news(&mut self, is_complete: bool) -> Option<Condition> {
        let is_ripe =
            |condition: &Condition| is_complete || matches!(condition, Condition::Failing { .. });
        let condition = self.condition().filter(is_ripe)?;
        (self.said.as_ref() != Some(&condition)).then(|| {
            self.said = Some(condition.clone());
            condition
        })
    }

    fn condition(&self) -> Option<Condition> {
        let is_services = |part: &&Part| part.kind == Kind::Services;
        if self.seen.iter().any(|part| is_services(&part)) {
            return Some(Condition::Working { remark: self.remark() });
        }
        let (_, error) = self.lost.iter().find(|(part, _)| is_services(part))?;
        Some(Condition::Failing { reason: error.to_string() })
    }

    fn remark(&self) -> Option<String> {
        let mut errors: Vec<String> = Vec::new();
        for error in self.lost.values().chain(&self.blind) {
            let text = error.to_string();
            if !errors.contains(&text) && errors.len() < MOST_REMARKS {
                errors.push(text);
            }
        }
        (!errors.is_empty()).then(|| errors.join(". "))
    }
}

#[cfg(test)]
mod tests {
    use engines::Fault;
    use engines::kubernetes::Things;

    use super::*;

    fn part(kind: Kind, namespace: &str) -> Part {
        Part { kind, namespace: Some(namespace.into()) }
    }

    fn seen(part: Part) -> ClusterChange {
        ClusterChange::All(part, Things::Services(Vec::new()))
    }

    fn lost(part: Part, why: &str) -> ClusterChange {
        ClusterChange::Lost(part, EngineError::new(Fault::Forbidden, why))
    }

    fn working(remark: Option<&str>) -> Option<Condition> {
        Some(Condition::Working { remark: remark.map(str::to_owned) })
    }

    #[test]
    fn it_fails_when_no_services_can_be_seen_and_remarks_on_all_else() {
        let mut health = Health::default();
        let mut say = |change: ClusterChange, is_complete| {
            health.hear(&change);
            (health.news(is_complete), health.sees_all_services())
        };
        let (a, b) = (|| part(Kind::Services, "a"), || part(Kind::Services, "b"));
        let doors = || part(Kind::Ingresses, "a");
        let failing = Some(Condition::Failing { reason: "no a".to_owned() });
        assert_eq!(say(lost(a(), "no a"), false), (failing, false));
        assert_eq!(say(lost(a(), "no a"), false), (None, false));
        assert_eq!(say(seen(a()), false), (None, true));
        assert_eq!(say(lost(doors(), "no doors"), true), (working(Some("no doors")), true));
        assert_eq!(say(lost(b(), "no b"), true), (working(Some("no b. no doors")), false));
        assert_eq!(say(seen(doors()), true), (working(Some("no b")), false));
        assert_eq!(say(seen(b()), true), (working(None), true));
        assert_eq!(say(ClusterChange::Connected, true), (None, true));
    }
}
