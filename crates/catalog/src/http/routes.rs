use axum::extract::State;
use http::StatusCode;
use kit::Error;
use web::responses::{
    Conflict, Forbidden, Invalid, Limited, Missing, NotJson, StorageUnavailable, TooLarge,
    Unauthorized,
};
use web::{Json, Path, Read, Require, Result, Write};

use crate::draft::RouteInput;
use crate::wire::RouteView;
use crate::{App, AppDraft, Catalog, Origin, RouteRecord, Service, Written};

/// List the routes
#[utoipa::path(
    get, path = "/api/v1/routes", tag = "Routes",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "All routes, by id.", body = Vec<RouteView>),
        Unauthorized, Forbidden, Limited),
)]
pub(super) async fn list(_: Require<Read>, State(catalog): State<Catalog>) -> Json<Vec<RouteView>> {
    let routes = catalog.route_records();
    Json(routes.iter().map(|(route, app)| view(&catalog, route, app)).collect())
}

/// Show one route
#[utoipa::path(
    get, path = "/api/v1/routes/{routeId}", tag = "Routes",
    params(("routeId" = String, Path, description = "The route's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The route.", body = RouteView),
        Invalid, Unauthorized, Forbidden, Missing, Limited),
)]
pub(super) async fn show(
    _: Require<Read>,
    State(catalog): State<Catalog>,
    Path(id): Path<String>,
) -> Result<Json<RouteView>> {
    let (route, app) = catalog.known_route(&id)?;
    Ok(Json(view(&catalog, &route, &app)))
}

/// Make a route
///
/// Its app is made too, where there is none. 409 where the id, the path or the subdomain is taken.
#[utoipa::path(
    post, path = "/api/v1/routes", tag = "Routes", request_body = RouteInput,
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 201, description = "The route.", body = RouteView),
        Invalid, Unauthorized, Forbidden, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn create(
    caller: Require<Write>,
    State(catalog): State<Catalog>,
    Json(input): Json<RouteInput>,
) -> Result<(StatusCode, Json<RouteView>)> {
    let route_id = match (&input.route_id, &input.app_id) {
        (Some(id), _) => id.clone(),
        (None, Some(app_id)) => catalog.free_route_id(app_id)?,
        (None, None) => return Err(Error::invalid("appId", "is required").into()),
    };
    let written = catalog.create_route(&caller.actor(), &service(route_id, input)).await?;
    Ok(answer(&catalog, &written))
}

/// Make or change a route
///
/// Fields that are left out keep their value. A route of the configuration file is changed there:
/// here it is 409, as is a path or a subdomain that another route has.
#[utoipa::path(
    put, path = "/api/v1/routes/{routeId}", tag = "Routes", request_body = RouteInput,
    params(("routeId" = String, Path, description = "The route's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "The route as it is now.", body = RouteView),
        (status = 201, description = "The route, which is new.", body = RouteView),
        Invalid, Unauthorized, Forbidden, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn put(
    caller: Require<Write>,
    State(catalog): State<Catalog>,
    Path(id): Path<String>,
    Json(input): Json<RouteInput>,
) -> Result<(StatusCode, Json<RouteView>)> {
    if input.route_id.as_ref().is_some_and(|given| *given != id) {
        return Err(Error::invalid("routeId", "must be the id in the path").into());
    }
    let written = catalog.put_route(&caller.actor(), &service(id, input)).await?;
    Ok(answer(&catalog, &written))
}

/// Delete a route
///
/// Its app goes with its last route, unless the configuration file has it.
#[utoipa::path(
    delete, path = "/api/v1/routes/{routeId}", tag = "Routes",
    params(("routeId" = String, Path, description = "The route's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 204, description = "Deleted."),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, Limited, StorageUnavailable),
)]
pub(super) async fn remove(
    caller: Require<Write>,
    State(catalog): State<Catalog>,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    catalog.delete_route(&caller.actor(), &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn service(route_id: String, mut input: RouteInput) -> Service {
    let app = AppDraft { icon: input.icon.take(), ..AppDraft::default() };
    Service { route_id, route: input.into(), app, origin: Origin::Manual }
}

fn answer(catalog: &Catalog, written: &Written) -> (StatusCode, Json<RouteView>) {
    let status = if written.is_new { StatusCode::CREATED } else { StatusCode::OK };
    (status, Json(view(catalog, &written.route, &written.app)))
}

fn view(catalog: &Catalog, route: &RouteRecord, app: &App) -> RouteView {
    RouteView::new(route, app, &catalog.health(&app.id))
}
