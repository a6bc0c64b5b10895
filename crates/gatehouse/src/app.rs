//! The parts of the program, put together.

use std::path::PathBuf;
use std::sync::Arc;

use access::Access;
use arc_swap::ArcSwap;
use backup::Backups;
use catalog::{Catalog, Entrance};
use certs::{Certs, GivenPair, NameSource};
use containers::Containers;
use discovery::Discovery;
use events::Events;
use federation::Federation;
use fetch::Fetcher;
use journal::Journal;
use kit::{BaseUrl, Clock, Entropy, Health, Instance, Metrics, Presence, Supervisor, Worker};
use lan::mdns::Mdns;
use notify::Notify;
use routing::Targets;
use scripts::Scripts;
use store::Db;
use toolbox::Toolbox;
use web::limits::Limiter;
use web::{Management, SocketCommands};

use crate::config::Config;
use crate::settings::Settings;
use crate::slices::{Slices, TakeOver, backed_up, capabilities, migrations};

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

const INSTANCE_ALPHABET: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";

/// What every part stands on.
pub(crate) struct Context {
    pub(crate) db: Db,
    pub(crate) events: Events,
    pub(crate) clock: Clock,
    pub(crate) metrics: Metrics,
    pub(crate) health: Health,
    pub(crate) data_dir: PathBuf,
}

impl Context {
    pub(crate) async fn open(
        storage: &store::Config,
        data_dir: PathBuf,
        clock: Clock,
    ) -> anyhow::Result<Self> {
        let metrics = Metrics::default();
        let db = Db::open(storage, &migrations(), &metrics).await?;
        let events = Events::open(db.clone(), clock.clone()).await?;
        let health = Health::new(clock.clone());
        Ok(Context { db, events, clock, metrics, health, data_dir })
    }

    /// Who we are to others.
    pub(crate) async fn instance(&self, base_url: BaseUrl) -> anyhow::Result<Arc<Instance>> {
        Ok(Arc::new(Instance {
            id: instance_id(&self.db).await?,
            name: lan::host_name().unwrap_or_else(|| "gatehouse".to_owned()),
            version: VERSION,
            build_date: env!("BUILD_DATE"),
            base_url,
            started_at: self.clock.now(),
            capabilities: capabilities(),
        }))
    }
}

/// By what name others know this database.
pub(crate) async fn instance_id(db: &Db) -> store::Result<String> {
    let make = || format!("gh_{}", Entropy.text(INSTANCE_ALPHABET, 16));
    db.setting("instance.id", make).await
}

/// The parts that others ask for later, and the router that all of them make.
pub(crate) struct App {
    pub(crate) access: Access,
    pub(crate) catalog: Catalog,
    pub(crate) certs: Certs,
    pub(crate) federation: Federation,
    pub(crate) journal: Journal,
    pub(crate) limiter: Limiter,
    pub(crate) management: Management,
    pub(crate) workers: Vec<Worker>,
    /// Those that take over a changed configuration, in this order.
    pub(crate) reloads: Vec<Box<dyn TakeOver>>,
}

/// What we are called, and how we show it.
pub(crate) struct Identity {
    pub(crate) names: NameSource,
    /// A certificate that the configuration names.
    pub(crate) given: Option<GivenPair>,
    /// Whether TLS is spoken.
    pub(crate) secure: bool,
}

/// What the slices must know of the network we are in.
pub(crate) struct Outside {
    pub(crate) identity: Identity,
    pub(crate) targets: Arc<ArcSwap<Targets>>,
    /// The way of checks through our own door.
    pub(crate) entrance: Arc<dyn Entrance>,
    /// Asks the network.
    pub(crate) mdns: Mdns,
    /// The port at which apps alone are served.
    pub(crate) apps_port: Option<u16>,
    pub(crate) settings: Settings,
}

/// Builds every slice and makes one router of them.
pub(crate) async fn build(
    context: &Context,
    config: &Config,
    instance: Arc<Instance>,
    outside: Outside,
    supervisor: &Supervisor,
) -> anyhow::Result<App> {
    let Context { db, events, clock, metrics, health, data_dir } = context;
    let hub = hub::build(hub::Deps {
        clock: clock.clone(),
        instance: instance.clone(),
        supervisor: supervisor.clone(),
        metrics: metrics.clone(),
        limits: hub::Limits::default(),
    });
    let presence: Arc<dyn Presence> = Arc::new(hub.clone());
    let fetcher = Fetcher::new(outside.targets.clone());
    let mut slices = Slices::default();
    let certs = Certs::build(certs::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        metrics: metrics.clone(),
        health: health.clone(),
        folder: data_dir.join("certs"),
        names: outside.identity.names,
        base_url: instance.base_url.clone(),
        fetcher: fetcher.clone(),
        serving: outside.identity.secure,
        given: outside.identity.given,
        config: config.certificates.clone(),
    })
    .await?;
    let certs = slices.add_reloading(certs, |config| config.certificates.clone());
    let access = Access::build(access::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        instance: instance.clone(),
        settings: config.access(),
        spki_pins: pins(&certs, outside.identity.secure),
    })
    .await?;
    let access = slices.add_reloading(access, Config::access);
    let catalog = Catalog::build(catalog::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        base_url: instance.base_url.clone(),
        settings: config.catalog(),
        fetcher: fetcher.clone(),
        targets: outside.targets.clone(),
        entrance: outside.entrance,
    })
    .await?;
    let catalog = slices.add_reloading(catalog, Config::catalog);
    let discovery = Discovery::build(discovery::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        catalog: catalog.clone(),
        fetcher: fetcher.clone(),
        health: health.clone(),
        metrics: metrics.clone(),
        targets: outside.targets.clone(),
        mdns: outside.mdns.clone(),
        config: config.discovery.clone(),
    })
    .await?;
    slices.add_reloading(discovery, |config| config.discovery.clone());
    let containers = Containers::build(containers::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        catalog: catalog.clone(),
        health: health.clone(),
        metrics: metrics.clone(),
        supervisor: supervisor.clone(),
        data_dir: data_dir.clone(),
        vital: config.vital(),
        config: config.runtimes.clone(),
    })
    .await?;
    slices.add(containers);
    let scripts = Scripts::build(scripts::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        metrics: metrics.clone(),
        supervisor: supervisor.clone(),
        data_dir: data_dir.clone(),
        program: PathBuf::from("/proc/self/exe"),
        search_path: std::env::var_os("PATH"),
        home: std::env::var_os("HOME"),
        config: config.scripts.clone(),
    })
    .await?;
    slices.add(scripts);
    let toolbox = Toolbox::build(toolbox::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        catalog: catalog.clone(),
        target: config.toolbox_target()?,
        config: config.toolbox.clone(),
    })
    .await?;
    slices.add(toolbox);
    let federation = Federation::build(federation::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        instance: instance.clone(),
        catalog: catalog.clone(),
        health: health.clone(),
        metrics: metrics.clone(),
        mdns: outside.mdns,
        pins: pins(&certs, outside.identity.secure),
        config: config.federation.clone(),
        reach: Arc::new(|_| true),
    })
    .await?;
    let federation = slices.add(federation);
    access.set_presence(presence.clone());
    let notify = Notify::build(notify::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        instance: instance.clone(),
        directory: Arc::new(access.clone()),
        sockets: hub.sockets(),
        fetcher: fetcher.clone(),
        targets: outside.targets,
        metrics: metrics.clone(),
        config: config.notifications.clone(),
    })
    .await?;
    slices.add_reloading(notify, |config| config.notifications.clone());
    let journal = journal::build(journal::Deps {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        instance: instance.clone(),
        health: health.clone(),
        metrics: metrics.clone(),
        figures: slices.figures(),
        presence,
        routes: catalog.routes(),
        data_dir: data_dir.clone(),
        fetcher: fetcher.clone(),
        settings: config.journal(),
    });
    let journal = slices.add_reloading(journal, Config::journal);
    slices.push(dashboard::slice(outside.apps_port));
    slices.push(outside.settings.slice());
    let backups = Backups::build(backup::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        metrics: metrics.clone(),
        health: health.clone(),
        instance,
        contents: backed_up(),
        rereads: slices.rereads(),
        config: config.backup.clone(),
    })
    .await?;
    slices.add_reloading(backups, |config| config.backup.clone());
    let commands = SocketCommands::new(slices.commands());
    slices.push(hub.slice(events, commands));

    let limits = config.rate_limits.clone();
    let limiter = Limiter::new(limits, config.metrics.path.clone(), clock.clone(), metrics);
    let (routes, workers, reloads) = slices.finish();
    let mut management = web::assemble(routes, Arc::new(access.clone()), limiter.clone(), metrics);
    management.router = journal.counting(management.router);
    let workers = events.workers().into_iter().chain(workers).collect();
    Ok(App { access, catalog, certs, federation, journal, limiter, management, workers, reloads })
}

/// What devices pin; over plain HTTP there is nothing.
fn pins(certs: &Certs, secure: bool) -> Box<dyn Fn() -> Vec<String> + Send + Sync> {
    let certs = certs.clone();
    Box::new(move || if secure { certs.spki_pins() } else { Vec::new() })
}
