//! The messages of a connection, taken off its bytes; where those come from is not known here.

use bytes::{Buf, BytesMut};

use super::head::{self, Head, Objection};
use super::head_cache::HeadCache;
use crate::framing::{Length, Malformed, Piece, Sender};

pub(crate) struct Reader {
    /// What has come and belongs to nobody yet.
    pub(super) buffer: BytesMut,
    /// How much of a head that has not come whole was looked at.
    checked: usize,
    largest_head: usize,
    body: Length,
    /// A body that was malformed has no end.
    broken: Option<Malformed>,
}

impl Reader {
    pub(crate) fn new(largest_head: usize) -> Self {
        let (buffer, body) = (BytesMut::new(), Length::Exact(0));
        Reader { buffer, checked: 0, largest_head, body, broken: None }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// How many bytes belong to nobody yet.
    pub(crate) fn kept(&self) -> usize {
        self.buffer.len()
    }

    /// The head that begins with these bytes, or with those that were kept of it. Most come whole
    /// and are never kept.
    pub(super) fn head_from(
        &mut self,
        bytes: &[u8],
        cache: &HeadCache,
    ) -> Result<Option<Box<Head>>, Objection> {
        if !self.buffer.is_empty() {
            self.push(bytes);
            return self.head(cache);
        }
        let (head, length) = self.parse(bytes, cache)?;
        self.push(&bytes[length..]);
        Ok(head)
    }

    /// The next head, once it is there whole.
    pub(crate) fn head(&mut self, cache: &HeadCache) -> Result<Option<Box<Head>>, Objection> {
        if self.buffer.is_empty() {
            return Ok(None);
        }
        let buffer = std::mem::take(&mut self.buffer);
        let parsed = self.parse(&buffer, cache);
        self.buffer = buffer;
        let (head, length) = parsed?;
        self.buffer.advance(length);
        Ok(head)
    }

    /// Also says how many bytes are done with.
    fn parse(
        &mut self,
        bytes: &[u8],
        cache: &HeadCache,
    ) -> Result<(Option<Box<Head>>, usize), Objection> {
        // Empty lines before a request are leftovers, which every server skips.
        let mut blank = 0;
        while self.checked == 0 && bytes[blank..].starts_with(b"\r\n") {
            blank += 2;
        }
        let rest = &bytes[blank..];
        if rest.is_empty() || (self.checked == 0 && rest == b"\r") {
            return Ok((None, blank));
        }
        let Some(length) = head::length(rest, self.largest_head, &mut self.checked)? else {
            return Ok((None, blank));
        };
        let head = head::read(&rest[..length], cache)?;
        self.checked = 0;
        self.body = head.body;
        Ok((Some(head), blank + length))
    }

    /// The next piece of the body that the last head announced.
    pub(crate) fn piece(&mut self) -> Result<Piece, Malformed> {
        if let Some(malformed) = self.broken {
            return Err(malformed);
        }
        let piece = self.body.take(&mut self.buffer, Sender::Client);
        self.broken = piece.as_ref().err().copied();
        piece
    }

    pub(crate) fn is_body_over(&self) -> bool {
        self.broken.is_none() && self.body.is_over()
    }

    /// How much of the body is to come, where that is known.
    pub(super) fn left(&self) -> Option<u64> {
        match self.body {
            Length::Exact(left) => Some(left),
            Length::Chunked(_) | Length::ToTheEnd => None,
        }
    }

    /// Whether the next head can be read: the body is over, or what is left of it has come already.
    pub(super) fn skip_body(&mut self) -> bool {
        while !self.is_body_over() {
            if !matches!(self.piece(), Ok(Piece::Data(_) | Piece::Trailers(_) | Piece::End)) {
                return false;
            }
        }
        if self.buffer.is_empty() {
            // A connection that waits holds no room.
            self.buffer = BytesMut::new();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was refused; with its status, where it was a head.
    type Refused = Option<u16>;

    /// Reads all messages, whole and byte by byte.
    fn read(bytes: &[u8]) -> Result<(), Refused> {
        let mut whole = Reader::new(4096);
        let outcome = feed(&mut whole, bytes);
        let mut reader = Reader::new(4096);
        let mut pieces = bytes.chunks(1);
        let in_pieces = loop {
            let Some(byte) = pieces.next() else { break Ok(false) };
            match feed(&mut reader, byte) {
                Ok(false) => {}
                ended => break ended,
            }
        };
        assert_eq!(outcome.is_ok(), in_pieces.is_ok(), "in pieces");
        outcome.map(drop)
    }

    /// Whether what follows may not be HTTP.
    fn feed(reader: &mut Reader, bytes: &[u8]) -> Result<bool, Refused> {
        reader.push(bytes);
        let cache = HeadCache::default();
        loop {
            while !reader.is_body_over() {
                match reader.piece() {
                    Ok(Piece::More) => return Ok(false),
                    Ok(_) => {}
                    Err(_) => return Err(None),
                }
            }
            match reader.head(&cache) {
                Ok(Some(head)) if head.wants.upgrade => return Ok(true),
                Ok(Some(_)) => {}
                Ok(None) => return Ok(false),
                Err(objection) => return Err(Some(objection.status.as_u16())),
            }
        }
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
            assert_eq!(read(message), Ok(()), "{}", String::from_utf8_lossy(message));
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
            assert!(read(format!("{head}{rest}").as_bytes()).is_err(), "{rest:?}");
        }
        let long = format!("{head}Transfer-Encoding: chunked\r\n\r\n5;{}", "x".repeat(2000));
        assert!(read(long.as_bytes()).is_err());
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
            assert_eq!(read(line.as_bytes()).expect_err(line), Some(status), "{line:?}");
        }
        let long = format!("GET /{} HTTP/1.1\r\n", "x".repeat(64 * 1024));
        assert_eq!(read(long.as_bytes()).expect_err("too long"), Some(414));
        let large = format!("GET / HTTP/1.1\r\nX: {}\r\n", "x".repeat(5000));
        assert_eq!(read(large.as_bytes()).expect_err("too large"), Some(431));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "X: 1\r\n".repeat(101));
        assert_eq!(read(many.as_bytes()).expect_err("too many"), Some(431));
    }
}
