//! The endpoints: extract, one call of the service, convert.

mod apps_cookie;
mod apps_origin;
mod browser;
mod devices;
mod handoff;
mod keys;
mod pairing;
mod qr;
mod session;
mod session_cookies;
mod setup;

use axum::extract::FromRequestParts;
use axum::routing::get;
use http::Method;
use http::header::AUTHORIZATION;
use http::request::Parts;
use kit::{Error, ErrorKind};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::ApiError;

use crate::Access;

pub(crate) fn routes(access: Access) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(setup::status))
        .routes(routes!(setup::set_up))
        .routes(routes!(session::login))
        .routes(routes!(session::me))
        .routes(routes!(session::password))
        .routes(routes!(session::preferences))
        .routes(routes!(session::logout))
        .routes(routes!(session::refresh))
        .routes(routes!(browser::resume, browser::leave))
        .routes(routes!(browser::list))
        .routes(routes!(browser::end))
        .routes(routes!(apps_origin::show, apps_origin::decide))
        .routes(routes!(pairing::qr))
        .routes(routes!(pairing::redeem))
        .routes(routes!(pairing::redeem_by_path))
        .routes(routes!(pairing::pair))
        .routes(routes!(devices::list))
        .routes(routes!(devices::show, devices::change, devices::revoke))
        .routes(routes!(keys::list, keys::create))
        .routes(routes!(keys::show, keys::remove))
        .routes(routes!(session_cookies::list, session_cookies::clear_all))
        .routes(routes!(session_cookies::clear))
        .route("/apps/_gh/handoff", get(handoff::hand_off))
        .route("/_gh/enter", get(handoff::enter))
        .route("/_gh/reach", get(apps_origin::reach))
        .with_state(access)
}

/// The `Authorization` header as it came, for endpoints that judge it in a way of their own.
struct Authorization(String);

impl<S: Sync> FromRequestParts<S> for Authorization {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut values = parts.headers.get_all(AUTHORIZATION).iter();
        let text = match (values.next(), values.next()) {
            (Some(only), None) => only.to_str().ok(),
            _ => None,
        };
        let missing = || Error::unauthorized("A bearer token is required");
        Ok(Authorization(text.ok_or_else(missing)?.to_owned()))
    }
}

/// A GET that changes something: asking for its headers alone would change it, too.
struct HasEffects;

impl<S: Sync> FromRequestParts<S> for HasEffects {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        if parts.method != Method::HEAD {
            return Ok(HasEffects);
        }
        Err(Error::new(ErrorKind::MethodNotAllowed, "HEAD is not supported here").into())
    }
}
