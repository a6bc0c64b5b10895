//! The data plane: listeners, TLS, and the way of a request to its app or to the management
//! router. It knows no feature, no database and no web framework; it works from immutable tables
//! that it is handed and reads them without a lock.

mod accept;
mod body;
mod budget;
mod cache;
mod config;
mod connection;
mod deadline;
mod destination;
mod door;
mod escape;
mod failure;
#[doc(hidden)]
pub mod fuzzing;
mod guard;
mod lane;
mod limits;
mod listener;
mod metrics;
mod opening;
mod proxy;
mod record;
mod request;
mod seats;
mod stream;
mod strict;
mod tls;
mod upstream;

use std::sync::Arc;

use arc_swap::ArcSwap;
use kit::{BaseUrl, Clock, Supervisor};
use routing::{
    AccessLog, CookieStore, Gate, PeerTokens, SharedCerts, SharedRoutes, Targets, TrustPolicy,
};
use tokio::sync::{Semaphore, mpsc};

use self::accept::Post;
use self::budget::Budget;
use self::cache::Cache;
use self::seats::Seats;
use self::upstream::Connector;

pub use config::{CacheConfig, ProxyConfig};
pub use door::{Apps, Door};
pub use limits::Limits;
pub use listener::Listener;
pub use metrics::EdgeMetrics;

/// What the data plane is given.
pub struct Parts {
    pub trust: Arc<ArcSwap<TrustPolicy>>,
    pub routes: SharedRoutes,
    /// Names that we have certificates for are ours.
    pub certs: SharedCerts,
    pub gate: Arc<dyn Gate>,
    /// Speaks for callers between gateways.
    pub peers: Arc<dyn PeerTokens>,
    pub cookies: Arc<dyn CookieStore>,
    pub log: Arc<dyn AccessLog>,
    /// Which addresses apps may have.
    pub targets: Arc<ArcSwap<Targets>>,
    /// Where browsers sign in.
    pub base_url: BaseUrl,
    pub proxy: ProxyConfig,
    pub clock: Clock,
    pub supervisor: Supervisor,
    pub metrics: EdgeMetrics,
    pub limits: Limits,
}

/// What every listener of the program shares.
pub struct Edge {
    trust: Arc<ArcSwap<TrustPolicy>>,
    routes: SharedRoutes,
    certs: SharedCerts,
    gate: Arc<dyn Gate>,
    peers: Arc<dyn PeerTokens>,
    cookies: Arc<dyn CookieStore>,
    log: Arc<dyn AccessLog>,
    base_url: BaseUrl,
    proxy: ArcSwap<ProxyConfig>,
    cache: Cache,
    clock: Clock,
    supervisor: Supervisor,
    metrics: EdgeMetrics,
    limits: Limits,
    connector: Connector,
    /// One for each connection that may be open at a time, upgraded ones included.
    slots: Arc<Semaphore>,
    handshakes: Semaphore,
    seats: Arc<Seats>,
    handshake_seats: Arc<Seats>,
    hints: proxy::Hints,
    /// What answers hold while they are rewritten.
    rewriting: Budget,
}

/// The running data plane: a thread for every core, each with all listeners.
pub struct Lanes {
    edge: Arc<Edge>,
    posts: Vec<mpsc::UnboundedSender<Post>>,
}

impl Lanes {
    pub fn start(parts: Parts) -> Self {
        let slots = Arc::new(Semaphore::new(parts.limits.connections));
        let handshakes = Semaphore::new(parts.limits.handshakes);
        let count = parts.limits.lanes;
        let rewriting = Budget::new(parts.limits.rewriting_bytes, parts.limits.rewriting_wait);
        let edge = Arc::new(Edge {
            trust: parts.trust,
            routes: parts.routes,
            certs: parts.certs,
            gate: parts.gate,
            peers: parts.peers,
            cookies: parts.cookies,
            log: parts.log,
            base_url: parts.base_url,
            cache: Cache::new(parts.proxy.cache.max_bytes.0, parts.clock.clone()),
            proxy: ArcSwap::from_pointee(parts.proxy),
            clock: parts.clock,
            supervisor: parts.supervisor,
            metrics: parts.metrics,
            limits: parts.limits,
            connector: Connector::new(parts.targets),
            slots,
            handshakes,
            seats: Arc::default(),
            handshake_seats: Arc::default(),
            hints: proxy::Hints::default(),
            rewriting,
        });
        let start = |number| {
            let (sender, posts) = mpsc::unbounded_channel();
            lane::start(&edge, number, posts);
            sender
        };
        let posts = (0..count.max(1)).map(start).collect();
        Lanes { edge, posts }
    }

    /// Serves a listener until the drain: HTTPS where there are certificates, else plain HTTP.
    pub fn serve(&self, listener: &Listener, certs: Option<SharedCerts>, door: &Door) {
        let tls = certs.map(tls::Tls::new);
        for socket in listener.sockets() {
            for lane in &self.posts {
                match socket.try_clone() {
                    Ok(socket) => {
                        let post = Post { socket, tls: tls.clone(), door: door.clone() };
                        // A lane that is gone has ended with the program.
                        let _ = lane.send(post);
                    }
                    Err(error) => tracing::error!(%error, "a lane cannot listen"),
                }
            }
        }
    }

    /// Takes over another `proxy` section.
    pub fn reload(&self, proxy: ProxyConfig) {
        self.edge.cache.set_max_bytes(proxy.cache.max_bytes.0);
        self.edge.proxy.store(Arc::new(proxy));
    }
}
