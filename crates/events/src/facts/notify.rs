use serde::{Deserialize, Serialize};

use super::{Audience, Fact};

/// There is something to deliver. Only programs on the same database need to hear of it: each
/// delivers to the sockets that it holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotificationQueued {
    /// The message whose notifications are new.
    pub message_id: Option<i64>,
    /// Devices for which something waits that is not new.
    pub devices: Vec<String>,
    /// What is said beside the queue.
    pub aloud: Option<Aloud>,
}

/// A message for sockets that are open, and no others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aloud {
    /// The whole socket message.
    pub frame: String,
    pub to: Listeners,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Listeners {
    /// Those that are no device's.
    People,
    Everybody,
    Devices(Vec<String>),
}

impl Fact for NotificationQueued {
    const KIND: &'static str = "notification_queued";

    fn audience(&self) -> Audience {
        Audience::Devices(Vec::new())
    }
}
