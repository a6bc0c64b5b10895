//! What other programs report.

use std::collections::BTreeSet;
use std::sync::Arc;

use events::{Change, IconClass};
use kit::{Error, Result, Timestamp};
use serde_json::{Map, Value, json};
use web::Caller;

use super::send::Letter;
use super::{check_device_id, check_text};
use crate::Notify;
use crate::model::{Audience, Message, Outcome};

pub(crate) const ACTIVITY: &str = "webhook.activity";
const DEFAULT_ICON: &str = "Bell";
const LONGEST_MESSAGE: usize = 4 << 10;
const LONGEST_DETAILS: usize = 16 << 10;
const LONGEST_ICON: usize = 64;
const LONGEST_KIND: usize = 128;
const LARGEST_DATA: usize = 64 << 10;
const MOST_DEVICES: usize = 10_000;

#[derive(Debug)]
pub(crate) struct ActivityInput {
    pub(crate) message: String,
    pub(crate) icon: Option<String>,
    pub(crate) icon_class: Option<String>,
    pub(crate) details: Option<String>,
    pub(crate) device_ids: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct CustomInput {
    pub(crate) kind: String,
    pub(crate) data: Map<String, Value>,
    pub(crate) device_ids: Vec<String>,
}

impl Notify {
    /// An entry of the activity feed and what goes to devices, in one transaction. Returns the
    /// entry's id.
    pub(crate) async fn report_activity(
        &self,
        caller: &Caller,
        input: ActivityInput,
    ) -> Result<(String, Outcome)> {
        let audience = audience(&input.device_ids, Audience::Everybody)?;
        let (notice, class) = check_activity(&input)?;
        let now = self.clock().now();
        let mut tx = self.events().begin().await?;
        let change = Change::by(caller.actor(), ACTIVITY)
            .notice(&notice.icon, class, notice.message.clone())
            .notice_details(notice.details.clone());
        let number = tx.record(&change).await?.unwrap_or_default();
        let event_id = format!("webhook-{number}");
        let letter = Letter { message: notice.message(&event_id, class, now), audience };
        let outcome = self.enqueue(&mut tx, &letter).await?;
        tx.commit().await?;
        self.after_enqueue();
        Ok((event_id, outcome))
    }

    /// A message of the sender's own shape, which the activity feed does not show.
    pub(crate) async fn report_custom(
        &self,
        caller: &Caller,
        input: CustomInput,
    ) -> Result<Outcome> {
        let audience = audience(&input.device_ids, Audience::Present)?;
        check_text("type", &input.kind, LONGEST_KIND)?;
        if input.kind.chars().any(char::is_control) {
            return Err(Error::invalid("type", "must not hold control characters"));
        }
        let message = custom_message(&input, self.clock().now());
        if message.body.len() > LARGEST_DATA {
            return Err(Error::invalid(
                "data",
                format!("must be at most {LARGEST_DATA} bytes long"),
            ));
        }
        let mut tx = self.events().begin().await?;
        let change = Change::by(caller.actor(), "webhook.notified").target(input.kind);
        tx.record(&change).await?;
        let outcome = self.enqueue(&mut tx, &Letter { message, audience }).await?;
        tx.commit().await?;
        self.after_enqueue();
        Ok(outcome)
    }
}

/// What the feed shows.
struct Entry {
    icon: String,
    message: String,
    details: String,
}

impl Entry {
    fn message(&self, id: &str, class: IconClass, now: Timestamp) -> Message {
        let body = json!({
            "id": id, "type": ACTIVITY, "icon": self.icon, "iconClass": class.into_str(),
            "message": self.message, "details": self.details, "timestamp": now.0,
        });
        Message {
            kind: ACTIVITY.to_owned(),
            body: body.to_string(),
            title: self.message.clone(),
            text: self.details.clone(),
            at: now,
        }
    }
}

fn check_activity(input: &ActivityInput) -> Result<(Entry, IconClass)> {
    check_text("message", &input.message, LONGEST_MESSAGE)?;
    let details = input.details.clone().unwrap_or_default();
    if details.len() > LONGEST_DETAILS {
        let reason = format!("must be at most {LONGEST_DETAILS} bytes long");
        return Err(Error::invalid("details", reason));
    }
    let icon = input.icon.clone().filter(|icon| !icon.is_empty());
    let icon = icon.unwrap_or_else(|| DEFAULT_ICON.to_owned());
    check_text("icon", &icon, LONGEST_ICON)?;
    let class = input.icon_class.as_deref().unwrap_or_default();
    let class = class.parse().map_err(|_| {
        Error::invalid("iconClass", "must be success, warning, danger, info, or empty")
    })?;
    Ok((Entry { icon, message: input.message.clone(), details }, class))
}

/// A client tells it from an activity by its type.
fn custom_message(input: &CustomInput, now: Timestamp) -> Message {
    let body = json!({ "type": input.kind, "data": input.data, "deviceIds": input.device_ids });
    let said = |keys: &[&str]| {
        let found = keys.iter().find_map(|key| input.data.get(*key)?.as_str());
        found.map(str::to_owned)
    };
    Message {
        kind: input.kind.clone(),
        body: body.to_string(),
        title: said(&["title", "subject"]).unwrap_or_else(|| input.kind.clone()),
        text: said(&["message", "text", "body"])
            .unwrap_or_else(|| Value::Object(input.data.clone()).to_string()),
        at: now,
    }
}

fn audience(ids: &[String], all: Audience) -> Result<Audience> {
    if ids.len() > MOST_DEVICES {
        return Err(Error::invalid("deviceIds", format!("must be at most {MOST_DEVICES}")));
    }
    for id in ids {
        check_device_id("deviceIds", id)?;
    }
    // In a fixed order, so that counts are changed in one.
    let devices: BTreeSet<&str> = ids.iter().map(String::as_str).collect();
    if devices.is_empty() {
        Ok(all)
    } else {
        Ok(Audience::Devices(devices.into_iter().map(Arc::from).collect()))
    }
}
