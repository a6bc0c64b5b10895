use axum::extract::State;
use web::responses::{Forbidden, Invalid, Limited, Missing, Unauthorized};
use web::{Json, Path, Read, Require, Result};

use super::ReadCatalog;
use crate::wire::{AppView, ServiceHealth};
use crate::{Catalog, Listed, RemoteApp};

/// List the apps
#[utoipa::path(
    get, path = "/api/v1/apps", tag = "Apps",
    security(("bearer" = ["read:catalog"]), ("apiKey" = ["read:catalog"])),
    responses((status = 200, description = "All apps, those of other gateways too, by name and then by id.", body = Vec<AppView>),
        Unauthorized, Forbidden, Limited),
)]
pub(super) async fn list(
    _: Require<ReadCatalog>,
    State(catalog): State<Catalog>,
) -> Json<Vec<AppView>> {
    let mut views: Vec<_> =
        catalog.apps().into_iter().map(|listed| view(&catalog, listed)).collect();
    views.extend(catalog.remote_apps().iter().map(|remote| remote_view(&catalog, remote)));
    views.sort_by_cached_key(AppView::order);
    Json(views)
}

/// Show one app
#[utoipa::path(
    get, path = "/api/v1/apps/{appId}", tag = "Apps",
    params(("appId" = String, Path, description = "The app's id.")),
    security(("bearer" = ["read:catalog"]), ("apiKey" = ["read:catalog"])),
    responses((status = 200, description = "The app.", body = AppView),
        Invalid, Unauthorized, Forbidden, Missing, Limited),
)]
pub(super) async fn show(
    _: Require<ReadCatalog>,
    State(catalog): State<Catalog>,
    Path(id): Path<String>,
) -> Result<Json<AppView>> {
    if let Some(remote) = catalog.remote_app(&id) {
        return Ok(Json(remote_view(&catalog, &remote)));
    }
    let listed = catalog.known_app(&id)?;
    Ok(Json(view(&catalog, listed)))
}

/// Show how an app is doing
///
/// The answer is 200 whatever the status.
#[utoipa::path(
    get, path = "/api/v1/services/{appId}/health", tag = "Apps",
    params(("appId" = String, Path, description = "The app's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "What the last checks found.", body = ServiceHealth),
        Invalid, Unauthorized, Forbidden, Missing, Limited),
)]
pub(super) async fn health(
    _: Require<Read>,
    State(catalog): State<Catalog>,
    Path(id): Path<String>,
) -> Result<Json<ServiceHealth>> {
    let (app_id, health) = catalog.known_health(&id)?;
    Ok(Json(ServiceHealth::new(&app_id, &health)))
}

fn remote_view(catalog: &Catalog, remote: &RemoteApp) -> AppView {
    AppView::remote(remote, catalog.remote_path(&remote.app.id), &catalog.base_url())
}

fn view(catalog: &Catalog, listed: Listed) -> AppView {
    let health = catalog.health(&listed.app.id);
    AppView::new(listed, &health)
}
