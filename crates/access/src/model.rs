//! The records of this slice, as rules see them.

use std::sync::Arc;

use kit::{Scopes, Timestamp};
use strum::{EnumString, IntoStaticStr};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct User {
    pub(crate) id: i64,
    pub(crate) username: Arc<str>,
    /// Tokens of an earlier epoch are worth nothing.
    pub(crate) epoch: i64,
    pub(crate) is_active: bool,
    pub(crate) created_at: Timestamp,
    pub(crate) last_login: Option<Timestamp>,
    /// A JSON object of the dashboard's.
    pub(crate) preferences: Option<Arc<str>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Device {
    pub(crate) id: Arc<str>,
    pub(crate) name: String,
    pub(crate) model: String,
    pub(crate) platform: Platform,
    pub(crate) scopes: Arc<Scopes>,
    pub(crate) pending: bool,
    pub(crate) epoch: i64,
    pub(crate) paired_at: Timestamp,
    /// The key or device that let it in, and with which it falls.
    pub(crate) sponsor: Option<Arc<str>>,
    /// When its sponsor expires.
    pub(crate) expires_at: Option<Timestamp>,
}

impl Device {
    pub(crate) fn is_expired(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|end| now >= end)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ApiKey {
    pub(crate) id: Arc<str>,
    pub(crate) name: String,
    /// The beginning of the key, by which people tell theirs apart.
    pub(crate) prefix: String,
    pub(crate) hash: Arc<str>,
    pub(crate) scopes: Arc<Scopes>,
    pub(crate) created_at: Timestamp,
    pub(crate) created_by: String,
    pub(crate) expires_at: Option<Timestamp>,
    pub(crate) revoked_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(crate) enum Platform {
    Ios,
    Android,
    Web,
    Desktop,
    Linux,
    Macos,
    Windows,
}

impl Platform {
    /// What a device of this kind may do once it is paired.
    pub(crate) fn pairing_scopes(self) -> Scopes {
        let all = ["read:catalog", "read:events", "access:*"];
        let handheld = ["access:mobile", "read:*"];
        let more: &[&str] = match self {
            Platform::Ios | Platform::Android | Platform::Web => &handheld,
            _ => &[],
        };
        Scopes::parse(all.iter().chain(more)).expect("these are known scopes")
    }
}
