//! Writing an HTTP/1 message: a head, and a body as it comes.

use std::collections::VecDeque;
use std::io::{self, IoSlice, Write};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use http::HeaderMap;
use hyper::body::{Body, Frame};
use routing::BoxError;
use tokio::io::AsyncWrite;

use crate::field_line::write_line;

const SLICES: usize = 16;
/// While more than this waits to be written, nothing is taken from the body.
const ENOUGH: usize = 64 * 1024;
/// Up to this much it is cheaper to copy a piece behind the one before it.
const SMALL: usize = 1024;

/// How a message tells where its body ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framing {
    /// There is none, whatever the headers say.
    None,
    Exact(u64),
    Chunked {
        /// Whether the other side takes trailers.
        trailers: bool,
    },
    /// With the connection.
    ToTheEnd,
}

/// A message that is being sent.
pub(crate) struct Outbox<B> {
    queue: VecDeque<Bytes>,
    /// Comes behind the queue: the head at first, and small pieces of the body.
    tail: Vec<u8>,
    /// How much of the tail has left.
    tail_sent: usize,
    queued: usize,
    body: B,
    framing: Framing,
    /// The whole body is in the queue, or behind it.
    ended: bool,
    /// Whether anything has left, or was taken from the body: then it cannot be sent anew.
    pub(crate) begun: bool,
}

/// Why sending came to its end.
#[derive(Debug)]
pub(crate) enum Stopped {
    /// The side that the body comes from.
    Body(BoxError),
    /// The side that it goes to.
    Io(io::Error),
}

impl<B> Outbox<B>
where
    B: Body<Data = Bytes, Error = BoxError> + Unpin,
{
    pub(crate) fn new(head: Vec<u8>, body: B, framing: Framing) -> Self {
        let ended = match framing {
            Framing::None | Framing::Exact(0) => true,
            // Where there is nothing to come after all, that is found out.
            Framing::Exact(_) => false,
            Framing::Chunked { .. } | Framing::ToTheEnd => body.is_end_stream(),
        };
        let mut outbox = Outbox {
            queue: VecDeque::new(),
            queued: head.len(),
            tail: head,
            tail_sent: 0,
            body,
            framing,
            ended: false,
            begun: false,
        };
        if ended {
            outbox.finish();
        }
        outbox
    }

    pub(crate) fn into_body(self) -> B {
        self.body
    }

    pub(crate) fn poll<T: AsyncWrite + Unpin>(
        &mut self,
        io: &mut T,
        cx: &mut Context<'_>,
    ) -> Poll<Result<(), Stopped>> {
        loop {
            let fed = self.poll_feed(cx).map_err(Stopped::Body)?;
            if self.queued > 0 {
                ready!(self.poll_write(io, cx)).map_err(Stopped::Io)?;
                continue;
            }
            ready!(Pin::new(&mut *io).poll_flush(cx)).map_err(Stopped::Io)?;
            if self.ended {
                return Poll::Ready(Ok(()));
            }
            ready!(fed);
        }
    }

    /// Takes what has come of the body, as long as there is little to write.
    fn poll_feed(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        while !self.ended && self.queued < ENOUGH {
            let frame = match Pin::new(&mut self.body).poll_frame(cx) {
                Poll::Ready(frame) => frame,
                // Nobody has to say that this was all.
                Poll::Pending if self.framing == Framing::Exact(0) => None,
                Poll::Pending => return Poll::Pending,
            };
            self.begun = true;
            match frame {
                Some(frame) => self.put(frame?)?,
                None => self.finish(),
            }
            if let Framing::Exact(left @ 1..) = self.framing
                && self.ended
            {
                return Poll::Ready(Err(format!("the body ends {left} bytes too early").into()));
            }
        }
        Poll::Ready(Ok(()))
    }

    fn finish(&mut self) {
        self.ended = true;
        if matches!(self.framing, Framing::Chunked { .. }) {
            self.push_small(b"0\r\n\r\n");
        }
    }

    fn put(&mut self, frame: Frame<Bytes>) -> Result<(), BoxError> {
        match frame.into_data() {
            Ok(data) if data.is_empty() => {}
            Ok(data) => match &mut self.framing {
                Framing::Chunked { .. } => {
                    let before = self.tail.len();
                    // Writing to memory does not fail.
                    let _ = write!(self.tail, "{:x}\r\n", data.len());
                    self.queued += self.tail.len() - before;
                    self.push(data);
                    self.push_small(b"\r\n");
                }
                Framing::Exact(left) => {
                    let less = left.checked_sub(data.len() as u64);
                    *left = less.ok_or("the body is longer than it says")?;
                    self.push(data);
                }
                Framing::None | Framing::ToTheEnd => self.push(data),
            },
            Err(frame) => match (self.framing, frame.into_trailers()) {
                // Trailers are the last frame.
                (Framing::Chunked { trailers: true }, Ok(trailers)) => {
                    self.ended = true;
                    self.push_small(&last_chunk(&trailers));
                }
                _ => self.finish(),
            },
        }
        Ok(())
    }

    fn push(&mut self, data: Bytes) {
        if data.len() <= SMALL {
            return self.push_small(&data);
        }
        if !self.tail.is_empty() {
            let mut before = Bytes::from(std::mem::take(&mut self.tail));
            before.advance(std::mem::take(&mut self.tail_sent));
            self.queue.push_back(before);
        }
        self.queued += data.len();
        self.queue.push_back(data);
    }

    fn push_small(&mut self, data: &[u8]) {
        self.queued += data.len();
        self.tail.extend_from_slice(data);
    }

    fn poll_write<T: AsyncWrite + Unpin>(
        &mut self,
        io: &mut T,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        let tail = &self.tail[self.tail_sent..];
        let count = if self.queue.is_empty() {
            ready!(Pin::new(io).poll_write(cx, tail))?
        } else {
            let mut slices = [IoSlice::new(&[]); SLICES];
            let pieces = self.queue.iter().map(|bytes| &bytes[..]).chain([tail]);
            let mut filled = 0;
            for (slice, piece) in slices.iter_mut().zip(pieces) {
                *slice = IoSlice::new(piece);
                filled += 1;
            }
            ready!(Pin::new(io).poll_write_vectored(cx, &slices[..filled]))?
        };
        if count == 0 {
            return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
        }
        self.begun = true;
        self.advance(count);
        Poll::Ready(Ok(()))
    }

    fn advance(&mut self, mut count: usize) {
        self.queued -= count;
        while let Some(first) = self.queue.front_mut() {
            if count < first.len() {
                return first.advance(count);
            }
            count -= first.len();
            self.queue.pop_front();
        }
        self.tail_sent += count;
        if self.tail_sent == self.tail.len() {
            self.tail.clear();
            self.tail_sent = 0;
        }
    }
}

fn last_chunk(trailers: &HeaderMap) -> Vec<u8> {
    let mut last = b"0\r\n".to_vec();
    for (name, value) in trailers {
        write_line(&mut last, name.as_str(), value.as_bytes());
    }
    last.extend_from_slice(b"\r\n");
    last
}

impl From<Stopped> for io::Error {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Body(error) => io::Error::other(error),
            Stopped::Io(error) => error,
        }
    }
}
