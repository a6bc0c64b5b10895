//! HTTP/1 with clients. A connection is one task: it reads a head, has it answered, and writes the
//! answer. What is ambiguous in what a client sends is refused. See docs/adr/0027.

mod answer;
mod head;
mod head_cache;
mod reader;
mod upgrade;
mod wire;

use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::request::Parts;
use http::{Response, StatusCode};
use hyper::body::{Body, Frame, SizeHint};
use routing::{BoxError, Upgrade, UpgradeSender};

pub(crate) use self::head_cache::HeadCache;
pub(crate) use self::reader::Reader;

use self::head::Head;
use self::wire::{Closing, NoRequest, SharedWire, Wire, Writer};
use crate::body::{RequestBody, ResponseBody};
use crate::outbox::{Framing, Outbox};
use crate::request::Connection;
use crate::stream::Stream;

/// The body of a request, read off the connection by whoever wants it.
struct Incoming {
    wire: SharedWire,
    /// Which request of the connection it belongs to.
    number: u64,
}

impl Body for Incoming {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        self.wire.borrow_mut().poll_body(self.number, cx)
    }

    fn is_end_stream(&self) -> bool {
        self.wire.borrow().is_over_for(self.number)
    }

    fn size_hint(&self) -> SizeHint {
        self.wire.borrow().left_for(self.number)
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        self.wire.borrow_mut().reader_left(self.number);
    }
}

/// What follows an answer.
enum Next {
    Request,
    Close,
    Upgrade(UpgradeSender),
}

/// Serves a connection until the client leaves, is refused, or the connection is to close.
pub(crate) async fn serve(connection: &Connection, stream: Stream) -> io::Result<()> {
    let largest_head = connection.lane.edge.limits.header_bytes as usize;
    let wire = Rc::new(RefCell::new(Wire::new(stream, largest_head)));
    let _closing = Closing(&wire);
    loop {
        let head = match poll_fn(|cx| wire.borrow_mut().poll_head(connection, cx)).await {
            Ok(head) => head,
            Err(NoRequest::Over) => return Box::pin(wire::close(&wire)).await,
            Err(NoRequest::Refused(why)) => return Box::pin(wire::refuse(&wire, why)).await,
            Err(NoRequest::Io(error)) => return Err(error),
        };
        connection.set_busy(true);
        // Boxed, so that a connection that waits does not carry the room that an answer takes.
        let next = Box::pin(exchange(connection, &wire, head)).await?;
        connection.set_busy(false);
        match next {
            Next::Request => {}
            Next::Close => return Box::pin(wire::close(&wire)).await,
            Next::Upgrade(sender) => {
                if let Some(upgraded) = wire.borrow_mut().take_upgraded() {
                    sender.send(upgraded);
                }
                return Ok(());
            }
        }
    }
}

async fn exchange(
    connection: &Connection,
    wire: &SharedWire,
    mut head: Box<Head>,
) -> io::Result<Next> {
    let Head { parts, wants, .. } = &mut *head;
    // One with a body is answered as if it had not asked, and is the last.
    let upgrade = (wants.upgrade && wire.borrow().is_body_over()).then(|| {
        let (sender, upgrade) = Upgrade::pair();
        parts.extensions.insert(upgrade);
        sender
    });
    let (method, version) = (parts.method.clone(), parts.version);
    let id = connection.lane.request_id();
    let answering = respond(connection, wire, parts, id.clone());
    let (head, body) = answering.await?.into_parts();
    let accepted = head.status == StatusCode::SWITCHING_PROTOCOLS;
    // What the client sent behind a request to speak something else may not be HTTP.
    let refused = wants.upgrade && !accepted;
    if !body.may_read_request() {
        wire.borrow_mut().end_body();
    }
    let ends = refused || connection.is_closing() || wire.borrow().is_unread();
    let context = answer::Context {
        method: &method,
        version,
        keep_alive: wants.keep_alive && !ends,
        trailers: wants.trailers,
        request_id: &id,
        date: &connection.lane.date,
    };
    let written = answer::write(&head, &body, &context);
    wire.borrow_mut().begin_answer();
    let mut outbox = Outbox::new(written.head, body, written.framing);
    let sent = poll_fn(|cx| match outbox.poll(&mut Writer(wire), cx) {
        Poll::Ready(sent) => Poll::Ready(sent.map_err(io::Error::from)),
        Poll::Pending => wire.borrow_mut().poll_gone(&connection.lane.scratch, cx),
    });
    if let Err(error) = sent.await {
        if written.framing == Framing::ToTheEnd {
            wire.borrow_mut().abort();
        }
        return Err(error);
    }
    drop(outbox);
    wire.borrow_mut().end_body();
    if accepted {
        return Ok(upgrade.map_or(Next::Close, Next::Upgrade));
    }
    let goes_on = written.keep_alive && wire.borrow_mut().skip_body();
    Ok(if goes_on { Next::Request } else { Next::Close })
}

/// The answer, unless the client leaves before it is there.
async fn respond(
    connection: &Connection,
    wire: &SharedWire,
    request: &mut Parts,
    id: Arc<str>,
) -> io::Result<Response<ResponseBody>> {
    let over = wire.borrow().is_body_over();
    let body = if over {
        RequestBody::Empty
    } else {
        let number = wire.borrow_mut().begin_body();
        RequestBody::Http1(Box::new(Incoming { wire: wire.clone(), number }))
    };
    let mut answering = pin!(connection.answer(request, body, id));
    poll_fn(|cx| {
        if let Poll::Ready(response) = answering.as_mut().poll(cx) {
            return Poll::Ready(Ok(response));
        }
        ready!(wire.borrow_mut().poll_gone(&connection.lane.scratch, cx))?;
        Poll::Pending
    })
    .await
}
