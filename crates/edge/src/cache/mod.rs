//! Keeps answers of apps for routes that ask for it, by RFC 9111 as a shared cache that is careful
//! by choice: an answer is kept for one caller alone, nothing is guessed about how long it is good,
//! and requests that carry a credential of the app never meet the cache at all.
//!
//! It stands right before the app: it looks at requests as they would be sent on, keeps answers as
//! they came in, and what it gives is treated like an answer of the app itself. Whether the caller
//! may come in is decided before.

mod admission;
mod budget;
mod conditions;
mod directives;
mod fill;
mod freshness;
mod invalidation;
mod key;
mod revalidation;
mod selectors;
mod shelf;
mod stored;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use http::{HeaderMap, Method, Response};
use kit::{Clock, Timestamp};

use self::budget::{Budget, Charge};
use self::directives::Directives;
pub(crate) use self::fill::{Fill, Recorder};
pub(crate) use self::invalidation::Invalidation;
pub(crate) use self::key::Key;
pub(crate) use self::revalidation::{Outcome, Revalidation};
use self::shelf::Shelf;

/// No answer takes more than this, however large the cache.
const LARGEST_BODY: u64 = 8 * 1024 * 1024;

/// One cache for all routes and threads. A clone is the same cache.
#[derive(Clone)]
pub(crate) struct Cache(Arc<Inner>);

struct Inner {
    clock: Clock,
    /// Everything that is held: what is kept, what is being recorded, and bodies that were dropped
    /// while they are still on their way to a slow reader.
    held: Arc<Budget>,
    /// The part of it that is being recorded.
    recording: Arc<Budget>,
    shelf: Mutex<Shelf>,
}

/// A request as it would be sent to the app.
#[derive(Clone, Copy)]
pub(crate) struct CacheRequest<'a> {
    pub(crate) method: &'a Method,
    pub(crate) headers: &'a HeaderMap,
    pub(crate) has_body: bool,
}

/// What to do with a request.
pub(crate) enum Lookup {
    /// Ask the app; the cache has no part in it.
    Bypass,
    /// Answer with this; the app is not asked.
    Fresh(Response<Bytes>),
    /// The client wants a kept answer or none, and there is none: 504.
    NotKept,
    /// Ask the app, and show its answer to the [`Fill`].
    Miss(Fill),
    /// Ask the app whether the kept answer still holds, and show its answer to the
    /// [`Revalidation`].
    Stale(Revalidation),
    /// The request may change what was kept: ask the app, and show its answer to the
    /// [`Invalidation`].
    Write(Invalidation),
}

/// The client's side of an exchange, for when the answer comes.
struct Exchange {
    key: Key,
    head: bool,
    headers: HeaderMap,
    asked_at: Timestamp,
    /// What [`Shelf::epoch`] said when the app was asked.
    epoch: u64,
}

impl Cache {
    pub(crate) fn new(max_bytes: u64, clock: Clock) -> Self {
        Cache(Arc::new(Inner {
            clock,
            held: Arc::new(Budget::new(max_bytes)),
            recording: Arc::new(Budget::new(max_bytes / 2)),
            shelf: Mutex::default(),
        }))
    }

    /// With 0 the cache is off.
    pub(crate) fn set_max_bytes(&self, max_bytes: u64) {
        self.0.held.set_limit(max_bytes);
        self.0.recording.set_limit(max_bytes / 2);
        let mut shelf = self.shelf();
        while self.0.held.is_exceeded() && shelf.drop_oldest() {}
    }

    pub(crate) fn lookup(&self, key: Key, asked: CacheRequest<'_>) -> Lookup {
        if !asked.method.is_safe() {
            return Lookup::Write(Invalidation::new(self.clone(), key));
        }
        let wishes = Directives::of_request(asked.headers);
        if self.0.held.limit() == 0 || admission::must_reach_the_app(asked, &wishes) {
            return Lookup::Bypass;
        }
        let head = asked.method == Method::HEAD;
        let now = self.now();
        let (found, epoch) = {
            let mut shelf = self.shelf();
            (shelf.find(&key, asked.headers), shelf.epoch(&key))
        };
        match found {
            Some(stored) if stored.freshness.satisfies(&wishes, now) => {
                Lookup::Fresh(conditions::weigh(asked.headers, stored.answer(head, now)))
            }
            _ if wishes.only_if_cached => Lookup::NotKept,
            None if head => Lookup::Bypass,
            found => {
                let headers = asked.headers.clone();
                let exchange = Exchange { key, head, headers, asked_at: now, epoch };
                match found {
                    Some(stored) => {
                        Lookup::Stale(Revalidation::new(self.clone(), exchange, stored))
                    }
                    None => Lookup::Miss(Fill::new(self.clone(), exchange)),
                }
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.shelf().len()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.0.held.used()
    }

    fn now(&self) -> Timestamp {
        self.0.clock.now()
    }

    fn largest_body(&self) -> u64 {
        (self.0.held.limit() / 8).min(LARGEST_BODY)
    }

    /// Room for so many bytes, for which the answers that were not asked for longest give way.
    fn make_room(&self, bytes: u64) -> Option<Charge> {
        let mut shelf = self.shelf();
        loop {
            if let Some(charge) = self.0.held.try_take(bytes) {
                return Some(charge);
            }
            if bytes > self.0.held.limit() || !shelf.drop_oldest() {
                return None;
            }
        }
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.0.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
