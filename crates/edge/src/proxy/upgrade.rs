//! WebSockets: the client's connection and the app's become one.

use std::rc::Rc;
use std::time::Duration;

use http::request::Parts;
use http::{HeaderValue, Response, header};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use kit::Principal;
use tokio::time::timeout;

use super::head::Outgoing;
use super::tunnel;
use crate::ProxyConfig;
use crate::body::Answer;
use crate::failure::{Failure, FailureKind};
use crate::lane::Lane;
use crate::upstream::{Counted, Lost, Protocol, Upload};

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

/// The app's answer. With 101 the app's end of the new connection comes, too.
pub(crate) async fn dial(
    lane: &Lane,
    outgoing: &Outgoing<'_>,
    config: &ProxyConfig,
) -> Result<(Response<Incoming>, Counted), Failure> {
    let endpoint = &outgoing.route.upstream.endpoint;
    let (transport, _) = lane.open(endpoint, Protocol::Http1, config).await?;
    let handshake = http1::handshake(TokioIo::new(transport)).await;
    let (mut sender, driver) = handshake.map_err(|error| FailureKind::Protocol.because(error))?;
    let counted = Counted::new(lane.edge.metrics.upstream_connections());
    lane.edge.supervisor.spawn_local(async move {
        if let Err(error) = driver.with_upgrades().await {
            tracing::debug!(%error, "an upgradable connection to an app ended");
        }
    });
    let mut request = outgoing.head(false).map(|()| Upload::default());
    request.headers_mut().insert(header::CONNECTION, UPGRADE);
    request.headers_mut().insert(header::UPGRADE, WEBSOCKET);
    let answer = timeout(DIAL, sender.try_send_request(request)).await;
    let answer = answer.map_err(|_| Failure::from(FailureKind::ResponseTimeout))?;
    let answer = answer.map_err(|lost| Lost::from(lost).failure)?;
    Ok((answer, counted))
}

/// What the client is told when the app agreed.
pub(crate) fn agree(response: &mut Response<Answer>) {
    *response.body_mut() = Answer::empty();
    response.headers_mut().insert(header::CONNECTION, UPGRADE);
    response.headers_mut().insert(header::UPGRADE, WEBSOCKET);
}

/// Joins both ends as soon as both are there, until one closes, the caller's credential ends or
/// the gateway stops.
pub(crate) fn join(
    lane: &Rc<Lane>,
    client: OnUpgrade,
    (app, counted): (OnUpgrade, Counted),
    principal: Option<Principal>,
) {
    let own = lane.clone();
    let joining = async move {
        let _counted = counted;
        let Ok((client, app)) = tokio::try_join!(client, app) else { return };
        let draining = own.edge.supervisor.shutdown().token();
        tokio::select! {
            ended = tunnel::join(&own.scratch, io(client), io(app)) => {
                if let Err(error) = ended {
                    tracing::debug!(%error, "a socket through the gateway ended");
                }
            }
            () = end_of(&own, principal) => {}
            () = draining.cancelled() => {}
        }
    };
    lane.edge.supervisor.spawn_local(joining);
}

fn io(upgraded: Upgraded) -> TokioIo<Upgraded> {
    TokioIo::new(upgraded)
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
