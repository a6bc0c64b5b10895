//! A small edge: it asks the cache first, then the app, and carries the body past the recorder.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};
use kit::{Clock, Identity, Timestamp};

use super::super::{Cache, CacheRequest, Key, Lookup, Outcome, Recorder};

pub(super) const MIB: u64 = 1024 * 1024;

pub(super) struct Lab {
    pub(super) cache: Cache,
    clock: Clock,
}

/// A request of a client.
#[derive(Clone)]
pub(super) struct Ask {
    method: Method,
    route: &'static str,
    secure: bool,
    host: &'static str,
    target: String,
    caller: Option<Identity>,
    headers: HeaderMap,
    has_body: bool,
}

/// What an app answers, and what it was asked.
pub(super) struct App {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
    ending: Ending,
    fails: bool,
    pub(super) calls: Cell<usize>,
    pub(super) last_asked: RefCell<HeaderMap>,
}

#[derive(Clone, Copy, PartialEq)]
enum Ending {
    Good,
    Early,
}

pub(super) type Seen = Response<Bytes>;

impl Lab {
    pub(super) fn new() -> Self {
        Self::with(64 * MIB)
    }

    pub(super) fn with(max_bytes: u64) -> Self {
        let clock = Clock::manual(Timestamp::from_unix(1_800_000_000));
        Lab { cache: Cache::new(max_bytes, clock.clone()), clock }
    }

    pub(super) fn pass(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    pub(super) fn set_clock_back(&self, seconds: i64) {
        if let Clock::Manual(hand) = &self.clock {
            hand.fetch_sub(seconds * 1000, std::sync::atomic::Ordering::SeqCst);
        }
    }

    /// An HTTP date, so many seconds from now.
    pub(super) fn date(&self, offset: i64) -> String {
        let moment = Timestamp::from_unix(self.clock.now().unix() + offset);
        httpdate::fmt_http_date(super::super::freshness::system_time(moment))
    }

    pub(super) fn lookup(&self, ask: &Ask) -> Lookup {
        let key =
            Key::new(ask.route.into(), ask.secure, ask.host, &ask.target, ask.caller.as_ref());
        let asked =
            CacheRequest { method: &ask.method, headers: &ask.headers, has_body: ask.has_body };
        self.cache.lookup(key, asked)
    }

    pub(super) fn send(&self, ask: &Ask, app: &App) -> Seen {
        match self.lookup(ask) {
            Lookup::Fresh(answer) => answer,
            Lookup::NotKept => status(StatusCode::GATEWAY_TIMEOUT),
            Lookup::Bypass => app.answer(&ask.headers).unwrap_or_else(bad_gateway),
            Lookup::Write(invalidation) => {
                let answer = app.answer(&ask.headers).unwrap_or_else(bad_gateway);
                invalidation.on_response(answer.status(), answer.headers());
                answer
            }
            Lookup::Miss(fill) => {
                let Some(answer) = app.answer(&ask.headers) else { return bad_gateway() };
                let recorder = fill.on_response(answer.status(), answer.headers());
                app.deliver(answer, recorder)
            }
            Lookup::Stale(revalidation) => {
                let mut headers = ask.headers.clone();
                revalidation.ask(&mut headers);
                let Some(answer) = app.answer(&headers) else {
                    return revalidation.on_failure().unwrap_or_else(bad_gateway);
                };
                match revalidation.on_response(answer.status(), answer.headers()) {
                    Outcome::Serve(kept) => kept,
                    Outcome::Pass(recorder) => app.deliver(answer, recorder),
                }
            }
        }
    }

    /// Whether a second request is answered without the app.
    pub(super) fn keeps(&self, ask: &Ask, app: &App) -> bool {
        self.send(ask, app);
        let calls = app.calls.get();
        self.send(ask, app);
        app.calls.get() == calls
    }
}

impl Ask {
    pub(super) fn get(target: &str) -> Self {
        Self::new(Method::GET, target)
    }

    pub(super) fn new(method: Method, target: &str) -> Self {
        Ask {
            method,
            route: "route",
            secure: true,
            host: "home.example",
            target: target.to_owned(),
            caller: None,
            headers: HeaderMap::new(),
            has_body: false,
        }
    }

    pub(super) fn route(mut self, route: &'static str) -> Self {
        self.route = route;
        self
    }

    pub(super) fn host(mut self, host: &'static str) -> Self {
        self.host = host;
        self
    }

    pub(super) fn insecure(mut self) -> Self {
        self.secure = false;
        self
    }

    pub(super) fn caller(mut self, caller: Identity) -> Self {
        self.caller = Some(caller);
        self
    }

    pub(super) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.append(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
        self
    }

    pub(super) fn with_body(mut self) -> Self {
        self.has_body = true;
        self
    }
}

impl App {
    pub(super) fn says(body: impl Into<Bytes>) -> Self {
        App {
            status: StatusCode::OK,
            headers: HeaderMap::new(),
            body: body.into(),
            ending: Ending::Good,
            fails: false,
            calls: Cell::new(0),
            last_asked: RefCell::default(),
        }
    }

    /// An answer that is good for a minute.
    pub(super) fn lasting(body: impl Into<Bytes>) -> Self {
        Self::says(body).with("cache-control", "max-age=60")
    }

    pub(super) fn failing() -> Self {
        App { fails: true, ..Self::says("") }
    }

    pub(super) fn status(mut self, status: u16) -> Self {
        self.status = StatusCode::from_u16(status).unwrap();
        self
    }

    pub(super) fn with(mut self, name: &'static str, value: &str) -> Self {
        let value = HeaderValue::from_bytes(value.as_bytes()).unwrap();
        self.headers.append(HeaderName::from_static(name), value);
        self
    }

    pub(super) fn breaking_off(mut self) -> Self {
        self.ending = Ending::Early;
        self
    }

    /// An app that knows its own `ETag` and answers 304 to it.
    pub(super) fn answer(&self, request: &HeaderMap) -> Option<Seen> {
        self.calls.set(self.calls.get() + 1);
        *self.last_asked.borrow_mut() = request.clone();
        if self.fails {
            return None;
        }
        let mut answer = Response::new(self.body.clone());
        *answer.status_mut() = self.status;
        *answer.headers_mut() = self.headers.clone();
        let tag = self.headers.get(header::ETAG);
        if tag.is_some() && tag == request.get(header::IF_NONE_MATCH) {
            *answer.status_mut() = StatusCode::NOT_MODIFIED;
            *answer.body_mut() = Bytes::new();
            answer.headers_mut().remove(header::CONTENT_LENGTH);
        }
        Some(answer)
    }

    fn deliver(&self, answer: Seen, recorder: Option<Recorder>) -> Seen {
        if let Some(mut recorder) = recorder {
            for chunk in answer.body().chunks(1000) {
                recorder.push(&Bytes::copy_from_slice(chunk));
            }
            if self.ending == Ending::Good {
                recorder.finish();
            }
        }
        answer
    }
}

pub(super) fn user(name: &str) -> Identity {
    Identity::User(name.into())
}

pub(super) fn field<'a>(answer: &'a Seen, name: &str) -> &'a str {
    answer.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

fn status(status: StatusCode) -> Seen {
    let mut answer = Response::new(Bytes::new());
    *answer.status_mut() = status;
    answer
}

fn bad_gateway() -> Seen {
    status(StatusCode::BAD_GATEWAY)
}
