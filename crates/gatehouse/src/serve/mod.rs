//! Running the gateway, from its first log line to its last.

mod address;
mod announce;
pub(crate) mod data_dir;
mod entrance;
mod files;
mod local;
mod multicast;
mod network;
mod origins;
mod own_addresses;
mod redirect;
mod reload;
mod stop;
mod trust;
mod watch;

use std::sync::Arc;
use std::time::Duration;

use access::AppsListener;
use anyhow::Context as _;
use edge::{Apps, EdgeMetrics, Lanes, Limits, ListenerRole};
use journal::Journal;
use kit::{Clock, Shutdown, Supervisor};
use routing::AppsPort;
use web::Management;

use self::entrance::{OwnDoor, Passes, WithPasses};
use self::local::ManagementRouter;
use self::multicast::Multicast;
use self::network::Network;
use self::origins::Origins;
use self::own_addresses::OwnAddresses;
use self::redirect::ToHttps;
use self::reload::{Reloadable, Reloader};
use self::stop::StopSignals;
pub(crate) use self::stop::Stopped;
use crate::app::{self, App, Context, Identity, Outside};
use crate::commands::output;
use crate::config::{Loaded, Sources};
use crate::log::Log;
use crate::settings::Settings;

/// How long the database may take to let its files go.
const CLOSE_TIME: Duration = Duration::from_secs(5);

/// Serves until a signal ends it.
pub(crate) async fn run(sources: Sources, loaded: Loaded, log: Log) -> anyhow::Result<Stopped> {
    let mut signals = StopSignals::listen().context("signals cannot be listened for")?;
    let _claim = data_dir::claim(&sources.data_dir())?;
    let supervisor = Supervisor::new(Shutdown::default());
    let (context, journal) = start(sources, loaded, log, &supervisor).await?;
    signals.next().await;
    tracing::info!("stopping; requests under way are finished first");
    context.health.set_ready(false);
    let stopped = signals.drain(&supervisor).await;
    if stopped != Stopped::CutBySignal {
        journal.finish().await;
    }
    if stopped != Stopped::CutBySignal {
        // A task that was cut may still hold a connection.
        let _ = tokio::time::timeout(CLOSE_TIME, context.db.close()).await;
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
) -> anyhow::Result<(Context, Journal)> {
    let config = &loaded.config;
    let clock = Clock::System;
    let mut network = Network::open(config, &sources)?;
    let context = Context::open(&config.storage, sources.data_dir(), clock).await?;
    let own_addresses = OwnAddresses::new(config, &network)?;
    let instance = context.instance(own_addresses.base_url()).await?;
    let multicast = Multicast::new(config, &instance, &network);
    let targets = own_addresses.targets();
    let passes = Passes::default();
    let base_url = own_addresses.base_url();
    let settings = Settings::new(&loaded);
    let door = OwnDoor::new(&network, base_url, context.clock.clone(), passes.clone());
    let outside = Outside {
        identity: Identity {
            names: network.names.source(),
            given: network.given.take(),
            secure: network.place.secure,
        },
        targets: targets.clone(),
        entrance: Arc::new(door),
        mdns: multicast.mdns(),
        apps_port: network.apps_port(),
        settings: settings.clone(),
    };
    let mut app = app::build(&context, config, instance, outside, supervisor).await?;
    own_addresses.set_certs(app.certs.clone());
    let apps_port = AppsPort::default();
    if let Some(port) = network.apps_port() {
        let (configured, decided) = (config.server.apps_addr.is_some(), apps_port.clone());
        app.access.set_apps_listener(AppsListener { port, configured, decided }).await?;
    }
    let origins = Origins::new(&network, app.catalog.routes(), own_addresses.trust());
    app.access.set_app_origins(Arc::new(origins));
    let lanes = Arc::new(Lanes::start(edge::Parts {
        trust: own_addresses.trust(),
        routes: app.catalog.routes(),
        certs: app.certs.shared(),
        gate: Arc::new(WithPasses { gate: app.access.clone(), passes }),
        peers: Arc::new(app.federation.clone()),
        cookies: Arc::new(app.access.clone()),
        log: Arc::new(app.journal.records().clone()),
        targets,
        base_url: own_addresses.base_url(),
        proxy: config.proxy.clone(),
        clock: context.clock.clone(),
        supervisor: supervisor.clone(),
        metrics: EdgeMetrics::new(&context.metrics),
        limits: limits(),
    }));

    let reloadable = Reloadable {
        log,
        limiter: app.limiter.clone(),
        slices: std::mem::take(&mut app.reloads),
        lanes: lanes.clone(),
        own_addresses: own_addresses.clone(),
        settings,
    };
    let reloader = Reloader::new(sources, loaded, reloadable, context.events.clone());
    announce(&network, &app);
    let journal = app.journal.clone();
    supervisor.supervise(reloader.worker());
    multicast.worker().into_iter().for_each(|worker| supervisor.supervise(worker));
    own_addresses.worker().into_iter().for_each(|worker| supervisor.supervise(worker));
    serve(&network, app, &lanes, (supervisor, apps_port));
    context.health.set_ready(true);
    Ok((context, journal))
}

/// As many connections as the system gives us files for.
fn limits() -> Limits {
    let defaults = Limits::default();
    let most = files::raise_limit();
    Limits {
        connections: defaults.connections.min(most),
        upstream_connections: defaults.upstream_connections.min(most),
        ..defaults
    }
}

fn serve(
    network: &Network,
    app: App,
    lanes: &Lanes,
    (supervisor, apps_port): (&Supervisor, AppsPort),
) {
    for worker in app.workers {
        supervisor.supervise(worker);
    }
    if let Some(redirect) = &network.redirect {
        let local = Arc::new(ToHttps { port: network.redirect_port, certs: app.certs.clone() });
        let door = ListenerRole { local, apps: Apps::None, apps_port: AppsPort::default() };
        lanes.serve(redirect, None, &door);
    }
    let certs = || network.place.secure.then(|| app.certs.shared());
    let Management { router, owned, .. } = app.management;
    let local = Arc::new(ManagementRouter::new(router, owned, supervisor.clone()));
    if let Some(second) = &network.apps {
        let local = local.clone();
        let door = ListenerRole { local, apps: Apps::Only, apps_port: AppsPort::default() };
        lanes.serve(second, certs(), &door);
    }
    lanes.serve(&network.main, certs(), &ListenerRole { local, apps: Apps::Here, apps_port });
}

/// The words for the person who started us; the log has its own.
fn announce(network: &Network, app: &App) {
    let code = app.access.setup_code().map(|code| code.expose().to_owned());
    output::print(&announce::ready(&network.base_url, &network.here, code.as_deref()));
    tracing::info!(address = %network.place.bound, base_url = network.base_url, "ready");
}
