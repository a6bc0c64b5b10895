//! What the gateway says in the place of an app.

use http::request::Parts;
use http::{Response, StatusCode};
use kit::{Error, ErrorKind};
use routing::{ClientInfo, Fault, Phase, Route};

use super::admit::has_header_credential;
use super::app_request::AppRequest;
use super::login;
use super::pages::{Notice, is_navigation, unavailable};
use crate::body::ResponseBody;
use crate::failure::Failure;

const RETRY_SOON: u32 = 3;
const RETRY_LATER: u32 = 30;

/// To a caller who may not use the app. People without a credential are led to the sign-in page.
pub(super) fn not_admitted(
    error: &Error,
    visit: &AppRequest,
    client: &ClientInfo,
    request: &Parts,
) -> Response<ResponseBody> {
    let came_without = !has_header_credential(&request.headers);
    if error.kind == ErrorKind::Unauthorized && came_without && is_navigation(request) {
        return login::redirect_to_sign_in(request, client, visit.main.as_deref());
    }
    let status = match error.kind {
        ErrorKind::Unauthorized => StatusCode::UNAUTHORIZED,
        _ => StatusCode::FORBIDDEN,
    };
    let (code, message) = (error.kind.code(), &error.message);
    let app = Some(&*visit.route.app.name);
    Notice { status, code, message, app, retry_after: None }.answer(request)
}

/// Of an app of which it is known that it does not run.
pub(super) fn away(route: &Route, request: &Parts) -> Response<ResponseBody> {
    let notice = unavailable("The app is not running", RETRY_SOON);
    Notice { app: Some(&route.app.name), ..notice }.answer(request)
}

/// Says what went wrong, to the log and to the client.
pub(super) fn not_answered(
    failure: &Failure,
    route: &Route,
    client: &ClientInfo,
    request: &Parts,
) -> Response<ResponseBody> {
    let Failure { kind, source } = failure;
    route.app.traffic.failed(kind.fault());
    if kind.fault() != Fault::Client {
        let source = source.as_deref().map(ToString::to_string);
        tracing::debug!(
            app = &*route.app.id,
            request = &*client.request_id,
            ?kind,
            source,
            "no answer from an app"
        );
    }
    let ((status, code), message) = (kind.status(), kind.message());
    let down = kind.fault() == Fault::Connect;
    let notice = match route.app.lifecycle.get() {
        Phase::Starting if down => unavailable("The app is starting", RETRY_SOON),
        Phase::Stopped | Phase::Away if down => unavailable("The app is stopped", RETRY_LATER),
        _ => {
            let retry_after = (status == StatusCode::SERVICE_UNAVAILABLE).then_some(RETRY_SOON);
            Notice { status, code, message, app: None, retry_after }
        }
    };
    Notice { app: Some(&route.app.name), ..notice }.answer(request)
}
