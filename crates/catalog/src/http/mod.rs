//! The endpoints: extract, one call of the service, convert.

mod apps;
mod check;
mod favicon;
mod routes;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Catalog;

/// What the list of apps asks of a token.
#[derive(Debug)]
pub(crate) struct ReadCatalog;

impl web::Class for ReadCatalog {
    const SCOPE: Option<&'static str> = Some("read:catalog");
}

pub(crate) fn routes(catalog: Catalog) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(apps::list))
        .routes(routes!(apps::show))
        .routes(routes!(favicon::favicon))
        .routes(routes!(apps::health))
        .routes(routes!(routes::list, routes::create))
        .routes(routes!(routes::show, routes::put, routes::remove))
        .routes(routes!(check::last, check::check))
        .with_state(catalog)
}
