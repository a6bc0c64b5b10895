//! HTTP/1 with clients. A connection is one task: it reads a head, has it answered, and writes the
//! answer. What is ambiguous in what a client sends is refused. See docs/adr/0027.

mod answer;
mod head;
mod reader;
mod upgrade;
mod wire;

use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::request::Parts;
use http::{Response, StatusCode};
use hyper::body::{Body, Frame, SizeHint};
use routing::{BoxError, Upgrade, UpgradeSender};

pub(crate) use self::head::{lists, name_and_value, read_header};
pub(crate) use self::reader::Reader;

use self::head::Head;
use self::wire::{NoRequest, Wire, Writer};
use crate::body::{RequestBody, ResponseBody};
use crate::outbox::Outbox;
use crate::request::Connection;
use crate::stream::Stream;

type SharedWire = Rc<RefCell<Wire>>;

/// The body of a request, read off the connection by whoever wants it.
pub(crate) struct Incoming {
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
        self.wire.borrow().is_body_over()
    }

    fn size_hint(&self) -> SizeHint {
        self.wire.borrow().size_hint()
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
    loop {
        let head = match poll_fn(|cx| wire.borrow_mut().poll_head(connection, cx)).await {
            Ok(head) => head,
            Err(NoRequest::Over) => return Box::pin(wire::close(&wire, false)).await,
            Err(NoRequest::Refused(why)) => return Box::pin(wire::refuse(&wire, why)).await,
            Err(NoRequest::Io(error)) => return Err(error),
        };
        connection.set_busy(true);
        // Boxed, so that a connection that waits does not carry the room that an answer takes.
        let next = Box::pin(exchange(connection, &wire, head)).await?;
        connection.set_busy(false);
        match next {
            Next::Request => {}
            Next::Close => {
                let unread = !wire.borrow().is_body_over();
                return Box::pin(wire::close(&wire, unread)).await;
            }
            Next::Upgrade(sender) => {
                // Somebody who still reads a body would read what is not one.
                if let Some(wire) = Rc::into_inner(wire) {
                    sender.send(wire.into_inner().into_upgraded());
                }
                return Ok(());
            }
        }
    }
}

async fn exchange(connection: &Connection, wire: &SharedWire, head: Head) -> io::Result<Next> {
    let Head { mut parts, wants, .. } = head;
    let upgrade = wants.upgrade.then(|| {
        let (sender, upgrade) = Upgrade::pair();
        parts.extensions.insert(upgrade);
        sender
    });
    let (method, version) = (parts.method.clone(), parts.version);
    let (head, body) = respond(connection, wire, &mut parts).await?.into_parts();
    let accepted = head.status == StatusCode::SWITCHING_PROTOCOLS;
    // What the client sent behind a request to speak something else may not be HTTP.
    let refused = wants.upgrade && !accepted;
    let ends = refused || connection.is_closing() || is_unread(wire);
    let context = answer::Context {
        method: &method,
        version,
        keep_alive: wants.keep_alive && !ends,
        date: &connection.lane.date,
    };
    let written = answer::write(&head, &body, &context);
    wire.borrow_mut().begin_answer();
    let mut outbox = Outbox::new(written.head, body, written.framing);
    let sending = poll_fn(|cx| match outbox.poll(&mut Writer(wire), cx) {
        Poll::Ready(sent) => Poll::Ready(sent.map_err(io::Error::from)),
        Poll::Pending => wire.borrow_mut().poll_gone(&connection.lane.scratch, cx),
    });
    sending.await?;
    drop(outbox);
    if accepted && let Some(sender) = upgrade {
        return Ok(Next::Upgrade(sender));
    }
    let goes_on = written.keep_alive && wire.borrow_mut().skip_body();
    Ok(if goes_on { Next::Request } else { Next::Close })
}

/// The answer, unless the client leaves before it is there.
async fn respond(
    connection: &Connection,
    wire: &SharedWire,
    request: &mut Parts,
) -> io::Result<Response<ResponseBody>> {
    let number = wire.borrow().number();
    let body = match wire.borrow().is_body_over() {
        true => RequestBody::Empty,
        false => RequestBody::Http1(Incoming { wire: wire.clone(), number }),
    };
    let mut answering = pin!(connection.answer(request, body));
    poll_fn(|cx| {
        if let Poll::Ready(response) = answering.as_mut().poll(cx) {
            return Poll::Ready(Ok(response));
        }
        ready!(wire.borrow_mut().poll_gone(&connection.lane.scratch, cx))?;
        Poll::Pending
    })
    .await
}

/// Whether there is more of the request than anybody will read. The connection cannot go on then,
/// and the client is told so.
fn is_unread(wire: &SharedWire) -> bool {
    let nobody_reads = Rc::strong_count(wire) == 1;
    let wire = wire.borrow();
    !wire.is_body_over() && (nobody_reads || wire.is_holding_back())
}
