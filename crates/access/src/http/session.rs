use axum::extract::State;
use axum::response::{AppendHeaders, IntoResponse};
use http::{HeaderMap, StatusCode};
use kit::{Error, Identity};
use serde_json::{Map, Value};
use web::responses::{
    Conflict, Forbidden, Foreign, Invalid, Limited, NotJson, StorageUnavailable, TooLarge,
    Unauthorized,
};
use web::{Json, Open, Require, Result};

use super::{Authorization, apps_cookie, browser};
use crate::Access;
use crate::service::SignedIn;
use crate::wire::{DeviceView, LoginDone, LoginInput, Me, Message, PasswordInput, RefreshDone};

/// Sign in with user name and password
///
/// For browsers the answer also sets the cookie `svc_apps`, which opens apps and nothing else, and
/// for the dashboard, while apps have an address of their own, `svc_session`, which keeps one signed in.
#[utoipa::path(
    post, path = "/api/v1/auth/login", tag = "Authentication", security(()),
    request_body = LoginInput,
    responses((status = 200, description = "Signed in.", body = LoginDone),
        (status = 401, description = "The user name or the password is wrong.", body = web::ErrorBody),
        (status = 503, description = "Too many sign-ins at once, or the database is away.", body = web::ErrorBody),
        Foreign, Invalid, TooLarge, NotJson, Limited),
)]
pub(super) async fn login(
    open: Open,
    headers: HeaderMap,
    State(access): State<Access>,
    Json(input): Json<LoginInput>,
) -> Result<impl IntoResponse> {
    let signed_in = access.sign_in(input.into(), open.actor()).await?;
    let_in(&access, &open, &headers, signed_in).await
}

/// The answer to whoever has just shown a password, with the cookies that a browser gets.
async fn let_in(
    access: &Access,
    open: &Open,
    headers: &HeaderMap,
    signed_in: SignedIn,
) -> Result<impl IntoResponse + use<>> {
    let (expires_in, secure) = (access.expires_in(), open.client.secure);
    let apps = apps_cookie::set(&signed_in.apps_cookie, expires_in, secure);
    let mut kept = None;
    if browser::is_own_page(open, headers) {
        let agent = browser::agent(headers);
        kept = access.remember(&signed_in.sid, &signed_in.user, agent).await?;
    }
    let kept = kept.map(|value| AppendHeaders([browser::keep(&value, secure)]));
    Ok((AppendHeaders(apps), kept, Json(LoginDone::new(signed_in, expires_in))))
}

/// Who am I
#[utoipa::path(
    get, path = "/api/v1/auth/me", tag = "Authentication", security(("bearer" = [])),
    responses((status = 200, description = "The user or the device of the token.", body = Me),
        Unauthorized, Limited),
)]
pub(super) async fn me(caller: Require<web::Me>, State(access): State<Access>) -> Result<Json<Me>> {
    if let Some(user) = access.user_of(&caller) {
        return Ok(Json(Me::User(user.into())));
    }
    let gone = || Error::unauthorized("The token was revoked");
    let id = caller.principal.device_id().ok_or_else(gone)?;
    let entry = access.device(&caller, id)?;
    let device = DeviceView::new(entry, access.is_online(id), access.clock().now());
    Ok(Json(Me::Device(device)))
}

/// Change one's own password
///
/// Everything that the old one opened ends: tokens, browsers that stay signed in, open sockets. The
/// answer is that of signing in. 403 for devices.
#[utoipa::path(
    put, path = "/api/v1/auth/password", tag = "Authentication", security(("bearer" = [])),
    request_body = PasswordInput,
    responses((status = 200, description = "Signed in anew.", body = LoginDone),
        Invalid, Unauthorized, Forbidden, Conflict, TooLarge, NotJson, Limited, StorageUnavailable),
)]
pub(super) async fn password(
    caller: Require<web::Token>,
    open: Open,
    headers: HeaderMap,
    State(access): State<Access>,
    Json(input): Json<PasswordInput>,
) -> Result<impl IntoResponse> {
    let signed_in = access.change_password(&caller, input.into()).await?;
    let_in(&access, &open, &headers, signed_in).await
}

/// Keep what the user chose for the dashboard
///
/// Any JSON object up to 64 KiB. It comes back as `preferences` of the user. 403 for devices.
#[utoipa::path(
    put, path = "/api/v1/auth/preferences", tag = "Authentication", security(("bearer" = [])),
    request_body = Object,
    responses((status = 204, description = "It is kept."),
        Invalid, Unauthorized, Forbidden, TooLarge, NotJson, Limited, StorageUnavailable),
)]
pub(super) async fn preferences(
    caller: Require<web::Token>,
    State(access): State<Access>,
    Json(preferences): Json<Map<String, Value>>,
) -> Result<StatusCode> {
    access.set_preferences(&caller, Value::Object(preferences).to_string()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sign out
///
/// The token is worth nothing from then on. For a user the whole sign-in ends: tokens that were
/// exchanged for this one, and the cookies for apps.
#[utoipa::path(
    post, path = "/api/v1/auth/logout", tag = "Authentication", security(("bearer" = [])),
    responses((status = 200, description = "Signed out.", body = Message),
        (status = 403, description = "A device that waits for approval cannot sign out.", body = web::ErrorBody),
        Unauthorized, Limited, StorageUnavailable),
)]
pub(super) async fn logout(
    caller: Require<web::Token>,
    Authorization(authorization): Authorization,
    State(access): State<Access>,
) -> Result<impl IntoResponse> {
    access.sign_out(&caller, &authorization).await?;
    let is_user = matches!(caller.principal.identity, Identity::User(_));
    let secure = caller.client.secure;
    let apps = is_user.then(|| AppendHeaders(apps_cookie::clear(secure)));
    let kept = is_user.then(|| AppendHeaders([browser::forget(secure)]));
    Ok((apps, kept, Json(Message::new("Signed out"))))
}

/// Exchange a token for a new one
///
/// Takes tokens that are valid or that expired less than `auth.refresh_grace` ago. The same token
/// can be exchanged again for two minutes, in case the answer was lost. A user's new token comes
/// with a new cookie `svc_apps`, and so does that of a device which is a browser.
#[utoipa::path(
    post, path = "/api/v1/auth/refresh", tag = "Authentication", security(("bearer" = [])),
    responses((status = 200, description = "A new token.", body = RefreshDone),
        Foreign, Unauthorized, Limited, StorageUnavailable),
)]
pub(super) async fn refresh(
    Authorization(authorization): Authorization,
    open: Open,
    headers: HeaderMap,
    State(access): State<Access>,
) -> Result<impl IntoResponse> {
    let refreshed = access.refresh(&authorization, open.actor()).await?;
    let expires_in = access.expires_in();
    let wanted = refreshed.is_user || browser::is_own_page(&open, &headers);
    let set = || apps_cookie::set(&refreshed.apps_cookie, expires_in, open.client.secure);
    let cookie = wanted.then(|| AppendHeaders(set()));
    Ok((cookie, Json(RefreshDone::new(refreshed, expires_in))))
}
