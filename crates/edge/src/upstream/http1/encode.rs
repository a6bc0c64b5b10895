//! Writing a request to an app.

use std::collections::VecDeque;
use std::io::{self, IoSlice, Write};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::HeaderMap;
use hyper::body::{Body, Frame};
use routing::BoxError;
use tokio::io::AsyncWrite;

use super::super::Upload;

const SLICES: usize = 8;
/// While more than this waits to be written, nothing is taken from the client.
const ENOUGH: usize = 64 * 1024;

/// A request that is being sent.
pub(super) struct Outbox {
    queue: VecDeque<Bytes>,
    queued: usize,
    upload: Upload,
    chunked: bool,
    /// The whole body is in the queue, or behind it.
    ended: bool,
    /// Whether anything has left, or was taken from the client: then it cannot be sent anew.
    pub(super) begun: bool,
}

/// Why sending came to its end.
pub(super) enum Stopped {
    /// The client's side of it.
    Body(BoxError),
    /// The app's side.
    Io(io::Error),
}

impl Outbox {
    pub(super) fn new(head: Vec<u8>, upload: Upload, chunked: bool) -> Self {
        let (queued, ended) = (head.len(), upload.is_end_stream());
        let queue = VecDeque::from([Bytes::from(head)]);
        Outbox { queue, queued, upload, chunked, ended, begun: false }
    }

    pub(super) fn into_upload(self) -> Upload {
        self.upload
    }

    pub(super) fn poll<T: AsyncWrite + Unpin>(
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

    /// Takes what the client has sent, as long as there is little to write.
    fn poll_feed(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        while !self.ended && self.queued < ENOUGH {
            let frame = ready!(Pin::new(&mut self.upload).poll_frame(cx));
            self.begun = true;
            match frame {
                Some(frame) => self.put(frame?),
                None => {
                    self.ended = true;
                    if self.chunked {
                        self.push(Bytes::from_static(b"0\r\n\r\n"));
                    }
                }
            }
        }
        Poll::Ready(Ok(()))
    }

    fn put(&mut self, frame: Frame<Bytes>) {
        match frame.into_data() {
            Ok(data) if data.is_empty() => {}
            Ok(data) if self.chunked => {
                let mut size = Vec::with_capacity(18);
                let _ = write!(size, "{:x}\r\n", data.len());
                self.push(size.into());
                self.push(data);
                self.push(Bytes::from_static(b"\r\n"));
            }
            Ok(data) => self.push(data),
            Err(frame) => {
                // Trailers are the last frame.
                self.ended = true;
                if let (true, Ok(trailers)) = (self.chunked, frame.into_trailers()) {
                    self.push(last_chunk(&trailers).into());
                }
            }
        }
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
