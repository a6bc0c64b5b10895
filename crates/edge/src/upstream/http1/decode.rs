//! Reading the head of an app's answer.

use bytes::{Bytes, BytesMut};
use http::{
    HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, Version, header, response,
};
use memchr::{memchr, memchr_iter};

use crate::digits::number;
use crate::field_line::{lists, name_and_value};
use crate::framing::{Chunk, Length, Malformed};

const MOST_HEADERS: usize = 256;
const LARGEST_HEAD: usize = 64 * 1024;
const TOO_LARGE: Malformed = Malformed("the head is too large");
const BAD_STATUS: Malformed = Malformed("the status line cannot be read");

/// The head of an answer, and how its body is told from what follows.
pub(super) struct Head {
    pub(super) parts: response::Parts,
    pub(super) body: Length,
    pub(super) keeps_alive: bool,
}

/// Takes a head off the buffer; `None` where it is not whole yet.
pub(super) fn head(buffer: &mut BytesMut, method: &Method) -> Result<Option<Head>, Malformed> {
    let Some((length, lines)) = extent(buffer) else {
        // What speaks another protocol may wait for us to speak first.
        if let Some(end) = memchr(b'\n', buffer) {
            StatusLine::read(without_end(&buffer[..=end]))?;
        }
        return if buffer.len() <= LARGEST_HEAD { Ok(None) } else { Err(TOO_LARGE) };
    };
    if length > LARGEST_HEAD || lines > MOST_HEADERS + 1 {
        return Err(TOO_LARGE);
    }
    // The values of headers are pieces of this, not copies.
    read(&buffer.split_to(length).freeze(), lines, method).map(Some)
}

/// How long a head is, with the empty line at its end, and how many lines it has. Some programs end
/// their lines with a bare LF.
fn extent(buffer: &[u8]) -> Option<(usize, usize)> {
    let mut begin = 0;
    for (lines, end) in memchr_iter(b'\n', buffer).enumerate() {
        if matches!(&buffer[begin..end], [] | [b'\r']) {
            return Some((end + 1, lines));
        }
        begin = end + 1;
    }
    None
}

fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

struct StatusLine {
    status: StatusCode,
    old: bool,
}

impl StatusLine {
    fn read(line: &[u8]) -> Result<Self, Malformed> {
        let (old, rest) = match line.strip_prefix(b"HTTP/1.") {
            Some([b'1', b' ', rest @ ..]) => (false, rest),
            Some([b'0', b' ', rest @ ..]) => (true, rest),
            _ => return Err(BAD_STATUS),
        };
        let (code, reason) = rest.split_at_checked(3).ok_or(BAD_STATUS)?;
        let is_text = |byte: &u8| matches!(byte, b'\t' | b' '..=b'~' | 0x80..);
        if !matches!(reason, [] | [b' ', ..]) || !reason.iter().all(is_text) {
            return Err(BAD_STATUS);
        }
        let status = StatusCode::from_bytes(code).map_err(|_| BAD_STATUS)?;
        Ok(StatusLine { status, old })
    }
}

fn read(bytes: &Bytes, lines: usize, method: &Method) -> Result<Head, Malformed> {
    let mut lines_left = LinesOf(bytes);
    let StatusLine { status, old } = StatusLine::read(lines_left.next_line())?;
    let mut headers = HeaderMap::with_capacity(lines + 1);
    let mut said = Said::default();
    loop {
        let line = lines_left.next_line();
        if line.is_empty() {
            break;
        }
        let (name, value) = name_and_value(line).map_err(|why| Malformed(why.0))?;
        let name = HeaderName::from_bytes(name);
        let name = name.map_err(|_| Malformed("a header's name cannot be read"))?;
        said.note(&name, value)?;
        let value = HeaderValue::from_maybe_shared(bytes.slice_ref(value));
        headers.append(name, value.map_err(|_| Malformed("a header's value cannot be read"))?);
    }
    let mut parts = Response::new(()).into_parts().0;
    parts.status = status;
    parts.version = if old { Version::HTTP_10 } else { Version::HTTP_11 };
    parts.headers = headers;
    let body = said.body(status, method)?;
    let keeps_alive = body != Length::ToTheEnd && !old && !said.close;
    Ok(Head { parts, body, keeps_alive })
}

struct LinesOf<'a>(&'a [u8]);

impl<'a> LinesOf<'a> {
    /// The next line without its end; empty where there is none.
    fn next_line(&mut self) -> &'a [u8] {
        let end = memchr(b'\n', self.0).map_or(self.0.len(), |end| end + 1);
        let (line, rest) = self.0.split_at(end);
        self.0 = rest;
        without_end(line)
    }
}

/// What the headers say of the body and the connection.
#[derive(Default)]
struct Said {
    length: Option<u64>,
    encodings: usize,
    chunked: bool,
    close: bool,
}

impl Said {
    fn note(&mut self, name: &HeaderName, value: &[u8]) -> Result<(), Malformed> {
        match *name {
            header::CONTENT_LENGTH => self.content_length(value)?,
            header::TRANSFER_ENCODING => {
                self.encodings += 1;
                self.chunked = value.eq_ignore_ascii_case(b"chunked");
            }
            header::CONNECTION => self.close |= lists(value, b"close"),
            _ => {}
        }
        Ok(())
    }

    /// Said twice, it must be the same.
    fn content_length(&mut self, value: &[u8]) -> Result<(), Malformed> {
        let length = number(value);
        if length.is_none() || self.length.is_some_and(|other| Some(other) != length) {
            return Err(Malformed("the body's length is not a number"));
        }
        self.length = length;
        Ok(())
    }

    /// RFC 9112, 6.3; what is ambiguous there is refused here.
    fn body(&self, status: StatusCode, method: &Method) -> Result<Length, Malformed> {
        let bodiless = *method == Method::HEAD
            || status.is_informational()
            || matches!(status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED);
        match (self.encodings, self.length) {
            (1.., Some(_)) => Err(Malformed("the body's length is given in two ways")),
            _ if bodiless => Ok(Length::Exact(0)),
            (0, Some(length)) => Ok(Length::Exact(length)),
            (0, None) => Ok(Length::ToTheEnd),
            (1, None) if self.chunked => Ok(Length::Chunked(Chunk::Size)),
            _ => Err(Malformed("the transfer encoding is not supported")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing::{Piece, Sender};

    /// The body of an answer that comes byte by byte, and what is left behind it.
    fn read(answer: &str, method: Method) -> Result<(u16, String, String), &'static str> {
        let mut buffer = BytesMut::new();
        let mut bytes = answer.bytes();
        let mut head = loop {
            buffer.extend(bytes.next());
            match super::head(&mut buffer, &method) {
                Ok(Some(head)) => break head,
                Ok(None) if bytes.len() > 0 => {}
                Ok(None) => return Err("no head"),
                Err(Malformed(why)) => return Err(why),
            }
        };
        let mut body = Vec::new();
        loop {
            match head.body.take(&mut buffer, Sender::App).map_err(|Malformed(why)| why)? {
                Piece::Data(data) => body.extend_from_slice(&data),
                Piece::Trailers(trailers) => body.extend(format!("{trailers:?}").bytes()),
                Piece::More => match bytes.next() {
                    Some(byte) => buffer.extend([byte]),
                    None => break,
                },
                Piece::End => break,
            }
        }
        buffer.extend(bytes);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok((head.parts.status.as_u16(), text(&body), text(&buffer)))
    }

    #[test]
    fn bodies_end_where_they_say() {
        for (answer, body, left) in [
            ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcd", "abc", "d"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc", "abc", ""),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x\r\nc\r\n0\r\n\r\nd",
                "abc",
                "d",
            ),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nx: y\r\n\r\n",
                "{\"x\": \"y\"}",
                "",
            ),
            ("HTTP/1.0 200 OK\r\n\r\nabc", "abc", ""),
            ("HTTP/1.1 204 No Content\r\n\r\nabc", "", "abc"),
            ("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\nabc", "", "abc"),
        ] {
            let (_, found, rest) = read(answer, Method::GET).expect(answer);
            assert_eq!((found.as_str(), rest.as_str()), (body, left), "{answer:?}");
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc";
        assert_eq!(read(head, Method::HEAD), Ok((200, String::new(), "abc".to_owned())));
    }

    #[test]
    fn what_is_not_http_or_ambiguous_is_an_error() {
        for answer in [
            "rubbish\r\n\r\n",
            "HTTP/1.1 99 What\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -3\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 3, 3\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc",
            "HTTP/1.1 200 OK\r\n folded: x\r\n\r\n",
        ] {
            assert!(read(answer, Method::GET).is_err(), "{answer:?}");
        }
    }
}
