//! The head of an answer as it goes out, and how the end of its body will be told.

use http::{HeaderMap, Method, StatusCode, Version, header, response};
use hyper::body::Body;
use routing::{API_VERSION, API_VERSION_HEADER};

use crate::date::Date;
use crate::digits::{MOST_DIGITS, digits, number};
use crate::field_line::{lists, write_line};
use crate::outbox::Framing;
use crate::request::REQUEST_ID;

/// With room for a small body behind it.
const USUAL_HEAD: usize = 1024;

/// What an answer depends on besides itself.
pub(super) struct Context<'a> {
    pub(super) method: &'a Method,
    pub(super) version: Version,
    /// Another request may follow, as far as is known.
    pub(super) keep_alive: bool,
    /// The client takes trailers.
    pub(super) trailers: bool,
    pub(super) request_id: &'a str,
    pub(super) date: &'a Date,
}

pub(super) struct Written {
    pub(super) head: Vec<u8>,
    pub(super) framing: Framing,
    /// Another request may follow.
    pub(super) keep_alive: bool,
}

pub(super) fn write(head: &response::Parts, body: &impl Body, context: &Context<'_>) -> Written {
    let framing = framing(head, body, context);
    let upgraded = head.status == StatusCode::SWITCHING_PROTOCOLS;
    let keep_alive =
        context.keep_alive && framing != Framing::ToTheEnd && !says_close(&head.headers);
    let mut out = Vec::with_capacity(USUAL_HEAD);
    status_line(&mut out, head.status, context.version);
    for (name, value) in &head.headers {
        let is_ours = match *name {
            header::TRANSFER_ENCODING | header::CONTENT_LENGTH => true,
            header::CONNECTION => !upgraded,
            _ => *name == REQUEST_ID || *name == API_VERSION_HEADER,
        };
        if !is_ours {
            write_line(&mut out, name.as_str(), value.as_bytes());
        }
    }
    write_line(&mut out, API_VERSION_HEADER.as_str(), API_VERSION.as_bytes());
    write_line(&mut out, REQUEST_ID.as_str(), context.request_id.as_bytes());
    let length = match framing {
        Framing::Exact(length) => Some(length),
        Framing::None => length_of_none(head, body, context.method),
        Framing::Chunked { .. } | Framing::ToTheEnd => None,
    };
    if let Some(length) = length {
        write_line(&mut out, "content-length", digits(&mut [0; MOST_DIGITS], length));
    }
    if matches!(framing, Framing::Chunked { .. }) {
        write_line(&mut out, "transfer-encoding", b"chunked");
    }
    if !upgraded {
        match (keep_alive, context.version) {
            (false, _) => write_line(&mut out, "connection", b"close"),
            (true, Version::HTTP_10) => write_line(&mut out, "connection", b"keep-alive"),
            (true, _) => {}
        }
    }
    if !head.headers.contains_key(header::DATE) {
        context.date.with(|date| write_line(&mut out, "date", date));
    }
    out.extend_from_slice(b"\r\n");
    Written { head: out, framing, keep_alive }
}

fn framing(head: &response::Parts, body: &impl Body, context: &Context<'_>) -> Framing {
    let nothing = matches!(head.status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED);
    if *context.method == Method::HEAD || head.status.is_informational() || nothing {
        return Framing::None;
    }
    if let Some(length) = declared(&head.headers).or_else(|| body.size_hint().exact()) {
        return Framing::Exact(length);
    }
    match context.version {
        Version::HTTP_10 => Framing::ToTheEnd,
        _ => Framing::Chunked { trailers: context.trailers },
    }
}

fn declared(headers: &HeaderMap) -> Option<u64> {
    number(headers.get(header::CONTENT_LENGTH)?.as_bytes())
}

fn says_close(headers: &HeaderMap) -> bool {
    headers.get_all(header::CONNECTION).iter().any(|list| lists(list.as_bytes(), b"close"))
}

/// How long a body would be that is not sent. That it is not known is not a length of nothing.
fn length_of_none(head: &response::Parts, body: &impl Body, method: &Method) -> Option<u64> {
    if head.status.is_informational() || head.status == StatusCode::NO_CONTENT {
        return None;
    }
    let known = || body.size_hint().exact().filter(|length| *length > 0 && *method == Method::HEAD);
    declared(&head.headers).or_else(known)
}

fn status_line(out: &mut Vec<u8>, status: StatusCode, version: Version) {
    let version: &[u8] = if version == Version::HTTP_10 { b"HTTP/1.0 " } else { b"HTTP/1.1 " };
    out.extend_from_slice(version);
    out.extend_from_slice(status.as_str().as_bytes());
    out.push(b' ');
    out.extend_from_slice(status.canonical_reason().unwrap_or_default().as_bytes());
    out.extend_from_slice(b"\r\n");
}
