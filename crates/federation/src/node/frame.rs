//! Messages on a connection: their length in four bytes, then as many bytes.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::protocol::{Cipher, Purpose};

/// A question of somebody who is not known to be a member yet.
pub(super) const LARGEST_QUESTION: usize = 16 * 1024;
/// A list of apps with what is around it.
pub(super) const LARGEST_LIST: usize = 4 * 1024 * 1024;

pub(super) async fn send(
    stream: &mut (impl AsyncWrite + Unpin),
    (cipher, purpose): (&Cipher, Purpose),
    text: &str,
) -> io::Result<usize> {
    let sealed = cipher.seal(purpose, text.as_bytes());
    let length = u32::try_from(sealed.len()).map_err(io::Error::other)?;
    stream.write_all(&length.to_be_bytes()).await?;
    stream.write_all(&sealed).await?;
    stream.flush().await?;
    Ok(sealed.len())
}

/// `None`: it does not open, or is longer than allowed.
pub(super) async fn receive(
    stream: &mut (impl AsyncRead + Unpin),
    (cipher, purpose): (&Cipher, Purpose),
    largest: usize,
) -> io::Result<Option<String>> {
    let length = usize::try_from(stream.read_u32().await?).map_err(io::Error::other)?;
    if length > largest {
        return Ok(None);
    }
    // Memory is taken as bytes come, not as somebody says that they will.
    let mut sealed = Vec::new();
    stream.take(length as u64).read_to_end(&mut sealed).await?;
    if sealed.len() < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let opened = cipher.open(purpose, &sealed);
    Ok(opened.and_then(|bytes| String::from_utf8(bytes).ok()))
}
