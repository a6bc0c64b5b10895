//! Writing an HTTP/1 message: a head, and a body as it comes.

use std::collections::VecDeque;
use std::io::{self, IoSlice, Write};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::HeaderMap;
use hyper::body::{Body, Frame};
use routing::BoxError;
use tokio::io::AsyncWrite;

const SLICES: usize = 8;
/// While more than this waits to be written, nothing is taken from the body.
const ENOUGH: usize = 64 * 1024;

/// How a message tells where its body ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framing {
    /// There is none, whatever the headers say.
    None,
    Exact(u64),
    Chunked,
    /// By the end of the connection, or by what was found out before.
    ToTheEnd,
}

/// A message that is being sent.
pub(crate) struct Outbox<B> {
    queue: VecDeque<Bytes>,
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
        let queued = head.len();
        let ended = match framing {
            Framing::None | Framing::Exact(0) => true,
            // Where there is nothing to come after all, that is found out.
            Framing::Exact(_) => false,
            Framing::Chunked | Framing::ToTheEnd => body.is_end_stream(),
        };
        let queue = VecDeque::from([Bytes::from(head)]);
        let mut outbox = Outbox { queue, queued, body, framing, ended: false, begun: false };
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
            if !self.queue.is_empty() {
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
            let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
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
        if self.framing == Framing::Chunked {
            self.push(Bytes::from_static(b"0\r\n\r\n"));
        }
    }

    fn put(&mut self, frame: Frame<Bytes>) -> Result<(), BoxError> {
        match frame.into_data() {
            Ok(data) if data.is_empty() => {}
            Ok(data) if self.framing == Framing::Chunked => {
                let mut size = Vec::with_capacity(18);
                let _ = write!(size, "{:x}\r\n", data.len());
                self.push(size.into());
                self.push(data);
                self.push(Bytes::from_static(b"\r\n"));
            }
            Ok(data) => {
                if let Framing::Exact(left) = &mut self.framing {
                    let less = left.checked_sub(data.len() as u64);
                    *left = less.ok_or("the body is longer than it says")?;
                    // Nobody has to be asked whether that was all.
                    self.ended = *left == 0;
                }
                self.push(data);
            }
            Err(frame) => {
                // Trailers are the last frame.
                self.ended = true;
                if let (Framing::Chunked, Ok(trailers)) = (self.framing, frame.into_trailers()) {
                    self.push(last_chunk(&trailers).into());
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, bytes: Bytes) {
        self.queued += bytes.len();
        self.queue.push_back(bytes);
    }

    fn poll_write<T: AsyncWrite + Unpin>(
        &mut self,
        io: &mut T,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        let mut count = if let [only] = self.queue.make_contiguous() {
            ready!(Pin::new(io).poll_write(cx, only))?
        } else {
            let mut slices = [IoSlice::new(&[]); SLICES];
            for (slice, bytes) in slices.iter_mut().zip(&self.queue) {
                *slice = IoSlice::new(bytes);
            }
            let filled = self.queue.len().min(SLICES);
            ready!(Pin::new(io).poll_write_vectored(cx, &slices[..filled]))?
        };
        if count == 0 {
            return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
        }
        self.begun = true;
        self.queued -= count;
        while let Some(first) = self.queue.front_mut() {
            if count < first.len() {
                let _ = first.split_to(count);
                break;
            }
            count -= first.len();
            self.queue.pop_front();
        }
        Poll::Ready(Ok(()))
    }
}

fn last_chunk(trailers: &HeaderMap) -> Vec<u8> {
    let mut last = b"0\r\n".to_vec();
    for (name, value) in trailers {
        last.extend_from_slice(name.as_str().as_bytes());
        last.extend_from_slice(b": ");
        last.extend_from_slice(value.as_bytes());
        last.extend_from_slice(b"\r\n");
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
