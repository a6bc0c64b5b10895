//! Two byte streams joined. An idle tunnel holds no buffer: bytes are read into one that the whole
//! lane shares, and only what the other side does not take at once is kept.

use std::cell::RefCell;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// What is read at a time.
const PIECE: usize = 32 * 1024;

/// The buffer of a lane.
pub(crate) struct Scratch(RefCell<Box<[u8]>>);

impl Default for Scratch {
    fn default() -> Self {
        Scratch(RefCell::new(vec![0; PIECE].into_boxed_slice()))
    }
}

/// One direction.
#[derive(Default)]
struct Flow {
    left: Vec<u8>,
    written: usize,
    /// The reader has nothing more; the writer is to be closed.
    finished: bool,
    closed: bool,
}

impl Flow {
    fn poll<R, W>(
        &mut self,
        scratch: &Scratch,
        mut from: Pin<&mut R>,
        mut to: Pin<&mut W>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<()>>
    where
        R: AsyncRead,
        W: AsyncWrite,
    {
        loop {
            while self.written < self.left.len() {
                let count = ready!(to.as_mut().poll_write(cx, &self.left[self.written..]))?;
                if count == 0 {
                    return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
                }
                self.written += count;
            }
            self.left = Vec::new();
            self.written = 0;
            if self.closed {
                return Poll::Ready(Ok(()));
            }
            if self.finished {
                ready!(to.as_mut().poll_shutdown(cx))?;
                self.closed = true;
                continue;
            }
            let mut buffer = scratch.0.borrow_mut();
            let mut piece = ReadBuf::new(&mut buffer);
            let read = from.as_mut().poll_read(cx, &mut piece);
            let piece = piece.filled();
            if read.is_pending() {
                drop(buffer);
                // Nothing more for now: what was written must not wait in a buffer.
                ready!(to.as_mut().poll_flush(cx))?;
                return Poll::Pending;
            }
            ready!(read)?;
            if piece.is_empty() {
                self.finished = true;
                continue;
            }
            let count = match to.as_mut().poll_write(cx, piece) {
                Poll::Ready(count) => count?,
                Poll::Pending => 0,
            };
            self.left = piece[count..].to_vec();
        }
    }
}

/// Carries bytes both ways until both sides have closed, or one fails.
pub(crate) async fn join<A, B>(scratch: &Scratch, mut one: A, mut other: B) -> io::Result<()>
where
    A: AsyncRead + AsyncWrite + Unpin,
    B: AsyncRead + AsyncWrite + Unpin,
{
    let (mut there, mut back) = (Flow::default(), Flow::default());
    poll_fn(|cx| {
        let (mut one, mut other) = (Pin::new(&mut one), Pin::new(&mut other));
        let out = there.poll(scratch, one.as_mut(), other.as_mut(), cx)?;
        let home = back.poll(scratch, other.as_mut(), one.as_mut(), cx)?;
        if out.is_ready() && home.is_ready() { Poll::Ready(Ok(())) } else { Poll::Pending }
    })
    .await
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test]
    async fn every_byte_arrives_both_ways_through_narrow_pipes() {
        let (mut client, near) = duplex(7);
        let (far, mut server) = duplex(1000);
        let scratch = Scratch::default();
        let sent: Vec<u8> = (0..200_000_u32).map(|n| (n % 251) as u8).collect();
        let joined = join(&scratch, near, far);
        let talk = async {
            let (mut client_in, mut client_out) = tokio::io::split(&mut client);
            let (mut server_in, mut server_out) = tokio::io::split(&mut server);
            let (mut there, mut back) = (Vec::new(), Vec::new());
            let (a, b, c, d) = tokio::join!(
                async { client_out.write_all(&sent).await.and(client_out.shutdown().await) },
                server_in.read_to_end(&mut there),
                async { server_out.write_all(&sent).await.and(server_out.shutdown().await) },
                client_in.read_to_end(&mut back),
            );
            (a.and(c), b.and(d)).0.expect("it went through");
            assert!(there == sent && back == sent);
        };
        let (joined, ()) = tokio::join!(joined, talk);
        joined.expect("both sides closed");
    }
}
