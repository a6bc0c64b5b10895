//! The data plane: listeners, TLS, and the way of a request to its app or to the management
//! router. It knows no feature, no database and no web framework; it works from immutable tables
//! that it is handed and reads them without a lock.

mod accept;
mod auth_cache;
mod body;
mod budget;
mod cache;
mod config;
mod connection;
mod date;
mod deadline;
mod destination;
mod digits;
mod edge;
mod escape;
mod failure;
mod field_line;
mod framing;
#[doc(hidden)]
pub mod fuzzing;
mod growth;
mod hints;
mod http1;
mod lane;
mod limits;
mod listener;
mod listener_role;
mod metrics;
mod names;
mod outbox;
mod per_ip_limit;
mod proxy;
mod pump;
mod record;
mod request;
mod scratch;
mod sniff;
mod stream;
mod threads;
mod tls;
mod upstream;

use std::sync::Arc;

use arc_swap::ArcSwap;
use dial::Dialer;
use kit::{BaseUrl, Clock, Supervisor};
use routing::{
    AccessLog, CookieStore, Gate, PeerTokens, SharedCerts, SharedRoutes, Targets, TrustPolicy,
};
use tokio::sync::{Semaphore, mpsc};

use self::accept::LaneSocket;
use self::budget::Budget;
use self::cache::Cache;
use self::edge::Edge;
use self::hints::Hints;

pub use config::{CacheConfig, ProxyConfig};
pub use limits::Limits;
pub use listener::Listener;
pub use listener_role::{Apps, ListenerRole};
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

/// The running data plane: a thread for every core, each with all listeners.
pub struct Lanes {
    edge: Arc<Edge>,
    lane_sockets: Vec<mpsc::UnboundedSender<LaneSocket>>,
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
            dialer: Dialer::new(parts.targets),
            slots,
            handshakes,
            per_ip_limit: Arc::default(),
            handshake_seats: Arc::default(),
            hints: Hints::default(),
            rewriting,
        });
        let start = |number| {
            let (sender, lane_sockets) = mpsc::unbounded_channel();
            threads::start(&edge, number, lane_sockets);
            sender
        };
        let lane_sockets = (0..count.max(1)).map(start).collect();
        Lanes { edge, lane_sockets }
    }

    /// Serves a listener until the drain: HTTPS where there are certificates, else plain HTTP.
    pub fn serve(&self, listener: &Listener, certs: Option<SharedCerts>, role: &ListenerRole) {
        let tls = certs.map(tls::Tls::new);
        for socket in listener.sockets() {
            for lane in &self.lane_sockets {
                match socket.try_clone() {
                    Ok(socket) => {
                        let lane_socket =
                            LaneSocket { socket, tls: tls.clone(), role: role.clone() };
                        // A lane that is gone has ended with the program.
                        let _ = lane.send(lane_socket);
                    }
                    Err(error) => {
                        tracing::error!(%error, "registering a socket with a lane failed; this lane accepts nothing from it");
                    }
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
