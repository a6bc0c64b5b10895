//! The management socket: who may open it, what it is told, and when it ends. Facts reach every
//! session whose caller may hear them; a session that does not keep up is dropped.
//!
//! Owns no table and emits no facts.

mod auth;
mod end;
mod http;
mod limits;
mod metrics;
mod pace;
mod pulse;
mod receipts;
mod registry;
mod service;
mod session;
mod socket;
mod wire;
mod worker;

use std::sync::Arc;

use kit::{Clock, Instance, Metrics, Supervisor};

pub use self::limits::Limits;
pub use self::service::Hub;

pub const SLICE: web::Declaration =
    web::Declaration { name: "hub", migrations: None, backup: &[], capabilities: &["websocket"] };

/// What the hub is made of.
pub struct Deps {
    pub clock: Clock,
    pub instance: Arc<Instance>,
    pub supervisor: Supervisor,
    pub metrics: Metrics,
    pub limits: Limits,
}

/// The handle. Others may ask it who is online before [`Hub::slice`] opens the endpoint, which
/// needs the socket commands of all of them.
pub fn build(deps: Deps) -> Hub {
    Hub::new(deps)
}
