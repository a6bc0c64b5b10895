//! The containers behind the apps: what runs, how it is doing, and starting and stopping it, on
//! Docker and on Kubernetes. Only what approved routes lead to is shown and touched.
//!
//! Owns the tables `container_links`, `container_watches` and `container_incidents`. Tells
//! `container.start.completed`, `container.start.failed` and the same of `stop` and `restart`, and
//! `container_died`.

mod config;
mod error;
mod export;
mod handle;
mod http;
mod incidents;
mod link;
mod listening;
mod logs;
mod metrics;
mod model;
mod runtimes;
mod schema;
mod secrets;
mod service;
mod stats;
mod store;
#[cfg(test)]
mod tests;
mod vital;
mod wire;
mod worker;

pub use config::{Config, DockerConfig, KubernetesConfig, Primary};
pub use handle::{Containers, Parts};
pub use vital::Vital;

pub const SLICE: web::Declaration = web::Declaration {
    name: "containers",
    migrations: Some(schema::MIGRATIONS),
    backup: &[],
    capabilities: &["containers"],
};
