//! The body of an app's answer on its way to the client.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use routing::{BoxError, Endpoint, Fault, Traffic};
use tokio::time::{Instant, Sleep};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use super::send::Via;
use crate::cache::Recorder;
use crate::lane::Lane;
use crate::upstream::{Meter, State};

pub(crate) struct Relay {
    body: Incoming,
    /// `None` once the connection was given back.
    via: Option<Via>,
    lane: Rc<Lane>,
    endpoint: Arc<Endpoint>,
    upload: Option<Rc<Meter>>,
    /// Where the cache keeps a copy.
    recorder: Option<Recorder>,
    traffic: Arc<Traffic>,
    watch: Watch,
    sent: u64,
    ended: bool,
}

/// What ends a body before its time. It is made when a body does not come at once: most do.
struct Watch {
    idle_timeout: Duration,
    revoked: Option<CancellationToken>,
    moved: Instant,
    waiting: Option<Pin<Box<Waiting>>>,
}

struct Waiting {
    timer: Pin<Box<Sleep>>,
    revoked: Option<Pin<Box<WaitForCancellationFutureOwned>>>,
}

impl Relay {
    pub(crate) fn new(
        lane: &Rc<Lane>,
        (body, via): (Incoming, Via),
        (endpoint, traffic): (Arc<Endpoint>, Arc<Traffic>),
        (upload, recorder): (Option<Rc<Meter>>, Option<Recorder>),
        (idle_timeout, revoked): (Duration, Option<CancellationToken>),
    ) -> Self {
        let watch = Watch { idle_timeout, revoked, moved: Instant::now(), waiting: None };
        let mut relay = Relay {
            body,
            via: Some(via),
            lane: lane.clone(),
            endpoint,
            upload,
            recorder,
            traffic,
            watch,
            sent: 0,
            ended: false,
        };
        if relay.body.is_end_stream() {
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
        let uploaded = self.upload.as_ref().is_none_or(|meter| meter.state() == State::Done);
        if let Some(Via::Own(link)) = self.via.take()
            && uploaded
        {
            self.lane.pool.put(&self.endpoint, link);
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
        self.ended = true;
        self.via = None;
        self.recorder = None;
        self.traffic.failed(fault);
    }

    fn poll_source(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        match &mut self.via {
            Some(Via::Own(link)) => link.poll_body(&mut self.body, cx),
            Some(Via::Shared(_)) | None => Pin::new(&mut self.body).poll_frame(cx),
        }
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
        match relay.poll_source(cx) {
            Poll::Ready(Some(Ok(frame))) => {
                relay.note(&frame);
                relay.watch.moved = Instant::now();
                if relay.body.is_end_stream() {
                    relay.end();
                }
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(Some(Err(error))) => {
                relay.fail(Fault::Closed);
                Poll::Ready(Some(Err(error.into())))
            }
            Poll::Ready(None) => {
                relay.end();
                Poll::Ready(None)
            }
            Poll::Pending => match relay.watch.poll(cx) {
                Poll::Pending => Poll::Pending,
                Poll::Ready(Ended::Idle) => {
                    relay.fail(Fault::Timeout);
                    Poll::Ready(Some(Err("the app stopped sending".into())))
                }
                Poll::Ready(Ended::Revoked) => {
                    relay.fail(Fault::Client);
                    Poll::Ready(Some(Err("the credential was revoked".into())))
                }
            },
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        if self.body.is_end_stream() {
            self.end();
        }
        if !self.ended {
            self.traffic.failed(Fault::Client);
        }
        self.traffic.sent(self.sent);
    }
}

enum Ended {
    Idle,
    Revoked,
}

impl Watch {
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Ended> {
        let deadline = self.moved + self.idle_timeout;
        let revoked = &self.revoked;
        let waiting = self.waiting.get_or_insert_with(|| {
            let timer = Box::pin(tokio::time::sleep_until(deadline));
            let revoked = revoked.clone().map(|token| Box::pin(token.cancelled_owned()));
            Box::pin(Waiting { timer, revoked })
        });
        if let Some(revoked) = &mut waiting.revoked
            && revoked.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(Ended::Revoked);
        }
        // The timer is moved only when it goes off, not with every piece.
        while waiting.timer.as_mut().poll(cx).is_ready() {
            if deadline <= Instant::now() {
                return Poll::Ready(Ended::Idle);
            }
            waiting.timer.as_mut().reset(deadline);
        }
        Poll::Pending
    }
}
