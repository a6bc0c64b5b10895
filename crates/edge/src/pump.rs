//! Requests to the gateway itself. Their handlers run on other threads, to which the body of a
//! request is carried in pieces by the task of its connection.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::Response;
use http_body_util::{BodyExt, Empty};
use hyper::body::{Body, Frame, SizeHint};
use routing::BoxError;
use tokio::sync::mpsc;
use tokio_util::sync::PollSender;

use crate::body::{RequestBody, ResponseBody, Streaming};

/// A piece of a body, or its end: a channel that just closes is a body that was cut off.
enum Piece {
    Frame(Result<Frame<Bytes>, BoxError>),
    End,
}

/// What carries a body.
struct Pump {
    body: RequestBody,
    sender: PollSender<Piece>,
}

impl Pump {
    /// Ready when there is nothing more to carry, or nobody wants it.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        while ready!(self.sender.poll_reserve(cx)).is_ok() {
            let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
            let ends = frame.is_none();
            let piece = frame.map_or(Piece::End, Piece::Frame);
            if self.sender.send_item(piece).is_err() || ends {
                break;
            }
        }
        Poll::Ready(())
    }

    fn is_wanted(&self) -> bool {
        self.sender.get_ref().is_some_and(|sender| !sender.is_closed())
    }
}

/// The far end.
struct Carried {
    pieces: mpsc::Receiver<Piece>,
    /// How much is to come, where that is known.
    left: Option<u64>,
    ended: bool,
}

impl Body for Carried {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if self.ended {
            return Poll::Ready(None);
        }
        match ready!(self.pieces.poll_recv(cx)) {
            Some(Piece::Frame(frame)) => {
                if let (Some(left), Ok(frame)) = (&mut self.left, &frame) {
                    let length = frame.data_ref().map_or(0, |data| data.len() as u64);
                    *left = left.saturating_sub(length);
                }
                Poll::Ready(Some(frame))
            }
            Some(Piece::End) => {
                self.ended = true;
                Poll::Ready(None)
            }
            None => {
                self.ended = true;
                Poll::Ready(Some(Err("the client has left".into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.ended || self.left == Some(0)
    }

    fn size_hint(&self) -> SizeHint {
        self.left.map(SizeHint::with_exact).unwrap_or_default()
    }
}

/// An answer whose handler may still be reading the request.
pub(crate) struct Pumped {
    answer: routing::Body,
    pump: Option<Pump>,
}

impl Body for Pumped {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let Pumped { answer, pump } = self.get_mut();
        if pump.as_mut().is_some_and(|pump| pump.poll(cx).is_ready()) {
            *pump = None;
        }
        Pin::new(answer).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.answer.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.answer.size_hint()
    }
}

impl Streaming for Pumped {}

/// Has a request answered by a handler that gets its body.
pub(crate) async fn call<F>(
    body: RequestBody,
    handler: impl FnOnce(routing::Body) -> F,
) -> Response<ResponseBody>
where
    F: Future<Output = Response<routing::Body>>,
{
    if body.is_end_stream() {
        let nothing = Empty::new().map_err(|never| match never {}).boxed_unsync();
        return handler(nothing).await.map(ResponseBody::Local);
    }
    let (sender, pieces) = mpsc::channel(1);
    let carried = Carried { pieces, left: body.size_hint().exact(), ended: false };
    let mut pump = Some(Pump { body, sender: PollSender::new(sender) });
    let mut handling = pin!(handler(carried.boxed_unsync()));
    let response = poll_fn(|cx| {
        if pump.as_mut().is_some_and(|pump| pump.poll(cx).is_ready()) {
            pump = None;
        }
        handling.as_mut().poll(cx)
    })
    .await;
    match pump.filter(Pump::is_wanted) {
        Some(pump) => response
            .map(|answer| ResponseBody::Streaming(Box::new(Pumped { answer, pump: Some(pump) }))),
        None => response.map(ResponseBody::Local),
    }
}
