use std::str::FromStr;

use kit::Timestamp;

use super::Details;

/// What is on the other end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Webhook,
    Ntfy,
    Gotify,
    Smtp,
    WebPush,
}

impl Kind {
    pub(crate) const ALL: [Kind; 5] =
        [Kind::Webhook, Kind::Ntfy, Kind::Gotify, Kind::Smtp, Kind::WebPush];

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Kind::Webhook => "webhook",
            Kind::Ntfy => "ntfy",
            Kind::Gotify => "gotify",
            Kind::Smtp => "smtp",
            Kind::WebPush => "webpush",
        }
    }
}

impl FromStr for Kind {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or(())
    }
}

/// A way to somebody.
#[derive(Debug, Clone)]
pub(crate) struct Channel {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) kind: Kind,
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
