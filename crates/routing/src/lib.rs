//! The vocabulary between the data plane and everything else: who the client is, where a request
//! goes and who may send it, which certificate a name gets, and the way to the management router.
//! Pure: nothing here does IO.

mod any_certificate;
mod apps_port;
mod callers;
mod certs;
mod client;
mod gate;
mod local;
mod peers;
mod problem;
mod proven_key;
mod record;
mod route;
mod targets;
mod trace;
mod traffic;
mod upgrade;

pub use any_certificate::any_certificate;
pub use apps_port::AppsPort;
pub use callers::Caller;
pub use certs::{CertTable, SharedCerts};
pub use client::{ClientInfo, Connected, Host, OriginKind, Refusal, TrustPolicy, is_usual_header};
pub use gate::{
    APPS_COOKIE, CookieStore, CookieTarget, Gate, HANDOFF_COOKIE, HINT_COOKIE, Jar, Outside,
    Passport, Presented, SESSION_COOKIE, Usage,
};
pub use local::{Body, BoxError, Local, full};
pub use peers::{NoPeers, PEER_TOKEN, PeerTokens};
pub use problem::{API_VERSION, API_VERSION_HEADER, internal_error, problem};
pub use proven_key::{KeyHash, key_hash, proven_key};
pub use record::{AccessLog, AccessRecord};
pub use route::{
    App, Endpoint, HostHeader, Learned, Lifecycle, Peering, Phase, Prefix, Route, RouteOptions,
    RouteTable, RoutingMode, Scheme, SharedRoutes, Trust, Upstream,
};
pub use targets::Targets;
pub use trace::Trace;
pub use traffic::{Fault, LATENCY_BOUNDS_MS, Traffic, TrafficFigures};
pub use upgrade::{ByteStream, Upgrade, UpgradeSender};
