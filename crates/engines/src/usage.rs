use std::time::Duration;

use kit::Timestamp;

/// What a container uses, as of a moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Usage {
    pub at: Timestamp,
    pub cores_used: f64,
    /// Those that it could use.
    pub total_cores: f64,
    /// Of all cores together, since it was started; nothing where the runtime does not count.
    pub cpu_time: Duration,
    /// Without what the kernel would give away at once: the pages of files.
    pub memory_used: u64,
    pub memory_limit: u64,
    /// Bytes, since it was started.
    pub received: u64,
    pub sent: u64,
    /// Why there are no figures.
    pub warning: Option<String>,
}

#[cfg(feature = "kubernetes")]
impl Usage {
    pub(crate) fn unknown(at: Timestamp, warning: impl Into<String>) -> Self {
        Usage {
            at,
            cores_used: 0.0,
            total_cores: 0.0,
            cpu_time: Duration::ZERO,
            memory_used: 0,
            memory_limit: 0,
            received: 0,
            sent: 0,
            warning: Some(warning.into()),
        }
    }
}
