//! The body of a request on its way to an app.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures::task::AtomicWaker;
use http::{HeaderMap, HeaderName, header};
use hyper::body::{Body, Frame, SizeHint};
use routing::{BoxError, Traffic};
use tokio::time::{Instant, Sleep, sleep};

use crate::body::RequestBody;
use crate::names::is_passed_on;

/// Many apps know nothing of being asked first; then the body just goes.
const PATIENCE: Duration = Duration::from_secs(1);

/// How far an upload has come; whoever waits for the answer looks at it.
#[derive(Debug)]
pub(crate) struct Meter {
    /// When the last bytes went on.
    moved: Cell<Instant>,
    state: Cell<State>,
    bytes: Cell<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing more has come from the client yet.
    Waiting,
    /// The app has not taken what came last.
    Sending,
    Done,
    /// The client's body is larger than allowed.
    TooLarge,
    /// The client's body broke off.
    Broken,
}

impl Meter {
    pub(crate) fn state(&self) -> State {
        self.state.get()
    }

    pub(crate) fn moved(&self) -> Instant {
        self.moved.get()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.get()
    }
}

/// Empty, or what the client sends.
#[derive(Default)]
pub(crate) struct Upload(Option<Stream>);

struct Stream {
    body: RequestBody,
    meter: Rc<Meter>,
    /// How much may still come.
    left: u64,
    /// It was cut off or is too large. What comes after that must not look like its end.
    failed: bool,
    /// Where the client waits to be asked for its body, the app is asked first, for a while.
    asked: Option<(Arc<BodyWanted>, Pin<Box<Sleep>>)>,
    traffic: Arc<Traffic>,
}

/// Whether the app wants the body.
#[derive(Debug, Default)]
pub(crate) struct BodyWanted {
    yes: AtomicBool,
    waker: AtomicWaker,
}

impl BodyWanted {
    pub(crate) fn set(&self) {
        self.yes.store(true, Ordering::Release);
        self.waker.wake();
    }

    fn poll(&self, cx: &Context<'_>) -> Poll<()> {
        self.waker.register(cx.waker());
        if self.yes.load(Ordering::Acquire) { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Upload {
    pub(crate) fn new(
        body: RequestBody,
        most: Option<u64>,
        asked: Option<Arc<BodyWanted>>,
        traffic: Arc<Traffic>,
    ) -> (Self, Rc<Meter>) {
        let meter = Rc::new(Meter {
            moved: Cell::new(Instant::now()),
            state: Cell::new(if asked.is_some() { State::Sending } else { State::Waiting }),
            bytes: Cell::new(0),
        });
        let left = most.unwrap_or(u64::MAX);
        let asked = asked.map(|asked| (asked, Box::pin(sleep(PATIENCE))));
        let stream = Stream { body, meter: meter.clone(), left, failed: false, asked, traffic };
        (Upload(Some(stream)), meter)
    }
}

impl Stream {
    fn poll_frame(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if self.failed {
            return Poll::Ready(Some(Err("the body failed before".into())));
        }
        if let Some((asked, patience)) = &mut self.asked {
            if asked.poll(cx).is_pending() {
                ready!(patience.as_mut().poll(cx));
            }
            self.asked = None;
        }
        let frame = match Pin::new(&mut self.body).poll_frame(cx) {
            Poll::Ready(frame) => frame,
            Poll::Pending => {
                self.meter.state.set(State::Waiting);
                return Poll::Pending;
            }
        };
        let frame = match frame {
            Some(Ok(frame)) => frame,
            Some(Err(error)) => {
                self.failed = true;
                self.meter.state.set(State::Broken);
                return Poll::Ready(Some(Err(error)));
            }
            None => {
                self.meter.moved.set(Instant::now());
                self.meter.state.set(State::Done);
                return Poll::Ready(None);
            }
        };
        let frame = match frame.into_trailers() {
            Ok(trailers) => Frame::trailers(passed_on(trailers)),
            Err(frame) => frame,
        };
        let size = frame.data_ref().map_or(0, |data| data.len() as u64);
        let Some(left) = self.left.checked_sub(size) else {
            self.failed = true;
            self.meter.state.set(State::TooLarge);
            return Poll::Ready(Some(Err("the body is larger than allowed".into())));
        };
        self.left = left;
        self.meter.bytes.set(self.meter.bytes.get() + size);
        self.meter.moved.set(Instant::now());
        let done = self.body.is_end_stream();
        self.meter.state.set(if done { State::Done } else { State::Sending });
        Poll::Ready(Some(Ok(frame)))
    }
}

/// Some servers take trailers for headers, so they may say no more than headers may.
fn passed_on(trailers: HeaderMap) -> HeaderMap {
    let framing = |name: &HeaderName| *name == header::CONTENT_LENGTH;
    let allowed = trailers.iter().filter(|(name, _)| is_passed_on(name) && !framing(name));
    allowed.map(|(name, value)| (name.clone(), value.clone())).collect()
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.traffic.received(self.meter.bytes());
    }
}

impl Body for Upload {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        match &mut self.0 {
            Some(stream) => stream.poll_frame(cx),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.0.as_ref().is_none_or(|stream| !stream.failed && stream.body.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Some(stream) => stream.body.size_hint(),
            None => SizeHint::with_exact(0),
        }
    }
}
