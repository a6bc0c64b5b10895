use axum::extract::State;
use http::StatusCode;
use kit::Scope;
use web::responses::{
    Conflict, Forbidden, Invalid, Limited, Missing, NotJson, StorageUnavailable, TooLarge,
    Unauthorized,
};
use web::{Change, Json, Path, Read, Require, Result};

use crate::Notify;
use crate::wire::{RuleInput, RuleList, RuleView};

/// List the rules that make notifications of what happens here
#[utoipa::path(
    get, path = "/api/v1/notifications/rules", tag = "Notifications",
    security(("bearer" = ["read:*"]), ("apiKey" = ["read:*"])),
    responses((status = 200, description = "The rules, oldest first.", body = RuleList),
        Unauthorized, Forbidden, Limited, StorageUnavailable),
)]
pub(super) async fn list(
    caller: Require<Read>,
    State(notify): State<Notify>,
) -> Result<Json<RuleList>> {
    caller.need(Scope::READ_ALL)?;
    Ok(Json(RuleList::new(notify.rules().await?)))
}

/// Add a rule
#[utoipa::path(
    post, path = "/api/v1/notifications/rules", tag = "Notifications", request_body = RuleInput,
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 201, description = "The rule.", body = RuleView),
        Invalid, Unauthorized, Forbidden, Conflict, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn create(
    caller: Require<Change>,
    State(notify): State<Notify>,
    Json(input): Json<RuleInput>,
) -> Result<(StatusCode, Json<RuleView>)> {
    let rule = notify.create_rule(&caller, input.into()).await?;
    Ok((StatusCode::CREATED, Json(rule.into())))
}

/// Show a rule
#[utoipa::path(
    get, path = "/api/v1/notifications/rules/{ruleId}", tag = "Notifications",
    params(("ruleId" = String, Path, description = "The rule's id.")),
    security(("bearer" = ["read:*"]), ("apiKey" = ["read:*"])),
    responses((status = 200, description = "The rule.", body = RuleView),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn show(
    caller: Require<Read>,
    State(notify): State<Notify>,
    Path(id): Path<String>,
) -> Result<Json<RuleView>> {
    caller.need(Scope::READ_ALL)?;
    Ok(Json(notify.rule(&id).await?.into()))
}

/// Change a rule
///
/// What is left out stays as it was.
#[utoipa::path(
    put, path = "/api/v1/notifications/rules/{ruleId}", tag = "Notifications",
    request_body = RuleInput,
    params(("ruleId" = String, Path, description = "The rule's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 200, description = "The rule as it is now.", body = RuleView),
        Invalid, Unauthorized, Forbidden, Missing, TooLarge, NotJson, Limited,
        StorageUnavailable),
)]
pub(super) async fn change(
    caller: Require<Change>,
    State(notify): State<Notify>,
    Path(id): Path<String>,
    Json(input): Json<RuleInput>,
) -> Result<Json<RuleView>> {
    Ok(Json(notify.change_rule(&caller, &id, input.into()).await?.into()))
}

/// Remove a rule, with what it has collected
#[utoipa::path(
    delete, path = "/api/v1/notifications/rules/{ruleId}", tag = "Notifications",
    params(("ruleId" = String, Path, description = "The rule's id.")),
    security(("bearer" = ["write:*"]), ("apiKey" = ["write:*"])),
    responses((status = 204, description = "Removed."),
        Invalid, Unauthorized, Forbidden, Missing, Limited, StorageUnavailable),
)]
pub(super) async fn remove(
    caller: Require<Change>,
    State(notify): State<Notify>,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    notify.remove_rule(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
