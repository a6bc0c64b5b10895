use axum::extract::State;
use web::responses::{
    Forbidden, Invalid, Limited, NotJson, StorageUnavailable, TooLarge, Unauthorized,
};
use web::{Hook, Json, Require, Result};

use crate::Notify;
use crate::wire::{ActivityReported, CustomBody, CustomReported, ReportedActivity};

/// Report an activity
///
/// It appears in the activity feed and goes to sockets: to all of them, or to those of the named
/// devices. It waits for paired devices that are away, and for named ones that are not paired yet
/// (100 for one, 1,000 in all). Needs a token, or an API key with `write:*`, also from the gateway's
/// own machine.
#[utoipa::path(
    post, path = "/api/v1/webhooks/activity", tag = "Notifications", request_body = ReportedActivity,
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "It is kept.", body = ActivityReported),
        Invalid, Unauthorized, Forbidden, TooLarge, NotJson, Limited, StorageUnavailable),
)]
pub(super) async fn activity(
    caller: Require<Hook>,
    State(notify): State<Notify>,
    Json(body): Json<ReportedActivity>,
) -> Result<Json<ActivityReported>> {
    let (event_id, outcome) = notify.report_activity(&caller, body.into()).await?;
    Ok(Json(ActivityReported::new(event_id, outcome)))
}

/// Send a message of a shape of one's own
///
/// The activity feed does not show it. Without `deviceIds` it goes to the sockets that are open;
/// with them it waits for those that are away. Needs a token, or an API key with `write:*`, also
/// from the gateway's own machine.
#[utoipa::path(
    post, path = "/api/v1/webhooks/notify", tag = "Notifications", request_body = CustomBody,
    security(("bearer" = []), ("apiKey" = [])),
    responses((status = 200, description = "It is kept.", body = CustomReported),
        Invalid, Unauthorized, Forbidden, TooLarge, NotJson, Limited, StorageUnavailable),
)]
pub(super) async fn custom(
    caller: Require<Hook>,
    State(notify): State<Notify>,
    Json(body): Json<CustomBody>,
) -> Result<Json<CustomReported>> {
    Ok(Json(CustomReported::new(notify.report_custom(&caller, body.into()).await?)))
}
