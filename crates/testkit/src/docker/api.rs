use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

/// Far above what any call takes here, so that a stuck engine fails a test and does not hang it.
const LONGEST_CALL: Duration = Duration::from_secs(120);

/// What the engine answered.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
}

impl Answer {
    pub fn is_success(&self) -> bool {
        (200..400).contains(&self.status)
    }
}

pub(super) fn call(socket: &Path, method: &str, path: &str, body: &[u8]) -> io::Result<Answer> {
    let mut stream = UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(LONGEST_CALL))?;
    stream.set_write_timeout(Some(LONGEST_CALL))?;
    // HTTP/1.0 spares the answer its chunks: it ends with the connection.
    let length = body.len();
    write!(stream, "{method} /v1.41{path} HTTP/1.0\r\nContent-Length: {length}\r\n")?;
    write!(stream, "Content-Type: application/json\r\n\r\n")?;
    stream.write_all(body)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    parse(&answer).ok_or_else(|| io::Error::other(String::from_utf8_lossy(&answer)))
}

fn parse(answer: &[u8]) -> Option<Answer> {
    let text = String::from_utf8_lossy(answer);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    // Some calls answer nothing, or several documents; those are kept as text.
    let body = serde_json::from_str(body).unwrap_or_else(|_| Value::String(body.to_owned()));
    Some(Answer { status, body })
}
