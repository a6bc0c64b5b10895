use std::time::Duration;

use bytes::Bytes;
use http::header::{AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION};
use http::uri::PathAndQuery;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use routing::Endpoint;

/// Headers that speak for somebody. Nobody has asked us to.
const CREDENTIALS: [HeaderName; 4] =
    [AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION, HeaderName::from_static("x-api-key")];

#[derive(Debug, Clone)]
pub struct Request<'a> {
    pub endpoint: &'a Endpoint,
    pub method: Method,
    pub path_and_query: PathAndQuery,
    /// Beyond those that every request has (`Host`, `User-Agent`, `Accept`).
    pub headers: HeaderMap,
    pub body: Bytes,
    pub limits: Limits,
    /// The host that is named, where that is not the endpoint's.
    pub host: Option<HeaderValue>,
    /// Credentials may be sent: cookies that this very server gave us, or a pass that is ours.
    pub with_credentials: bool,
    /// Asks for a WebSocket. The answer counts with its headers; the socket is not used.
    pub upgrade: bool,
}

impl<'a> Request<'a> {
    pub fn get(endpoint: &'a Endpoint, path_and_query: PathAndQuery, limits: Limits) -> Self {
        Request {
            endpoint,
            method: Method::GET,
            path_and_query,
            headers: HeaderMap::new(),
            body: Bytes::new(),
            limits,
            host: None,
            with_credentials: false,
            upgrade: false,
        }
    }

    pub fn header(mut self, name: HeaderName, value: &'static str) -> Self {
        self.headers.insert(name, HeaderValue::from_static(value));
        self
    }

    /// Whether it speaks for somebody without having been told that it may.
    pub(crate) fn oversteps(&self) -> bool {
        !self.with_credentials && CREDENTIALS.iter().any(|name| self.headers.contains_key(name))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From the look-up of the name to the last byte that is taken.
    pub time: Duration,
    pub take: Take,
}

/// How much of the answer's body is of interest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Take {
    /// Nothing: the answer counts as soon as its headers are there.
    Head,
    /// At most so many bytes; the rest is left where it is.
    Start(usize),
    /// All of it; a longer one is refused.
    Whole(usize),
}

#[derive(Debug, Clone)]
pub struct Fetched {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// From the beginning to the first header of the answer.
    pub elapsed: Duration,
}
