use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::app_id;
use crate::model::{ServiceKey, Source};

/// How long a service must be gone before another may have its app id.
const LAPSE: Duration = Duration::from_secs(600);

/// Which service has which app id. It outlives restarts, so that two services that wish for the
/// same one do not swap theirs.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    by_service: HashMap<ServiceKey, Claim>,
    by_id: HashMap<Arc<str>, ServiceKey>,
}

#[derive(Debug)]
struct Claim {
    app_id: Arc<str>,
    gone_since: Option<Instant>,
}

/// What a service is called from now on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Settled {
    pub(crate) app_id: Arc<str>,
    /// Why it is not what was wished for.
    pub(crate) note: Option<String>,
    pub(crate) is_new: bool,
    /// Who lost the id, because it is gone for long.
    pub(crate) loser: Option<ServiceKey>,
}

/// Who else may have an id: the catalogue, and sources that have not told everything yet.
pub(crate) trait Taken {
    fn by_catalogue(&self, app_id: &str) -> bool;
    /// Whether the source has said what there is, so that what it did not name is gone.
    fn told_all(&self, source: Source) -> bool;
}

impl Claims {
    /// Takes over what was written down; nobody knows yet which of the services are there.
    pub(crate) fn restore(&mut self, service: ServiceKey, app_id: Arc<str>, now: Instant) {
        if self.by_id.contains_key(&app_id) {
            return;
        }
        self.by_id.insert(app_id.clone(), service.clone());
        self.by_service.insert(service, Claim { app_id, gone_since: Some(now) });
    }

    pub(crate) fn len(&self) -> usize {
        self.by_service.len()
    }

    pub(crate) fn of(&self, service: &ServiceKey) -> Option<&Arc<str>> {
        self.by_service.get(service).map(|claim| &claim.app_id)
    }

    pub(crate) fn owner(&self, app_id: &str) -> Option<&ServiceKey> {
        self.by_id.get(app_id)
    }

    pub(crate) fn here(&mut self, service: &ServiceKey) {
        self.set_gone(service, None);
    }

    pub(crate) fn gone(&mut self, service: &ServiceKey, now: Instant) {
        self.set_gone(service, Some(now));
    }

    fn set_gone(&mut self, service: &ServiceKey, since: Option<Instant>) {
        if let Some(claim) = self.by_service.get_mut(service) {
            claim.gone_since = since;
        }
    }

    pub(crate) fn forget(&mut self, service: &ServiceKey) {
        if let Some(claim) = self.by_service.remove(service) {
            self.by_id.remove(&claim.app_id);
        }
    }

    /// The id of a service: the one it wishes for, where it may have that; else the one it has
    /// had; else the first free one of its name.
    pub(crate) fn settle(
        &mut self,
        service: &ServiceKey,
        (wish, name): (Option<&str>, &str),
        taken: &impl Taken,
        now: Instant,
    ) -> Settled {
        let mut note = None;
        if let Some(text) = wish {
            match app_id::wished(text) {
                Ok(id) if self.is_free(&id, service, taken, now) => {
                    return self.assign(service, id, None);
                }
                Ok(id) => {
                    note = Some(format!("The wished app id {id} is another's, and is not given"));
                }
                Err(reason) => {
                    note = Some(format!("The wished app id {reason}; it is ignored"));
                }
            }
        }
        let base = app_id::default_id(name, service.source);
        let kept = self.of(service).filter(|id| app_id::is_of_family(&base, id));
        let kept = kept.filter(|id| self.is_free(id, service, taken, now)).map(ToString::to_string);
        let free =
            kept.or_else(|| app_id::family(&base).find(|id| self.is_free(id, service, taken, now)));
        // Nobody who is there loses an id to a crowd that calls itself the same.
        let id = free.unwrap_or_else(|| app_id::unlike_any(&base, service));
        self.assign(service, id, note)
    }

    fn is_free(&self, id: &str, service: &ServiceKey, taken: &impl Taken, now: Instant) -> bool {
        let claimed = self.by_id.get(id).filter(|owner| *owner != service);
        let held = claimed.is_some_and(|owner| !self.has_lapsed(owner, taken, now));
        !held && !taken.by_catalogue(id)
    }

    fn has_lapsed(&self, owner: &ServiceKey, taken: &impl Taken, now: Instant) -> bool {
        let since = self.by_service.get(owner).and_then(|claim| claim.gone_since);
        since.is_some_and(|since| now.duration_since(since) >= LAPSE)
            && taken.told_all(owner.source)
    }

    fn assign(&mut self, service: &ServiceKey, id: String, note: Option<String>) -> Settled {
        if let Some(claim) = self.by_service.get(service).filter(|claim| *claim.app_id == *id) {
            return Settled { app_id: claim.app_id.clone(), note, is_new: false, loser: None };
        }
        self.forget(service);
        let loser = self.by_id.get(id.as_str()).cloned();
        if let Some(loser) = &loser {
            self.forget(loser);
        }
        let app_id: Arc<str> = id.into();
        self.by_id.insert(app_id.clone(), service.clone());
        let claim = Claim { app_id: app_id.clone(), gone_since: None };
        self.by_service.insert(service.clone(), claim);
        Settled { app_id, note, is_new: true, loser }
    }
}
