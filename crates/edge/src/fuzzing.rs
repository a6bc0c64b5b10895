//! What the fuzz targets (`crates/fuzz`) need of the inside of this crate; nobody else uses it.

use std::ops::Range;
use std::sync::Arc;

use http::Method;
use routing::{Route, RouteTable};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::body::Answering;
use crate::destination;
use crate::guard::{Guard, Progress};
use crate::strict::Inspector;
pub use crate::upstream::http1::replay::Replay;

/// A connection as the HTTP/1 parser gets it.
pub fn guarded<T>(inner: T, largest_head: usize) -> impl AsyncRead + AsyncWrite + Unpin
where
    T: AsyncRead + AsyncWrite + Unpin,
{
    Guard::new(inner, largest_head, Answering::default(), Progress::default())
}

/// Where the guard saw a message begin and end.
#[derive(Debug, PartialEq, Eq)]
pub struct Message {
    pub head: Range<usize>,
    pub body: Range<usize>,
    /// Whether the body came to its end.
    pub whole: bool,
}

/// Status and reason of an objection.
pub type Objection = (u16, &'static str);

/// The messages whose heads the guard lets through, and why it reads no further.
pub fn messages(bytes: &[u8], largest_head: usize) -> (Vec<Message>, Option<Objection>) {
    let mut inspector = Inspector::new(largest_head);
    let mut messages = Vec::new();
    let (mut began, mut in_head) = (0, false);
    for (at, byte) in bytes.iter().enumerate() {
        if let Err((_, objection)) = inspector.inspect(&[*byte]) {
            return (messages, Some((objection.status.as_u16(), objection.reason)));
        }
        let end = at + 1;
        if inspector.is_within_head() {
            in_head = true;
        } else if in_head {
            in_head = false;
            let whole = !inspector.is_in_body();
            messages.push(Message { head: began..end, body: end..end, whole });
            began = end;
        } else if let Some(last) = messages.last_mut().filter(|last| !last.whole) {
            last.body.end = end;
            last.whole = !inspector.is_in_body();
            began = end;
        }
        if inspector.is_free() {
            break;
        }
    }
    (messages, None)
}

/// The guard's objection to a connection whose bytes come in these pieces.
pub fn objection<'a>(
    pieces: impl Iterator<Item = &'a [u8]>,
    largest_head: usize,
) -> Option<Objection> {
    let mut inspector = Inspector::new(largest_head);
    for piece in pieces {
        if let Err((good, objection)) = inspector.inspect(piece) {
            assert!(good <= piece.len(), "more is in order than came");
            return Some((objection.status.as_u16(), objection.reason));
        }
    }
    None
}

/// What the client towards apps makes of an answer.
pub fn answer<'a>(pieces: impl Iterator<Item = &'a [u8]>, method: &Method) -> Replay {
    crate::upstream::http1::replay::replay(pieces, method)
}

/// Where a path below `/apps/` leads, or why it is refused.
pub fn route_at(routes: &RouteTable, path: &str) -> Result<Option<Arc<Route>>, &'static str> {
    destination::route_at(routes, path)
}
