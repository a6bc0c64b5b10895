//! How much is read at once: who fills the room quickly gets more of it.

use std::io;
use std::pin::pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::BytesMut;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::time::Instant;

/// Read at first.
const FIRST_READ: usize = 8 * 1024;
/// Two full buffers within this time are a fast transfer.
const QUICK: Duration = Duration::from_millis(50);

pub(crate) struct Growth {
    size: usize,
    largest: usize,
    /// When the room was last filled by one read.
    filled_at: Option<Instant>,
}

impl Growth {
    /// At most so much is read at once.
    pub(crate) fn up_to(largest: usize) -> Self {
        Growth { size: FIRST_READ, largest, filled_at: None }
    }

    /// Begins anew.
    pub(crate) fn reset(&mut self) {
        *self = Growth::up_to(self.largest);
    }

    pub(crate) fn is_grown(&self) -> bool {
        self.size > FIRST_READ
    }

    /// Reads more into the buffer.
    pub(crate) fn poll_fill(
        &mut self,
        io: &mut (impl AsyncRead + Unpin),
        buffer: &mut BytesMut,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        if buffer.capacity() - buffer.len() < self.size / 2 {
            buffer.reserve(self.size);
        }
        let count = ready!(Future::poll(pin!(io.read_buf(buffer)), cx))?;
        if count >= self.size {
            // Only who also takes it quickly gets more room: slow ones are many.
            let quick = self.filled_at.is_some_and(|at| at.elapsed() < QUICK);
            self.size = if quick { (self.size * 2).min(self.largest) } else { FIRST_READ };
            self.filled_at = Some(Instant::now());
        }
        Poll::Ready(Ok(count))
    }
}
