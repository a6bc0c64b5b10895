//! A client's connection: the stream, and what is read off it. The task of the connection and
//! whoever reads a request's body share it.

use std::cell::RefCell;
use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use routing::BoxError;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::time::timeout;

use super::head::{Head, Objection};
use super::reader::Reader;
use super::upgrade::Upgraded;
use crate::framing::Piece;
use crate::growth::Growth;
use crate::request::Connection;
use crate::scratch::Scratch;
use crate::sniff::raw_problem;
use crate::stream::Stream;

const GO_AHEAD: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";
/// Of a body, at once. What was read and is not sent on yet looks like a client that waits.
const LARGEST_READ: usize = 64 * 1024;
/// How much is read away after the last answer, and for how long.
const LEFTOVER: usize = 2 * 1024 * 1024;
const LEFTOVER_TIME: Duration = Duration::from_secs(2);

/// Who answers a request and who reads its body have it in turns.
pub(super) type SharedWire = Rc<RefCell<Wire>>;

/// Whoever reads a request's body may do that in a task of its own (that of a connection of HTTP/2
/// to an app), and may be there longer than the request, and than the connection.
pub(super) struct Wire {
    /// `None` once the connection has ended or was handed over.
    stream: Option<Stream>,
    reader: Reader,
    growth: Growth,
    /// Which request of the connection the body belongs to; changes when nobody may read it any more.
    number: u64,
    /// Somebody has the body and may want more of it.
    is_read: bool,
    /// Who waits for more of the body, and who wants to know when it is over.
    body_waker: Option<Waker>,
    over_waker: Option<Waker>,
    /// The client waits to be told before it sends its body.
    holds_back: bool,
    /// What is left to write of telling it, and whether it has to be pushed on its way.
    go_ahead: &'static [u8],
    go_ahead_flushes: bool,
}

/// Why no request came.
pub(super) enum NoRequest {
    /// The client has left, or is not listened to any more.
    Over,
    Refused(Objection),
    Io(io::Error),
}

impl Wire {
    pub(super) fn new(stream: Stream, largest_head: usize) -> Self {
        Wire {
            stream: Some(stream),
            reader: Reader::new(largest_head),
            growth: Growth::up_to(LARGEST_READ),
            number: 0,
            is_read: false,
            body_waker: None,
            over_waker: None,
            holds_back: false,
            go_ahead: &[],
            go_ahead_flushes: false,
        }
    }

    fn stream(&mut self) -> io::Result<Pin<&mut Stream>> {
        self.stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }

    pub(super) fn poll_head(
        &mut self,
        connection: &Connection,
        cx: &mut Context<'_>,
    ) -> Poll<Result<Box<Head>, NoRequest>> {
        let cache = &connection.lane.head_cache;
        let mut came = self.reader.head(cache);
        loop {
            match came {
                Ok(Some(head)) => {
                    self.holds_back = head.wants.go_ahead;
                    return Poll::Ready(Ok(head));
                }
                Ok(None) => {}
                Err(objection) => return Poll::Ready(Err(NoRequest::Refused(objection))),
            }
            if connection.is_closing() && self.reader.buffer.is_empty() {
                return Poll::Ready(Err(NoRequest::Over));
            }
            let mut room = connection.lane.scratch.borrow_mut();
            let mut piece = ReadBuf::new(&mut room);
            let stream = self.stream().map_err(NoRequest::Io)?;
            ready!(stream.poll_read(cx, &mut piece)).map_err(NoRequest::Io)?;
            if piece.filled().is_empty() {
                return Poll::Ready(Err(NoRequest::Over));
            }
            came = self.reader.head_from(piece.filled(), cache);
        }
    }

    pub(super) fn is_body_over(&self) -> bool {
        self.reader.is_body_over()
    }

    /// The body gets its reader, which names itself by this number.
    pub(super) fn begin_body(&mut self) -> u64 {
        self.is_read = true;
        self.number
    }

    /// From here on whoever has the body gets no more of it, and hears of that.
    pub(super) fn end_body(&mut self) {
        self.number += 1;
        self.is_read = false;
        if let Some(waker) = self.body_waker.take() {
            waker.wake();
        }
    }

    pub(super) fn is_over_for(&self, number: u64) -> bool {
        number == self.number && self.is_body_over()
    }

    pub(super) fn left_for(&self, number: u64) -> SizeHint {
        let left = self.reader.left().filter(|_| number == self.number);
        left.map(SizeHint::with_exact).unwrap_or_default()
    }

    pub(super) fn reader_left(&mut self, number: u64) {
        if number == self.number {
            self.is_read = false;
        }
    }

    /// Whether there is more of the request than anybody will read. The connection cannot go on
    /// then.
    pub(super) fn is_unread(&self) -> bool {
        !self.is_body_over() && (!self.is_read || self.holds_back)
    }

    /// The next piece of the body of that request.
    pub(super) fn poll_body(
        &mut self,
        number: u64,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if number != self.number {
            return Poll::Ready(Some(Err("the request is over".into())));
        }
        let piece = self.poll_piece(cx);
        if piece.is_pending() {
            remember(&mut self.body_waker, cx);
        } else if self.is_body_over() || matches!(piece, Poll::Ready(Some(Err(_)))) {
            wake_other(&mut self.over_waker, cx);
        }
        piece
    }

    fn poll_piece(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if std::mem::take(&mut self.holds_back) {
            self.go_ahead = GO_AHEAD;
        }
        ready!(self.poll_go_ahead(cx))?;
        loop {
            match self.reader.piece() {
                Ok(Piece::Data(data)) => return Poll::Ready(Some(Ok(Frame::data(data)))),
                Ok(Piece::Trailers(trailers)) => {
                    return Poll::Ready(Some(Ok(Frame::trailers(trailers))));
                }
                Ok(Piece::End) => return Poll::Ready(None),
                Ok(Piece::More) => {}
                Err(malformed) => return Poll::Ready(Some(Err(malformed.into()))),
            }
            let Wire { stream, growth, reader, .. } = self;
            let closed = || io::Error::from(io::ErrorKind::NotConnected);
            let stream = stream.as_mut().ok_or_else(closed)?;
            if ready!(growth.poll_fill(stream, &mut reader.buffer, cx))? == 0 {
                let early = io::Error::from(io::ErrorKind::UnexpectedEof);
                return Poll::Ready(Some(Err(early.into())));
            }
        }
    }

    fn poll_go_ahead(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.go_ahead.is_empty() {
            let bytes = self.go_ahead;
            let count = ready!(self.stream()?.poll_write(cx, bytes))?;
            if count == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.go_ahead = &bytes[count..];
            self.go_ahead_flushes = true;
        }
        if self.go_ahead_flushes {
            ready!(self.stream()?.poll_flush(cx))?;
            self.go_ahead_flushes = false;
            // It may wait for the same in another task.
            wake_other(&mut self.body_waker, cx);
        }
        Poll::Ready(Ok(()))
    }

    /// From here on a client that holds its body back is not told anything but the answer.
    pub(super) fn begin_answer(&mut self) {
        self.holds_back = false;
    }

    /// Ready when the client has left, as far as that shows: what it sends next is kept, and only
    /// the first piece.
    pub(super) fn poll_gone(
        &mut self,
        scratch: &Scratch,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.is_body_over() {
            remember(&mut self.over_waker, cx);
            return Poll::Pending;
        }
        if !self.reader.buffer.is_empty() {
            return Poll::Pending;
        }
        let mut room = scratch.borrow_mut();
        let mut piece = ReadBuf::new(&mut room);
        ready!(self.stream()?.poll_read(cx, &mut piece))?;
        if piece.filled().is_empty() {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
        self.reader.push(piece.filled());
        Poll::Pending
    }

    /// Whether the next request can be read.
    pub(super) fn skip_body(&mut self) -> bool {
        self.growth.reset();
        self.reader.skip_body()
    }

    /// The connection as it is handed over to somebody who speaks something else.
    pub(super) fn take_upgraded(&mut self) -> Option<Upgraded> {
        let said = std::mem::take(&mut self.reader.buffer).freeze();
        Some(Upgraded::new(said, self.stream.take()?))
    }

    /// Ends the connection in a way that the client cannot take for the end of an answer.
    pub(super) fn abort(&mut self) {
        if let Some(stream) = self.stream.take() {
            stream.abort();
        }
    }
}

fn remember(place: &mut Option<Waker>, cx: &Context<'_>) {
    match place {
        Some(waker) => waker.clone_from(cx.waker()),
        None => *place = Some(cx.waker().clone()),
    }
}

/// Wakes whoever waits there, unless that is the task that is running.
fn wake_other(place: &mut Option<Waker>, cx: &Context<'_>) {
    if let Some(waker) = place.take()
        && !waker.will_wake(cx.waker())
    {
        waker.wake();
    }
}

/// Ends a connection with its task, however that ends and whoever still has a body of it.
pub(super) struct Closing<'a>(pub(super) &'a SharedWire);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        let mut wire = self.0.borrow_mut();
        wire.end_body();
        wire.stream = None;
    }
}

/// Writes to the stream that whoever reads a body shares.
pub(super) struct Writer<'a>(pub(super) &'a SharedWire);

impl AsyncWrite for Writer<'_> {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut wire = self.0.borrow_mut();
        ready!(wire.poll_go_ahead(cx))?;
        wire.stream()?.poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let mut wire = self.0.borrow_mut();
        ready!(wire.poll_go_ahead(cx))?;
        wire.stream()?.poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.0.borrow_mut().stream()?.poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.0.borrow_mut().stream()?.poll_shutdown(cx)
    }
}

/// Answers what was not a request, and ends the connection.
pub(super) async fn refuse(wire: &SharedWire, objection: Objection) -> io::Result<()> {
    let answer = raw_problem(objection.status, objection.reason);
    let mut writer = Writer(wire);
    writer.write_all(&answer).await?;
    writer.flush().await?;
    close(wire).await
}

/// Says goodbye. Where the client is still sending, or may be, that is read away for a while:
/// closing a socket with unread bytes would take the answer back.
pub(super) async fn close(wire: &SharedWire) -> io::Result<()> {
    let unread = {
        let mut wire = wire.borrow_mut();
        wire.end_body();
        !wire.is_body_over() || wire.reader.kept() > 0
    };
    let goodbye = async {
        Writer(wire).shutdown().await?;
        let (mut left, mut piece) = (LEFTOVER, [0; 4096]);
        poll_fn(|cx| {
            while left > 0 {
                let mut buffer = ReadBuf::new(&mut piece);
                match wire.borrow_mut().stream()?.poll_read(cx, &mut buffer)? {
                    Poll::Ready(()) if buffer.filled().is_empty() => break,
                    Poll::Ready(()) => left = left.saturating_sub(buffer.filled().len()),
                    Poll::Pending if unread || left < LEFTOVER => return Poll::Pending,
                    // It said nothing behind its last request.
                    Poll::Pending => break,
                }
            }
            Poll::Ready(Ok(()))
        })
        .await
    };
    timeout(LEFTOVER_TIME, goodbye).await.unwrap_or(Ok(()))
}
