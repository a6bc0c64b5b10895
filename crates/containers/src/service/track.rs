use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use engines::{Container, Engine, EngineError, Runtime};
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
    /// Looks at all containers of an engine: tells the catalogue which apps were stopped and which
    /// run again, and remembers where routes lead. Whoever changed something calls it, and the
    /// worker does at every change that it hears of.
    pub(crate) async fn track(&self, engine: &Arc<dyn Engine>) {
        let mut told = self.told().await;
        let seen = self.look(engine).await;
        let linked = match seen {
            Ok(linked) => linked,
            Err(error) => {
                let runtime = engine.runtime().as_str();
                tracing::debug!(runtime, %error, "containers cannot be looked at");
                return;
            }
        };
        let runtime = engine.runtime();
        self.figures().count(runtime, linked.iter().map(|(container, _)| container));
        let known = told.phases.entry(runtime).or_default();
        let now = phases(linked.iter().map(|(container, apps)| (container, &apps[..])));
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

    async fn look(
        &self,
        engine: &Arc<dyn Engine>,
    ) -> Result<Vec<(Container, Vec<Arc<str>>)>, EngineError> {
        let around = self.surroundings(engine).await?;
        let all = engine.containers().await?;
        self.try_to_remember_links(&all, &around).await;
        let linked = all.into_iter().map(|container| {
            let apps = self.apps_of(&container, &around);
            (container, apps)
        });
        Ok(linked.filter(|(_, apps)| !apps.is_empty()).collect())
    }

    /// Takes over whether an engine can be reached.
    pub(crate) fn reached(&self, runtime: Runtime, error: Option<&EngineError>) {
        let component = match runtime {
            Runtime::Docker => "containers.docker",
            Runtime::Kubernetes => "containers.kubernetes",
        };
        let status = if error.is_some() { Status::Degraded } else { Status::Healthy };
        self.parts().health.report(component, status, error.map(ToString::to_string));
        self.figures().reached(runtime, error.is_none());
        if let Some(error) = error {
            tracing::warn!(runtime = runtime.as_str(), %error, "listing containers failed; retrying with the next look");
        }
    }
}
