use axum::extract::State;
use http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::responses::{
    Conflict, Forbidden, Invalid, Limited, Missing, NotJson, StorageUnavailable, TooLarge,
    Unauthorized,
};
use web::{Change, Json, Path, Read, Require, Result};

use crate::Federation;
use crate::wire::{FederationDone, FederationStatus, InviteInput, PeerList, PeerView, SyncReport};

pub(crate) fn routes(federation: Federation) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list, invite))
        .routes(routes!(read, remove))
        .routes(routes!(sync))
        .routes(routes!(status))
        .with_state(federation)
}

/// List the peers
///
/// Other gateways that share apps with this one; empty while federation is switched off.
#[utoipa::path(
    get, path = "/api/v1/federation/peers", tag = "Federation",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "By name and then by id.", body = PeerList),
        Unauthorized, Forbidden, Limited),
)]
async fn list(_: Require<Read>, State(federation): State<Federation>) -> Json<PeerList> {
    Json(PeerList::new(&federation))
}

/// Invite a peer
///
/// Whoever gossips at that address and knows the cluster's secret becomes a peer, also one who was
/// removed. 503 while federation is switched off.
#[utoipa::path(
    post, path = "/api/v1/federation/peers", tag = "Federation", request_body = InviteInput,
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 202, description = "It will be greeted.", body = FederationDone),
        Invalid, Unauthorized, Forbidden, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
async fn invite(
    caller: Require<Change>,
    State(federation): State<Federation>,
    Json(input): Json<InviteInput>,
) -> Result<(StatusCode, Json<FederationDone>)> {
    federation.invite(&caller.actor(), &input.address).await?;
    Ok((StatusCode::ACCEPTED, Json(FederationDone { success: true })))
}

/// Show a peer
///
/// 503 while federation is switched off.
#[utoipa::path(
    get, path = "/api/v1/federation/peers/{id}", tag = "Federation",
    params(("id" = String, Path, description = "The peer's id.")),
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The peer.", body = PeerView),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
async fn read(
    _: Require<Read>,
    State(federation): State<Federation>,
    Path(id): Path<String>,
) -> Result<Json<PeerView>> {
    let peer = federation.peer(&id)?;
    Ok(Json(PeerView::new(&federation, &peer)))
}

/// Remove a peer
///
/// Its apps go with it. It stays out until it is invited again. 503 while federation is switched
/// off.
#[utoipa::path(
    delete, path = "/api/v1/federation/peers/{id}", tag = "Federation",
    params(("id" = String, Path, description = "The peer's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "It is gone.", body = FederationDone),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
async fn remove(
    caller: Require<Change>,
    State(federation): State<Federation>,
    Path(id): Path<String>,
) -> Result<Json<FederationDone>> {
    federation.remove(&caller.actor(), &id).await?;
    Ok(Json(FederationDone { success: true }))
}

/// Exchange apps with all peers now
///
/// Both lists go over the wire, whatever is known already; the answer comes when every peer has
/// answered or had its time. 503 while federation is switched off or starting.
#[utoipa::path(
    post, path = "/api/v1/federation/sync", tag = "Federation",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "What was exchanged.", body = SyncReport),
        Unauthorized, Forbidden, Limited, StorageUnavailable),
)]
async fn sync(_: Require<Read>, State(federation): State<Federation>) -> Result<Json<SyncReport>> {
    let peers = federation.peers().members().count();
    Ok(Json(SyncReport::new(&federation.sync().await?, peers)))
}

/// Show the federation's status
#[utoipa::path(
    get, path = "/api/v1/federation/status", tag = "Federation",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "Who we are, and how many peers there are.",
        body = FederationStatus), Unauthorized, Forbidden, Limited),
)]
async fn status(_: Require<Read>, State(federation): State<Federation>) -> Json<FederationStatus> {
    Json(FederationStatus::new(&federation))
}
