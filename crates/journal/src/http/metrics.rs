use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::CONTENT_TYPE;
use kit::Error;
use utoipa_axum::router::UtoipaMethodRouter;
use utoipa_axum::routes;
use web::Open;
use web::responses::{Foreign, Limited, Missing};

use crate::Journal;

const DEFAULT_PATH: &str = "/metrics";

/// The endpoint at the path that the configuration gives it, described there as well.
pub(super) fn at(path: &str) -> UtoipaMethodRouter<Journal> {
    let (schemas, mut paths, handlers) = routes!(metrics);
    if let Some(described) = paths.paths.remove(DEFAULT_PATH) {
        paths.paths.insert(path.to_owned(), described);
    }
    (schemas, paths, handlers)
}

/// Everything the gateway measures, in the Prometheus text format.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "Health",
    responses(
        (status = 200, description = "Version 0.0.4 of the format.", body = String, content_type = "text/plain"),
        Foreign,
        Missing,
        Limited
    ),
    security(())
)]
pub(super) async fn metrics(State(journal): State<Journal>, _: Open) -> web::Result<Response> {
    let Some(text) = journal.metrics().await? else {
        return Err(Error::not_found("This path").into());
    };
    Ok(([(CONTENT_TYPE, prometheus::TEXT_FORMAT)], text).into_response())
}
