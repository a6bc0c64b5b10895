//! The body of an answer, from whoever gives it.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::{Body, Frame, SizeHint};
use routing::{BoxError, Fault};
use tokio::time::Instant;

use crate::proxy::{Relay, Rewritten};
use crate::record::Recorded;

/// Counts the answers of a connection that are not over.
#[derive(Clone, Default)]
pub(crate) struct Answering(Arc<AtomicUsize>);

impl Answering {
    pub(crate) fn is_none(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }

    pub(crate) fn begin(&self) -> Self {
        self.0.fetch_add(1, Ordering::Relaxed);
        self.clone()
    }
}

/// When a piece was given to a stream that has not asked for the next one since.
pub(crate) type Given = Rc<Cell<Option<Instant>>>;

/// An answer that is counted until its last byte was taken.
pub(crate) struct Counted {
    answer: ResponseBody,
    answering: Answering,
    given: Option<Given>,
}

impl Counted {
    /// `answering` comes from [`Answering::begin`].
    pub(crate) fn new(answer: ResponseBody, answering: Answering, given: Option<Given>) -> Self {
        Counted { answer, answering, given }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.answering.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Body for Counted {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let Counted { answer, given, .. } = self.get_mut();
        let frame = Pin::new(answer).poll_frame(cx);
        if let Some(given) = given {
            given.set(frame.is_ready().then(Instant::now));
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.answer.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.answer.size_hint()
    }
}

pub(crate) enum ResponseBody {
    Whole(Full<Bytes>),
    Local(routing::Body),
    /// Boxed, because an answer is moved a few times on its way.
    Relayed(Box<Relay>),
    Rewritten(Box<Rewritten>),
    Recorded(Box<Recorded>),
}

impl ResponseBody {
    pub(crate) fn empty() -> Self {
        ResponseBody::Whole(Full::default())
    }

    /// Nothing more is read of an app's answer, which the app may be to blame for.
    pub(crate) fn give_up(&mut self, fault: Option<Fault>) {
        if let ResponseBody::Relayed(body) = self {
            body.give_up(fault);
        }
    }
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        match self.get_mut() {
            ResponseBody::Whole(body) => {
                Pin::new(body).poll_frame(cx).map_err(|never| match never {})
            }
            ResponseBody::Local(body) => Pin::new(body).poll_frame(cx),
            ResponseBody::Relayed(body) => Pin::new(&mut **body).poll_frame(cx),
            ResponseBody::Rewritten(body) => Pin::new(&mut **body).poll_frame(cx),
            ResponseBody::Recorded(body) => Pin::new(&mut **body).poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            ResponseBody::Whole(body) => body.is_end_stream(),
            ResponseBody::Local(body) => body.is_end_stream(),
            ResponseBody::Relayed(body) => body.is_end_stream(),
            ResponseBody::Rewritten(body) => body.is_end_stream(),
            ResponseBody::Recorded(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            ResponseBody::Whole(body) => body.size_hint(),
            ResponseBody::Local(body) => body.size_hint(),
            ResponseBody::Relayed(body) => body.size_hint(),
            ResponseBody::Rewritten(body) => body.size_hint(),
            ResponseBody::Recorded(body) => body.size_hint(),
        }
    }
}
