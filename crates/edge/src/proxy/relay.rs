//! The body of an app's answer on its way to the client.

use std::cell::OnceCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use kit::Clock;
use routing::{BoxError, Endpoint, Fault, Passport, Traffic};
use tokio::time::{Instant, Sleep};
use tokio_util::sync::WaitForCancellationFutureOwned;

use super::answer::is_trailer;
use super::send::Source;
use crate::body::Streaming;
use crate::cache::Recorder;
use crate::failure::{Failure, FailureKind};
use crate::lane::Lane;
use crate::upstream::Meter;

const REVOKED: &str = "the credential was revoked or has expired";

pub(crate) struct Relay {
    /// `None` once the connection was given back.
    source: Option<Source>,
    lane: Rc<Lane>,
    endpoint: Arc<Endpoint>,
    /// How far the request's own body has come.
    upload: Option<Rc<Meter>>,
    /// Where the cache keeps a copy.
    recorder: Option<Recorder>,
    traffic: Arc<Traffic>,
    watch: Watch,
    sent: u64,
    ended: bool,
    /// Why the body ends too early, to be said next.
    broken: Option<BoxError>,
}

/// What ends a body before its time. It is made when a body does not come at once: most do.
struct Watch {
    idle_timeout: Duration,
    /// Of whoever asked: a stream that it opened ends with it.
    passport: Option<Rc<Passport>>,
    /// When it ends by itself, once somebody wanted to know.
    expires: OnceCell<Option<Instant>>,
    /// Since when the next piece is waited for.
    since: Option<Instant>,
    waiting: Option<Pin<Box<Waiting>>>,
}

struct Waiting {
    timer: Pin<Box<Sleep>>,
    revoked: Option<Pin<Box<WaitForCancellationFutureOwned>>>,
}

impl Relay {
    pub(crate) fn new(
        lane: &Rc<Lane>,
        source: Source,
        (endpoint, traffic): (Arc<Endpoint>, Arc<Traffic>),
        (upload, recorder): (Option<Rc<Meter>>, Option<Recorder>),
        (idle_timeout, passport): (Duration, Option<Rc<Passport>>),
    ) -> Self {
        let expires = OnceCell::new();
        let watch = Watch { idle_timeout, passport, expires, since: None, waiting: None };
        let mut relay = Relay {
            source: Some(source),
            lane: lane.clone(),
            endpoint,
            upload,
            recorder,
            traffic,
            watch,
            sent: 0,
            ended: false,
            broken: None,
        };
        if relay.is_over() {
            relay.end();
        }
        relay
    }

    /// The whole answer came: its connection can carry the next one.
    fn end(&mut self) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        if let Some(recorder) = self.recorder.take() {
            recorder.finish();
        }
        if let Some(Source::Own(conn)) = self.source.take()
            && conn.is_reusable()
        {
            self.lane.pool.put(&self.endpoint, conn);
        }
    }

    fn is_over(&self) -> bool {
        match &self.source {
            Some(Source::Own(conn)) => conn.is_over(),
            Some(Source::Shared(body, _)) => body.is_end_stream(),
            None => true,
        }
    }

    fn note(&mut self, frame: &Frame<Bytes>) {
        let Some(data) = frame.data_ref() else {
            // Trailers are not kept, so what came before them is not either.
            self.recorder = None;
            return;
        };
        self.sent += data.len() as u64;
        if let Some(recorder) = &mut self.recorder {
            recorder.push(data);
        }
    }

    fn fail(&mut self, fault: Fault) {
        self.give_up(Some(fault));
    }

    fn poll_source(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        match &mut self.source {
            Some(Source::Own(conn)) => conn.poll_body(cx),
            Some(Source::Shared(body, _)) => {
                let lost = |error: hyper::Error| FailureKind::Closed.because(error);
                Pin::new(body).poll_frame(cx).map_err(lost)
            }
            None => Poll::Ready(None),
        }
    }
}

impl Streaming for Relay {
    fn give_up(&mut self, fault: Option<Fault>) {
        self.ended = true;
        self.source = None;
        self.recorder = None;
        fault.into_iter().for_each(|fault| self.traffic.failed(fault));
    }
}

impl Body for Relay {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let relay = self.get_mut();
        if let Some(why) = relay.broken.take() {
            return Poll::Ready(Some(Err(why)));
        }
        // A stream that always has more never waits, and would not hear of it.
        let clock = &relay.lane.edge.clock;
        if relay.sent > 0 && !relay.is_over() && relay.watch.is_worthless(clock) {
            relay.fail(Fault::Client);
            return Poll::Ready(Some(Err(REVOKED.into())));
        }
        match relay.poll_source(cx) {
            Poll::Ready(Some(Ok(frame))) => {
                let frame = without_lies(frame);
                relay.note(&frame);
                relay.watch.since = None;
                if relay.is_over() {
                    relay.end();
                }
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(Some(Err(failure))) => {
                relay.fail(failure.kind.fault());
                let why = failure.source.unwrap_or_else(|| failure.kind.message().into());
                // The server throws away what it has not sent yet, so it gets a turn to do that.
                relay.broken = Some(why);
                cx.waker().wake_by_ref();
                Poll::Pending
            }
            Poll::Ready(None) => {
                relay.end();
                Poll::Ready(None)
            }
            Poll::Pending => {
                match relay.watch.poll(relay.upload.as_deref(), &relay.lane.edge.clock, cx) {
                    Poll::Pending => Poll::Pending,
                    Poll::Ready(Ended::Idle) => {
                        relay.fail(Fault::Timeout);
                        Poll::Ready(Some(Err("the app stopped sending".into())))
                    }
                    Poll::Ready(Ended::Revoked) => {
                        relay.fail(Fault::Client);
                        Poll::Ready(Some(Err(REVOKED.into())))
                    }
                }
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.broken.is_none() && self.is_over()
    }

    fn size_hint(&self) -> SizeHint {
        match &self.source {
            Some(Source::Own(conn)) => {
                conn.exact_length().map(SizeHint::with_exact).unwrap_or_default()
            }
            Some(Source::Shared(body, _)) => body.size_hint(),
            None if self.broken.is_some() => SizeHint::default(),
            None => SizeHint::with_exact(0),
        }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        // Of an answer with a length the end may not have been said when its last byte was.
        if self.is_over() || self.size_hint().exact() == Some(0) {
            self.end();
        }
        if !self.ended {
            self.traffic.failed(Fault::Client);
        }
        self.traffic.sent(self.sent);
    }
}

/// What may not be said behind a body: what the head is adapted for, or is judged by.
fn without_lies(frame: Frame<Bytes>) -> Frame<Bytes> {
    match frame.into_trailers() {
        Ok(trailers) => {
            let allowed = trailers.iter().filter(|(name, _)| is_trailer(name));
            let allowed = allowed.map(|(name, value)| (name.clone(), value.clone()));
            Frame::trailers(allowed.collect())
        }
        Err(frame) => frame,
    }
}

enum Ended {
    Idle,
    Revoked,
}

impl Watch {
    fn expires(&self, clock: &Clock) -> Option<Instant> {
        *self.expires.get_or_init(|| {
            let end = self.passport.as_ref()?.principal.expires_at?;
            Some(Instant::now() + end.since(clock.now()))
        })
    }

    /// Whether the credential has ended.
    fn is_worthless(&self, clock: &Clock) -> bool {
        self.passport.as_ref().is_some_and(|passport| passport.principal.revoked.is_cancelled())
            || self.expires(clock).is_some_and(|end| end <= Instant::now())
    }

    fn poll(&mut self, upload: Option<&Meter>, clock: &Clock, cx: &mut Context<'_>) -> Poll<Ended> {
        let expires = self.expires(clock);
        let since = *self.since.get_or_insert_with(Instant::now);
        let since = upload.map_or(since, |upload| upload.moved().max(since));
        let deadline = since + self.idle_timeout;
        let end = expires.map_or(deadline, |expires| expires.min(deadline));
        let waiting = self.waiting.get_or_insert_with(|| {
            let timer = Box::pin(tokio::time::sleep_until(end));
            let revoked = self.passport.as_ref().map(|passport| passport.principal.revoked.clone());
            let revoked = revoked.map(|token| Box::pin(token.cancelled_owned()));
            Box::pin(Waiting { timer, revoked })
        });
        if let Some(revoked) = &mut waiting.revoked
            && revoked.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(Ended::Revoked);
        }
        // The timer is moved only when it goes off, not with every piece.
        while waiting.timer.as_mut().poll(cx).is_ready() {
            let now = Instant::now();
            if expires.is_some_and(|end| end <= now) {
                return Poll::Ready(Ended::Revoked);
            }
            if deadline <= now {
                return Poll::Ready(Ended::Idle);
            }
            waiting.timer.as_mut().reset(end);
        }
        Poll::Pending
    }
}
