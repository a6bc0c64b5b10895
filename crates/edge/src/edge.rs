use std::net::IpAddr;
use std::sync::Arc;

use arc_swap::ArcSwap;
use dial::Dialer;
use kit::{BaseUrl, Clock, Supervisor};
use routing::{AccessLog, CookieStore, Gate, PeerTokens, SharedCerts, SharedRoutes, TrustPolicy};
use tokio::sync::Semaphore;

use crate::budget::Budget;
use crate::cache::Cache;
use crate::config::ProxyConfig;
use crate::hints::Hints;
use crate::limits::Limits;
use crate::metrics::EdgeMetrics;
use crate::per_ip_limit::PerIpLimit;

/// What every listener of the program shares.
pub(crate) struct Edge {
    pub(crate) trust: Arc<ArcSwap<TrustPolicy>>,
    pub(crate) routes: SharedRoutes,
    pub(crate) certs: SharedCerts,
    pub(crate) gate: Arc<dyn Gate>,
    pub(crate) peers: Arc<dyn PeerTokens>,
    pub(crate) cookies: Arc<dyn CookieStore>,
    pub(crate) log: Arc<dyn AccessLog>,
    pub(crate) base_url: BaseUrl,
    pub(crate) proxy: ArcSwap<ProxyConfig>,
    pub(crate) cache: Cache,
    pub(crate) clock: Clock,
    pub(crate) supervisor: Supervisor,
    pub(crate) metrics: EdgeMetrics,
    pub(crate) limits: Limits,
    pub(crate) dialer: Dialer,
    /// One for each connection that may be open at a time, upgraded ones included.
    pub(crate) slots: Arc<Semaphore>,
    pub(crate) handshakes: Semaphore,
    pub(crate) per_ip_limit: Arc<PerIpLimit>,
    pub(crate) handshake_seats: Arc<PerIpLimit>,
    pub(crate) hints: Hints,
    /// What answers hold while they are rewritten.
    pub(crate) rewriting: Budget,
}

impl Edge {
    /// Whether a client has a share of its own. This machine and trusted proxies speak for many.
    pub(crate) fn counts(&self, address: IpAddr) -> bool {
        !address.is_loopback() && !self.trust.load().is_proxy(address)
    }
}
