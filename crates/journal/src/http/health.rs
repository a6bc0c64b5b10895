use axum::extract::State;
use http::StatusCode;
use web::responses::{Foreign, Limited};
use web::{Json, Open};

use crate::Journal;
use crate::wire::{HealthBody, HealthStatus};

/// How the gateway and its parts are.
///
/// What an engine or a source lacks makes it `degraded`; `unhealthy` is only what keeps the
/// gateway from serving.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "Health",
    responses(
        (status = 200, description = "`healthy` or `degraded`.", body = HealthBody),
        (status = 503, description = "`unhealthy`.", body = HealthBody),
        Foreign,
        Limited
    ),
    security(())
)]
pub(super) async fn healthz(
    State(journal): State<Journal>,
    open: Open,
) -> (StatusCode, Json<HealthBody>) {
    let (overall, components) = journal.health();
    let shown = components.iter().filter(|_| open.caller.is_some());
    let body = HealthBody {
        status: overall.into(),
        version: journal.instance().version,
        uptime_seconds: journal.uptime_seconds(),
        timestamp: journal.now(),
        components: shown.map(|component| (component.name, component.into())).collect(),
    };
    let status = match body.status {
        HealthStatus::Unhealthy => StatusCode::SERVICE_UNAVAILABLE,
        HealthStatus::Healthy | HealthStatus::Degraded => StatusCode::OK,
    };
    (status, Json(body))
}

/// Whether the process is alive.
#[utoipa::path(
    get,
    path = "/livez",
    tag = "Health",
    responses(
        (status = 200, description = "It is.", body = String, content_type = "text/plain", example = "ok"),
        Foreign,
        Limited
    ),
    security(())
)]
pub(super) async fn livez(_: Open) -> &'static str {
    "ok"
}

/// Whether requests may be sent here.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "Health",
    responses(
        (status = 200, description = "They may.", body = String, content_type = "text/plain", example = "ok"),
        (status = 503, description = "It is starting or draining.", body = String, content_type = "text/plain", example = "not ready"),
        Foreign,
        Limited
    ),
    security(())
)]
pub(super) async fn readyz(State(journal): State<Journal>, _: Open) -> (StatusCode, &'static str) {
    if journal.is_ready() {
        (StatusCode::OK, "ok")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready")
    }
}
