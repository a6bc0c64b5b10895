use axum::extract::State;
use http::header::REFERER;
use http::{HeaderMap, StatusCode, Uri};
use kit::Error;
use web::responses::{Foreign, Invalid, Limited, NotJson, StorageUnavailable, TooLarge};
use web::{Json, Open, Result};

use crate::Access;
use crate::wire::{SetupDone, SetupInput, SetupStatus};

/// Whether setup is needed
#[utoipa::path(
    get, path = "/api/v1/auth/setup-status", tag = "Authentication", security(()),
    responses((status = 200, description = "Whether a user exists.", body = SetupStatus),
        Foreign, Limited),
)]
pub(super) async fn status(_: Open, State(access): State<Access>) -> Json<SetupStatus> {
    Json(SetupStatus::new(access.has_users(), access.are_apps_apart()))
}

/// Create the first administrator
///
/// Works only while no user exists. From another machine, and from the page of an app, it also needs
/// the setup code that the program printed at its start.
#[utoipa::path(
    post, path = "/api/v1/auth/setup", tag = "Authentication", security(()),
    request_body = SetupInput,
    responses((status = 201, description = "Created.", body = SetupDone),
        (status = 403, description = "The setup code is missing or wrong.", body = web::ErrorBody),
        (status = 409, description = "A user exists already.", body = web::ErrorBody),
        Invalid, TooLarge, NotJson, Limited, StorageUnavailable),
)]
pub(super) async fn set_up(
    open: Open,
    headers: HeaderMap,
    State(access): State<Access>,
    Json(input): Json<SetupInput>,
) -> Result<(StatusCode, Json<SetupDone>)> {
    let code = input.setup_code.as_deref().unwrap_or_default();
    let trusted = open.is_local() && (!open.client.browser || is_from_dashboard(&headers));
    if !access.has_users() && !trusted && !access.is_setup_code(code) {
        return Err(Error::forbidden("The setup code that the program printed is needed").into());
    }
    let new = crate::service::Credentials::from(input);
    let username = new.username.clone();
    access.set_up(new, open.actor()).await?;
    Ok((StatusCode::CREATED, Json(SetupDone::new(username))))
}

/// Apps may share our origin, and their pages must not set the gateway up. The dashboard says which
/// page it is; a page that hides it is none of ours.
fn is_from_dashboard(headers: &HeaderMap) -> bool {
    let page = headers.get(REFERER).and_then(|page| page.to_str().ok()?.parse::<Uri>().ok());
    page.is_some_and(|page| !page.path().to_ascii_lowercase().starts_with("/apps"))
}
