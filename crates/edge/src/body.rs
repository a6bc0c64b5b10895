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

use crate::http1;
use crate::proxy::{Relay, Rewritten};
use crate::pump::Pumped;
use crate::record::Recorded;

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
    Http1(http1::Incoming),
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
            RequestBody::Http1(body) => Pin::new(body).poll_frame(cx),
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

pub(crate) enum ResponseBody {
    Whole(Full<Bytes>),
    Local(routing::Body),
    /// The handler may still be reading the request.
    Pumped(Box<Pumped>),
    /// Boxed, because an answer is moved a few times on its way.
    Relayed(Box<Relay>),
    Rewritten(Box<Rewritten>),
    Recorded(Box<Recorded>),
}

impl ResponseBody {
    pub(crate) fn empty() -> Self {
        ResponseBody::Whole(Full::default())
    }

    /// Whether whoever gives the answer may still want more of the request.
    pub(crate) fn may_read_request(&self) -> bool {
        match self {
            ResponseBody::Whole(_) | ResponseBody::Local(_) => false,
            ResponseBody::Pumped(_) | ResponseBody::Relayed(_) | ResponseBody::Rewritten(_) => true,
            ResponseBody::Recorded(recorded) => recorded.may_read_request(),
        }
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
            ResponseBody::Pumped(body) => Pin::new(&mut **body).poll_frame(cx),
            ResponseBody::Relayed(body) => Pin::new(&mut **body).poll_frame(cx),
            ResponseBody::Rewritten(body) => Pin::new(&mut **body).poll_frame(cx),
            ResponseBody::Recorded(body) => Pin::new(&mut **body).poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            ResponseBody::Whole(body) => body.is_end_stream(),
            ResponseBody::Local(body) => body.is_end_stream(),
            ResponseBody::Pumped(body) => body.is_end_stream(),
            ResponseBody::Relayed(body) => body.is_end_stream(),
            ResponseBody::Rewritten(body) => body.is_end_stream(),
            ResponseBody::Recorded(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            ResponseBody::Whole(body) => body.size_hint(),
            ResponseBody::Local(body) => body.size_hint(),
            ResponseBody::Pumped(body) => body.size_hint(),
            ResponseBody::Relayed(body) => body.size_hint(),
            ResponseBody::Rewritten(body) => body.size_hint(),
            ResponseBody::Recorded(body) => body.size_hint(),
        }
    }
}
