//! What a client speaks, told by its first bytes, which stay in the socket.

use std::io;
use std::time::Duration;

use futures::FutureExt;
use http::{HeaderName, HeaderValue, Response, StatusCode};
use http_body_util::BodyExt;
use kit::ErrorKind;
use routing::problem;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The first bytes of an HTTP/2 connection; no HTTP/1 method begins like that.
const PREFACE: &[u8] = b"PRI * HTTP/2.0";
const TLS_HANDSHAKE: u8 = 0x16;
/// How long to wait for more where a part of the preface is there.
const REST: Duration = Duration::from_millis(5);
const LONGEST_REST: Duration = Duration::from_millis(500);
/// How much a client may still send after an answer that ends the connection.
const LEFTOVER: u64 = 64 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sniffed {
    Tls,
    Http1,
    Http2,
}

pub(crate) async fn peek(tcp: &TcpStream) -> io::Result<Sniffed> {
    let mut start = [0; PREFACE.len()];
    let mut pause = REST;
    loop {
        let seen = tcp.peek(&mut start).await?;
        match &start[..seen] {
            [] => return Err(io::ErrorKind::UnexpectedEof.into()),
            [TLS_HANDSHAKE, ..] => return Ok(Sniffed::Tls),
            PREFACE => return Ok(Sniffed::Http2),
            part if PREFACE.starts_with(part) => {
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(LONGEST_REST);
            }
            _ => return Ok(Sniffed::Http1),
        }
    }
}

/// Answers a plain request on the TLS port. What the client sent is read away afterwards, because
/// closing a socket with unread bytes would take the answer back.
pub(crate) async fn refuse_plain_http(mut tcp: TcpStream) -> io::Result<()> {
    tcp.write_all(&raw_problem(StatusCode::BAD_REQUEST, "This port speaks HTTPS")).await?;
    tcp.shutdown().await?;
    tokio::io::copy(&mut tcp.take(LEFTOVER), &mut tokio::io::sink()).await?;
    Ok(())
}

/// An app can have a browser send us so many cookies that we refuse every request of it. It gets rid
/// of them all: one has to sign in again, but is not locked out.
const CLEAR_COOKIES: (HeaderName, HeaderValue) =
    (HeaderName::from_static("clear-site-data"), HeaderValue::from_static("\"cookies\""));

/// What is wrong with a head that is too large.
pub(crate) fn head_too_large() -> Response<routing::Body> {
    let code = ErrorKind::InvalidRequest.code();
    let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
    with_cookies_cleared(problem(status, code, "The headers are too large"))
}

fn with_cookies_cleared(mut response: Response<routing::Body>) -> Response<routing::Body> {
    if response.status() == StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE {
        let (name, value) = CLEAR_COOKIES;
        response.headers_mut().insert(name, value);
    }
    response
}

/// The bytes of an answer that any client of HTTP/1 understands, and the last on its connection.
pub(crate) fn raw_problem(status: StatusCode, message: &str) -> Vec<u8> {
    let code = ErrorKind::InvalidRequest.code();
    let response = with_cookies_cleared(problem(status, code, message));
    let (head, body) = response.into_parts();
    let body = body.collect().now_or_never().and_then(Result::ok).unwrap_or_default().to_bytes();
    let mut answer = format!("HTTP/1.1 {}\r\n", head.status).into_bytes();
    for (name, value) in &head.headers {
        answer.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    answer.extend(format!("content-length: {}\r\n", body.len()).bytes());
    answer.extend_from_slice(b"connection: close\r\n\r\n");
    answer.extend_from_slice(&body);
    answer
}
