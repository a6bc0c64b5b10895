use kit::Timestamp;
use strum::{EnumString, IntoStaticStr};

use super::Details;

/// What is on the other end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(crate) enum ChannelKind {
    Webhook,
    Ntfy,
    Gotify,
    Smtp,
    WebPush,
}

/// A way to somebody.
#[derive(Debug, Clone)]
pub(crate) struct Channel {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) kind: ChannelKind,
    /// What is for this device; `None`: everything.
    pub(crate) device_id: Option<String>,
    pub(crate) enabled: bool,
    pub(crate) details: Details,
    pub(crate) created_at: Timestamp,
    pub(crate) created_by: String,
}

impl Channel {
    /// Where its secrets lie sealed.
    pub(crate) fn place(id: &str) -> String {
        format!("notification_channels\n{id}")
    }
}

/// How it went lately.
#[derive(Debug, Clone, Default)]
pub(crate) struct ChannelState {
    pub(crate) waiting: u64,
    pub(crate) last_success_at: Option<Timestamp>,
    pub(crate) last_failure_at: Option<Timestamp>,
    pub(crate) last_error: Option<String>,
    /// Failures since it last worked.
    pub(crate) failures: i64,
}
