//! HTTP/1.1 towards apps. The library's client keeps a task and a channel between a connection
//! and whoever waits for it; here the waiting request reads and writes by itself, which is what
//! makes small answers cheap. See docs/adr/0012.

mod decode;
pub(crate) mod replay;

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::{Bytes, BytesMut};
use dial::Transport;
use http::{Method, StatusCode, response};
use hyper::body::{Body, Frame};
use tokio::io::{AsyncRead, ReadBuf};

use self::decode::Head;
use super::opened::{Counted, Opened};
use super::upload::{BodyWanted, Upload};
use crate::failure::{Failure, FailureKind};
use crate::framing::{Length, Malformed, Piece, Sender};
use crate::growth::Growth;
use crate::outbox::{Framing, Outbox, Stopped};

/// Of an answer, at once.
const LARGEST_READ: usize = 128 * 1024;
const MOST_EARLY: u32 = 100;

/// A connection that carries one request at a time.
pub(crate) struct Http1Conn {
    io: Transport,
    buffer: BytesMut,
    growth: Growth,
    outbox: Option<Outbox<Upload>>,
    body: Length,
    keeps_alive: bool,
    /// What was sent last is not surely read as one whole request, so that none may follow it.
    spoiled: bool,
    /// How many heads came before the one that counts.
    early: u32,
    /// How many sweeps of the pool it has been waiting there.
    pub(super) sweeps: u32,
    counted: Counted,
}

/// A request, written out.
pub(crate) struct Written {
    pub(crate) head: Vec<u8>,
    pub(crate) method: Method,
    pub(crate) upload: Upload,
    pub(crate) framing: Framing,
    /// Set when the app asks for the body.
    pub(crate) asked: Option<Arc<BodyWanted>>,
    /// The app may agree to speak something else from here on.
    pub(crate) upgrade: bool,
}

/// A request that did not get its answer.
pub(crate) struct SendError {
    pub(crate) failure: Failure,
    /// Its body, where not a byte of it all has left.
    pub(crate) unsent: Option<Upload>,
}

impl Http1Conn {
    pub(crate) fn new(opened: Opened) -> Self {
        Http1Conn {
            io: opened.transport,
            buffer: BytesMut::new(),
            growth: Growth::up_to(LARGEST_READ),
            outbox: None,
            body: Length::Exact(0),
            keeps_alive: true,
            spoiled: false,
            early: 0,
            sweeps: 0,
            counted: opened.counted,
        }
    }

    /// Whether the app has kept its side open and said nothing meanwhile.
    pub(super) fn is_usable(&mut self, cx: &mut Context<'_>) -> bool {
        let mut byte = [0];
        let mut probe = ReadBuf::new(&mut byte);
        Pin::new(&mut self.io).poll_read(cx, &mut probe).is_pending()
    }

    /// Before it waits for the next request, it gives back the room that a large answer took.
    pub(super) fn rest(&mut self) {
        self.sweeps = 0;
        if self.growth.is_grown() {
            self.buffer = BytesMut::new();
            self.growth.reset();
        }
    }

    /// The connection itself, after the app has agreed to speak something else over it, and what
    /// it has said already.
    pub(crate) fn into_tunnel(self) -> (Transport, BytesMut, Counted) {
        (self.io, self.buffer, self.counted)
    }

    /// Whether the next request can go over it.
    pub(crate) fn is_reusable(&self) -> bool {
        let is_quiet = self.outbox.is_none() && self.body.is_over() && self.buffer.is_empty();
        self.keeps_alive && !self.spoiled && is_quiet
    }

    /// Sends a request and waits for the head of its answer.
    pub(crate) async fn exchange(
        &mut self,
        written: Written,
    ) -> Result<response::Parts, SendError> {
        let Written { head, method, upload, framing, asked, upgrade } = written;
        // An app that expects no body here may take one for the next request.
        self.spoiled |= !expects_body(&method) && !upload.is_end_stream();
        self.outbox = Some(Outbox::new(head, upload, framing));
        self.early = 0;
        let answer = poll_fn(|cx| self.poll_head((&method, upgrade), asked.as_deref(), cx)).await;
        answer.map_err(|failure| {
            let untouched = self.outbox.take().filter(|outbox| !outbox.begun);
            SendError { failure, unsent: untouched.map(Outbox::into_body) }
        })
    }

    fn poll_head(
        &mut self,
        (method, upgrade): (&Method, bool),
        asked: Option<&BodyWanted>,
        cx: &mut Context<'_>,
    ) -> Poll<Result<response::Parts, Failure>> {
        let sending = self.poll_send(cx);
        loop {
            if !self.buffer.is_empty() {
                match decode::head(&mut self.buffer, method).map_err(malformed)? {
                    Some(Head { parts, .. }) if parts.status == StatusCode::SWITCHING_PROTOCOLS => {
                        self.keeps_alive = false;
                        let unasked = malformed(Malformed("nobody asked for that"));
                        return Poll::Ready(if upgrade { Ok(parts) } else { Err(unasked) });
                    }
                    Some(head) if head.parts.status.is_informational() => {
                        if head.parts.status == StatusCode::CONTINUE {
                            asked.inspect(|asked| asked.set());
                        }
                        self.early += 1;
                        if self.early > MOST_EARLY {
                            return Poll::Ready(Err(malformed(Malformed(
                                "the answer never comes",
                            ))));
                        }
                        continue;
                    }
                    Some(Head { parts, body, keeps_alive }) => {
                        (self.body, self.keeps_alive) = (body, keeps_alive);
                        return Poll::Ready(Ok(parts));
                    }
                    None => {}
                }
            }
            // An app may refuse a body before it has read it, so its answer is looked for even
            // when sending has failed; and the client's own fault is known before any answer.
            match self.growth.poll_fill(&mut self.io, &mut self.buffer, cx) {
                Poll::Ready(Ok(0)) => {
                    return Poll::Ready(Err(sending.unwrap_or_else(|| FailureKind::Closed.into())));
                }
                Poll::Ready(Ok(_)) => {}
                Poll::Ready(Err(error)) => {
                    let closed = || FailureKind::Closed.because(error);
                    return Poll::Ready(Err(sending.unwrap_or_else(closed)));
                }
                Poll::Pending => match sending {
                    Some(failure) if failure.kind == FailureKind::ClientBody => {
                        return Poll::Ready(Err(failure));
                    }
                    _ => return Poll::Pending,
                },
            }
        }
    }

    /// Sends as much as can be sent; `Some` where that is over before its time.
    fn poll_send(&mut self, cx: &mut Context<'_>) -> Option<Failure> {
        let outbox = self.outbox.as_mut()?;
        match outbox.poll(&mut self.io, cx) {
            Poll::Ready(Err(Stopped::Body(error))) => {
                self.spoiled = true;
                Some(FailureKind::ClientBody.because(error))
            }
            Poll::Ready(Err(Stopped::Io(error))) => {
                self.spoiled = true;
                Some(FailureKind::Closed.because(error))
            }
            Poll::Ready(Ok(())) => {
                // It holds what the client sent, which is counted when it goes.
                self.outbox = None;
                None
            }
            Poll::Pending => None,
        }
    }

    /// The next piece of the answer's body.
    pub(crate) fn poll_body(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        // What becomes of the rest of the request does not change the answer.
        if self.outbox.is_some() && self.poll_send(cx).is_some() {
            self.outbox = None;
        }
        loop {
            let piece = match self.body.take(&mut self.buffer, Sender::App) {
                Ok(piece) => piece,
                Err(error) => return Poll::Ready(Some(Err(malformed(error)))),
            };
            match piece {
                Piece::Data(data) => return Poll::Ready(Some(Ok(Frame::data(data)))),
                Piece::Trailers(trailers) => {
                    return Poll::Ready(Some(Ok(Frame::trailers(trailers))));
                }
                Piece::End => return Poll::Ready(None),
                Piece::More => {}
            }
            match ready!(self.growth.poll_fill(&mut self.io, &mut self.buffer, cx)) {
                Ok(0) if self.body == Length::ToTheEnd => {
                    self.body = Length::Exact(0);
                    return Poll::Ready(None);
                }
                Ok(0) => return Poll::Ready(Some(Err(FailureKind::Closed.into()))),
                Ok(_) => {}
                Err(error) => return Poll::Ready(Some(Err(FailureKind::Closed.because(error)))),
            }
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.body.is_over()
    }

    /// How long the body is, where that is known from the start.
    pub(crate) fn exact_length(&self) -> Option<u64> {
        match self.body {
            Length::Exact(left) => Some(left),
            Length::Chunked(_) | Length::ToTheEnd => None,
        }
    }
}

fn expects_body(method: &Method) -> bool {
    matches!(*method, Method::POST | Method::PUT | Method::PATCH)
}

fn malformed(error: Malformed) -> Failure {
    FailureKind::Protocol.because(error)
}
