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
use journal::{Counts, Figures, Journal};
use kit::{BaseUrl, Clock, Entropy, Health, Instance, Metrics, Presence, Supervisor, Worker};
use lan::mdns::Mdns;
use notify::Notify;
use routing::Targets;
use scripts::Scripts;
use store::{Db, Migrations, Part};
use toolbox::Toolbox;
use web::limits::Limiter;
use web::{Management, SocketCommands};

use crate::config::Config;
use crate::settings::Settings;

/// The tables of every part, in the order in which they are made.
pub(crate) const MIGRATIONS: &[Migrations] = &[
    events::MIGRATIONS,
    access::MIGRATIONS,
    journal::MIGRATIONS,
    catalog::MIGRATIONS,
    certs::MIGRATIONS,
    discovery::MIGRATIONS,
    containers::MIGRATIONS,
    notify::MIGRATIONS,
    scripts::MIGRATIONS,
    toolbox::MIGRATIONS,
    federation::MIGRATIONS,
];

/// What backups carry of every part, in the order in which it is put back.
pub(crate) fn backed_up() -> Vec<Part> {
    let parts = [
        access::BACKUP,
        catalog::BACKUP,
        certs::BACKUP,
        discovery::BACKUP,
        notify::BACKUP,
        scripts::BACKUP,
        toolbox::BACKUP,
    ];
    parts.concat()
}

/// What clients can expect of this version, by the names of the API's parts.
const CAPABILITIES: &[&str] = &[
    "pairing",
    "devices",
    "apikeys",
    "websocket",
    "activity",
    "audit",
    "apps",
    "routes",
    "proxy",
    "certificates",
    "backups",
    "health",
    "discovery",
    "containers",
    "notifications",
    "webhooks",
    "scripts",
    "toolbox",
    "federation",
];

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
        let db = Db::open(storage, MIGRATIONS, &metrics).await?;
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
            capabilities: CAPABILITIES.to_vec(),
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
    pub(crate) backups: Backups,
    pub(crate) catalog: Catalog,
    pub(crate) certs: Certs,
    pub(crate) discovery: Discovery,
    pub(crate) federation: Federation,
    pub(crate) journal: Journal,
    pub(crate) limiter: Limiter,
    pub(crate) notify: Notify,
    pub(crate) management: Management,
    pub(crate) workers: Vec<Worker>,
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
    let (certs, certs_slice) = Certs::build(certs::Parts {
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
    let (access, access_slice) = Access::build(access::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        instance: instance.clone(),
        settings: config.access(),
        spki_pins: pins(&certs, outside.identity.secure),
    })
    .await?;
    let (catalog, catalog_slice) = Catalog::build(catalog::Parts {
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
    let (discovery, discovery_slice) = Discovery::build(discovery::Parts {
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
    let (_, containers_slice) = Containers::build(containers::Parts {
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
    let (_, scripts_slice) = Scripts::build(scripts::Parts {
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
    let (_, toolbox_slice) = Toolbox::build(toolbox::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        catalog: catalog.clone(),
        target: config.toolbox_target()?,
        config: config.toolbox.clone(),
    })
    .await?;
    let (federation, federation_slice) = Federation::build(federation::Parts {
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
    access.set_presence(presence.clone());
    let (notify, notify_slice) = Notify::build(notify::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        instance: instance.clone(),
        directory: Arc::new(access.clone()),
        sockets: hub.sockets(),
        fetcher,
        targets: outside.targets,
        metrics: metrics.clone(),
        config: config.notifications.clone(),
    })
    .await?;
    let (journal, journal_slice) = journal::build(journal::Deps {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        instance: instance.clone(),
        health: health.clone(),
        metrics: metrics.clone(),
        figures: Arc::new(FromSlices {
            access: access.clone(),
            catalog: catalog.clone(),
            discovery: discovery.clone(),
        }),
        presence,
        routes: catalog.routes(),
        data_dir: data_dir.clone(),
        config: config.metrics.clone(),
        access_log: config.access_log.clone(),
    });

    let mut slices = vec![
        access_slice,
        catalog_slice,
        certs_slice,
        dashboard::slice(outside.apps_port),
        discovery_slice,
        containers_slice,
        toolbox_slice,
        federation_slice,
        journal_slice,
        notify_slice,
        scripts_slice,
        outside.settings.slice(),
    ];
    let rereads = slices.iter_mut().filter_map(|slice| Some((slice.name, slice.reread.take()?)));
    let (backups, backup_slice) = Backups::build(backup::Parts {
        db: db.clone(),
        events: events.clone(),
        clock: clock.clone(),
        metrics: metrics.clone(),
        health: health.clone(),
        instance,
        contents: backed_up(),
        rereads: rereads.collect(),
        config: config.backup.clone(),
    })
    .await?;
    slices.push(backup_slice);
    let commands = slices.iter_mut().flat_map(|slice| std::mem::take(&mut slice.commands));
    let commands = SocketCommands::new(commands);
    slices.push(hub.slice(events, commands));

    let limits = config.rate_limits.clone();
    let limiter = Limiter::new(limits, config.metrics.path.clone(), clock.clone(), metrics);
    let (routes, workers): (Vec<_>, Vec<_>) =
        slices.into_iter().map(|slice| (slice.routes, slice.workers)).unzip();
    let mut management = web::assemble(routes, Arc::new(access.clone()), limiter.clone(), metrics);
    management.router = journal.counting(management.router);
    let workers = events.workers().into_iter().chain(workers.into_iter().flatten()).collect();
    Ok(App {
        access,
        backups,
        catalog,
        certs,
        discovery,
        federation,
        journal,
        limiter,
        notify,
        management,
        workers,
    })
}

/// What devices pin; over plain HTTP there is nothing.
fn pins(certs: &Certs, secure: bool) -> Box<dyn Fn() -> Vec<String> + Send + Sync> {
    let certs = certs.clone();
    Box::new(move || if secure { certs.spki_pins() } else { Vec::new() })
}

/// The figures that the journal shows, from those who know them.
struct FromSlices {
    access: Access,
    catalog: Catalog,
    discovery: Discovery,
}

impl Figures for FromSlices {
    fn counts(&self) -> Counts {
        let listed = self.catalog.counts();
        Counts {
            routes: listed.routes as u64,
            services: listed.apps as u64,
            services_online: listed.healthy as u64,
            devices: self.access.devices_total() as u64,
            devices_online: self.access.devices_online() as u64,
            discoveries: self.discovery.proposals() as u64,
        }
    }

    fn verdicts(&self) -> Vec<(Arc<str>, bool)> {
        self.catalog.verdicts()
    }
}
