//! A client's byte stream that keeps its place among the open connections for as long as it
//! lives, also after it was upgraded and left the HTTP server.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use prometheus::IntGauge;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Sleep, sleep};
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;

use crate::per_ip_limit::Seat;

/// Plain or encrypted.
pub(crate) type Transport = Either<TcpStream, Box<TlsStream<TcpStream>>>;

/// A place among the connections that may be open.
pub(crate) struct Slot {
    gauge: IntGauge,
    _permit: OwnedSemaphorePermit,
    _seat: Option<Seat>,
}

impl Slot {
    /// Whoever is not counted, such as this machine, has no seat.
    pub(crate) fn new(permit: OwnedSemaphorePermit, seat: Option<Seat>, gauge: IntGauge) -> Self {
        gauge.inc();
        Slot { gauge, _permit: permit, _seat: seat }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.gauge.dec();
    }
}

pub(crate) struct Stream {
    inner: Transport,
    stall: Stall,
    _slot: Slot,
}

impl Stream {
    pub(crate) fn new(inner: Transport, slot: Slot, write_time: Duration) -> Self {
        Stream { inner, stall: Stall { limit: write_time, timer: None }, _slot: slot }
    }
}

impl Stream {
    /// The client sees a connection that broke, not one that came to its end.
    pub(crate) fn abort(self) {
        let tcp = match &self.inner {
            Transport::Left(tcp) => tcp,
            Transport::Right(tls) => tls.get_ref().0,
        };
        // Where that fails, it is gone already.
        let _ = SockRef::from(tcp).set_linger(Some(Duration::ZERO));
    }
}

/// Ends a connection whose client takes nothing of what is sent to it.
struct Stall {
    limit: Duration,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Stall {
    fn check<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.timer = None;
            return written;
        }
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(self.limit)));
        match timer.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let Stream { inner, stall, .. } = self.get_mut();
        stall.check(Pin::new(inner).poll_write(cx, bytes), cx)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let Stream { inner, stall, .. } = self.get_mut();
        stall.check(Pin::new(inner).poll_write_vectored(cx, slices), cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Stream { inner, stall, .. } = self.get_mut();
        stall.check(Pin::new(inner).poll_flush(cx), cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}
