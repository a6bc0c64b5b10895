//! The JSON of this slice, in and out.

mod apps;
mod health;
mod routes;

pub use apps::AppView;
pub(crate) use health::{HealthInfo, ServiceHealth};
pub use routes::RouteView;
