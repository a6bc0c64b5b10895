//! Requests on routes that keep answers: the cache stands right before the app.

use bytes::Bytes;
use http::{Response, StatusCode};
use http_body_util::Full;
use hyper::body::{Body, Incoming};
use kit::Identity;
use routing::Host;

use super::admit::Guest;
use super::head::Outgoing;
use super::pages::Notice;
use super::{Trip, path_and_query};
use crate::body::Answer;
use crate::cache::{Asked, Fill, Invalidation, Key, Lookup, Outcome, Revalidation};
use crate::failure::{Failure, FailureKind};

pub(super) async fn carry(trip: Trip<'_>, body: Incoming) -> Result<Response<Answer>, Failure> {
    let head = trip.outgoing.head(false);
    let asked =
        Asked { method: head.method(), headers: head.headers(), has_body: !body.is_end_stream() };
    let lane = trip.lane.clone();
    match lane.edge.cache.lookup(key(&trip.outgoing, trip.guest), asked) {
        Lookup::Bypass => trip.go(body).await,
        Lookup::Fresh(kept) => give(&trip, kept).await,
        Lookup::NotKept => Ok(not_kept(&trip.outgoing)),
        Lookup::Miss(fill) => fill_from(trip, body, fill).await,
        Lookup::Stale(question) => ask(trip, body, question).await,
        Lookup::Write(change) => write(trip, body, change).await,
    }
}

/// An answer belongs to what the client asked for, to the caller, and to the place that it came
/// from: a route that leads elsewhere from now on starts anew.
fn key(outgoing: &Outgoing<'_>, guest: &Guest) -> Key {
    let Outgoing { request, client, route, .. } = outgoing;
    let host = client.host.as_ref().map(Host::to_string).unwrap_or_default();
    let caller = match guest {
        Guest::Local => Some(&Identity::Local),
        Guest::Known(passport, _) => Some(&passport.principal.identity),
        Guest::Stranger => None,
    };
    let upstream = &route.upstream;
    let origin = format!("{} {}{}", route.id, upstream.endpoint, upstream.base_path);
    Key::new(origin.into(), client.secure, &host, path_and_query(request), caller)
}

/// What was kept is what the app sent, so it is treated in the same way.
async fn give(trip: &Trip<'_>, kept: Response<Bytes>) -> Result<Response<Answer>, Failure> {
    trip.give(kept.map(|body| Answer::Whole(Full::new(body)))).await
}

async fn fill_from(
    trip: Trip<'_>,
    body: Incoming,
    fill: Fill,
) -> Result<Response<Answer>, Failure> {
    let received = trip.send(body, None).await?;
    let recorder = fill.on_response(received.head.status, &received.head.headers);
    trip.relay(received, recorder).await
}

async fn ask(
    trip: Trip<'_>,
    body: Incoming,
    question: Revalidation,
) -> Result<Response<Answer>, Failure> {
    let mut received = match trip.send(body, Some(&|headers| question.ask(headers))).await {
        Ok(received) => received,
        Err(failure) => {
            let kept = question.on_failure().ok_or(failure)?;
            return give(&trip, kept).await;
        }
    };
    let status = std::mem::take(&mut received.head.status);
    match question.on_response(status, &received.head.headers) {
        Outcome::Serve(kept) => {
            received.put_aside(trip.lane, &trip.outgoing.route.upstream.endpoint);
            give(&trip, kept).await
        }
        Outcome::Pass(recorder) => {
            received.head.status = status;
            trip.relay(received, recorder).await
        }
    }
}

async fn write(
    trip: Trip<'_>,
    body: Incoming,
    change: Invalidation,
) -> Result<Response<Answer>, Failure> {
    let response = trip.go(body).await?;
    change.on_response(response.status(), response.headers());
    Ok(response)
}

/// The client said `only-if-cached`.
fn not_kept(outgoing: &Outgoing<'_>) -> Response<Answer> {
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
