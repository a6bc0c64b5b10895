//! Reading the head of a request, as strictly as can be: a proxy that takes a message otherwise
//! than the app behind it can be talked into smuggling requests, so what two readers could take
//! differently is refused.

use std::sync::LazyLock;

use bytes::Bytes;
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, Uri, Version, header};
use memchr::memmem::Finder;
use memchr::{memchr, memrchr};

use super::head_cache::HeadCache;
use crate::digits::number;
use crate::field_line::{BAD_NAME, BAD_VALUE, BadField, lists, name_and_value, read_header};
use crate::framing::{Chunk, Length};

const LONGEST_TARGET: usize = 32 * 1024;
const MOST_HEADERS: usize = 100;
/// Room for what a browser sends.
const USUAL_HEADERS: usize = 24;
const CONTINUE: &[u8] = b"100-continue";
/// The end of a head.
static END: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\r\n\r\n"));

/// Why a message is not read any further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Objection {
    pub(crate) status: StatusCode,
    pub(crate) reason: &'static str,
}

const fn bad(reason: &'static str) -> Objection {
    Objection { status: StatusCode::BAD_REQUEST, reason }
}

const fn too_large(reason: &'static str) -> Objection {
    Objection { status: StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, reason }
}

const BAD_LINE: Objection = bad("The request line is malformed");
const BAD_ENCODING: Objection = bad("This transfer encoding is not supported");

impl From<BadField> for Objection {
    fn from(why: BadField) -> Self {
        bad(why.0)
    }
}

/// A request without its body. Boxed, because it is moved a few times on its way.
pub(crate) struct Head {
    pub(crate) parts: Parts,
    pub(crate) body: Length,
    pub(crate) wants: Wants,
}

/// What a request wants of its connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wants {
    /// Further requests may follow.
    pub(crate) keep_alive: bool,
    /// To speak something else from here on.
    pub(crate) upgrade: bool,
    /// To be told before it sends the body.
    pub(crate) go_ahead: bool,
    /// What comes behind a body, too.
    pub(crate) trailers: bool,
}

/// Where the head ends that these bytes begin with, once it has come whole. What has come of it so
/// far is looked at, because nobody should wait for the end of what is refused anyway; `checked` is
/// how far that went.
pub(super) fn length(
    bytes: &[u8],
    largest: usize,
    checked: &mut usize,
) -> Result<Option<usize>, Objection> {
    if *checked == 0
        && let Some(start) = END.find(bytes)
    {
        let length = start + END.needle().len();
        return if length <= largest { Ok(Some(length)) } else { Err(oversize(bytes)) };
    }
    while let Some(end) = memchr(b'\n', &bytes[*checked..]) {
        let line = without_end(&bytes[*checked..=*checked + end])?;
        let is_first = *checked == 0;
        *checked += end + 1;
        if *checked > largest {
            return Err(oversize(bytes));
        }
        match line {
            [] => return Ok(Some(*checked)),
            _ if is_first => RequestLine::read(line).map(drop)?,
            _ => read_header(line).map(drop)?,
        }
    }
    if bytes.len() > largest || (*checked == 0 && bytes.len() > LONGEST_TARGET + 1) {
        return Err(oversize(bytes));
    }
    Ok(None)
}

/// Says which part of a head is too large.
fn oversize(bytes: &[u8]) -> Objection {
    match memchr(b'\n', bytes) {
        Some(end) if end <= LONGEST_TARGET => too_large("The headers are too large"),
        _ => TOO_LONG,
    }
}

const TOO_LONG: Objection =
    Objection { status: StatusCode::URI_TOO_LONG, reason: "The address is too long" };

/// Reads a whole head.
pub(super) fn read(bytes: &[u8], cache: &HeadCache) -> Result<Box<Head>, Objection> {
    let mut rest = bytes;
    let line = RequestLine::read(next_line(&mut rest)?)?;
    let mut parts = Request::new(()).into_parts().0;
    parts.method = Method::from_bytes(line.method).map_err(|_| BAD_LINE)?;
    let target = Uri::from_maybe_shared(Bytes::copy_from_slice(line.target));
    parts.uri = target.map_err(|_| bad("The address is malformed"))?;
    parts.version = if line.old { Version::HTTP_10 } else { Version::HTTP_11 };
    let Fields { headers, framing } = cache.read(rest)?;
    if line.old && framing.chunked {
        return Err(BAD_ENCODING);
    }
    parts.headers = headers;
    Ok(Box::new(Head { parts, body: framing.body(), wants: framing.wants(line.old) }))
}

/// All of a head but its first line.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fields {
    pub(super) headers: HeaderMap,
    framing: Framing,
}

impl Fields {
    /// Reads lines up to the empty one. The values are pieces of `bytes`, not copies.
    pub(super) fn read(bytes: &Bytes) -> Result<Self, Objection> {
        let mut rest = &bytes[..];
        let mut headers = HeaderMap::with_capacity(USUAL_HEADERS);
        let mut framing = Framing::default();
        loop {
            let line = next_line(&mut rest)?;
            if line.is_empty() {
                return Ok(Fields { headers, framing });
            }
            let (name, value) = name_and_value(line)?;
            let name = HeaderName::from_bytes(name).map_err(|_| BAD_NAME)?;
            framing.note(&name, value)?;
            let value = HeaderValue::from_maybe_shared(bytes.slice_ref(value));
            headers.append(name, value.map_err(|_| BAD_VALUE)?);
            if headers.len() > MOST_HEADERS {
                return Err(too_large("There are too many headers"));
            }
        }
    }
}

fn next_line<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], Objection> {
    let end = memchr(b'\n', rest).ok_or(BAD_LINE)?;
    let (line, behind) = rest.split_at(end + 1);
    *rest = behind;
    without_end(line)
}

fn without_end(line: &[u8]) -> Result<&[u8], Objection> {
    line.strip_suffix(b"\r\n").ok_or(bad("A line does not end in CR LF"))
}

struct RequestLine<'a> {
    method: &'a [u8],
    target: &'a [u8],
    /// HTTP/1.0.
    old: bool,
}

impl<'a> RequestLine<'a> {
    fn read(line: &'a [u8]) -> Result<Self, Objection> {
        if line.len() > LONGEST_TARGET {
            return Err(TOO_LONG);
        }
        let (Some(first), Some(last)) = (memchr(b' ', line), memrchr(b' ', line)) else {
            return Err(BAD_LINE);
        };
        let (method, version) = (&line[..first], &line[last + 1..]);
        let target = line.get(first + 1..last).unwrap_or_default();
        if target.is_empty() || method.is_empty() || !method.iter().all(|byte| is_token(*byte)) {
            return Err(BAD_LINE);
        }
        // A space here would be a fourth part.
        if target.iter().any(|byte| *byte <= b' ' || *byte == 0x7f) {
            return Err(BAD_LINE);
        }
        if memchr(b'#', target).is_some() {
            return Err(bad("A fragment is not part of a request"));
        }
        let old = match version {
            b"HTTP/1.1" => false,
            b"HTTP/1.0" => true,
            _ => return Err(bad("The version of HTTP is not supported")),
        };
        Ok(RequestLine { method, target, old })
    }
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// What the headers say of the body and the connection.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Framing {
    length: Option<u64>,
    chunked: bool,
    close: bool,
    keep_alive: bool,
    upgrade: bool,
    go_ahead: bool,
    trailers: bool,
}

impl Framing {
    fn note(&mut self, name: &HeaderName, value: &[u8]) -> Result<(), Objection> {
        match *name {
            header::CONTENT_LENGTH => self.content_length(value)?,
            header::TRANSFER_ENCODING => self.transfer_encoding(value)?,
            header::CONNECTION => self.connection(value),
            header::UPGRADE => self.upgrade = true,
            header::TE => self.trailers |= lists(value, b"trailers"),
            header::EXPECT => self.go_ahead |= value.eq_ignore_ascii_case(CONTINUE),
            _ => return Ok(()),
        }
        if self.chunked && self.length.is_some() {
            return Err(bad("The body's length is given in two ways"));
        }
        Ok(())
    }

    fn content_length(&mut self, value: &[u8]) -> Result<(), Objection> {
        match (number(value), self.length) {
            (length @ Some(_), None) => {
                self.length = length;
                Ok(())
            }
            (Some(_), Some(_)) => Err(bad("The body's length is given twice")),
            (None, _) => Err(bad("The body's length is not a number")),
        }
    }

    fn transfer_encoding(&mut self, value: &[u8]) -> Result<(), Objection> {
        if self.chunked || !value.eq_ignore_ascii_case(b"chunked") {
            return Err(BAD_ENCODING);
        }
        self.chunked = true;
        Ok(())
    }

    fn connection(&mut self, list: &[u8]) {
        self.close |= lists(list, b"close");
        self.keep_alive |= lists(list, b"keep-alive");
    }

    fn body(&self) -> Length {
        if self.chunked {
            Length::Chunked(Chunk::Size)
        } else {
            Length::Exact(self.length.unwrap_or_default())
        }
    }

    /// `old`: of HTTP/1.0.
    fn wants(&self, old: bool) -> Wants {
        let body = self.body() != Length::Exact(0);
        Wants {
            keep_alive: !self.close && (!old || self.keep_alive),
            upgrade: self.upgrade,
            go_ahead: self.go_ahead && body && !old,
            trailers: self.trailers,
        }
    }
}
