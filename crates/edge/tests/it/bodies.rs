//! Bodies that are made while they are read.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Body, Frame};
use routing::BoxError;
use tokio::sync::mpsc;

/// The sending end of a body.
#[derive(Clone)]
pub(crate) struct Feed(mpsc::UnboundedSender<Frame<Bytes>>);

pub(crate) struct Fed(mpsc::UnboundedReceiver<Frame<Bytes>>);

/// A body whose pieces are sent one by one; it ends when the feed is dropped.
pub(crate) fn feed() -> (Feed, Fed) {
    let (sender, receiver) = mpsc::unbounded_channel();
    (Feed(sender), Fed(receiver))
}

impl Feed {
    /// Whether anybody still wants it.
    pub(crate) fn send(&self, piece: impl Into<Bytes>) -> bool {
        self.0.send(Frame::data(piece.into())).is_ok()
    }

    pub(crate) fn trailers(&self, fields: &[(&'static str, &'static str)]) -> bool {
        let fields = fields.iter().map(|(name, value)| {
            (http::HeaderName::from_static(name), http::HeaderValue::from_static(value))
        });
        self.0.send(Frame::trailers(fields.collect())).is_ok()
    }
}

impl Body for Fed {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        self.0.poll_recv(cx).map(|frame| frame.map(Ok))
    }
}

impl Fed {
    pub(crate) fn boxed(self) -> routing::Body {
        BodyExt::boxed_unsync(self)
    }
}

/// A period that is no power of two and shares no factor with any buffer, so that a piece that is
/// lost or swapped shows.
const PERIOD: u64 = 65_521;
const PIECE: u64 = 48 * 1024;

/// The bytes of one period, and a piece more.
fn period() -> Bytes {
    let byte_at = |place: u64| ((place % PERIOD).wrapping_mul(0x9e37_79b9) >> 13) as u8;
    (0..PERIOD + PIECE).map(byte_at).collect::<Vec<_>>().into()
}

/// A long body without any two places alike nearby.
pub(crate) struct Pattern {
    period: Bytes,
    next: u64,
    length: u64,
}

impl Pattern {
    pub(crate) fn new(length: u64) -> Self {
        Pattern { period: period(), next: 0, length }
    }

    fn take(&mut self, most: u64) -> Bytes {
        let start = self.next % PERIOD;
        let count = most.min(self.length - self.next).min(PIECE);
        self.next += count;
        self.period.slice(start as usize..(start + count) as usize)
    }
}

impl Body for Pattern {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let piece = self.take(PIECE);
        Poll::Ready((!piece.is_empty()).then(|| Ok(Frame::data(piece))))
    }
}

/// Reads a body to its end and returns its length, having seen that it is the pattern.
pub(crate) async fn check_pattern<B>(mut body: B) -> u64
where
    B: Body<Data = Bytes, Error: std::fmt::Debug> + Unpin,
{
    let mut expected = Pattern::new(u64::MAX);
    while let Some(frame) = body.frame().await {
        let mut data = frame.expect("a whole body").into_data().unwrap_or_default();
        while !data.is_empty() {
            let place = expected.next;
            let piece = expected.take(data.len() as u64);
            assert!(data.split_to(piece.len()) == piece, "at {place}");
        }
    }
    expected.next
}
