//! How much a client may ask of a listener. The defaults are for production; tests shorten them.

use std::num::NonZero;
use std::time::Duration;

#[derive(Debug, Clone)]
pub struct Limits {
    /// Threads that serve.
    pub lanes: usize,
    /// Connections open at a time, over all listeners.
    pub connections: usize,
    /// Of these, those of one client.
    pub connections_of_one: usize,
    /// Connections to apps open at a time.
    pub upstream_connections: usize,
    /// TLS handshakes in progress at a time.
    pub handshakes: usize,
    /// From the first byte of a connection to the end of its handshake.
    pub handshake_time: Duration,
    /// From the opening of a connection, or the end of the last request, to the end of the next
    /// request's headers.
    pub header_time: Duration,
    /// How long a client may take nothing of what is sent to it.
    pub write_time: Duration,
    /// All headers of a request together, with the request line.
    pub header_bytes: u32,
    /// What all answers together hold while they are rewritten.
    pub rewriting_bytes: usize,
    /// How long an answer waits for its part of that.
    pub rewriting_wait: Duration,
    /// HTTP/2 streams open at a time on one connection.
    pub streams: u32,
    /// An HTTP/2 peer that is silent for this long is asked whether it is still there…
    pub ping_after: Duration,
    /// …and has this long to answer.
    pub ping_time: Duration,
}

impl Limits {
    /// However few there are, one client never has more than a quarter.
    pub(crate) fn connections_of_one(&self) -> usize {
        self.connections_of_one.min(self.connections / 4).max(1)
    }

    /// However many one client stalls, others find a place at once.
    pub(crate) fn handshakes_of_one(&self) -> usize {
        (self.handshakes / 8).max(1)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            lanes: std::thread::available_parallelism().map_or(1, NonZero::get),
            connections: 16 * 1024,
            connections_of_one: 2 * 1024,
            upstream_connections: 16 * 1024,
            handshakes: 1024,
            handshake_time: Duration::from_secs(10),
            header_time: Duration::from_secs(30),
            write_time: Duration::from_secs(300),
            header_bytes: 64 * 1024,
            rewriting_bytes: 256 * 1024 * 1024,
            rewriting_wait: Duration::from_secs(10),
            streams: 128,
            ping_after: Duration::from_secs(30),
            ping_time: Duration::from_secs(20),
        }
    }
}
