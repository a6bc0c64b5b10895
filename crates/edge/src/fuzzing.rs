//! What the fuzz targets (`crates/fuzz`) need of the inside of this crate; nobody else uses it.

use std::ops::Range;
use std::sync::Arc;

use http::Method;
use http::request::Parts;
use routing::{Route, RouteTable};

use crate::destination;
use crate::framing::{Malformed, Piece as FramedPiece};
use crate::http1::{HeadCache, Reader};
pub use crate::upstream::http1::replay::Replay;

/// A request as it is read off a connection.
#[derive(Debug)]
pub struct Request {
    pub head: Parts,
    pub body: Vec<u8>,
    /// Whether the body came to its end.
    pub whole: bool,
    /// Where its parts lie among the bytes of the connection.
    pub head_bytes: Range<usize>,
    pub body_bytes: Range<usize>,
}

/// The requests of a connection whose bytes come in these pieces, and why it reads no further.
pub fn requests<'a>(
    mut pieces: impl Iterator<Item = &'a [u8]>,
    largest_head: usize,
) -> (Vec<Request>, Option<&'static str>) {
    let (mut reader, cache) = (Reader::new(largest_head), HeadCache::default());
    let (mut requests, mut pushed, mut began) = (Vec::new(), 0, 0);
    loop {
        let head = match reader.head(&cache) {
            Ok(Some(head)) => head,
            Ok(None) => {
                let Some(piece) = pieces.next() else { return (requests, None) };
                reader.push(piece);
                pushed += piece.len();
                continue;
            }
            Err(objection) => return (requests, Some(objection.reason)),
        };
        let body_began = pushed - reader.kept();
        let mut request = Request {
            head: head.parts,
            body: Vec::new(),
            whole: reader.is_body_over(),
            head_bytes: began..body_began,
            body_bytes: body_began..body_began,
        };
        let mut malformed = None;
        while !request.whole {
            match reader.piece() {
                Ok(FramedPiece::Data(data)) => request.body.extend_from_slice(&data),
                Ok(FramedPiece::Trailers(_) | FramedPiece::End) => {}
                Ok(FramedPiece::More) => {
                    let Some(piece) = pieces.next() else { break };
                    reader.push(piece);
                    pushed += piece.len();
                }
                Err(Malformed(why)) => {
                    malformed = Some(why);
                    break;
                }
            }
            request.whole = reader.is_body_over();
        }
        began = pushed - reader.kept();
        request.body_bytes.end = began;
        let goes_on = request.whole && head.wants.keep_alive && !head.wants.upgrade;
        requests.push(request);
        if !goes_on {
            return (requests, malformed);
        }
    }
}

/// What the client towards apps makes of an answer.
pub fn answer<'a>(pieces: impl Iterator<Item = &'a [u8]>, method: &Method) -> Replay {
    crate::upstream::http1::replay::replay(pieces, method)
}

/// Where a path below `/apps/` leads, or why it is refused.
pub fn route_at(routes: &RouteTable, path: &str) -> Result<Option<Arc<Route>>, &'static str> {
    destination::route_at(routes, path)
}
