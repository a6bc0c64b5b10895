//! A connection to the engine that can carry only so much.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpStream, UnixStream};

use super::address::Location;
use super::tls;

pub(super) trait Wire: AsyncRead + AsyncWrite + Send + Unpin + 'static {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin + 'static> Wire for S {}

pub(super) async fn connect(location: &Location) -> io::Result<Box<dyn Wire>> {
    match location {
        Location::Socket(path) => Ok(Box::new(UnixStream::connect(path).await?)),
        Location::Tcp { host, port, tls } => {
            let stream = TcpStream::connect((host.as_str(), *port)).await?;
            stream.set_nodelay(true)?;
            match tls {
                Some(files) => Ok(Box::new(tls::handshake(stream, host, files).await?)),
                None => Ok(Box::new(stream)),
            }
        }
    }
}

/// How many bytes may still come before the connection counts as broken. The client collects what
/// it is sent, so this is what bounds its memory.
#[derive(Debug, Clone)]
pub(super) struct Budget {
    left: Arc<AtomicUsize>,
    whole: usize,
}

#[derive(Debug, thiserror::Error)]
#[error("the answer is too large")]
pub(super) struct TooLarge;

impl Budget {
    pub(super) fn new(whole: usize) -> Self {
        Budget { left: Arc::new(AtomicUsize::new(whole)), whole }
    }

    /// What came so far was used and is gone.
    pub(super) fn refill(&self) {
        self.left.store(self.whole, Ordering::Relaxed);
    }

    fn spend(&self, bytes: usize) -> io::Result<()> {
        let spent = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes));
        spent.map(drop).map_err(|_| io::Error::other(TooLarge))
    }
}

pub(super) struct Metered<S> {
    pub(super) stream: S,
    pub(super) budget: Budget,
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        Poll::Ready(self.budget.spend(buffer.filled().len() - before))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;

    #[tokio::test]
    async fn a_connection_carries_no_more_than_it_may() {
        let endless = tokio::io::repeat(b'x');
        let mut metered = Metered { stream: endless, budget: Budget::new(10) };
        let mut bytes = [0; 6];
        assert!(metered.read_exact(&mut bytes).await.is_ok());
        assert!(metered.read_exact(&mut bytes).await.is_err());
        metered.budget.refill();
        assert!(metered.read_exact(&mut bytes).await.is_ok());
    }
}
