use axum::extract::State;
use web::responses::{Forbidden, Invalid, Limited, StorageUnavailable, Unauthorized};
use web::{Json, Paging, Query, Read, Require};

use crate::Journal;
use crate::wire::{ActivityBody, ActivityPage, items};

const DEFAULT: u32 = 50;
/// No more are kept.
const MOST: u32 = 1_000;

/// What happened lately, newest first.
///
/// A bare array of 50; with `limit` (at most 1,000) or `offset` an object that tells the total.
#[utoipa::path(
    get,
    path = "/api/v1/activity/recent",
    tag = "Activity",
    params(Paging),
    responses(
        (status = 200, description = "All that is kept, or with `limit` or `offset` a part.", body = ActivityBody),
        Invalid,
        Unauthorized,
        Forbidden,
        Limited,
        StorageUnavailable
    ),
    security(("bearer" = []), ("apiKey" = []))
)]
pub(super) async fn recent(
    State(journal): State<Journal>,
    _: Require<Read>,
    Query(paging): Query<Paging>,
) -> web::Result<Json<ActivityBody>> {
    let page = paging.page(DEFAULT, MOST)?;
    let found = journal.activity(page).await?;
    Ok(Json(if paging.is_given() {
        ActivityBody::Page(ActivityPage::new(found, page))
    } else {
        ActivityBody::Newest(items(found))
    }))
}
