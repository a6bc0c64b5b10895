use std::time::Duration;

use bytes::Bytes;
use http::header::{AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION};
use http::uri::PathAndQuery;
use http::{HeaderMap, HeaderName, Method, StatusCode};
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
        }
    }

    pub fn header(mut self, name: HeaderName, value: &'static str) -> Self {
        self.headers.insert(name, http::HeaderValue::from_static(value));
        self
    }

    pub(crate) fn carries_credentials(&self) -> bool {
        CREDENTIALS.iter().any(|name| self.headers.contains_key(name))
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
