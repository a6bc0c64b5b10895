use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use kit::Timestamp;

use super::admission::Draft;
use super::budget::Charge;
use super::freshness::Freshness;
use super::selectors::Selectors;

/// What an entry costs beside its texts, with its places in the maps.
const OVERHEAD: usize = 1024;

/// What a header costs beside its texts.
const HEADER_OVERHEAD: usize = 128;

/// An answer that is kept. It never changes; a newer one takes its place.
pub(super) struct Stored {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    /// Carries its own charge, which lasts as long as somebody reads it.
    pub(super) body: Bytes,
    pub(super) freshness: Freshness,
    pub(super) selectors: Selectors,
    _charge: Charge,
}

impl Stored {
    /// `charge` covers [`Draft::size`].
    pub(super) fn new(draft: Draft, body: Bytes, charge: Charge) -> Self {
        let Draft { status, mut headers, freshness, selectors } = draft;
        if status != StatusCode::NO_CONTENT {
            headers.insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
        }
        Stored { status, headers, body, freshness, selectors, _charge: charge }
    }

    pub(super) fn answer(&self, head: bool, now: Timestamp) -> Response<Bytes> {
        let body = if head { Bytes::new() } else { self.body.clone() };
        let mut response = Response::new(body);
        *response.status_mut() = self.status;
        *response.headers_mut() = self.headers.clone();
        response.headers_mut().insert(header::AGE, self.age(now));
        response
    }

    fn age(&self, now: Timestamp) -> HeaderValue {
        HeaderValue::from(self.freshness.age(now).as_secs())
    }
}

impl Draft {
    /// The bytes that it takes without its body.
    pub(super) fn size(&self) -> usize {
        let headers = self.headers.iter().chain(self.selectors.iter());
        let sizes =
            headers.map(|(name, value)| HEADER_OVERHEAD + name.as_str().len() + value.len());
        OVERHEAD + sizes.sum::<usize>() + self.selectors.len() * HEADER_OVERHEAD
    }
}
