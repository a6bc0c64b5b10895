use dial::Transport;
use prometheus::IntGauge;

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
