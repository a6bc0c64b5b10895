//! What a client speaks, told by its first bytes, which stay in the socket.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The first bytes of an HTTP/2 connection; no HTTP/1 method begins like that.
const PREFACE: &[u8] = b"PRI * HTTP/2.0";
const TLS_HANDSHAKE: u8 = 0x16;
/// How long to wait for more where a part of the preface is there.
const REST: Duration = Duration::from_millis(5);
/// How much a client may still send after an answer that ends the connection.
const LEFTOVER: u64 = 64 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    Tls,
    Http1,
    Http2,
}

pub(crate) async fn peek(tcp: &TcpStream) -> io::Result<Opening> {
    let mut start = [0; PREFACE.len()];
    loop {
        let seen = tcp.peek(&mut start).await?;
        match &start[..seen] {
            [] => return Err(io::ErrorKind::UnexpectedEof.into()),
            [TLS_HANDSHAKE, ..] => return Ok(Opening::Tls),
            PREFACE => return Ok(Opening::Http2),
            part if PREFACE.starts_with(part) => tokio::time::sleep(REST).await,
            _ => return Ok(Opening::Http1),
        }
    }
}

const SPEAK_HTTPS: &str = "HTTP/1.1 400 Bad Request\r\n\
    X-API-Version: v1\r\n\
    Content-Type: text/plain; charset=utf-8\r\n\
    Content-Length: 24\r\n\
    Connection: close\r\n\
    \r\n\
    This port speaks HTTPS.\n";

/// Answers a plain request on the TLS port. What the client sent is read away first, because
/// closing a socket with unread bytes would take the answer back.
pub(crate) async fn refuse_plain_http(mut tcp: TcpStream) -> io::Result<()> {
    tcp.write_all(SPEAK_HTTPS.as_bytes()).await?;
    tcp.shutdown().await?;
    tokio::io::copy(&mut tcp.take(LEFTOVER), &mut tokio::io::sink()).await?;
    Ok(())
}
