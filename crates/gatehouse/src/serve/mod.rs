//! Running the gateway, from its first log line to its last.

mod address;
mod announce;
pub(crate) mod data_dir;
mod local;
mod network;
mod redirect;
mod reload;
mod stop;
mod trust;
mod watch;
mod whereabouts;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use arc_swap::ArcSwap;
use certs::Certs;
use edge::{Edge, EdgeMetrics, Limits};
use kit::{Clock, Shutdown, Supervisor};
use routing::{Local, TrustPolicy};

use self::local::ManagementRouter;
use self::network::Network;
use self::redirect::ToHttps;
use self::reload::{Reloadable, Reloader};
use self::stop::StopSignals;
pub(crate) use self::stop::Stopped;
use self::whereabouts::Whereabouts;
use crate::app::{self, App, Ground};
use crate::commands::output;
use crate::config::{Loaded, Sources};
use crate::log::Log;

/// How long the database may take to let its files go.
const CLOSE_TIME: Duration = Duration::from_secs(5);

/// Serves until a signal ends it.
pub(crate) async fn run(sources: Sources, loaded: Loaded, log: Log) -> anyhow::Result<Stopped> {
    let mut signals = StopSignals::listen().context("signals cannot be listened for")?;
    let _claim = data_dir::claim(&sources.data_dir())?;
    let supervisor = Supervisor::new(Shutdown::default());
    let ground = start(sources, loaded, log, &supervisor).await?;
    signals.next().await;
    tracing::info!("stopping; requests under way are finished first");
    ground.health.set_ready(false);
    let stopped = signals.drain(&supervisor).await;
    if stopped != Stopped::CutBySignal {
        // A task that was cut may still hold a connection.
        let _ = tokio::time::timeout(CLOSE_TIME, ground.db.close()).await;
    }
    tracing::info!(?stopped, "stopped");
    Ok(stopped)
}

/// Builds everything and lets it run.
async fn start(
    sources: Sources,
    loaded: Loaded,
    log: Log,
    supervisor: &Supervisor,
) -> anyhow::Result<Ground> {
    let config = &loaded.config;
    let clock = Clock::System;
    let network = Network::open(config, &sources, &clock)?;
    let ground = Ground::open(&config.storage, sources.data_dir(), clock).await?;
    let whereabouts = Whereabouts::new(config, &network)?;
    let instance = ground.instance(whereabouts.base_url()).await?;
    let pins = pins(network.certs.clone());
    let app = app::build(&ground, config, instance, pins, supervisor).await?;

    let reloadable = Reloadable {
        log,
        limiter: app.limiter.clone(),
        access: app.access.clone(),
        journal: app.journal.clone(),
        whereabouts: whereabouts.clone(),
    };
    let reloader = Reloader::new(sources, loaded, reloadable, ground.events.clone());
    announce(&network, &app);
    supervisor.supervise(reloader.worker());
    whereabouts.worker().into_iter().for_each(|worker| supervisor.supervise(worker));
    serve(network, app, whereabouts.trust(), &EdgeMetrics::new(&ground.metrics), supervisor);
    ground.health.set_ready(true);
    Ok(ground)
}

fn serve(
    network: Network,
    app: App,
    trust: Arc<ArcSwap<TrustPolicy>>,
    metrics: &EdgeMetrics,
    supervisor: &Supervisor,
) {
    let certificates = network.certs.as_ref().map(Certs::worker);
    for worker in app.workers.into_iter().chain(certificates) {
        supervisor.supervise(worker);
    }
    let edge = |local: Arc<dyn Local>| {
        let (supervisor, limits) = (supervisor.clone(), Limits::default());
        Edge::new(trust.clone(), local, supervisor, metrics.clone(), limits)
    };
    if let Some(redirect) = network.redirect {
        edge(Arc::new(ToHttps { port: network.redirect_port })).serve(redirect, None);
    }
    let certs = network.certs.as_ref().map(Certs::shared);
    let management = ManagementRouter::new(app.management.router, supervisor.clone());
    edge(Arc::new(management)).serve(network.main, certs);
}

/// The words for the person who started us; the log has its own.
fn announce(network: &Network, app: &App) {
    let code = app.access.setup_code().map(|code| code.expose().to_owned());
    output::print(&announce::ready(&network.base_url, &network.here, code.as_deref()));
    tracing::info!(address = %network.place.bound, base_url = network.base_url, "ready");
}

fn pins(certs: Option<Certs>) -> Box<dyn Fn() -> Vec<String> + Send + Sync> {
    Box::new(move || certs.as_ref().map(Certs::spki_pins).unwrap_or_default())
}
