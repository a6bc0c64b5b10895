//! The vocabulary between the data plane and everything else: who the client is, which certificate
//! a name gets, and the way to the management router. Pure: nothing here does IO.

mod certs;
mod client;
mod local;
mod problem;

pub use certs::{CertTable, SharedCerts};
pub use client::{Arrival, ClientInfo, OriginKind, Refusal, TrustPolicy};
pub use local::{Body, BoxError, Local, full};
pub use problem::{API_VERSION, API_VERSION_HEADER, internal_error, problem};
