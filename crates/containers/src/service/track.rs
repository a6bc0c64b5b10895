use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use engines::{Container, Inventory, Runtime, Snapshot};
use kit::Status;
use routing::Phase;

use super::phase::phases;
use crate::Containers;

/// What the catalogue was told about apps last, for each runtime.
#[derive(Debug, Default)]
pub(crate) struct Told {
    phases: HashMap<Runtime, HashMap<Arc<str>, Phase>>,
}

impl Containers {
    /// Looks at all containers of an engine at once. Whoever changed something calls it.
    pub(crate) async fn track(&self, inventory: &Inventory) {
        match inventory.look().await {
            Ok(()) => self.tell_phases(inventory).await,
            Err(error) => {
                let runtime = inventory.engine().runtime().into_str();
                tracing::debug!(runtime, %error, "containers cannot be looked at");
            }
        }
    }

    /// Tells the catalogue which apps were stopped and which run again, and remembers where routes
    /// lead. The worker does it whenever all containers were listed.
    pub(crate) async fn tell_phases(&self, inventory: &Inventory) {
        let mut told = self.told().await;
        // Who comes later knows no less.
        let snapshot = inventory.snapshot();
        let linked = self.linked(&snapshot).await;
        let runtime = inventory.engine().runtime();
        self.figures().count(runtime, linked.iter().map(|(container, _)| *container));
        let known = told.phases.entry(runtime).or_default();
        let now = phases(linked.iter().map(|(container, apps)| (*container, &apps[..])));
        let apps: HashSet<Arc<str>> = known.keys().chain(now.keys()).cloned().collect();
        for app in apps {
            let before = known.get(&app).copied().unwrap_or(Phase::Running);
            // An app whose container is gone may be elsewhere; asking it shows.
            let phase = now.get(&app).copied().unwrap_or(Phase::Running);
            if phase != before && self.tell(&app, phase).await {
                known.insert(app, phase);
            }
        }
        known.retain(|app, _| now.contains_key(app));
    }

    async fn tell(&self, app: &str, phase: Phase) -> bool {
        match self.parts().catalog.set_phase(app, phase).await {
            Ok(()) => true,
            // It was deleted meanwhile.
            Err(error) if error.kind == kit::ErrorKind::NotFound => true,
            Err(error) => {
                tracing::warn!(app, %error, "recording that an app was stopped or started failed; retrying with the next look");
                false
            }
        }
    }

    /// The containers that routes lead to, with their apps.
    async fn linked<'a>(&self, now: &'a Snapshot) -> Vec<(&'a Container, Vec<Arc<str>>)> {
        let Some(around) = &now.around else { return Vec::new() };
        let all: Vec<&Container> = now.listed().map(|known| &*known.container).collect();
        self.try_to_remember_links(&all, around).await;
        let linked = all.into_iter().map(|container| (container, self.apps_of(container, around)));
        linked.filter(|(_, apps)| !apps.is_empty()).collect()
    }

    /// Takes over whether an engine can be reached, where that is known.
    pub(crate) fn reached(&self, inventory: &Inventory, now: &Snapshot) {
        let Some(link) = &now.link else { return };
        let (runtime, error) = (inventory.engine().runtime(), link.as_ref().err());
        let status = if error.is_some() { Status::Degraded } else { Status::Healthy };
        self.parts().health.report(component(runtime), status, error.map(ToString::to_string));
        self.figures().reached(runtime, error.is_none());
        if let Some(error) = error {
            tracing::warn!(runtime = runtime.into_str(), %error, "listing containers failed; retrying with the next look");
        }
    }
}

/// What a runtime is called on the board of components.
pub(crate) fn component(runtime: Runtime) -> &'static str {
    match runtime {
        Runtime::Docker => "containers.docker",
        Runtime::Kubernetes => "containers.kubernetes",
    }
}
