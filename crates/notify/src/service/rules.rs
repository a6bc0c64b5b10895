//! What rules there are, and what becomes of facts.

use std::sync::Arc;

use ::store::Tx;
use events::facts::DeviceRevoked;
use events::{Change, Event, Transaction};
use kit::{Actor, Entropy, Error, Result, Timestamp};
use serde_json::json;
use web::Caller;

use super::check_text;
use super::queue::dismiss_waiting;
use super::send::Letter;
use crate::Notify;
use crate::model::{Audience, Message, NotificationStatus};
use crate::rules::{EVENTS, Happening, QuietHours, RateLimit, Rule, RuleSettings, RuleState};
use crate::store::{self, channels, rules};

const MOST_RULES: usize = 100;
const LONGEST_NAME: usize = 128;
const WHAT: &str = "This rule";
/// What one digest collects; more is only counted.
const MOST_COLLECTED: i64 = 200;
const MOST_LINES: usize = 20;
/// After so many that do not matter, it is written down how far they were heard.
const KEPT_EVERY: i64 = 1_000;
const REVOKED: &str = "The device was revoked";

/// What people say of a rule; what is left out stays as it was.
#[derive(Debug)]
pub(crate) struct RuleChange {
    pub(crate) name: Option<String>,
    pub(crate) event: Option<String>,
    pub(crate) enabled: Option<bool>,
    pub(crate) device_ids: Option<Vec<String>>,
    pub(crate) rate_limit: Option<RateLimit>,
    /// Given and empty: none any more.
    pub(crate) quiet_hours: Option<Option<QuietHours>>,
    pub(crate) digest_minutes: Option<u32>,
}

impl RuleChange {
    fn over(self, before: Rule) -> Rule {
        let settings = RuleSettings {
            device_ids: self.device_ids.unwrap_or(before.settings.device_ids),
            rate_limit: self.rate_limit.unwrap_or(before.settings.rate_limit),
            quiet_hours: self.quiet_hours.unwrap_or(before.settings.quiet_hours),
            digest_minutes: self.digest_minutes.unwrap_or(before.settings.digest_minutes),
        };
        Rule {
            name: self.name.unwrap_or(before.name),
            event: self.event.unwrap_or(before.event),
            enabled: self.enabled.unwrap_or(before.enabled),
            settings,
            ..before
        }
    }
}

/// How far the facts were heard.
#[derive(Debug)]
pub(crate) struct FactCursor {
    heard: i64,
    /// The same, as the database has it.
    kept: i64,
}

impl FactCursor {
    pub(crate) fn at(seq: i64) -> Self {
        FactCursor { heard: seq, kept: seq }
    }
}

fn matters(fact: &Event) -> bool {
    fact.is::<DeviceRevoked>() || Happening::read(fact).is_some()
}

/// A rule for each event, for everybody, the first time that the program runs on a database: who
/// does not want them can remove them, and they stay removed.
pub(crate) async fn make_defaults(notify: &Notify) -> Result<()> {
    if store::cursor(&mut *notify.db().read().await?).await?.is_some() {
        return Ok(());
    }
    let newest = notify.events().newest().await?;
    let mut tx = notify.db().begin().await?;
    for event in EVENTS {
        // The same on every program that starts on this database just now.
        let rule = Rule {
            id: format!("rule_{event}"),
            ..new_rule(event, RuleSettings::default(), notify.clock().now(), &Actor::system())
        };
        rules::put(&mut tx, &rule).await?;
    }
    store::begin_cursor(&mut tx, newest).await?;
    Ok(tx.commit().await?)
}

fn new_rule(event: &str, settings: RuleSettings, now: Timestamp, by: &Actor) -> Rule {
    Rule {
        id: format!("rule_{}", Entropy.hex::<8>()),
        name: event.replace('_', " "),
        event: event.to_owned(),
        enabled: true,
        settings,
        created_at: now,
        created_by: by.id.clone(),
        state: RuleState { window_start: Timestamp(0), window_count: 0, suppressed: 0 },
    }
}

impl Notify {
    pub(crate) async fn rules(&self) -> Result<Vec<Rule>> {
        Ok(rules::all(&mut *self.db().read().await?).await?)
    }

    pub(crate) async fn rule(&self, id: &str) -> Result<Rule> {
        let found = rules::find(&mut *self.db().read().await?, id).await?;
        found.ok_or_else(|| Error::not_found(WHAT))
    }

    pub(crate) async fn create_rule(&self, caller: &Caller, change: RuleChange) -> Result<Rule> {
        let _writing = self.inner.writing.lock().await;
        if self.rules().await?.len() >= MOST_RULES {
            return Err(Error::conflict(format!("There are {MOST_RULES} rules already")));
        }
        let event = change.event.clone().unwrap_or_default();
        let settings = RuleSettings::default();
        let rule = new_rule(&event, settings, self.clock().now(), &caller.actor());
        self.keep_rule(caller, rule, change, "rule.created").await
    }

    pub(crate) async fn change_rule(
        &self,
        caller: &Caller,
        id: &str,
        change: RuleChange,
    ) -> Result<Rule> {
        let _writing = self.inner.writing.lock().await;
        let rule = self.rule(id).await?;
        self.keep_rule(caller, rule, change, "rule.changed").await
    }

    async fn keep_rule(
        &self,
        caller: &Caller,
        before: Rule,
        change: RuleChange,
        action: &'static str,
    ) -> Result<Rule> {
        let rule = change.over(before);
        if !EVENTS.contains(&rule.event.as_str()) {
            return Err(Error::invalid("event", format!("must be one of {}", EVENTS.join(", "))));
        }
        check_text("name", &rule.name, LONGEST_NAME)?;
        rule.settings.check()?;
        let mut tx = self.events().begin().await?;
        rules::put(&mut tx, &rule).await?;
        let details = json!({ "name": rule.name, "event": rule.event, "enabled": rule.enabled });
        let change = Change::by(caller.actor(), action).target(&rule.id).details(details);
        tx.record(&change).await?;
        tx.commit().await?;
        Ok(rule)
    }

    pub(crate) async fn remove_rule(&self, caller: &Caller, id: &str) -> Result<()> {
        let _writing = self.inner.writing.lock().await;
        let rule = self.rule(id).await?;
        let mut tx = self.events().begin().await?;
        rules::delete(&mut tx, id).await?;
        let change = Change::by(caller.actor(), "rule.removed").target(id);
        tx.record(&change.details(json!({ "name": rule.name }))).await?;
        Ok(tx.commit().await?)
    }

    /// Where hearing goes on after a start.
    pub(crate) async fn facts_heard(&self) -> Result<i64> {
        Ok(store::cursor(&mut *self.db().read().await?).await?.unwrap_or_default())
    }

    /// Hears the next facts. That they were heard is kept in the transaction that acts on them;
    /// until one matters, in memory alone. Returns whether there may be more.
    pub(crate) async fn hear_facts(&self, place: &mut FactCursor) -> Result<bool> {
        let (last, facts) = self.events().after(place.heard).await?;
        if last == place.heard {
            return Ok(false);
        }
        if !facts.iter().any(matters) && last - place.kept < KEPT_EVERY {
            place.heard = last;
            return Ok(true);
        }
        let mut tx = self.events().begin().await?;
        if !store::move_cursor(&mut tx, place.kept, last).await? {
            // Another program on this database has heard them.
            drop(tx);
            *place = FactCursor::at(self.facts_heard().await?);
            return Ok(true);
        }
        for fact in &facts {
            self.hear(&mut tx, fact).await?;
        }
        tx.commit().await?;
        *place = FactCursor::at(last);
        self.after_enqueue();
        Ok(true)
    }

    async fn hear(&self, tx: &mut Transaction, fact: &Event) -> Result<()> {
        if let Some(DeviceRevoked { device_id }) = fact.read() {
            return self.forget_device(tx, &device_id).await;
        }
        let Some(happening) = Happening::read(fact) else { return Ok(()) };
        let now = self.clock().now();
        for mut rule in rules::all(&mut *tx).await? {
            if !rule.enabled || rule.event != happening.event {
                continue;
            }
            match rule.settings.delay(&mut rule.state, now) {
                None => self.tell(tx, &rule, &happening.title, &happening.text, now).await?,
                Some(_) if rules::waiting(tx, &rule.id).await? >= MOST_COLLECTED => {
                    rule.state.suppressed += 1;
                }
                Some(until) => rules::put_off(tx, &rule.id, &happening, now, until).await?,
            }
            rules::put_state(tx, &rule.id, &rule.state).await?;
        }
        Ok(())
    }

    /// What waits for a device that may not come in any more is not for whoever takes its id next.
    async fn forget_device(&self, tx: &mut Tx, device_id: &str) -> Result<()> {
        let step = self.dismissal(NotificationStatus::Pending, Some(REVOKED));
        dismiss_waiting(tx, device_id, &step).await?;
        for channel in channels::of_device(tx, device_id).await? {
            channels::delete(tx, &channel).await?;
        }
        Ok(())
    }

    /// Sends what was collected and whose time has come.
    pub(crate) async fn send_digests(&self) -> Result<()> {
        let now = self.clock().now();
        for id in rules::due(&mut *self.db().read().await?, now).await? {
            let mut tx = self.events().begin().await?;
            let collected = rules::take(&mut tx, &id).await?;
            let Some(mut rule) = rules::find(&mut tx, &id).await? else {
                tx.commit().await?;
                continue;
            };
            if rule.enabled && !collected.is_empty() {
                let (title, text) = digest(&rule, &collected);
                self.tell(&mut tx, &rule, &title, &text, now).await?;
            }
            rule.state.suppressed = 0;
            rules::put_state(&mut tx, &id, &rule.state).await?;
            tx.commit().await?;
            self.after_enqueue();
        }
        Ok(())
    }

    async fn tell(
        &self,
        tx: &mut Transaction,
        rule: &Rule,
        title: &str,
        text: &str,
        now: Timestamp,
    ) -> Result<()> {
        let devices = &rule.settings.device_ids;
        let body = json!({
            "type": rule.event,
            "data": { "title": title, "message": text, "ruleId": rule.id, "timestamp": now.0 },
            "deviceIds": devices,
        });
        let message = Message {
            kind: rule.event.clone(),
            body: body.to_string(),
            title: title.to_owned(),
            text: text.to_owned(),
            at: now,
        };
        let audience = if devices.is_empty() {
            Audience::Everybody
        } else {
            Audience::Devices(sorted(devices))
        };
        self.enqueue(tx, &Letter { message, audience }).await?;
        Ok(())
    }
}

fn sorted(devices: &[String]) -> Vec<Arc<str>> {
    let mut devices: Vec<Arc<str>> = devices.iter().map(|id| id.as_str().into()).collect();
    devices.sort_unstable();
    devices.dedup();
    devices
}

fn digest(rule: &Rule, collected: &[(Timestamp, String, String)]) -> (String, String) {
    if let [(_, title, text)] = collected
        && rule.state.suppressed == 0
    {
        return (title.clone(), text.clone());
    }
    let all = collected.len() as i64 + rule.state.suppressed;
    let mut lines: Vec<String> = collected
        .iter()
        .take(MOST_LINES)
        .map(|(at, title, text)| {
            if text.is_empty() { format!("{at} {title}") } else { format!("{at} {title}: {text}") }
        })
        .collect();
    let more = all - lines.len() as i64;
    if more > 0 {
        lines.push(format!("… and {more} more"));
    }
    (format!("{all} × {}", rule.name), lines.join("\n"))
}
