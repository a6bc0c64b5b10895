use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Response, StatusCode, header};

use super::fill::{self, Fill, Recorder};
use super::stored::Stored;
use super::{Cache, Exchange, admission, conditions};

/// A kept answer that is given only when the app says that it still holds.
pub(crate) struct Revalidation {
    cache: Cache,
    exchange: Exchange,
    stored: Arc<Stored>,
}

/// What becomes of the app's answer.
pub(crate) enum Outcome {
    /// Answer with this; the app's own answer has done its work.
    Serve(Response<Bytes>),
    /// The app's answer goes to the client, by way of the recorder where there is one.
    Pass(Option<Recorder>),
}

impl Revalidation {
    pub(super) fn new(cache: Cache, exchange: Exchange, stored: Arc<Stored>) -> Self {
        Revalidation { cache, exchange, stored }
    }

    /// Turns the request for the app into a question about the kept answer. The client's own
    /// conditions are left out; they are weighed when the app has answered.
    pub(crate) fn ask(&self, request: &mut HeaderMap) {
        conditions::ask_about(&self.stored, request);
    }

    pub(crate) fn on_response(self, status: StatusCode, headers: &HeaderMap) -> Outcome {
        if status == StatusCode::NOT_MODIFIED && self.asked_a_question() {
            return Outcome::Serve(self.confirmed(headers));
        }
        if matches!(status.as_u16(), 500 | 502 | 503 | 504) {
            return self.stand_in().map_or(Outcome::Pass(None), Outcome::Serve);
        }
        if !self.exchange.head {
            self.cache.shelf().remove(&self.exchange.key, &self.stored);
        }
        Outcome::Pass(Fill::new(self.cache, self.exchange).on_response(status, headers))
    }

    /// No answer came at all. The kept one, where the app allowed that it stands in.
    pub(crate) fn on_failure(self) -> Option<Response<Bytes>> {
        self.stand_in()
    }

    fn asked_a_question(&self) -> bool {
        let kept = &self.stored.headers;
        kept.contains_key(header::ETAG) || kept.contains_key(header::LAST_MODIFIED)
    }

    fn stand_in(&self) -> Option<Response<Bytes>> {
        let now = self.cache.now();
        self.stored.freshness.covers_failure(now).then(|| {
            let answer = self.stored.answer(self.exchange.head, now);
            conditions::weigh(&self.exchange.headers, answer)
        })
    }

    /// The kept body, with the headers brought up to date; kept anew where they allow it.
    fn confirmed(self, not_modified: &HeaderMap) -> Response<Bytes> {
        let Revalidation { cache, exchange, stored } = self;
        let now = cache.now();
        let Exchange { key, head, headers: request, asked_at, .. } = &exchange;
        let headers = conditions::updated(&stored.headers, not_modified, now);
        cache.shelf().remove(key, &stored);
        if conditions::is_about(&stored.headers, not_modified)
            && let Some(draft) = admission::draft(request, stored.status, &headers, *asked_at, now)
        {
            fill::keep(&cache, &exchange, draft, stored.body.clone());
        }
        let mut answer = stored.answer(*head, now);
        *answer.headers_mut() = headers;
        answer.headers_mut().entry(header::AGE).or_insert(HeaderValue::from(0));
        conditions::weigh(request, answer)
    }
}
