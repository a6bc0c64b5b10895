//! Keeps ambiguous messages from the HTTP/1 parser of a connection, and dresses up what the
//! parser's server says on its own.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use http::StatusCode;
use memchr::memchr;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::body::Answering;
use crate::sniff::raw_problem;
use crate::strict::{Inspector, Objection};

/// No header can begin like that, so the parser refuses what came before it; and it looks at a
/// head only when the end of one has come. The extension of a chunk may hold anything but the bare
/// LF; without that, the rest would be the end of a last chunk, and with it of a whole request.
const POISON: &[u8] = b"\0\n\r\n\r\n";
const LEFTOVER: usize = 2 * 1024 * 1024;
const LEFTOVER_TIME: Duration = Duration::from_secs(2);
/// What follows the status in an answer that the server makes without asking us.
const BARE: &[u8] = b"\r\nconnection: close\r\ncontent-length: 0\r\ndate: ";

/// Counts the heads that have come and the answers that have gone, for whoever watches how long
/// the next one takes. The guard may leave the lane with an upgraded connection, so it is atomic.
#[derive(Clone, Default)]
pub(crate) struct Progress(Arc<AtomicU32>);

impl Progress {
    pub(crate) fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    fn step(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

pub(crate) struct Guard<T> {
    inner: T,
    inspector: Inspector,
    objection: Option<Objection>,
    /// How much of the poison the parser has got.
    poisoned: usize,
    /// How many answers of ours are not over.
    answering: Answering,
    progress: Progress,
    /// Everything that was written is on its way, so that the next bytes may begin an answer.
    flushed: bool,
    /// What goes out in the place of the server's own answer, and how much of it has.
    instead: Option<(Vec<u8>, usize)>,
    /// The answer was a refusal, after which nothing more is read.
    refused: bool,
    /// How much is still read after the last answer, and until when.
    leftover: Option<(usize, Pin<Box<Sleep>>)>,
}

impl<T> Guard<T> {
    pub(crate) fn new(
        inner: T,
        largest_head: usize,
        answering: Answering,
        progress: Progress,
    ) -> Self {
        let inspector = Inspector::new(largest_head);
        Guard {
            inner,
            inspector,
            objection: None,
            poisoned: 0,
            answering,
            progress,
            flushed: true,
            instead: None,
            refused: false,
            leftover: None,
        }
    }

    fn poison(&mut self, buffer: &mut ReadBuf<'_>) {
        let rest = &POISON[self.poisoned..];
        let count = rest.len().min(buffer.remaining());
        buffer.put_slice(&rest[..count]);
        self.poisoned += count;
    }

    /// Whether these bytes begin an answer that the server makes by itself, and what to say then.
    fn replacement(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let begins = self.flushed && !self.inspector.is_free() && self.answering.is_none();
        let (status, rest) =
            bytes.strip_prefix(b"HTTP/1.1 ").filter(|_| begins)?.split_at_checked(3)?;
        let line_end = memchr(b'\r', rest)?;
        if !(rest[line_end..].starts_with(BARE) && rest.ends_with(b"\r\n\r\n")) {
            return None;
        }
        let Objection { status, reason } = self.objection.unwrap_or(Objection {
            status: StatusCode::from_bytes(status).ok().filter(StatusCode::is_client_error)?,
            reason: "The request is malformed",
        });
        Some(raw_problem(status, reason))
    }
}

impl<T: AsyncWrite + Unpin> Guard<T> {
    fn poll_instead(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some((bytes, done)) = &mut self.instead {
            if *done == bytes.len() {
                self.instead = None;
                break;
            }
            *done += ready!(Pin::new(&mut self.inner).poll_write(cx, &bytes[*done..]))?;
        }
        Poll::Ready(Ok(()))
    }

    /// `Some`: their bytes count as written, because ours took their place.
    fn poll_replace(
        &mut self,
        first: &[u8],
        length: usize,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<Option<usize>>> {
        if self.instead.is_none() {
            let Some(bytes) = self.replacement(first) else { return Poll::Ready(Ok(None)) };
            self.instead = Some((bytes, 0));
            self.refused = true;
        }
        ready!(self.poll_instead(cx))?;
        self.flushed = false;
        Poll::Ready(Ok(Some(length)))
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Guard<T> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let guard = self.get_mut();
        if guard.objection.is_some() {
            guard.poison(buffer);
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut guard.inner).poll_read(cx, buffer))?;
        if let Err((good, objection)) = guard.inspector.inspect(&buffer.filled()[before..]) {
            guard.objection = Some(objection);
            buffer.set_filled(before + good);
            guard.poison(buffer);
        }
        if !guard.inspector.is_within_head() {
            guard.progress.step();
        }
        Poll::Ready(Ok(()))
    }
}

impl<T: AsyncRead + AsyncWrite + Unpin> Guard<T> {
    /// Reads away what the client still sends of a request that was refused, for a while: closing a socket with unread bytes
    /// would take the answer back.
    fn poll_leftover(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let (left, timer) =
            self.leftover.get_or_insert_with(|| (LEFTOVER, Box::pin(sleep(LEFTOVER_TIME))));
        let mut piece = [0; 4096];
        while *left > 0 && timer.as_mut().poll(cx).is_pending() {
            let mut buffer = ReadBuf::new(&mut piece);
            match ready!(Pin::new(&mut self.inner).poll_read(cx, &mut buffer)) {
                Ok(()) if !buffer.filled().is_empty() => {
                    *left = left.saturating_sub(buffer.filled().len());
                }
                _ => break,
            }
        }
        Poll::Ready(())
    }
}

impl<T: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Guard<T> {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let guard = self.get_mut();
        if let Some(count) = ready!(guard.poll_replace(bytes, bytes.len(), cx))? {
            return Poll::Ready(Ok(count));
        }
        guard.flushed = false;
        Pin::new(&mut guard.inner).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let guard = self.get_mut();
        let first = slices.first().map_or(&[][..], |slice| slice);
        let length = slices.iter().map(|slice| slice.len()).sum();
        if let Some(count) = ready!(guard.poll_replace(first, length, cx))? {
            return Poll::Ready(Ok(count));
        }
        guard.flushed = false;
        Pin::new(&mut guard.inner).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let guard = self.get_mut();
        ready!(Pin::new(&mut guard.inner).poll_flush(cx))?;
        if !std::mem::replace(&mut guard.flushed, true) {
            guard.progress.step();
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let guard = self.get_mut();
        ready!(Pin::new(&mut guard.inner).poll_shutdown(cx))?;
        if guard.refused || guard.objection.is_some() || guard.inspector.is_in_body() {
            ready!(guard.poll_leftover(cx));
        }
        Poll::Ready(Ok(()))
    }
}
