//! Reading an app's answer off its connection.

use std::mem::MaybeUninit;
use std::sync::LazyLock;

use bytes::BytesMut;
use http::{
    HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, Version, header, response,
};
use memchr::memmem::Finder;

use crate::framing::{Chunk, Length, Malformed};

const MOST_HEADERS: usize = 256;
const LARGEST_HEAD: usize = 64 * 1024;
/// The head of an answer, and how its body is told from what follows.
pub(super) struct Head {
    pub(super) parts: response::Parts,
    pub(super) body: Length,
    pub(super) keeps_alive: bool,
}

/// Takes a head off the buffer; `None` where it is not whole yet.
pub(super) fn head(buffer: &mut BytesMut, method: &Method) -> Result<Option<Head>, Malformed> {
    let Some(length) = length_of_head(buffer) else {
        return match parse(buffer, &mut [const { MaybeUninit::uninit() }; MOST_HEADERS]) {
            Ok(_) if buffer.len() <= LARGEST_HEAD => Ok(None),
            Ok(_) => Err(Malformed("the head is too large")),
            Err(error) => Err(error),
        };
    };
    if length > LARGEST_HEAD {
        return Err(Malformed("the head is too large"));
    }
    // The values of headers are pieces of this, not copies.
    let bytes = buffer.split_to(length).freeze();
    let mut room = [const { MaybeUninit::uninit() }; MOST_HEADERS];
    let answer = parse(&bytes, &mut room)?;
    let status = answer.code.and_then(|code| StatusCode::from_u16(code).ok());
    let old = answer.version != Some(1);
    let mut headers = HeaderMap::with_capacity(answer.headers.len() + 2);
    for found in answer.headers.iter() {
        let name = HeaderName::from_bytes(found.name.as_bytes());
        let name = name.map_err(|_| Malformed("a header's name cannot be read"))?;
        let value = HeaderValue::from_maybe_shared(bytes.slice_ref(found.value));
        headers.append(name, value.map_err(|_| Malformed("a header's value cannot be read"))?);
    }
    let mut parts = Response::new(()).into_parts().0;
    parts.status = status.ok_or(Malformed("the status is not one"))?;
    parts.version = if old { Version::HTTP_10 } else { Version::HTTP_11 };
    parts.headers = headers;
    let body = length_of(&parts, method)?;
    let keeps_alive = !matches!(body, Length::ToTheEnd) && !old && !says_close(&parts.headers);
    Ok(Some(Head { parts, body, keeps_alive }))
}

/// Where the empty line ends that ends a head. Some programs end their lines with a bare LF.
fn length_of_head(buffer: &[u8]) -> Option<usize> {
    // Made once, because that takes longer than to look.
    static ENDS: LazyLock<[Finder; 2]> =
        LazyLock::new(|| [Finder::new("\n\r\n"), Finder::new("\n\n")]);
    let [usual, bare] = &*ENDS;
    let end = usual.find(buffer).map(|at| at + 3);
    let before = &buffer[..end.unwrap_or(buffer.len())];
    bare.find(before).map(|at| at + 2).or(end)
}

fn parse<'h, 'b>(
    bytes: &'b [u8],
    room: &'h mut [MaybeUninit<httparse::Header<'b>>],
) -> Result<httparse::Response<'h, 'b>, Malformed> {
    let mut answer = httparse::Response::new(&mut []);
    let config = httparse::ParserConfig::default();
    let parsed = config.parse_response_with_uninit_headers(&mut answer, bytes, room);
    parsed.map(|_| answer).map_err(|_| Malformed("the head cannot be read"))
}

/// RFC 9112, 6.3; what is ambiguous there is refused here.
fn length_of(answer: &response::Parts, method: &Method) -> Result<Length, Malformed> {
    let encodings = answer.headers.get_all(header::TRANSFER_ENCODING);
    let mut lengths = answer.headers.get_all(header::CONTENT_LENGTH).iter();
    let (encoding, length) = (encodings.iter().next(), lengths.next());
    let status = answer.status;
    let bodiless = *method == Method::HEAD
        || status.is_informational()
        || matches!(status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED);
    if encoding.is_some() && length.is_some() {
        return Err(Malformed("the body's length is given in two ways"));
    }
    if bodiless {
        return Ok(Length::Exact(0));
    }
    match (encoding, length) {
        (Some(encoding), _) => {
            let chunked = encoding.as_bytes().eq_ignore_ascii_case(b"chunked");
            match chunked && encodings.iter().count() == 1 {
                true => Ok(Length::Chunked(Chunk::Size)),
                false => Err(Malformed("the transfer encoding is not supported")),
            }
        }
        (None, Some(length)) => {
            let same = lengths.all(|other| other == length);
            let digits = length.as_bytes().iter().all(u8::is_ascii_digit);
            let length = length.to_str().ok().filter(|_| same && digits);
            let length = length.and_then(|text| text.parse().ok());
            length.map(Length::Exact).ok_or(Malformed("the body's length is not a number"))
        }
        (None, None) => Ok(Length::ToTheEnd),
    }
}

fn says_close(headers: &HeaderMap) -> bool {
    let lists =
        headers.get_all(header::CONNECTION).into_iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|one| one.trim().eq_ignore_ascii_case("close"))
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
