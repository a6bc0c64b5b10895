//! Takes over a changed configuration while the program runs.

use std::sync::Arc;

use anyhow::Context;
use edge::Lanes;
use events::facts::ConfigReloaded;
use events::{Change, Events, IconClass};
use kit::{Actor, Worker};
use serde_json::json;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;
use web::limits::Limiter;

use super::own_addresses::OwnAddresses;
use super::watch::{FileWatch, next_change};
use crate::config::{Changed, Config, Loaded, Sources, diff};
use crate::log::Log;
use crate::settings::Settings;
use crate::slices::TakeOver;

/// The parts that can change their ways while they run.
pub(crate) struct Reloadable {
    pub(crate) log: Log,
    pub(crate) limiter: Limiter,
    pub(crate) slices: Vec<Box<dyn TakeOver>>,
    pub(crate) lanes: Arc<Lanes>,
    pub(crate) own_addresses: Arc<OwnAddresses>,
    pub(crate) settings: Settings,
}

impl Reloadable {
    /// Whole or not at all: what can refuse is asked first, and of the rest only the one change that
    /// is written down can fail, before anything else has changed.
    async fn take_over(&self, config: &Config) -> anyhow::Result<()> {
        self.own_addresses.check(config)?;
        for slice in &self.slices {
            slice.check(config)?;
        }
        for slice in &self.slices {
            slice.take_over(config).await?;
        }
        self.own_addresses.take_over(config).await?;
        self.lanes.reload(config.proxy.clone());
        self.limiter.reload(config.rate_limits.clone());
        self.log.reload(&config.logging);
        Ok(())
    }
}

pub(crate) struct Reloader {
    sources: Sources,
    running: Mutex<Loaded>,
    parts: Reloadable,
    events: Events,
}

impl Reloader {
    pub(crate) fn new(
        sources: Sources,
        running: Loaded,
        parts: Reloadable,
        events: Events,
    ) -> Arc<Self> {
        Arc::new(Reloader { sources, running: Mutex::new(running), parts, events })
    }

    /// Reads the file again when it changes and on SIGHUP.
    pub(crate) fn worker(self: &Arc<Self>) -> Worker {
        let reloader = self.clone();
        Worker::new("config.reload", move |token| reloader.clone().run(token))
    }

    async fn run(self: Arc<Self>, token: CancellationToken) {
        let Ok(mut hangup) = signal(SignalKind::hangup()) else {
            tracing::error!("SIGHUP cannot be listened for");
            return;
        };
        let mut watch = FileWatch::new(&self.sources.file())
            .inspect_err(|error| {
                tracing::warn!(%error, "the configuration file cannot be watched; SIGHUP reloads it");
            })
            .ok();
        // The file may have changed after it was read and before it was watched.
        self.reload().await;
        loop {
            tokio::select! {
                changed = next_change(&mut watch, &token) => if !changed { return },
                _ = hangup.recv() => tracing::info!("asked to read the configuration again"),
            }
            self.reload().await;
        }
    }

    async fn reload(&self) {
        let mut running = self.running.lock().await;
        let told = match self.try_reload(&running).await {
            Ok((loaded, changed)) => {
                self.parts.settings.show(&loaded);
                *running = loaded;
                report(&changed)
            }
            Err(error) => {
                tracing::error!("the configuration stays as it was: {error:#}");
                Some(refusal(&format!("{error:#}")))
            }
        };
        let Some(change) = told else { return };
        if let Err(error) = self.events.note(&change).await {
            tracing::warn!(%error, "recording the reload in the activity log failed");
        }
    }

    async fn try_reload(&self, running: &Loaded) -> anyhow::Result<(Loaded, Vec<Changed>)> {
        let loaded = self.sources.load()?;
        for warning in loaded.warnings.iter().filter(|new| !running.warnings.contains(new)) {
            tracing::warn!("{warning}");
        }
        let changed = diff(running, &loaded);
        if !changed.is_empty() {
            self.parts.take_over(&loaded.config).await.context("it could not be taken over")?;
        }
        Ok((loaded, changed))
    }
}

/// Tells what changed; `None` where nothing did.
fn report(changed: &[Changed]) -> Option<Change> {
    if changed.is_empty() {
        tracing::debug!("the configuration is as it was");
        return None;
    }
    for Changed { key, old, new, needs_restart } in changed {
        if *needs_restart {
            tracing::warn!(key, old, new, "changed; takes effect after a restart");
        } else {
            tracing::info!(key, old, new, "changed");
        }
    }
    let waiting: Vec<&str> =
        changed.iter().filter(|c| c.needs_restart).map(|c| c.key.as_str()).collect();
    let message = match waiting.as_slice() {
        [] => "Configuration reloaded".to_owned(),
        keys => format!("Configuration reloaded; after a restart: {}", keys.join(", ")),
    };
    let keys: Vec<String> = changed.iter().map(|c| c.key.clone()).collect();
    let fact = ConfigReloaded { message: message.clone(), changed: keys.clone() };
    let change = Change::by(Actor::system(), "config.reloaded")
        .details(json!({ "changed": keys }))
        .notice("Refresh", IconClass::Info, message)
        .notice_details(keys.join(", "))
        .fact(&fact);
    Some(change)
}

fn refusal(reason: &str) -> Change {
    Change::by(Actor::system(), "config.reload_failed")
        .failed(reason)
        .notice("AlertTriangle", IconClass::Warning, "The changed configuration is not valid")
        .notice_details(reason)
}
