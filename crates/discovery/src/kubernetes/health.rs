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

    /// What is to be said about it, where that is something new.
    pub(super) fn news(&mut self) -> Option<Condition> {
        let condition = self.condition()?;
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
