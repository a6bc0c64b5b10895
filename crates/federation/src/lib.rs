//! Several gateways, one catalogue: finds peers, knows them by their keys, and shows their apps
//! beside our own.
//!
//! Owns the tables `federation_identity`, `federation_peers`, `federation_apps` and
//! `federation_invitations`; our private key is sealed in the first. Tells `peer_connected` and
//! `peer_disconnected`, and `config_reload` after a change of others' apps.

mod address;
mod config;
mod handle;
mod http;
mod metrics;
mod model;
mod node;
mod protocol;
mod schema;
mod service;
mod store;
#[cfg(test)]
mod tests;
mod wire;
mod worker;

pub use config::Config;
pub use handle::{Federation, Parts, Pins};
pub use node::Reach;

pub const SLICE: web::Declaration = web::Declaration {
    name: "federation",
    migrations: Some(schema::MIGRATIONS),
    backup: &[],
    capabilities: &["federation"],
};
