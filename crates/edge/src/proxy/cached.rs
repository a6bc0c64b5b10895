//! Requests on routes that keep answers: the cache stands right before the app.

use bytes::Bytes;
use http::{Response, StatusCode};
use http_body_util::Full;
use hyper::body::Body;
use kit::Identity;
use routing::Host;

use super::admit::AppCaller;
use super::app_request::path_and_query;
use super::exchange::Exchange;
use super::outgoing::Outgoing;
use super::pages::Notice;
use crate::body::{RequestBody, ResponseBody};
use crate::cache::{CacheRequest, Fill, Invalidation, Key, Lookup, Outcome, Revalidation};
use crate::failure::{Failure, FailureKind};

pub(super) async fn carry(
    exchange: Exchange<'_>,
    body: RequestBody,
) -> Result<Response<ResponseBody>, Failure> {
    let head = exchange.outgoing.head(false);
    let asked = CacheRequest {
        method: head.method(),
        headers: head.headers(),
        has_body: !body.is_end_stream(),
    };
    let lane = exchange.lane.clone();
    match lane.edge.cache.lookup(key(&exchange.outgoing, exchange.app_caller), asked) {
        Lookup::Bypass => exchange.go(body).await,
        Lookup::Fresh(kept) => give(&exchange, kept).await,
        Lookup::NotKept => Ok(not_kept(&exchange.outgoing)),
        Lookup::Miss(fill) => fill_from(exchange, body, fill).await,
        Lookup::Stale(question) => ask(exchange, body, question).await,
        Lookup::Write(change) => write(exchange, body, change).await,
    }
}

/// An answer belongs to what the client asked for, to the caller, and to the place that it came
/// from: a route that leads elsewhere from now on starts anew.
fn key(outgoing: &Outgoing<'_>, app_caller: &AppCaller) -> Key {
    let Outgoing { request, client, route, .. } = outgoing;
    let host = client.host.as_ref().map(Host::to_string).unwrap_or_default();
    let caller = match app_caller {
        AppCaller::Local => Some(&Identity::Local),
        AppCaller::Known(passport, _) => Some(&passport.principal.identity),
        AppCaller::Stranger => None,
    };
    let upstream = &route.upstream;
    let origin = format!("{} {}{}", route.id, upstream.endpoint, upstream.base_path);
    Key::new(origin.into(), client.secure, &host, path_and_query(request), caller)
}

/// What was kept is what the app sent, so it is treated in the same way.
async fn give(
    exchange: &Exchange<'_>,
    kept: Response<Bytes>,
) -> Result<Response<ResponseBody>, Failure> {
    exchange.give(kept.map(|body| ResponseBody::Whole(Full::new(body)))).await
}

async fn fill_from(
    exchange: Exchange<'_>,
    body: RequestBody,
    fill: Fill,
) -> Result<Response<ResponseBody>, Failure> {
    let received = exchange.send(body, None).await?;
    let recorder = fill.on_response(received.head.status, &received.head.headers);
    exchange.relay(received, recorder).await
}

async fn ask(
    exchange: Exchange<'_>,
    body: RequestBody,
    question: Revalidation,
) -> Result<Response<ResponseBody>, Failure> {
    let mut received = match exchange.send(body, Some(&|headers| question.ask(headers))).await {
        Ok(received) => received,
        Err(failure) => {
            let kept = question.on_failure().ok_or(failure)?;
            return give(&exchange, kept).await;
        }
    };
    let status = std::mem::take(&mut received.head.status);
    match question.on_response(status, &received.head.headers) {
        Outcome::Serve(kept) => {
            received.put_aside(exchange.lane, &exchange.outgoing.route.upstream.endpoint);
            give(&exchange, kept).await
        }
        Outcome::Pass(recorder) => {
            received.head.status = status;
            exchange.relay(received, recorder).await
        }
    }
}

async fn write(
    exchange: Exchange<'_>,
    body: RequestBody,
    change: Invalidation,
) -> Result<Response<ResponseBody>, Failure> {
    let response = exchange.go(body).await?;
    change.on_response(response.status(), response.headers());
    Ok(response)
}

/// The client said `only-if-cached`.
fn not_kept(outgoing: &Outgoing<'_>) -> Response<ResponseBody> {
    let (_, code) = FailureKind::ResponseTimeout.status();
    let notice = Notice {
        status: StatusCode::GATEWAY_TIMEOUT,
        code,
        message: "There is no kept answer",
        app: Some(&outgoing.route.app.name),
        retry_after: None,
    };
    notice.answer(outgoing.request)
}
