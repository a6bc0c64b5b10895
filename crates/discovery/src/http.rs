use std::sync::Arc;

use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::responses::{
    Conflict, Forbidden, Invalid, Limited, Missing, NotJson, StorageUnavailable, TooLarge,
    Unauthorized,
};
use web::{Json, OptionalJson, Path, Read, Require, Result, Write};

use crate::Discovery;
use crate::service::Wishes;
use crate::wire::{
    ApproveInput, Approved, BroughtBack, Dismissed, DismissedList, DismissedProposal, ProposalView,
    Rediscovering,
};

pub(crate) fn routes(discovery: Discovery) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(approve))
        .routes(routes!(dismiss))
        .routes(routes!(dismissed))
        .routes(routes!(bring_back))
        .routes(routes!(rediscover))
        .with_state(discovery)
}

/// List the proposals
///
/// Services that were found and are neither approved nor dismissed. Empty while discovery is
/// switched off.
#[utoipa::path(
    get, path = "/api/v1/discovery/proposals", tag = "Discovery",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The surest first, then by id.",
        body = Vec<ProposalView>), Unauthorized, Forbidden, Limited),
)]
async fn list(
    _: Require<Read>,
    State(discovery): State<Discovery>,
) -> Json<Vec<Arc<ProposalView>>> {
    Json(discovery.list())
}

/// Approve a proposal
///
/// Makes the app and the route, which follows its service from then on: when that is recreated or
/// moved, the route leads to its new address, unless somebody changed it. A service that was found by
/// `mdns` is followed only where it shows the same key and nobody answers at the old address;
/// otherwise its new address is a proposal again, and to approve that moves the route. The body may
/// be left out.
/// 400 with `INVALID_PORT` for a port that is not one of `availablePorts`; 409 where the catalogue
/// cannot take it any more; 503 while discovery is switched off.
#[utoipa::path(
    post, path = "/api/v1/discovery/proposals/{proposalId}/approve", tag = "Discovery",
    params(("proposalId" = String, Path, description = "The proposal's id.")),
    request_body(content = Option<ApproveInput>, content_type = "application/json"),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "What was made.", body = Approved),
        Invalid, Unauthorized, Forbidden, Missing, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
async fn approve(
    caller: Require<Write>,
    State(discovery): State<Discovery>,
    Path(id): Path<String>,
    OptionalJson(input): OptionalJson<ApproveInput>,
) -> Result<Json<Approved>> {
    let ApproveInput { port, name, tags, path_base } = input.unwrap_or_default();
    let wishes = Wishes { port, name, tags, path_base };
    let made = discovery.approve(&caller.actor(), &id, wishes).await?;
    Ok(Json(Approved { status: "approved", id, app: made.app, route: made.route }))
}

/// Dismiss a proposal
///
/// It is not proposed again until somebody has everything found anew. 503 while discovery is
/// switched off.
#[utoipa::path(
    post, path = "/api/v1/discovery/proposals/{proposalId}/dismiss", tag = "Discovery",
    params(("proposalId" = String, Path, description = "The proposal's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "It is dismissed.", body = Dismissed),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
async fn dismiss(
    caller: Require<Write>,
    State(discovery): State<Discovery>,
    Path(id): Path<String>,
) -> Result<Json<Dismissed>> {
    discovery.dismiss(&caller.actor(), &id).await?;
    Ok(Json(Dismissed { status: "dismissed", id }))
}

/// List what was dismissed
#[utoipa::path(
    get, path = "/api/v1/discovery/dismissed", tag = "Discovery",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "The last one first.", body = DismissedList),
        Unauthorized, Forbidden, Limited, StorageUnavailable),
)]
async fn dismissed(
    _: Require<Read>,
    State(discovery): State<Discovery>,
) -> Result<Json<DismissedList>> {
    let dismissed = discovery.dismissed().await?;
    let dismissed = dismissed.into_iter();
    let dismissed: Vec<_> =
        dismissed.map(|(id, dismissed_at)| DismissedProposal { id, dismissed_at }).collect();
    let count = dismissed.len();
    Ok(Json(DismissedList { dismissed, count }))
}

/// Bring a dismissed proposal back
///
/// It is proposed again if its service is there. 404 for one that is not dismissed; 503 while
/// discovery is switched off.
#[utoipa::path(
    post, path = "/api/v1/discovery/proposals/{proposalId}/restore", tag = "Discovery",
    params(("proposalId" = String, Path, description = "The proposal's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "It is not dismissed any more.", body = BroughtBack),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
async fn bring_back(
    caller: Require<Write>,
    State(discovery): State<Discovery>,
    Path(id): Path<String>,
) -> Result<Json<BroughtBack>> {
    discovery.bring_back(&caller.actor(), &id).await?;
    Ok(Json(BroughtBack { status: "restored", id }))
}

/// Find everything anew
///
/// Forgets what was dismissed and what is proposed, and has every source look at once. What is
/// there is proposed again within seconds. 503 while discovery is switched off.
#[utoipa::path(
    post, path = "/api/v1/discovery/rediscover", tag = "Discovery",
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "Every source looks.", body = Rediscovering),
        Unauthorized, Forbidden, Limited, StorageUnavailable),
)]
async fn rediscover(
    caller: Require<Read>,
    State(discovery): State<Discovery>,
) -> Result<Json<Rediscovering>> {
    let cleared = discovery.rediscover(&caller.actor()).await?;
    Ok(Json(Rediscovering {
        status: "success",
        message: "Every source looks for services now".to_owned(),
        dismissed_cleared: cleared.dismissed,
        active_cleared: cleared.active,
    }))
}
