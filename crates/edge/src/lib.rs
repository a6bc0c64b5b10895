//! The data plane: listeners, TLS, and the way of a request to whoever answers it. It knows no
//! feature, no database and no web framework; it works from immutable tables that it is handed
//! and reads them without a lock.

mod accept;
mod connection;
mod limits;
mod listener;
mod metrics;
mod opening;
mod request;
mod stream;
mod tls;

use std::sync::Arc;

use arc_swap::ArcSwap;
use kit::Supervisor;
use routing::{Local, SharedCerts, TrustPolicy};
use tokio::sync::Semaphore;

pub use limits::Limits;
pub use listener::Listener;
pub use metrics::EdgeMetrics;

/// What every listener of the program shares.
pub struct Edge {
    trust: Arc<ArcSwap<TrustPolicy>>,
    local: Arc<dyn Local>,
    supervisor: Supervisor,
    metrics: EdgeMetrics,
    limits: Limits,
    /// One for each connection that may be open at a time, upgraded ones included.
    slots: Arc<Semaphore>,
    handshakes: Semaphore,
}

impl Edge {
    pub fn new(
        trust: Arc<ArcSwap<TrustPolicy>>,
        local: Arc<dyn Local>,
        supervisor: Supervisor,
        metrics: EdgeMetrics,
        limits: Limits,
    ) -> Arc<Self> {
        let slots = Arc::new(Semaphore::new(limits.connections));
        let handshakes = Semaphore::new(limits.handshakes);
        Arc::new(Edge { trust, local, supervisor, metrics, limits, slots, handshakes })
    }

    /// Serves a listener until the drain: HTTPS where there are certificates, else plain HTTP.
    pub fn serve(self: &Arc<Self>, listener: Listener, certs: Option<SharedCerts>) {
        let tls = certs.map(tls::acceptor);
        for socket in listener.into_sockets() {
            let accepting = accept::run(self.clone(), socket, tls.clone());
            self.supervisor.spawn(accepting);
        }
    }
}
