use std::sync::Arc;

/// Who has an open socket right now. `hub` knows; others ask.
pub trait Presence: Send + Sync {
    fn is_online(&self, device_id: &str) -> bool;
}

/// Which devices there are, and what they are called. `access` knows; others ask.
pub trait Directory: Send + Sync {
    /// The name of a paired device; `None` when no such device is paired.
    fn device_name(&self, device_id: &str) -> Option<String>;

    /// Every paired device but those that wait for approval.
    fn devices(&self) -> Vec<Arc<str>>;
}
