//! Two byte streams joined. An idle tunnel holds no buffer: bytes are read into one that the whole
//! lane shares, and only what the other side does not take at once is kept.

use std::future::{Future, poll_fn};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::BytesMut;
use routing::Traffic;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::time::timeout;

use super::frames::Frames;
use crate::scratch::Scratch;

/// How long both sides have to take the last frame.
const GOODBYE: Duration = Duration::from_secs(1);
/// The last frame of a WebSocket. Clients mask theirs; a mask of zeros changes nothing.
const CLOSE: u8 = 0x88;
const MASKED: u8 = 0x80;

/// Why a socket is ended from here: the codes of RFC 6455.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Why {
    GoingAway = 1001,
    NotAllowed = 1008,
}

/// One direction.
struct Flow<'a> {
    traffic: &'a Traffic,
    /// Which of its figures grows.
    count: fn(&Traffic, u64),
    frames: Frames,
    left: Vec<u8>,
    written: usize,
    /// The reader has nothing more; the writer is to be closed.
    finished: bool,
    closed: bool,
}

impl<'a> Flow<'a> {
    fn new(traffic: &'a Traffic, count: fn(&Traffic, u64)) -> Self {
        let (frames, left) = (Frames::default(), Vec::new());
        Flow { traffic, count, frames, left, written: 0, finished: false, closed: false }
    }

    /// Bytes that are to be written first.
    fn keep(&mut self, bytes: &[u8]) {
        self.pass(bytes);
        self.left = bytes.to_vec();
    }

    fn pass(&mut self, bytes: &[u8]) {
        self.frames.pass(bytes);
        (self.count)(self.traffic, bytes.len() as u64);
    }

    /// Closes the writer, with a last frame where the one before it is whole.
    async fn end<W: AsyncWrite + Unpin>(&self, to: &mut W, last: &[u8]) -> io::Result<()> {
        if self.written == self.left.len() && self.frames.is_between() {
            to.write_all(last).await?;
        }
        to.shutdown().await
    }

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
            let mut buffer = scratch.borrow_mut();
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
            self.pass(piece);
            let count = match to.as_mut().poll_write(cx, piece) {
                Poll::Ready(count) => count?,
                Poll::Pending => 0,
            };
            self.left = piece[count..].to_vec();
        }
    }
}

/// Carries bytes both ways until both sides have closed, one fails, or `ended` says so; then both
/// are told. `said` is what the app has sent already.
pub(crate) async fn join<A, B>(
    scratch: &Scratch,
    traffic: &Traffic,
    mut client: A,
    (mut app, said): (B, BytesMut),
    ended: impl Future<Output = Why>,
) -> io::Result<()>
where
    A: AsyncRead + AsyncWrite + Unpin,
    B: AsyncRead + AsyncWrite + Unpin,
{
    let mut there = Flow::new(traffic, Traffic::received);
    let mut back = Flow::new(traffic, Traffic::sent);
    back.keep(&said);
    let joined = poll_fn(|cx| {
        let (mut client, mut app) = (Pin::new(&mut client), Pin::new(&mut app));
        let out = there.poll(scratch, client.as_mut(), app.as_mut(), cx)?;
        let home = back.poll(scratch, app.as_mut(), client.as_mut(), cx)?;
        if out.is_ready() && home.is_ready() { Poll::Ready(Ok(())) } else { Poll::Pending }
    });
    let why = tokio::select! {
        joined = joined => return joined,
        why = ended => why,
    };
    let [high, low] = (why as u16).to_be_bytes();
    let goodbye = async {
        back.end(&mut client, &[CLOSE, 2, high, low]).await?;
        there.end(&mut app, &[CLOSE, MASKED | 2, 0, 0, 0, 0, high, low]).await
    };
    timeout(GOODBYE, goodbye).await.unwrap_or(Ok(()))
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
        let traffic = Traffic::default();
        let joined = join(&scratch, &traffic, near, (far, BytesMut::new()), std::future::pending());
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
        let figures = traffic.figures();
        assert_eq!((figures.received, figures.sent), (200_000, 200_000));
    }

    #[tokio::test]
    async fn at_the_end_both_sides_are_told_between_frames() {
        let (mut client, near) = duplex(100);
        let (far, mut server) = duplex(100);
        let scratch = Scratch::default();
        let said = BytesMut::from(&[0x81, 2, b'h', b'i'][..]);
        client.write_all(&[0x81, 5, b'h', b'a']).await.expect("half a frame");
        let ended = async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            Why::GoingAway
        };
        join(&scratch, &Traffic::default(), near, (far, said), ended).await.expect("a goodbye");
        let (mut there, mut back) = (Vec::new(), Vec::new());
        client.read_to_end(&mut back).await.expect("an end");
        server.read_to_end(&mut there).await.expect("an end");
        assert_eq!(back, [&[0x81, 2, b'h', b'i'][..], &[0x88, 2, 0x03, 0xe9]].concat());
        assert_eq!(there, [0x81, 5, b'h', b'a'], "no frame in the middle of another");
    }
}
