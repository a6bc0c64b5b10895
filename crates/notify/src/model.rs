use std::sync::Arc;

use kit::Timestamp;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// What became of a notification.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(crate) enum NotificationStatus {
    /// It waits for its device, or for the device to confirm it.
    Pending,
    Delivered,
    /// Every attempt is used up, or there was no room for it.
    Failed,
    Dismissed,
}

/// What is said, once, however many devices it is for.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    /// By which clients tell messages apart: `webhook.activity`, or what the sender calls it.
    pub(crate) kind: String,
    /// The `data` of the socket message, as JSON.
    pub(crate) body: String,
    /// The same for people who read it elsewhere.
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) at: Timestamp,
}

impl Message {
    /// What goes over the socket.
    pub(crate) fn frame(&self, notification_id: Option<i64>) -> String {
        frame(&self.body, self.at, notification_id)
    }
}

/// `body` is JSON already.
pub(crate) fn frame(body: &str, at: Timestamp, notification_id: Option<i64>) -> String {
    let id = notification_id.map(|id| format!(r#","notificationId":{id}"#)).unwrap_or_default();
    format!(r#"{{"type":"webhook","data":{body},"timestamp":"{at}"{id}}}"#)
}

/// Whom a message is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Every socket that is open, and every paired device that is away.
    Everybody,
    /// Every socket that is open.
    Present,
    /// These devices; no id is there twice.
    Devices(Vec<Arc<str>>),
}

/// What became of a message when it was sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Devices with an open socket.
    pub(crate) sent: u64,
    /// Devices without one, for which it waits.
    pub(crate) queued: u64,
    /// Named devices that are not paired.
    pub(crate) unknown: Vec<Arc<str>>,
}

/// A notification as the queue keeps it.
#[derive(Debug, Clone)]
pub(crate) struct Notification {
    pub(crate) id: i64,
    pub(crate) device_id: String,
    pub(crate) kind: String,
    pub(crate) status: NotificationStatus,
    pub(crate) attempts: i64,
    pub(crate) body: String,
    pub(crate) created_at: Timestamp,
    pub(crate) expires_at: Timestamp,
    pub(crate) delivered_at: Option<Timestamp>,
    pub(crate) acknowledged_at: Option<Timestamp>,
    pub(crate) last_attempt_at: Option<Timestamp>,
    pub(crate) error: Option<String>,
}

/// Which notifications are wanted; an empty filter wants all.
#[derive(Debug, Clone, Default)]
pub(crate) struct Filter {
    pub(crate) status: Option<NotificationStatus>,
    pub(crate) device: Option<String>,
    pub(crate) kind: Option<String>,
}

/// What the queue holds, of one device or of all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) pending: u64,
    pub(crate) delivered: u64,
    pub(crate) failed: u64,
    pub(crate) dismissed: u64,
}

impl Totals {
    pub(crate) fn of(&mut self, status: NotificationStatus) -> &mut u64 {
        match status {
            NotificationStatus::Pending => &mut self.pending,
            NotificationStatus::Delivered => &mut self.delivered,
            NotificationStatus::Failed => &mut self.failed,
            NotificationStatus::Dismissed => &mut self.dismissed,
        }
    }

    pub(crate) fn sum(mut self, status: Option<NotificationStatus>) -> u64 {
        match status {
            Some(status) => *self.of(status),
            None => self.pending + self.delivered + self.failed + self.dismissed,
        }
    }
}

/// What waits too long for one device.
#[derive(Debug, Clone)]
pub(crate) struct StaleDevice {
    pub(crate) device_id: String,
    pub(crate) count: u64,
    pub(crate) oldest: Timestamp,
    pub(crate) newest: Timestamp,
    pub(crate) kinds: Vec<String>,
}

/// A notification that is to be sent now.
#[derive(Debug, Clone)]
pub(crate) struct Due {
    pub(crate) id: i64,
    pub(crate) attempts: i64,
    pub(crate) frame: String,
}

/// Says that a device has got something.
#[derive(Debug, Clone)]
pub(crate) struct Confirmation {
    pub(crate) device: Arc<str>,
    pub(crate) id: i64,
    /// The device said so itself; otherwise its socket did.
    pub(crate) acknowledged: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_has_its_number_where_it_is_queued() {
        let text = frame(r#"{"a":1}"#, Timestamp(1_700_000_000_000), Some(7));
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let expected = serde_json::json!({
            "type": "webhook", "data": {"a": 1}, "timestamp": "2023-11-14T22:13:20Z",
            "notificationId": 7,
        });
        assert_eq!(value, expected);
        assert!(!frame("{}", Timestamp(0), None).contains("notificationId"));
    }
}
