//! A client's connection: the stream, and what is read off it. The task of the connection and
//! whoever reads a request's body share it.

use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use routing::BoxError;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::time::timeout;

use super::SharedWire;
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
/// How much is read away after the last answer, and for how long.
const LEFTOVER: usize = 2 * 1024 * 1024;
const LEFTOVER_TIME: Duration = Duration::from_secs(2);

pub(super) struct Wire {
    stream: Stream,
    reader: Reader,
    growth: Growth,
    /// How many heads were read.
    number: u64,
    /// The client waits to be told before it sends its body.
    holds_back: bool,
    /// What is left to write of telling it.
    go_ahead: &'static [u8],
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
        let (reader, growth) = (Reader::new(largest_head), Growth::default());
        Wire { stream, reader, growth, number: 0, holds_back: false, go_ahead: &[] }
    }

    pub(super) fn poll_head(
        &mut self,
        connection: &Connection,
        cx: &mut Context<'_>,
    ) -> Poll<Result<Head, NoRequest>> {
        let mut came = self.reader.head();
        loop {
            match came {
                Ok(Some(head)) => {
                    self.number += 1;
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
            ready!(Pin::new(&mut self.stream).poll_read(cx, &mut piece)).map_err(NoRequest::Io)?;
            if piece.filled().is_empty() {
                return Poll::Ready(Err(NoRequest::Over));
            }
            came = self.reader.head_from(piece.filled());
        }
    }

    pub(super) fn number(&self) -> u64 {
        self.number
    }

    pub(super) fn is_body_over(&self) -> bool {
        self.reader.is_body_over()
    }

    pub(super) fn is_holding_back(&self) -> bool {
        self.holds_back
    }

    pub(super) fn size_hint(&self) -> SizeHint {
        self.reader.left().map(SizeHint::with_exact).unwrap_or_default()
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
            let read = self.growth.poll_fill(&mut self.stream, &mut self.reader.buffer, cx);
            if ready!(read)? == 0 {
                let early = io::Error::from(io::ErrorKind::UnexpectedEof);
                return Poll::Ready(Some(Err(early.into())));
            }
        }
    }

    fn poll_go_ahead(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.go_ahead.is_empty() {
            return Poll::Ready(Ok(()));
        }
        while !self.go_ahead.is_empty() {
            let count = ready!(Pin::new(&mut self.stream).poll_write(cx, self.go_ahead))?;
            if count == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.go_ahead = &self.go_ahead[count..];
        }
        Pin::new(&mut self.stream).poll_flush(cx)
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
        if !self.reader.is_body_over() || !self.reader.buffer.is_empty() {
            return Poll::Pending;
        }
        let mut room = scratch.borrow_mut();
        let mut piece = ReadBuf::new(&mut room);
        ready!(Pin::new(&mut self.stream).poll_read(cx, &mut piece))?;
        if piece.filled().is_empty() {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
        self.reader.push(piece.filled());
        Poll::Pending
    }

    /// Whether the next request can be read.
    pub(super) fn skip_body(&mut self) -> bool {
        self.growth = Growth::default();
        self.reader.skip_body()
    }

    pub(super) fn into_upgraded(self) -> Upgraded {
        Upgraded::new(self.reader.buffer.freeze(), self.stream)
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
        Pin::new(&mut wire.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let mut wire = self.0.borrow_mut();
        ready!(wire.poll_go_ahead(cx))?;
        Pin::new(&mut wire.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0.borrow_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0.borrow_mut().stream).poll_shutdown(cx)
    }
}

/// Answers what was not a request, and ends the connection.
pub(super) async fn refuse(wire: &SharedWire, objection: Objection) -> io::Result<()> {
    let answer = raw_problem(objection.status, objection.reason);
    let mut writer = Writer(wire);
    writer.write_all(&answer).await?;
    writer.flush().await?;
    close(wire, true).await
}

/// Says goodbye. Where the client may still be sending, that is read away for a while: closing a
/// socket with unread bytes would take the answer back.
pub(super) async fn close(wire: &SharedWire, unread: bool) -> io::Result<()> {
    Writer(wire).shutdown().await?;
    if !unread {
        return Ok(());
    }
    let mut left = LEFTOVER;
    let mut piece = [0; 4096];
    let reading = poll_fn(|cx| {
        while left > 0 {
            let mut buffer = ReadBuf::new(&mut piece);
            let mut wire = wire.borrow_mut();
            ready!(Pin::new(&mut wire.stream).poll_read(cx, &mut buffer))?;
            match buffer.filled().len() {
                0 => break,
                count => left = left.saturating_sub(count),
            }
        }
        Poll::Ready(Ok(()))
    });
    timeout(LEFTOVER_TIME, reading).await.unwrap_or(Ok(()))
}
