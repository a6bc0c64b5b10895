use futures::FutureExt;
use futures::future::BoxFuture;
use kit::Identity;
use serde::Deserialize;
use serde_json::{Value, json};
use web::{Command, Session};

use crate::Notify;

const MOST_IDS: usize = 1_000;

/// `notification_ack`: a device says that it has got something.
pub(crate) struct Acknowledge {
    notify: Notify,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Said {
    notification_id: Option<i64>,
    #[serde(default)]
    notification_ids: Vec<i64>,
}

impl Acknowledge {
    pub(crate) fn new(notify: Notify) -> Self {
        Acknowledge { notify }
    }
}

impl Command for Acknowledge {
    fn kind(&self) -> &'static str {
        "notification_ack"
    }

    fn run<'a>(&'a self, session: &'a Session, data: Value) -> BoxFuture<'a, ()> {
        async move {
            let refuse = |code: &str, text: &str| {
                session.send("error", &json!({ "error": code, "message": text }));
            };
            let Identity::Device(device) = &session.principal.identity else {
                return refuse("FORBIDDEN", "Only devices have notifications");
            };
            match read(data) {
                Some(ids) => self.notify.inner.confirmations.acknowledged(device, &ids).await,
                None => refuse("INVALID_REQUEST", "This needs notificationId or notificationIds"),
            }
        }
        .boxed()
    }
}

fn read(data: Value) -> Option<Vec<i64>> {
    let said: Said = serde_json::from_value(data).ok()?;
    let mut ids = said.notification_ids;
    ids.extend(said.notification_id);
    (1..=MOST_IDS).contains(&ids.len()).then_some(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_or_a_list_of_them() {
        assert_eq!(read(json!({ "notificationId": 7 })), Some(vec![7]));
        assert_eq!(read(json!({ "notificationIds": [1, 2] })), Some(vec![1, 2]));
        let many: Vec<i64> = (0..1_001).collect();
        for bad in [
            json!({}),
            json!(null),
            json!({ "notificationId": "7" }),
            json!({ "notificationIds": [] }),
            json!({ "notificationIds": many }),
        ] {
            assert_eq!(read(bad), None);
        }
    }
}
