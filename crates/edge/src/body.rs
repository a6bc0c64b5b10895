//! The body of an answer, from whoever gives it.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::{Body, Frame, SizeHint};
use routing::BoxError;

use crate::proxy::Relay;
use crate::record::Recorded;

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
