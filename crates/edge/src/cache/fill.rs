//! Records an answer while it goes by. Whatever stops the recording, the client gets the answer
//! whole: nothing here can fail.

use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, StatusCode, header};

use super::admission::{self, Draft};
use super::budget::Charge;
use super::stored::Stored;
use super::{Cache, Exchange};

/// A request for which nothing is kept yet.
pub(crate) struct Fill {
    cache: Cache,
    exchange: Exchange,
}

impl Fill {
    pub(super) fn new(cache: Cache, exchange: Exchange) -> Self {
        Fill { cache, exchange }
    }

    /// The app has answered. `None` where the answer is not to be kept; what comes of its body is
    /// told to the recorder otherwise.
    pub(crate) fn on_response(self, status: StatusCode, headers: &HeaderMap) -> Option<Recorder> {
        let Fill { cache, exchange } = self;
        if exchange.head {
            return None;
        }
        let announced = match headers.get(header::CONTENT_LENGTH) {
            Some(value) => Some(value.to_str().ok()?.parse().ok()?),
            None => None,
        };
        let cap = cache.largest_body();
        if announced.is_some_and(|length| length > cap) {
            return None;
        }
        let Exchange { headers: request, asked_at, .. } = &exchange;
        let draft = admission::draft(request, status, headers, *asked_at, cache.now())?;
        let held = cache.0.held.try_take(0)?;
        let recorded = cache.0.recording.try_take(0)?;
        let (cap, announced) = (size(cap), announced.map(size));
        let body = Vec::new();
        let recording = Recording { cache, exchange, draft, body, announced, cap, held, recorded };
        Some(Recorder(Some(Box::new(recording))))
    }
}

/// Takes a copy of a body that goes by. Dropped without [`Recorder::finish`] it keeps nothing: a
/// body that broke off, or that trailers follow, is not whole.
pub(crate) struct Recorder(Option<Box<Recording>>);

struct Recording {
    cache: Cache,
    exchange: Exchange,
    draft: Draft,
    body: Vec<u8>,
    announced: Option<usize>,
    cap: usize,
    held: Charge,
    recorded: Charge,
}

impl Recorder {
    pub(crate) fn push(&mut self, chunk: &Bytes) {
        if self.0.as_mut().is_some_and(|recording| recording.push(chunk).is_none()) {
            self.0 = None;
        }
    }

    /// The body came to its good end.
    pub(crate) fn finish(self) {
        if let Some(recording) = self.0 {
            recording.keep();
        }
    }
}

impl Recording {
    /// `None` when it has to be given up.
    fn push(&mut self, chunk: &[u8]) -> Option<()> {
        let length = self.body.len() + chunk.len();
        if length > self.announced.unwrap_or(self.cap) {
            return None;
        }
        if length > self.body.capacity() {
            self.grow(length)?;
        }
        // Copied, because a piece of the connection's buffer would keep all of it alive.
        self.body.extend_from_slice(chunk);
        Some(())
    }

    fn grow(&mut self, length: usize) -> Option<()> {
        let doubled = length.max(self.body.capacity() * 2).min(self.cap);
        let capacity = self.announced.unwrap_or(doubled);
        let more = bytes(capacity - self.body.capacity());
        self.recorded.absorb(self.cache.0.recording.try_take(more)?);
        self.held.absorb(self.cache.make_room(more)?);
        self.body.reserve_exact(capacity - self.body.len());
        Some(())
    }

    fn keep(self) {
        let Recording { cache, exchange, draft, body, announced, mut held, recorded, .. } = self;
        if announced.is_some_and(|announced| announced != body.len()) {
            return;
        }
        held.shrink_to(bytes(body.len()));
        drop(recorded);
        let body = Body { content: body.into_boxed_slice(), _charge: held };
        keep(&cache, &exchange, draft, Bytes::from_owner(body));
    }
}

/// Puts an answer onto the shelf, unless there is no room or it was overtaken by a change.
pub(super) fn keep(cache: &Cache, exchange: &Exchange, draft: Draft, body: Bytes) {
    let size = draft.size() + exchange.key.size();
    let Some(charge) = cache.make_room(bytes(size)) else { return };
    let stored = Arc::new(Stored::new(draft, body, charge));
    let mut shelf = cache.shelf();
    if shelf.epoch(&exchange.key) == exchange.epoch {
        shelf.put(exchange.key.clone(), stored);
    }
}

/// A body that counts as held until its last reader is done.
struct Body {
    content: Box<[u8]>,
    _charge: Charge,
}

impl AsRef<[u8]> for Body {
    fn as_ref(&self) -> &[u8] {
        &self.content
    }
}

fn bytes(size: usize) -> u64 {
    u64::try_from(size).unwrap_or(u64::MAX)
}

fn size(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}
