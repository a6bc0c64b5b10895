//! Connections to apps: spoken over, kept for the next request, and given up.

pub(crate) mod http1;
mod http2;
mod pool;
mod upload;

use dial::Transport;
use prometheus::IntGauge;

pub(crate) use self::http1::{Http1Conn, SendError, Written};
pub(crate) use self::http2::{Shared, Spawner, Stream};
pub(crate) use self::pool::Pool;
pub(crate) use self::upload::{BodyWanted, Meter, State, Upload};

/// A connection that was just made.
pub(crate) struct Opened {
    pub(crate) transport: Transport,
    pub(crate) http2: bool,
    pub(crate) counted: Counted,
}

/// Counts an open connection for as long as it lives.
pub(crate) struct Counted(IntGauge);

impl Counted {
    pub(crate) fn new(gauge: &IntGauge) -> Self {
        gauge.inc();
        Counted(gauge.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}
