//! Which apps there are and where their routes lead: kept in the database or read from the
//! configuration file, published as the table that the data plane works from.
//!
//! Owns the tables `apps`, `routes` and `app_health`. Tells `config_reload` after a change of apps
//! or routes, and `health_change`.

mod backup;
mod config;
mod draft;
mod handle;
mod health;
mod http;
pub mod judge;
mod memory;
mod model;
mod remote;
mod rules;
mod schema;
mod service;
mod store;
mod wire;
mod worker;

pub use appcheck::{Entrance, Passage, Report};
pub use config::{AppEntry, Config};
pub use draft::{AppDraft, RouteDraft, RouteEntry};
pub use handle::{Catalog, Parts, Settings};
pub use health::HealthConfig;
pub use model::{App, Health, HealthCheck, HealthStatus, Origin, RouteRecord};
pub use remote::{OpenToPeers, RemoteApp};
pub use routing::RoutingMode;
pub use schema::MIGRATIONS;
pub use service::{Listed, Preview, Service, Writer, Written};
pub use wire::{AppView, RouteView};

pub const SLICE: web::Declaration = web::Declaration {
    name: "catalog",
    migrations: Some(schema::MIGRATIONS),
    backup: backup::BACKUP,
    capabilities: &["apps", "routes", "proxy", "health"],
};

/// More than any house has; what is kept in memory for each is bounded.
const MOST_ROUTES: usize = 20_000;
