use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use kit::{Error, ErrorKind};
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::responses::{Foreign, Invalid, Limited};
use web::{Authenticator, Credential, ErrorBody, Open, SocketCommands, Upgrade};

use crate::Hub;
use crate::auth::Doorkeeper;

#[derive(Clone)]
pub(crate) struct Endpoint {
    pub(crate) hub: Hub,
    pub(crate) commands: SocketCommands,
}

pub(crate) fn routes() -> OpenApiRouter<Endpoint> {
    OpenApiRouter::new().routes(routes!(connect))
}

/// Opens the event socket (WebSocket, over HTTP/1.1).
///
/// Messages are JSON texts `{type, data}`. The first one must come within 10 seconds, else the
/// socket is closed with 4001: `{"type": "auth", "data": {"token": "…"}}`; a program on the
/// gateway's own machine may leave the token out. The answer is `auth_success` with `{deviceId,
/// scopes}` and then `hello`, or `auth_failed` with `{error, message}` and a close with 4003.
///
/// `ping` is answered by `pong`. What is not understood is answered by `error` with `{error,
/// message}`, `error` being `INVALID_REQUEST` or `UNKNOWN_TYPE`. Facts come to callers that hold
/// `read:events` and the scope that the fact asks for.
///
/// Other closes: 1001 the gateway stops, 1008 nothing was heard for 60 seconds, 1009 a message of
/// more than 1 MiB, 1013 the client does not keep up with what it is sent, 4003 the credential
/// was revoked or its scopes were changed.
#[utoipa::path(
    get,
    path = "/api/v1/ws",
    tag = "Events",
    responses(
        (status = 101, description = "The connection is a WebSocket now."),
        Invalid,
        Foreign,
        Limited,
        (status = 503, description = "Too many sockets are open.", body = ErrorBody)
    ),
    security(())
)]
pub(crate) async fn connect(
    State(endpoint): State<Endpoint>,
    Extension(authenticator): Extension<Arc<dyn Authenticator>>,
    open: Open,
    mut request: Request,
) -> web::Result<Response> {
    let response = create_response_with_body(&request, Body::empty).map_err(|error| {
        Error::new(ErrorKind::InvalidRequest, "This is for WebSockets alone").because(error)
    })?;
    let local = open.caller.is_some_and(|caller| caller.credential == Credential::Local);
    let doorkeeper = Doorkeeper { authenticator, local };
    let upgrade = Upgrade::take(request.extensions_mut())
        .ok_or_else(|| Error::new(ErrorKind::InvalidRequest, "This connection stays as it is"))?;
    endpoint.hub.take(upgrade, doorkeeper, endpoint.commands)?;
    Ok(response)
}
