use events::facts::HealthChanged;
use events::{Change, IconClass};
use futures::FutureExt;
use futures::future::BoxFuture;
use kit::{Actor, Error, Result};
use routing::Phase;

use crate::health::{Checked, HealthChange, Target};
use crate::{Catalog, Health, HealthStatus, RouteRecord, store};

impl Catalog {
    /// What is known about an app's health.
    pub fn health(&self, app_id: &str) -> Health {
        self.monitor().state(app_id)
    }

    /// Says what became of the thing that an app runs in. An app that was stopped is unhealthy at
    /// once; one that runs again is asked.
    pub async fn set_phase(&self, app_id: &str, phase: Phase) -> Result<()> {
        let live = self.memory().look().live_app(app_id).cloned();
        let live = live.ok_or_else(|| Error::not_found("This app"))?;
        // Whoever said that it is not at its address takes that back himself.
        if live.lifecycle.get() != Phase::Away {
            live.lifecycle.set(phase);
        }
        match phase {
            Phase::Stopped | Phase::Away => {
                let change = self.monitor().mark_unhealthy(app_id, "The app was stopped");
                if let Some(change) = change {
                    self.tell(&change).await?;
                }
            }
            Phase::Starting => {}
            // Who says so does not wait for the answer.
            Phase::Running => drop(self.monitor().check_now(app_id).now_or_never()),
        }
        Ok(())
    }

    /// Says whether an app is known not to be at its address, where somebody else may be. Nothing is
    /// sent there then, no check either.
    pub fn set_away(&self, app_id: &str, away: bool) {
        let Some(live) = self.memory().look().live_app(app_id).cloned() else { return };
        match (away, live.lifecycle.get()) {
            (true, _) => live.lifecycle.set(Phase::Away),
            (false, Phase::Away) => live.lifecycle.set(Phase::Running),
            (false, _) => return,
        }
        self.monitor().targets_changed();
    }

    /// Writes an app's new status down and tells of it, unless another program did so already.
    async fn tell(&self, change: &HealthChange) -> Result<()> {
        let HealthChange { app_id, health, .. } = change;
        let mut tx = self.events().begin().await?;
        if store::health::put(&mut tx, app_id, health).await?
            && let Some(change) = self.told(change)
        {
            tx.record(&change).await?;
        }
        tx.commit().await?;
        self.ledger().note(app_id.clone(), health.clone());
        Ok(())
    }

    /// `None` where the app is gone.
    fn told(&self, change: &HealthChange) -> Option<Change> {
        let HealthChange { app_id, health, transition } = change;
        let listed = self.app(app_id)?;
        let name = &listed.app.name;
        let (message, icon, class) = match health.status {
            HealthStatus::Healthy => (format!("{name} answers"), "CheckCircle", IconClass::Success),
            HealthStatus::Unhealthy => {
                (format!("{name} does not answer"), "AlertCircle", IconClass::Danger)
            }
            HealthStatus::Unknown => (format!("{name} is not checked"), "Info", IconClass::Info),
        };
        let why = health.message.clone();
        let fact = HealthChanged {
            app_id: app_id.to_string(),
            app_name: name.clone(),
            proxy_path: listed.proxy_path.clone(),
            status: health.status.into_str().to_owned(),
            message: why.clone().unwrap_or_else(|| message.clone()),
            timestamp: self.clock().now().unix(),
        };
        let change = Change::by(Actor::system(), "app.health_changed")
            .target(&**app_id)
            .unaudited()
            .fact(&fact);
        // That a new app answers is what everybody expects.
        let expected =
            transition.from == HealthStatus::Unknown && health.status == HealthStatus::Healthy;
        Some(if expected {
            change
        } else {
            change.notice(icon, class, message).notice_details(why.unwrap_or_default())
        })
    }
}

impl Checked for Catalog {
    /// An app is checked where its first route leads that wants it.
    fn targets(&self) -> Vec<Target> {
        let state = self.memory().look();
        let wanted =
            |route: &RouteRecord| !route.health_check.as_ref().is_some_and(|check| check.disabled);
        let apps = state.apps().map(|app| &app.id);
        apps.filter_map(|app_id| {
            let routes = state.routes_of(app_id);
            let route = routes.into_iter().find(|route| wanted(route))?;
            Some(Target {
                app_id: app_id.clone(),
                upstream: route.upstream.clone(),
                away: state.live_app(app_id).is_some_and(|app| app.lifecycle.get() == Phase::Away),
                check: route.health_check.clone().unwrap_or_default(),
            })
        })
        .collect()
    }

    fn changed(&self, change: HealthChange) -> BoxFuture<'_, ()> {
        async move {
            if let Err(error) = self.tell(&change).await {
                let app = &*change.app_id;
                tracing::warn!(app, %error, "recording an app's change of health failed; nobody is told");
            }
        }
        .boxed()
    }
}
