//! Where people open apps: beside the dashboard, or at an origin of their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

/// The port of the origin that apps have to themselves, while people are sent there. Whoever
/// decides that sets it, and the data plane reads it.
#[derive(Debug, Clone, Default)]
pub struct AppsPort(Arc<AtomicU16>);

impl AppsPort {
    /// `None`: apps share the origin of the dashboard.
    pub fn get(&self) -> Option<u16> {
        Some(self.0.load(Ordering::Relaxed)).filter(|port| *port != 0)
    }

    pub fn set(&self, port: Option<u16>) {
        self.0.store(port.unwrap_or(0), Ordering::Relaxed);
    }
}
