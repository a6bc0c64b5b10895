//! Which apps there are and where their routes lead: kept in the database or read from the
//! configuration file, published as the table that the data plane works from.
//!
//! Owns the tables `apps`, `routes` and `app_health`. Tells `config_reload` after a change of apps
//! or routes, and `health_change`.

mod model;

pub use model::{App, HealthCheck, Origin, RouteRecord, RoutingMode};
