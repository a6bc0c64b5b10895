use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ::store::{Db, Seal};
use arc_swap::{ArcSwap, ArcSwapOption};
use catalog::{Catalog, OpenToPeers};
use events::Events;
use kit::{Clock, Error, ErrorKind, Health, Instance, Metrics, Result, Status};
use lan::mdns::Mdns;
use tokio::sync::{Mutex, MutexGuard, Notify};
use web::Slice;

use crate::metrics::Figures;
use crate::model::Peers;
use crate::node::Reach;
use crate::protocol::{Cipher, Identity};
use crate::service::{self, Own, Visits};
use crate::{Config, SLICE, http, store as rows, worker};

/// What a client pins that wants our HTTPS key; none where we speak plain HTTP.
pub type Pins = Box<dyn Fn() -> Vec<String> + Send + Sync>;

/// What this slice needs of the rest.
pub struct Parts {
    pub db: Db,
    pub events: Events,
    pub clock: Clock,
    pub instance: Arc<Instance>,
    pub catalog: Catalog,
    pub health: Health,
    pub metrics: Metrics,
    pub mdns: Mdns,
    pub pins: Pins,
    pub config: Config,
    /// Which addresses can be sent to.
    pub reach: Reach,
}

/// The slice. Cheap to clone.
#[derive(Clone)]
pub struct Federation {
    inner: Arc<Inner>,
}

struct Inner {
    parts: Parts,
    /// None where federation is switched off.
    member: Option<Member>,
    figures: Figures,
    peers: ArcSwap<Peers>,
    visits: ArcSwap<Visits>,
    own: ArcSwapOption<Own>,
    running: AtomicBool,
    /// Whoever holds it changes what is known of peers.
    writing: Mutex<()>,
    /// One exchange with everybody at a time.
    syncing: Mutex<()>,
    changed: Notify,
}

/// By what we are known, and what we have in common with our peers.
pub(crate) struct Member {
    pub(crate) identity: Identity,
    pub(crate) cipher: Arc<Cipher>,
}

impl Federation {
    pub async fn build(parts: Parts) -> Result<(Federation, Slice)> {
        let mut member = None;
        let mut peers = Peers::default();
        if parts.config.enabled {
            let seal = Seal::of(&parts.db, "federation.seal").await?;
            let identity = service::open_identity(&parts.db, &seal).await?;
            let cipher = Arc::new(Cipher::new(&parts.config.cluster_secret));
            if parts.config.allow_remote_routes {
                let (gateway, tags) = (identity.id().as_str().into(), parts.config.shared_tags());
                parts.catalog.set_open_to_peers(Some(OpenToPeers { gateway, tags }));
            }
            member = Some(Member { identity, cipher });
            peers = rows::load(&mut *parts.db.read().await?).await?;
        }
        let inner = Inner {
            member,
            figures: Figures::new(&parts.metrics),
            peers: ArcSwap::default(),
            visits: ArcSwap::default(),
            own: ArcSwapOption::empty(),
            running: AtomicBool::new(false),
            writing: Mutex::default(),
            syncing: Mutex::default(),
            changed: Notify::new(),
            parts,
        };
        let federation = Federation { inner: Arc::new(inner) };
        federation.show(peers);
        let slice = Slice {
            routes: http::routes(federation.clone()),
            workers: worker::all(&federation),
            ..Slice::of(&SLICE)
        };
        Ok((federation, slice))
    }

    pub(crate) fn is_enabled(&self) -> bool {
        self.inner.member.is_some()
    }

    pub(crate) fn member(&self) -> Result<&Member> {
        self.inner.member.as_ref().ok_or_else(|| {
            let message = "Federation is switched off; federation.enabled switches it on";
            Error::new(ErrorKind::ServiceUnavailable, message)
        })
    }

    pub(crate) fn peers(&self) -> Arc<Peers> {
        self.inner.peers.load_full()
    }

    /// Shows what was committed, also among the apps.
    pub(crate) fn show(&self, peers: Peers) {
        self.catalog().set_remote_apps(peers.remote_apps(self.config().allow_remote_routes));
        self.figures().show(&peers);
        self.inner.visits.rcu(|before| service::visits(before, &peers));
        self.inner.peers.store(Arc::new(peers));
        self.inner.changed.notify_one();
    }

    pub(crate) fn visits(&self) -> Arc<Visits> {
        self.inner.visits.load_full()
    }

    /// Returns when something became known of peers.
    pub(crate) async fn changed(&self) {
        self.inner.changed.notified().await;
    }

    /// What we say of ourselves; nothing, where another program on the database does.
    pub(crate) fn own(&self) -> Option<Arc<Own>> {
        self.inner.own.load_full()
    }

    pub(crate) fn set_own(&self, own: Option<Own>) {
        self.inner.own.store(own.map(Arc::new));
    }

    pub(crate) fn is_running(&self) -> bool {
        self.inner.running.load(Ordering::Relaxed)
    }

    /// We are among our peers until this is dropped.
    pub(crate) fn running(&self) -> Running<'_> {
        self.inner.running.store(true, Ordering::Relaxed);
        Running(self)
    }

    pub(crate) async fn writing(&self) -> MutexGuard<'_, ()> {
        self.inner.writing.lock().await
    }

    pub(crate) async fn syncing(&self) -> MutexGuard<'_, ()> {
        self.inner.syncing.lock().await
    }

    pub(crate) fn report(&self, status: Status, message: Option<String>) {
        self.inner.parts.health.report("federation", status, message);
    }

    pub(crate) fn reaches(&self, address: SocketAddr) -> bool {
        (self.inner.parts.reach)(address)
    }

    pub(crate) fn reach(&self) -> Reach {
        self.inner.parts.reach.clone()
    }

    pub(crate) fn pin(&self) -> Option<String> {
        (self.inner.parts.pins)().into_iter().next()
    }

    pub(crate) fn config(&self) -> &Config {
        &self.inner.parts.config
    }

    pub(crate) fn instance(&self) -> &Instance {
        &self.inner.parts.instance
    }

    pub(crate) fn catalog(&self) -> &Catalog {
        &self.inner.parts.catalog
    }

    pub(crate) fn mdns(&self) -> &Mdns {
        &self.inner.parts.mdns
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

    pub(crate) fn figures(&self) -> &Figures {
        &self.inner.figures
    }
}

/// Says that we are among our peers.
pub(crate) struct Running<'a>(&'a Federation);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.inner.running.store(false, Ordering::Relaxed);
        self.0.set_own(None);
    }
}
