//! The body of an answer, from whoever gives it.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::{Body, Frame, SizeHint};
use routing::BoxError;

use crate::proxy::Relay;
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

/// An answer that is counted until its last byte was taken.
pub(crate) struct Counted {
    answer: Answer,
    answering: Answering,
}

impl Counted {
    /// `answering` comes from [`Answering::begin`].
    pub(crate) fn new(answer: Answer, answering: Answering) -> Self {
        Counted { answer, answering }
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
        Pin::new(&mut self.get_mut().answer).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.answer.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.answer.size_hint()
    }
}

pub(crate) enum Answer {
    Whole(Full<Bytes>),
    Local(routing::Body),
    /// Boxed, because an answer is moved a few times on its way.
    Relayed(Box<Relay>),
    Recorded(Box<Recorded>),
}

impl Answer {
    pub(crate) fn empty() -> Self {
        Answer::Whole(Full::default())
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        match self.get_mut() {
            Answer::Whole(body) => Pin::new(body).poll_frame(cx).map_err(|never| match never {}),
            Answer::Local(body) => Pin::new(body).poll_frame(cx),
            Answer::Relayed(body) => Pin::new(&mut **body).poll_frame(cx),
            Answer::Recorded(body) => Pin::new(&mut **body).poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Answer::Whole(body) => body.is_end_stream(),
            Answer::Local(body) => body.is_end_stream(),
            Answer::Relayed(body) => body.is_end_stream(),
            Answer::Recorded(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Answer::Whole(body) => body.size_hint(),
            Answer::Local(body) => body.size_hint(),
            Answer::Relayed(body) => body.size_hint(),
            Answer::Recorded(body) => body.size_hint(),
        }
    }
}
