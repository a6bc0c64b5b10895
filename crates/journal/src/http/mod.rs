//! The endpoints.

mod activity;
mod admin;
mod audit;
mod health;
mod metrics;
mod stats;
mod traffic;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Journal;

pub(crate) fn routes(metrics_path: &str) -> OpenApiRouter<Journal> {
    OpenApiRouter::new()
        .routes(routes!(health::healthz))
        .routes(routes!(health::livez))
        .routes(routes!(health::readyz))
        .routes(metrics::at(metrics_path))
        .routes(routes!(admin::info))
        .routes(routes!(admin::resources))
        .routes(routes!(stats::stats))
        .routes(routes!(stats::quick))
        .routes(routes!(traffic::of_app))
        .routes(routes!(traffic::of_all))
        .routes(routes!(activity::recent))
        .routes(routes!(audit::audit_logs))
}
