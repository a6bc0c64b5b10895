//! The JSON of this slice, in and out.

mod apps;
mod check;
mod health;
mod routes;

pub use apps::AppView;
pub(crate) use check::CheckReport;
pub(crate) use health::{HealthInfo, ServiceHealth};
pub use routes::RouteView;
pub(crate) use routes::{HostHeaderName, RoutingModeName};
