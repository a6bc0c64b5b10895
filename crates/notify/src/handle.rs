use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use ::store::{Db, Seal};
use arc_swap::ArcSwap;
use events::Events;
use fetch::Fetcher;
use kit::{Clock, Directory, Instance, Metrics, Result};
use routing::Targets;
use tokio::sync::{Mutex, Notify as Signal};
use web::{Reload, Slice, Sockets};

use crate::deliver::{self, Confirmations};
use crate::forward::VapidKey;
use crate::metrics::NotifyMetrics;
use crate::{Config, SLICE, http, service, worker};

/// What this slice needs of the rest.
pub struct Parts {
    pub db: Db,
    pub events: Events,
    pub clock: Clock,
    pub instance: Arc<Instance>,
    pub directory: Arc<dyn Directory>,
    pub sockets: Arc<dyn Sockets>,
    /// For channels that speak HTTP.
    pub fetcher: Fetcher,
    /// For those that do not.
    pub targets: Arc<ArcSwap<Targets>>,
    pub metrics: Metrics,
    pub config: Config,
}

/// The slice. Cheap to clone.
#[derive(Clone)]
pub struct Notify {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) parts: Parts,
    pub(crate) config: ArcSwap<Config>,
    pub(crate) metrics: NotifyMetrics,
    pub(crate) confirmations: Confirmations,
    pub(crate) seal: Seal,
    pub(crate) vapid: ArcSwap<VapidKey>,
    /// Something is to be forwarded.
    pub(crate) forwarding: Signal,
    /// Held by whoever changes channels or rules.
    pub(crate) writing: Mutex<()>,
    /// When a full queue was last told of.
    pub(crate) overflow_told: AtomicI64,
}

/// The name of the key that seals the secrets of channels.
pub(crate) const SEAL: &str = "notify.channel_key";
/// The name of the key by which push services know us.
pub(crate) const VAPID: &str = "notify.vapid_key";

impl Notify {
    pub async fn build(parts: Parts) -> Result<(Notify, Slice)> {
        let seal = Seal::of(&parts.db, SEAL).await?;
        let vapid = vapid_key(&parts.db).await?;
        let inner = Inner {
            config: ArcSwap::from_pointee(parts.config.clone()),
            metrics: NotifyMetrics::new(&parts.metrics),
            confirmations: Confirmations::default(),
            seal,
            vapid: ArcSwap::from_pointee(vapid),
            forwarding: Signal::new(),
            writing: Mutex::default(),
            overflow_told: AtomicI64::new(i64::MIN),
            parts,
        };
        let notify = Notify { inner: Arc::new(inner) };
        service::rules::make_defaults(&notify).await?;
        let slice = Slice {
            routes: http::routes(notify.clone()),
            commands: vec![Arc::new(deliver::Acknowledge::new(notify.clone()))],
            workers: worker::all(&notify),
            reread: {
                let notify = notify.clone();
                web::reread(move || notify.clone().read_restored())
            },
            ..Slice::of(&SLICE)
        };
        Ok((notify, slice))
    }

    /// Takes over what a backup brought. Channels and rules are read when they are needed.
    async fn read_restored(self) -> Result<()> {
        self.inner.vapid.store(Arc::new(vapid_key(self.db()).await?));
        self.inner.forwarding.notify_one();
        Ok(())
    }

    pub(crate) fn db(&self) -> &Db {
        &self.inner.parts.db
    }

    pub(crate) fn events(&self) -> &Events {
        &self.inner.parts.events
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.inner.parts.clock
    }

    pub(crate) fn sockets(&self) -> &dyn Sockets {
        self.inner.parts.sockets.as_ref()
    }

    pub(crate) fn config(&self) -> Arc<Config> {
        self.inner.config.load_full()
    }
}

impl Reload<Config> for Notify {
    /// Takes over what may change while the program runs, which is everything.
    async fn reload(&self, config: Config) -> Result<()> {
        self.inner.config.store(Arc::new(config));
        Ok(())
    }
}

async fn vapid_key(db: &Db) -> Result<VapidKey> {
    VapidKey::read(&db.setting(VAPID, VapidKey::generate).await?)
}
