//! WebSockets: the client's connection and the app's become one.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use dial::Protocol;
use http::request::Parts;
use http::{HeaderValue, Response, StatusCode, header, response};
use kit::{ErrorKind, Principal};
use routing::{Traffic, Upgrade};
use tokio::time::timeout;

use super::exchange::Exchange;
use super::outgoing::Outgoing;
use super::pages::Notice;
use super::send::{Received, Source};
use super::tunnel::{self, Why};
use crate::body::ResponseBody;
use crate::config::ProxyConfig;
use crate::failure::{Failure, FailureKind};
use crate::lane::Lane;
use crate::upstream::Http1Conn;

/// Until the app has agreed or refused.
const DIAL: Duration = Duration::from_secs(10);

const WEBSOCKET: HeaderValue = HeaderValue::from_static("websocket");
const UPGRADE: HeaderValue = HeaderValue::from_static("upgrade");

/// Whether a request asks for a WebSocket. Any other upgrade is not offered, and the request is
/// answered as if it had not asked.
pub(crate) fn is_asked(request: &Parts) -> bool {
    let named = |name, token: &str| {
        let lists = request.headers.get_all(name).into_iter().filter_map(|list| list.to_str().ok());
        lists.flat_map(|list| list.split(',')).any(|one| one.trim().eq_ignore_ascii_case(token))
    };
    request.version == http::Version::HTTP_11
        && request.method == http::Method::GET
        && named(header::CONNECTION, "upgrade")
        && named(header::UPGRADE, "websocket")
}

/// Opens a WebSocket to the app. Where the app does not agree, its answer is one like any other.
pub(super) async fn open(exchange: &Exchange<'_>) -> Result<Response<ResponseBody>, Failure> {
    let Outgoing { request, route, .. } = exchange.outgoing;
    let refuse = |message| {
        let (status, code) = (StatusCode::BAD_REQUEST, ErrorKind::InvalidRequest.code());
        let app = Some(&*route.app.name);
        Notice { status, code, message, app, retry_after: None }.answer(request)
    };
    if !route.options.websocket {
        return Ok(refuse("WebSockets are not enabled on this route"));
    }
    let Some(client) = request.extensions.get::<Upgrade>().cloned() else {
        return Ok(refuse("A WebSocket does not begin with a body"));
    };
    let (head, conn) = dial(exchange.lane, &exchange.outgoing, exchange.config).await?;
    if head.status != StatusCode::SWITCHING_PROTOCOLS {
        let received = Received { head, source: Source::Own(conn), upload: None };
        return exchange.relay(received, None).await;
    }
    let mut response = exchange.adapt(Response::from_parts(head, ResponseBody::empty()), false);
    let principal = exchange.app_caller.passport().map(|passport| passport.principal.clone());
    let app = (*conn, route.app.traffic.clone());
    join(exchange.lane, client, app, principal);
    agree(&mut response);
    Ok(response)
}

/// The head of the app's answer, and the connection that it came over.
async fn dial(
    lane: &Lane,
    outgoing: &Outgoing<'_>,
    config: &ProxyConfig,
) -> Result<(response::Parts, Box<Http1Conn>), Failure> {
    let endpoint = &outgoing.route.upstream.endpoint;
    let mut conn = Box::new(Http1Conn::new(lane.open(endpoint, Protocol::Http1, config).await?));
    let answer = timeout(DIAL, conn.exchange(outgoing.asking_for_a_socket())).await;
    let answer = answer.map_err(|_| Failure::from(FailureKind::ResponseTimeout))?;
    let head = answer.map_err(|lost| lost.failure)?;
    Ok((head, conn))
}

/// What the client is told when the app agreed.
fn agree(response: &mut Response<ResponseBody>) {
    response.headers_mut().insert(header::CONNECTION, UPGRADE);
    response.headers_mut().insert(header::UPGRADE, WEBSOCKET);
}

/// Joins both ends as soon as the client's is there, until both have closed, the caller's
/// credential ends or the gateway stops.
fn join(
    lane: &Rc<Lane>,
    client: Upgrade,
    (app, traffic): (Http1Conn, Arc<Traffic>),
    principal: Option<Principal>,
) {
    let own = lane.clone();
    let joining = async move {
        let Some(client) = client.connection().await else { return };
        let (app, said, _counted) = app.into_tunnel();
        let draining = own.edge.supervisor.shutdown().token();
        let ended = async {
            tokio::select! {
                () = end_of(&own, principal) => Why::NotAllowed,
                () = draining.cancelled() => Why::GoingAway,
            }
        };
        let joined = tunnel::join(&own.scratch, &traffic, client, (app, said), ended);
        if let Err(error) = joined.await {
            tracing::debug!(%error, "a socket through the gateway ended");
        }
    };
    lane.edge.supervisor.spawn_local(joining);
}

async fn end_of(lane: &Lane, principal: Option<Principal>) {
    let Some(principal) = principal else { return std::future::pending().await };
    let expired = async {
        match principal.expires_at {
            Some(end) => tokio::time::sleep(end.since(lane.edge.clock.now())).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = principal.revoked.cancelled() => {}
        () = expired => {}
    }
}
