//! The bodies of requests and answers, from whoever gives them.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use routing::{BoxError, Fault};
use tokio::time::Instant;

/// When a piece was given to a stream that has not asked for the next one since.
pub(crate) type Given = Rc<Cell<Option<Instant>>>;

/// An answer over a stream of HTTP/2, which can stand still by itself.
pub(crate) struct Streamed {
    answer: ResponseBody,
    given: Given,
}

impl Streamed {
    pub(crate) fn new(answer: ResponseBody, given: Given) -> Self {
        Streamed { answer, given }
    }
}

impl Body for Streamed {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let Streamed { answer, given } = self.get_mut();
        let frame = Pin::new(answer).poll_frame(cx);
        given.set(frame.is_ready().then(Instant::now));
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.answer.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.answer.size_hint()
    }
}

/// What a client sends.
pub(crate) enum RequestBody {
    Empty,
    Http1(Box<dyn Body<Data = Bytes, Error = BoxError> + Unpin>),
    Http2(Incoming),
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        match self.get_mut() {
            RequestBody::Empty => Poll::Ready(None),
            RequestBody::Http1(body) => Pin::new(&mut **body).poll_frame(cx),
            RequestBody::Http2(body) => Pin::new(body).poll_frame(cx).map_err(BoxError::from),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            RequestBody::Empty => true,
            RequestBody::Http1(body) => body.is_end_stream(),
            RequestBody::Http2(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            RequestBody::Empty => SizeHint::with_exact(0),
            RequestBody::Http1(body) => body.size_hint(),
            RequestBody::Http2(body) => body.size_hint(),
        }
    }
}

/// An answer that comes piece by piece.
pub(crate) trait Streaming: Body<Data = Bytes, Error = BoxError> + Unpin {
    /// Whether whoever gives it may still want more of the request.
    fn may_read_request(&self) -> bool {
        true
    }

    /// Nothing more is read of an app's answer, which the app may be to blame for.
    fn give_up(&mut self, _: Option<Fault>) {}
}

pub(crate) enum ResponseBody {
    Whole(Full<Bytes>),
    Local(routing::Body),
    /// Boxed, because an answer is moved a few times on its way.
    Streaming(Box<dyn Streaming>),
}

impl ResponseBody {
    pub(crate) fn empty() -> Self {
        ResponseBody::Whole(Full::default())
    }

    pub(crate) fn may_read_request(&self) -> bool {
        match self {
            ResponseBody::Whole(_) | ResponseBody::Local(_) => false,
            ResponseBody::Streaming(body) => body.may_read_request(),
        }
    }

    pub(crate) fn give_up(&mut self, fault: Option<Fault>) {
        if let ResponseBody::Streaming(body) = self {
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
            ResponseBody::Streaming(body) => Pin::new(&mut **body).poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            ResponseBody::Whole(body) => body.is_end_stream(),
            ResponseBody::Local(body) => body.is_end_stream(),
            ResponseBody::Streaming(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            ResponseBody::Whole(body) => body.size_hint(),
            ResponseBody::Local(body) => body.size_hint(),
            ResponseBody::Streaming(body) => body.size_hint(),
        }
    }
}
