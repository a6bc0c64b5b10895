//! The client's side of HTTP/1.1, as cheap as it can be.

use anyhow::{Context, Result, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::dial::Stream;
use super::load::Tally;
use super::upstream::value;

const BUFFER: usize = 64 << 10;
const END_OF_HEAD: &[u8] = b"\r\n\r\n";

/// Sends the requests in turn, beginning with that one, each when the one before it was answered.
pub(crate) async fn drive(
    mut stream: Stream,
    requests: &[Vec<u8>],
    first: usize,
    length: usize,
    tally: &Tally,
) -> Result<()> {
    let mut buffer = vec![0; BUFFER];
    for request in requests.iter().cycle().skip(first) {
        if tally.is_stopping() {
            break;
        }
        stream.write_all(request).await?;
        stream.flush().await?;
        let (announced, mut left) = read_head(&mut stream, &mut buffer).await?;
        ensure!(announced == length, "an answer has {announced} bytes, not {length}");
        while left > 0 {
            let read = stream.read(&mut buffer).await?;
            ensure!(read > 0 && read <= left, "an answer is cut short, or too long");
            left -= read;
        }
        tally.answered();
    }
    Ok(())
}

/// Sends one request and gives the body of its answer.
pub(crate) async fn fetch(stream: &mut Stream, request: &[u8]) -> Result<Vec<u8>> {
    stream.write_all(request).await?;
    stream.flush().await?;
    let mut buffer = vec![0; BUFFER];
    let (length, left) = read_head(stream, &mut buffer).await?;
    let head = position(&buffer).context("there is no head")?;
    let mut body = buffer[head..head + length - left].to_vec();
    body.resize(length, 0);
    stream.read_exact(&mut body[length - left..]).await?;
    Ok(body)
}

/// Reads the head of an answer, and what comes with it: how long the body is, and how much of it
/// is still to come.
async fn read_head(stream: &mut Stream, buffer: &mut [u8]) -> Result<(usize, usize)> {
    let mut filled = 0;
    loop {
        let read = stream.read(&mut buffer[filled..]).await?;
        ensure!(read > 0, "the proxy hung up after {filled} bytes of an answer");
        filled += read;
        let Some(head) = position(&buffer[..filled]) else { continue };
        let text = || String::from_utf8_lossy(&buffer[..filled]);
        ensure!(buffer.starts_with(b"HTTP/1.1 200"), "not answered with 200: {}", text());
        let length = content_length(&buffer[..head]);
        let length = length.with_context(|| format!("no length in {}", text()))?;
        let left = length.checked_sub(filled - head).context("an answer is too long")?;
        return Ok((length, left));
    }
}

/// Where the body begins.
fn position(buffer: &[u8]) -> Option<usize> {
    let found = buffer.windows(END_OF_HEAD.len()).position(|window| window == END_OF_HEAD)?;
    Some(found + END_OF_HEAD.len())
}

fn content_length(head: &[u8]) -> Option<usize> {
    value(head, "content-length")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_ends_with_an_empty_line_and_names_a_length_in_any_case() {
        let answer = b"HTTP/1.1 200 OK\r\ncontent-LENGTH: 5\r\n\r\nhello";
        assert_eq!(position(answer), Some(answer.len() - 5));
        assert_eq!(content_length(&answer[..answer.len() - 5]), Some(5));
        assert_eq!(position(b"HTTP/1.1 200 OK\r\n"), None);
        assert_eq!(content_length(b"HTTP/1.1 200 OK\r\n\r\n"), None);
    }
}
