//! Where the body of an HTTP/1 message ends, and taking it off the bytes of a connection.

use bytes::{Buf, Bytes, BytesMut};
use http::{HeaderMap, HeaderName, HeaderValue};
use httparse::Status;
use memchr::memchr;

use crate::field_line::read_header;

/// A chunk's size with its extensions, or all trailers together.
const LARGEST_LINE: usize = 16 * 1024;
const LONGEST_CHUNK_LINE: usize = 1024;
const MOST_TRAILERS: usize = 64;

/// What came is not HTTP, or leaves open where the message ends.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Malformed(pub(crate) &'static str);

/// Whose message it is. What a client sends is passed on, and must not be read in two ways; what an
/// app sends has been read by others before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sender {
    Client,
    App,
}

/// How much of a body is still to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    Exact(u64),
    Chunked(Chunk),
    ToTheEnd,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chunk {
    Size,
    Data(u64),
    /// The line end behind the data.
    DataEnd,
    /// How many of their bytes were looked at.
    Trailers(usize),
    Done,
}

/// What the buffer gave.
#[derive(Debug)]
pub(crate) enum Piece {
    Data(Bytes),
    Trailers(HeaderMap),
    /// More must be read first.
    More,
    End,
}

impl Length {
    pub(crate) fn is_over(self) -> bool {
        matches!(self, Length::Exact(0) | Length::Chunked(Chunk::Done))
    }

    /// Takes the next piece of the body off the buffer.
    pub(crate) fn take(
        &mut self,
        buffer: &mut BytesMut,
        sender: Sender,
    ) -> Result<Piece, Malformed> {
        match self {
            Length::ToTheEnd if buffer.is_empty() => Ok(Piece::More),
            Length::ToTheEnd => Ok(Piece::Data(buffer.split().freeze())),
            Length::Exact(0) => Ok(Piece::End),
            Length::Exact(left) => Ok(data(left, buffer)),
            Length::Chunked(chunk) => chunk.take(buffer, sender),
        }
    }
}

fn data(left: &mut u64, buffer: &mut BytesMut) -> Piece {
    let count = usize::try_from(*left).unwrap_or(usize::MAX).min(buffer.len());
    if count == 0 {
        return Piece::More;
    }
    *left -= count as u64;
    Piece::Data(buffer.split_to(count).freeze())
}

impl Chunk {
    fn take(&mut self, buffer: &mut BytesMut, sender: Sender) -> Result<Piece, Malformed> {
        loop {
            match self {
                Chunk::Size => {
                    let Some(line) = line(buffer, sender)? else { return Ok(Piece::More) };
                    *self = match size(&line, sender)? {
                        0 => Chunk::Trailers(0),
                        size => Chunk::Data(size),
                    };
                }
                Chunk::Data(0) => *self = Chunk::DataEnd,
                Chunk::Data(left) => return Ok(data(left, buffer)),
                Chunk::DataEnd => {
                    if buffer.len() < 2 {
                        return Ok(Piece::More);
                    }
                    if !buffer.starts_with(b"\r\n") {
                        return Err(Malformed("a chunk is longer than it says"));
                    }
                    buffer.advance(2);
                    *self = Chunk::Size;
                }
                Chunk::Trailers(checked) => {
                    let trailers = match sender {
                        Sender::Client => strict_trailers(buffer, checked)?,
                        Sender::App => trailers(buffer)?,
                    };
                    let Some(trailers) = trailers else { return Ok(Piece::More) };
                    *self = Chunk::Done;
                    if trailers.is_empty() {
                        return Ok(Piece::End);
                    } else {
                        return Ok(Piece::Trailers(trailers));
                    }
                }
                Chunk::Done => return Ok(Piece::End),
            }
        }
    }
}

fn line(buffer: &mut BytesMut, sender: Sender) -> Result<Option<Bytes>, Malformed> {
    let largest = match sender {
        Sender::Client => LONGEST_CHUNK_LINE,
        Sender::App => LARGEST_LINE,
    };
    match memchr(b'\n', buffer) {
        Some(end) if end > 0 && end <= largest && buffer[end - 1] == b'\r' => {
            let line = buffer.split_to(end - 1).freeze();
            buffer.advance(2);
            Ok(Some(line))
        }
        None if buffer.len() <= largest => Ok(None),
        _ => Err(BAD_SIZE),
    }
}

const BAD_SIZE: Malformed = Malformed("a chunk's size cannot be read");

fn size(line: &[u8], sender: Sender) -> Result<u64, Malformed> {
    let digits = line.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let (size, rest) = line.split_at(digits);
    let rest = match sender {
        Sender::Client if memchr(b'\r', rest).is_some() => return Err(BAD_SIZE),
        Sender::Client => rest,
        Sender::App => rest.trim_ascii_start(),
    };
    let fits = (1..=15).contains(&digits) && (rest.is_empty() || rest.starts_with(b";"));
    let size = std::str::from_utf8(size).ok().filter(|_| fits);
    let size = size.and_then(|text| u64::from_str_radix(text, 16).ok());
    size.ok_or(BAD_SIZE)
}

const BAD_TRAILERS: Malformed = Malformed("the trailers cannot be read");

fn trailers(buffer: &mut BytesMut) -> Result<Option<HeaderMap>, Malformed> {
    let mut room = [httparse::EMPTY_HEADER; MOST_TRAILERS];
    let (length, found) = match httparse::parse_headers(buffer, &mut room) {
        Ok(Status::Complete(parsed)) if parsed.0 <= LARGEST_LINE => parsed,
        Ok(Status::Partial) if buffer.len() <= LARGEST_LINE => return Ok(None),
        _ => return Err(BAD_TRAILERS),
    };
    let mut trailers = HeaderMap::new();
    for header in found {
        let name = HeaderName::from_bytes(header.name.as_bytes()).map_err(|_| BAD_TRAILERS)?;
        let value = HeaderValue::from_bytes(header.value).map_err(|_| BAD_TRAILERS)?;
        trailers.append(name, value);
    }
    buffer.advance(length);
    Ok(Some(trailers))
}

/// Every line as in the head of a request. What has come is looked at once, and read when it is
/// whole.
fn strict_trailers(
    buffer: &mut BytesMut,
    checked: &mut usize,
) -> Result<Option<HeaderMap>, Malformed> {
    while let Some(end) = memchr(b'\n', &buffer[*checked..]) {
        let line = &buffer[*checked..=*checked + end];
        let is_last = line == b"\r\n";
        if !is_last {
            trailer(line)?;
        }
        *checked += end + 1;
        if *checked > LARGEST_LINE {
            return Err(BAD_TRAILERS);
        }
        if is_last {
            let lines = buffer.split_to(*checked);
            return read_trailers(&lines[..lines.len() - 2]).map(Some);
        }
    }
    if buffer.len() <= LARGEST_LINE { Ok(None) } else { Err(BAD_TRAILERS) }
}

fn read_trailers(lines: &[u8]) -> Result<HeaderMap, Malformed> {
    let mut trailers = HeaderMap::new();
    for line in lines.split_inclusive(|byte| *byte == b'\n') {
        let (name, value) = trailer(line)?;
        trailers.append(name, value);
        if trailers.len() > MOST_TRAILERS {
            return Err(BAD_TRAILERS);
        }
    }
    Ok(trailers)
}

fn trailer(line: &[u8]) -> Result<(HeaderName, HeaderValue), Malformed> {
    let line = line.strip_suffix(b"\r\n").ok_or(BAD_TRAILERS)?;
    read_header(line).map_err(|_| BAD_TRAILERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailers_are_too_large_in_one_piece_as_well() {
        for (length, fits) in [(LARGEST_LINE, true), (LARGEST_LINE + 1, false)] {
            let trailer = format!("x: {}\r\n\r\n", "y".repeat(length - "x: \r\n\r\n".len()));
            let bytes = || BytesMut::from(trailer.as_bytes());
            assert_eq!(trailers(&mut bytes()).is_ok(), fits);
            assert_eq!(strict_trailers(&mut bytes(), &mut 0).is_ok(), fits);
        }
    }
}
