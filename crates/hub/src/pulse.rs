use std::time::Duration;

use tokio::time::Instant;

/// When a peer was heard, and when it is to be asked for a sign of life.
#[derive(Debug)]
pub(crate) struct Pulse {
    ping_every: Duration,
    silence: Duration,
    heard: Instant,
    pinged: Instant,
}

impl Pulse {
    pub(crate) fn new(ping_every: Duration, silence: Duration) -> Self {
        let now = Instant::now();
        Pulse { ping_every, silence, heard: now, pinged: now }
    }

    pub(crate) fn heard(&mut self) {
        self.heard = Instant::now();
    }

    pub(crate) fn pinged(&mut self) {
        self.pinged = Instant::now();
    }

    pub(crate) fn is_silent(&self) -> bool {
        self.heard.elapsed() >= self.silence
    }

    /// When there is something to do next.
    pub(crate) fn next(&self) -> Instant {
        (self.pinged + self.ping_every).min(self.heard + self.silence)
    }
}
