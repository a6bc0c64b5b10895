//! What a listener serves.

use std::sync::Arc;

use routing::{AppsPort, Local};

#[derive(Clone)]
pub struct ListenerRole {
    pub local: Arc<dyn Local>,
    pub apps: Apps,
    /// Where apps are beside the management endpoints: the port to which people are sent instead,
    /// while there is one.
    pub apps_port: AppsPort,
}

impl ListenerRole {
    /// How it leads to apps now.
    pub(crate) fn apps(&self) -> Apps {
        match (self.apps, self.apps_port.get()) {
            (Apps::Here, Some(port)) => Apps::SentTo(port),
            (apps, _) => apps,
        }
    }
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
