use axum::extract::{FromRequestParts, State};
use axum::response::{AppendHeaders, IntoResponse, Response};
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use kit::{Error, ErrorKind, Identity, Scope};
use web::responses::{
    Foreign, Invalid, Limited, NotJson, StorageUnavailable, TooLarge, Unauthorized,
};
use web::{ApiError, Caller, Json, Open, Path, Query, Result};

use super::{Authorization, HasEffects, apps_cookie, browser, qr};
use crate::Access;
use crate::store::pairing::Minter;
use crate::wire::{
    PairDone, PairInput, PairingConfiguration, QrFormat, QrQuery, QrView, RedeemInput,
};

/// A pairing code, as data or as a picture
///
/// Anybody may ask for one. A device that pairs with a code which was not minted by a program on
/// this machine or a caller with `write:*` waits until an administrator approves it. One that an API
/// key or a device let in has no scope which that one lacks, and is revoked with it.
#[utoipa::path(
    get, path = "/api/v1/auth/qr", tag = "Pairing", security(()), params(QrQuery),
    responses(
        (status = 200, description = "The code; it works once, for five minutes.", content(
            (QrView = "application/json"),
            (Vec<u8> = "image/png"),
        )),
        Invalid, Foreign, Limited, StorageUnavailable),
)]
pub(super) async fn qr(
    _: HasEffects,
    open: Open,
    State(access): State<Access>,
    Query(query): Query<QrQuery>,
) -> Result<Response> {
    let minter = open.caller.as_ref().map(minter).unwrap_or_default();
    let view = QrView::from(access.mint_code(minter, open.actor(), open.client.address).await?);
    match query.format {
        QrFormat::Json => Ok(Json(view).into_response()),
        QrFormat::Png => {
            let text = serde_json::to_string(&view.qr).map_err(Error::internal)?;
            Ok(([(CONTENT_TYPE, "image/png")], qr::png(&text)?).into_response())
        }
    }
}

fn minter(caller: &Caller) -> Minter {
    let trusted = caller.principal.may(Scope::WRITE_ALL);
    let sponsor = match &caller.principal.identity {
        Identity::Device(id) | Identity::ApiKey(id) => Some(id.clone()),
        Identity::Local | Identity::User(_) => None,
    };
    Minter { trusted, sponsor }
}

/// Redeem a pairing code
#[utoipa::path(
    post, path = "/api/v1/pair", tag = "Pairing", security(()), request_body = RedeemInput,
    params(("X-Pairing-Request" = String, Header, description = "Must be `true`; a page of another site cannot send it.")),
    responses((status = 200, description = "What the device needs to pair.", body = PairingConfiguration),
        (status = 404, description = "The code is wrong, used, expired or locked.", body = web::ErrorBody),
        Foreign, Invalid, TooLarge, NotJson, Limited, StorageUnavailable),
)]
pub(super) async fn redeem(
    open: Open,
    _: PairingRequest,
    State(access): State<Access>,
    Json(input): Json<RedeemInput>,
) -> Result<Json<PairingConfiguration>> {
    answer(&open, &access, &input.code).await
}

/// Redeem a pairing code, by its path
#[utoipa::path(
    get, path = "/api/v1/pair/{code}", tag = "Pairing", security(()),
    params(("code" = String, Path, description = "The eight characters.")),
    responses((status = 200, description = "What the device needs to pair.", body = PairingConfiguration),
        (status = 404, description = "The code is wrong, used, expired or locked.", body = web::ErrorBody),
        Foreign, Invalid, Limited, StorageUnavailable),
)]
pub(super) async fn redeem_by_path(
    _: HasEffects,
    open: Open,
    State(access): State<Access>,
    Path(code): Path<String>,
) -> Result<Json<PairingConfiguration>> {
    answer(&open, &access, &code).await
}

async fn answer(open: &Open, access: &Access, code: &str) -> Result<Json<PairingConfiguration>> {
    let redeemed = access.redeem(code, open.actor(), open.client.address).await?;
    let configuration = PairingConfiguration::new(redeemed, access.instance(), access.spki_pins());
    Ok(Json(configuration))
}

/// The header that a page of another site cannot send.
pub(super) struct PairingRequest;

impl<S: Sync> FromRequestParts<S> for PairingRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        if parts.headers.get("x-pairing-request").is_some_and(|value| value == "true") {
            return Ok(PairingRequest);
        }
        let message = "The header `X-Pairing-Request: true` is required";
        Err(Error::new(ErrorKind::MissingHeader, message).into())
    }
}

/// Pair a device with a bootstrap token
///
/// A browser that pairs at the dashboard's own page also gets the cookie `svc_apps`.
#[utoipa::path(
    post, path = "/api/v1/auth/pair", tag = "Pairing", security(("bearer" = [])),
    request_body = PairInput,
    responses((status = 200, description = "The device is paired, or waits for approval.", body = PairDone),
        (status = 409, description = "The id is taken, or too many devices wait.", body = web::ErrorBody),
        Foreign, Invalid, Unauthorized, TooLarge, NotJson, Limited, StorageUnavailable),
)]
pub(super) async fn pair(
    Authorization(authorization): Authorization,
    open: Open,
    headers: HeaderMap,
    State(access): State<Access>,
    body: Result<Json<PairInput>>,
) -> Result<impl IntoResponse> {
    // A stranger learns nothing about the body before the token passes.
    access.check_bootstrap(&authorization).await?;
    let Json(input) = body?;
    let paired = access.pair(&authorization, input.device.into(), open.actor()).await?;
    let expires_in = access.expires_in();
    let set = || apps_cookie::set(&paired.apps_cookie, expires_in, open.client.secure);
    let cookie = browser::is_own_page(&open, &headers).then(|| AppendHeaders(set()));
    Ok((cookie, Json(PairDone::new(paired, expires_in))))
}
