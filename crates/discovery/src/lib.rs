//! Finds services on this machine and in its network, and proposes them. Three sources (`docker`,
//! `mdns`, `kubernetes`) tell what they see as observations; the reconciler makes proposals of
//! them, less what is approved or dismissed; an administrator decides.
//!
//! Owns the tables `discovery_services` and `discovery_decisions`. Tells `discovery`,
//! `proposal_approved`, `proposal_dismissed` and `proposal_withdrawn`.

mod backup;
mod conditions;
mod config;
mod docker;
#[doc(hidden)]
pub mod fuzzing;
mod handle;
mod http;
mod kubernetes;
mod labels;
mod mdns;
mod metrics;
mod model;
mod old_addresses;
mod pace;
mod pending_writes;
mod ports;
mod probe;
mod proposal_list;
mod reconcile;
mod rules;
mod schema;
mod service;
mod sightings;
mod sources;
mod store;
#[cfg(test)]
mod tests;
mod wire;
mod worker;

pub use config::{Config, DockerConfig, KubernetesConfig, MdnsConfig, NetworkMode};
pub use handle::{Discovery, Parts};
pub use schema::MIGRATIONS;

pub const SLICE: web::Declaration = web::Declaration {
    name: "discovery",
    migrations: Some(schema::MIGRATIONS),
    backup: backup::BACKUP,
    capabilities: &["discovery"],
};
