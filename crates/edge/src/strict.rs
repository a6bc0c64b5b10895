//! A second pair of eyes on HTTP/1. The parser behind is lenient where servers differ in their
//! reading, and a proxy that reads a message otherwise than the app behind it can be talked into
//! smuggling requests. What is ambiguous never gets to the parser.

use http::StatusCode;
use memchr::{memchr, memchr2};

/// Request line, and each header with its name.
const LONGEST_TARGET: usize = 32 * 1024;
const MOST_HEADERS: usize = 100;
/// Size, extensions and line end of a chunk.
const LONGEST_CHUNK_LINE: usize = 1024;
const MOST_TRAILER_BYTES: usize = 16 * 1024;

/// Why a message is not read any further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Objection {
    pub(crate) status: StatusCode,
    pub(crate) reason: &'static str,
}

const fn bad(reason: &'static str) -> Objection {
    Objection { status: StatusCode::BAD_REQUEST, reason }
}

/// Follows the messages of one connection.
pub(crate) struct Inspector {
    state: State,
    head: Head,
    /// The beginning of a line whose end has not come yet.
    line: Vec<u8>,
    largest_head: usize,
}

#[derive(Debug, Clone, Copy)]
enum State {
    RequestLine,
    Headers,
    Body(u64),
    ChunkSize,
    /// The data of a chunk with the line end behind it.
    Chunk(u64),
    Trailers,
    /// What follows may not be HTTP.
    Free,
}

#[derive(Default)]
struct Head {
    bytes: usize,
    lines: usize,
    length: Option<u64>,
    chunked: bool,
    old: bool,
    upgrade: bool,
}

impl Inspector {
    pub(crate) fn new(largest_head: usize) -> Self {
        let (head, line) = (Head::default(), Vec::new());
        Inspector { state: State::RequestLine, head, line, largest_head }
    }

    /// Looks at what came. With an objection comes the count of bytes that are still in order.
    pub(crate) fn inspect(&mut self, bytes: &[u8]) -> Result<(), (usize, Objection)> {
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            at += match &mut self.state {
                State::Free => return Ok(()),
                State::Body(left) => skip(left, rest.len()),
                State::Chunk(left) => skip(left, rest.len()),
                _ => self.take_line(rest).map_err(|objection| (at, objection))?,
            };
            match self.state {
                State::Body(0) => self.begin(),
                State::Chunk(0) => self.state = State::ChunkSize,
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether what passes may not be HTTP any more.
    pub(crate) fn is_free(&self) -> bool {
        matches!(self.state, State::Free)
    }

    /// Whether a head has begun whose end has not come yet.
    pub(crate) fn is_within_head(&self) -> bool {
        matches!(self.state, State::RequestLine | State::Headers) && self.head.bytes > 0
    }

    /// Whether more of a request's body is to come.
    pub(crate) fn is_in_body(&self) -> bool {
        matches!(self.state, State::Body(_) | State::ChunkSize | State::Chunk(_) | State::Trailers)
    }

    fn begin(&mut self) {
        self.head = Head::default();
        self.state = State::RequestLine;
    }

    /// Takes one line, or what there is of it, and says how much that was.
    fn take_line(&mut self, bytes: &[u8]) -> Result<usize, Objection> {
        // Nearly all lines come whole, and one look finds their end.
        if self.line.is_empty()
            && let Some(end) = memchr2(b'\r', b'\n', bytes)
            && bytes[end..].starts_with(b"\r\n")
        {
            let count = end + 2;
            self.count(count, count)?;
            self.read_content(&bytes[..end])?;
            return Ok(count);
        }
        let end = memchr(b'\n', bytes);
        let count = end.map_or(bytes.len(), |at| at + 1);
        self.count(self.line.len() + count, count)?;
        if end.is_none() {
            self.line.extend_from_slice(bytes);
            return Ok(count);
        }
        if self.line.is_empty() {
            self.read_line(&bytes[..count])?;
        } else {
            let mut line = std::mem::take(&mut self.line);
            line.extend_from_slice(&bytes[..count]);
            self.read_line(&line)?;
        }
        Ok(count)
    }

    fn count(&mut self, line: usize, new: usize) -> Result<(), Objection> {
        self.head.bytes += new;
        let too_large = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        match self.state {
            State::RequestLine if line > LONGEST_TARGET => Err(Objection {
                status: StatusCode::URI_TOO_LONG,
                reason: "The address is too long",
            }),
            State::Headers if self.head.bytes > self.largest_head => {
                Err(Objection { status: too_large, reason: "The headers are too large" })
            }
            State::ChunkSize if line > LONGEST_CHUNK_LINE => Err(bad("A chunk's size is too long")),
            State::Trailers if self.head.bytes > MOST_TRAILER_BYTES => {
                Err(Objection { status: too_large, reason: "The trailers are too large" })
            }
            _ => Ok(()),
        }
    }

    fn read_line(&mut self, line: &[u8]) -> Result<(), Objection> {
        let Some(line) = line.strip_suffix(b"\r\n") else {
            return Err(bad("A line does not end in CR LF"));
        };
        if memchr(b'\r', line).is_some() {
            return Err(bad("A line holds a bare CR"));
        }
        self.read_content(line)
    }

    /// A line without its end.
    fn read_content(&mut self, line: &[u8]) -> Result<(), Objection> {
        match self.state {
            // An empty line before a request is a leftover that every server skips.
            State::RequestLine if line.is_empty() => Ok(()),
            State::RequestLine => self.request_line(line),
            State::Headers if line.is_empty() => {
                self.end_of_head();
                Ok(())
            }
            State::Headers => self.header(line),
            State::ChunkSize => self.chunk_size(line),
            State::Trailers if line.is_empty() => {
                self.begin();
                Ok(())
            }
            State::Trailers => name_of(line).map(|_| ()),
            State::Body(_) | State::Chunk(_) | State::Free => Ok(()),
        }
    }

    fn request_line(&mut self, line: &[u8]) -> Result<(), Objection> {
        let mut parts = line.split(|byte| *byte == b' ');
        let (method, target, version) = (parts.next(), parts.next(), parts.next());
        let (Some(method), Some(target), Some(version), None) =
            (method, target, version, parts.next())
        else {
            return Err(bad("The request line is malformed"));
        };
        if method.is_empty() || !method.iter().copied().all(is_token) || target.is_empty() {
            return Err(bad("The request line is malformed"));
        }
        if target.contains(&b'#') {
            return Err(bad("A fragment is not part of a request"));
        }
        self.head.old = match version {
            b"HTTP/1.1" => false,
            b"HTTP/1.0" => true,
            _ => return Err(bad("The version of HTTP is not supported")),
        };
        self.state = State::Headers;
        Ok(())
    }

    fn header(&mut self, line: &[u8]) -> Result<(), Objection> {
        self.head.lines += 1;
        if self.head.lines > MOST_HEADERS {
            let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
            return Err(Objection { status, reason: "There are too many headers" });
        }
        let (name, value) = name_of(line)?;
        match name.len() {
            7 if name.eq_ignore_ascii_case(b"upgrade") => self.head.upgrade = true,
            14 if name.eq_ignore_ascii_case(b"content-length") => self.content_length(value)?,
            17 if name.eq_ignore_ascii_case(b"transfer-encoding") => {
                self.transfer_encoding(value)?;
            }
            _ => return Ok(()),
        }
        if self.head.chunked && self.head.length.is_some() {
            return Err(bad("The body's length is given in two ways"));
        }
        Ok(())
    }

    fn content_length(&mut self, value: &[u8]) -> Result<(), Objection> {
        let digits = value.iter().all(u8::is_ascii_digit) && (1..=19).contains(&value.len());
        let length = std::str::from_utf8(value).ok().filter(|_| digits);
        let length = length.and_then(|text| text.parse().ok());
        match (length, self.head.length) {
            (Some(length), None) => {
                self.head.length = Some(length);
                Ok(())
            }
            (Some(_), Some(_)) => Err(bad("The body's length is given twice")),
            (None, _) => Err(bad("The body's length is not a number")),
        }
    }

    fn transfer_encoding(&mut self, value: &[u8]) -> Result<(), Objection> {
        if self.head.chunked || self.head.old || !value.eq_ignore_ascii_case(b"chunked") {
            return Err(bad("This transfer encoding is not supported"));
        }
        self.head.chunked = true;
        Ok(())
    }

    fn end_of_head(&mut self) {
        let Head { length, chunked, upgrade, .. } = self.head;
        self.state = match (chunked, length) {
            (true, _) => State::ChunkSize,
            (false, Some(length @ 1..)) => State::Body(length),
            // Its answer either is the end of HTTP here or closes the connection.
            (false, _) if upgrade => State::Free,
            (false, _) => return self.begin(),
        };
    }

    fn chunk_size(&mut self, line: &[u8]) -> Result<(), Objection> {
        let digits = line.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        let (size, extension) = line.split_at(digits);
        let size = std::str::from_utf8(size).ok().filter(|_| (1..=15).contains(&digits));
        let size = size.and_then(|text| u64::from_str_radix(text, 16).ok());
        let extended = extension.is_empty() || extension.starts_with(b";");
        let size = size.filter(|_| extended).ok_or(bad("A chunk's size is not a number"))?;
        self.head.bytes = 0;
        self.state = if size == 0 { State::Trailers } else { State::Chunk(size + 2) };
        Ok(())
    }
}

fn skip(left: &mut u64, available: usize) -> usize {
    let count = usize::try_from(*left).unwrap_or(usize::MAX).min(available);
    *left -= count as u64;
    count
}

/// Name and value of a header. A line that begins with a space continues the one before it, which
/// some servers see and some do not.
fn name_of(line: &[u8]) -> Result<(&[u8], &[u8]), Objection> {
    let end = line.iter().position(|byte| !is_token(*byte));
    match end.map(|end| line.split_at(end)) {
        Some((name, [b':', value @ ..])) if !name.is_empty() => Ok((name, value.trim_ascii())),
        _ if memchr(b':', line).is_none() => Err(bad("A header has no colon")),
        _ => Err(bad("A header's name is malformed")),
    }
}

fn is_token(byte: u8) -> bool {
    TOKEN[usize::from(byte)]
}

/// The bytes that names of methods and headers are made of.
const TOKEN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let character = byte as u8;
        let mark = matches!(
            character,
            b'!' | b'#'..=b'\'' | b'*' | b'+' | b'-' | b'.' | b'^' | b'_' | b'`' | b'|' | b'~'
        );
        table[byte] = character.is_ascii_alphanumeric() || mark;
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn inspect(message: &[u8]) -> Result<(), Objection> {
        let whole = Inspector::new(4096).inspect(message).map_err(|(_, objection)| objection);
        let mut piecewise = Inspector::new(4096);
        let pieces: Result<(), _> = message.iter().try_for_each(|b| piecewise.inspect(&[*b]));
        assert_eq!(whole, pieces.map_err(|(_, objection)| objection), "in pieces");
        whole
    }

    #[test]
    fn ordinary_messages_pass_one_after_the_other() {
        for message in [
            &b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n"[..],
            b"\r\nGET / HTTP/1.0\r\n\r\n",
            b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nab\ncdGET / HTTP/1.1\r\n\r\n",
            b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=\"y\"\r\na\nb\r\n0\r\nT: 1\r\n\r\nGET / HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n\x81\x05rubbish\n\n",
            b"GET /%20?a=b|c HTTP/1.1\r\nX-Empty:\r\nX-Utf8: \xc3\xbc\r\n\r\n",
        ] {
            assert_eq!(inspect(message), Ok(()), "{}", String::from_utf8_lossy(message));
        }
    }

    #[test]
    fn what_two_servers_could_read_differently_does_not() {
        let head = "POST / HTTP/1.1\r\nHost: x\r\n";
        for rest in [
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
            "Transfer-Encoding: gzip, chunked\r\n\r\n",
            "Transfer-Encoding: xchunked\r\n\r\n",
            "Transfer-Encoding: chunked, identity\r\n\r\n",
            "Transfer-Encoding:\x0bchunked\r\n\r\n",
            "Transfer-Encoding : chunked\r\n\r\n",
            " Transfer-Encoding: chunked\r\n\r\n",
            "X: 1\r\n Transfer-Encoding: chunked\r\n\r\n",
            "X: 1\n\r\n",
            "X: 1\rY: 2\r\n\r\n",
            "Content-Length: 5\r\nContent-Length: 5\r\n\r\n",
            "Content-Length: 5\r\nContent-Length: 6\r\n\r\n",
            "Content-Length: 5, 5\r\n\r\n",
            "Content-Length: +5\r\n\r\n",
            "Content-Length: -5\r\n\r\n",
            "Content-Length: 0x5\r\n\r\n",
            "Content-Length: 5 5\r\n\r\n",
            "Content-Length:\r\n\r\n",
            "Content-Length: 99999999999999999999\r\n\r\n",
            "No colon\r\n\r\n",
            ": empty\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n5 \r\n",
            "Transfer-Encoding: chunked\r\n\r\n0x5\r\n",
            "Transfer-Encoding: chunked\r\n\r\n-1\r\n",
            "Transfer-Encoding: chunked\r\n\r\n5\n",
            "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
        ] {
            assert!(inspect(format!("{head}{rest}").as_bytes()).is_err(), "{rest:?}");
        }
        let long = format!("{head}Transfer-Encoding: chunked\r\n\r\n5;{}", "x".repeat(2000));
        assert!(inspect(long.as_bytes()).is_err());
    }

    #[test]
    fn the_request_line_has_three_parts() {
        for (line, status) in [
            ("GET /\r\n", 400),
            ("GET  / HTTP/1.1\r\n", 400),
            ("GET / HTTP/1.1 \r\n", 400),
            ("G(T / HTTP/1.1\r\n", 400),
            ("GET / HTTP/2.0\r\n", 400),
            ("GET /#x HTTP/1.1\r\n", 400),
            ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ] {
            assert_eq!(inspect(line.as_bytes()).expect_err(line).status, status, "{line:?}");
        }
        let long = format!("GET /{} HTTP/1.1\r\n", "x".repeat(64 * 1024));
        assert_eq!(inspect(long.as_bytes()).expect_err("too long").status, 414);
        let large = format!("GET / HTTP/1.1\r\nX: {}\r\n", "x".repeat(5000));
        assert_eq!(inspect(large.as_bytes()).expect_err("too large").status, 431);
        let many = format!("GET / HTTP/1.1\r\n{}", "X: 1\r\n".repeat(101));
        assert_eq!(inspect(many.as_bytes()).expect_err("too many").status, 431);
    }
}
