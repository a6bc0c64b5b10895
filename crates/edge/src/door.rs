//! What a listener serves.

use std::sync::Arc;

use routing::Local;

#[derive(Clone)]
pub struct Door {
    pub local: Arc<dyn Local>,
    pub apps: Apps,
}

/// Whether and how a listener leads to apps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Apps {
    /// Not at all.
    None,
    /// Beside the management endpoints.
    Here,
    /// Like `Here`, but people on their way to an app's page are sent to another port, so that
    /// apps do not share the origin of the management endpoints.
    SentTo(u16),
    /// Only apps: this is that other port.
    Only,
}
