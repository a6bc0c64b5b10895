use axum::extract::State;
use events::AuditFilter;
use kit::Error;
use serde::Deserialize;
use utoipa::IntoParams;
use web::responses::{Forbidden, Invalid, Limited, StorageUnavailable, Unauthorized};
use web::{Json, Paging, Query, Require, Token};

use crate::Journal;
use crate::wire::AuditBody;

const DEFAULT: u32 = 100;
const MOST: u32 = 1_000;
const LONGEST_FILTER: usize = 256;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Filter {
    /// Only this action, such as `device.revoked`.
    #[param(max_length = 256)]
    action: Option<String>,
    /// Only what this device or user (`user-<name>`) did.
    #[param(max_length = 256)]
    actor: Option<String>,
}

/// Who changed what, from where; newest first.
///
/// A caller without `read:*` sees its own entries alone.
#[utoipa::path(
    get,
    path = "/api/v1/audit-logs",
    tag = "Activity",
    params(Filter, Paging),
    responses(
        (status = 200, description = "A part of the log, and how long the whole is.", body = AuditBody),
        Invalid,
        Unauthorized,
        Forbidden,
        Limited,
        StorageUnavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn audit_logs(
    State(journal): State<Journal>,
    caller: Require<Token>,
    Query(filter): Query<Filter>,
    Query(paging): Query<Paging>,
) -> web::Result<Json<AuditBody>> {
    let page = paging.page(DEFAULT, MOST)?;
    let filter = AuditFilter {
        action: readable("action", filter.action)?,
        actor: readable("actor", filter.actor)?,
    };
    Ok(Json(AuditBody::new(journal.audit(&caller.principal, filter, page).await?, page)))
}

/// An empty filter is none. Control characters are in no name, and PostgreSQL would not take them.
fn readable(field: &str, text: Option<String>) -> Result<Option<String>, Error> {
    let text = text.filter(|text| !text.is_empty());
    match &text {
        Some(text) if text.len() > LONGEST_FILTER => {
            Err(Error::invalid(field, format!("must not be longer than {LONGEST_FILTER} bytes")))
        }
        Some(text) if text.chars().any(char::is_control) => {
            Err(Error::invalid(field, "must not hold control characters"))
        }
        _ => Ok(text),
    }
}
