//! The ways to people without an app, and what is sent over them.

use std::time::Duration;

use events::{Change, IconClass};
use kit::{Actor, Entropy, Error, Result, Scope};
use serde_json::json;
use web::Caller;

use super::{Reach, check_device_id, check_text};
use crate::Notify;
use crate::forward::{
    Channel, ChannelKind, ChannelState, Details, Failure, Forward, Outgoing, Target,
};
use crate::store::channels::{self, ChannelRow};
use crate::store::forwards;

const MOST_CHANNELS: i64 = 200;
const LONGEST_NAME: usize = 128;
const WHAT: &str = "This channel";
/// About nine hours, with the pauses between them.
const MOST_ATTEMPTS: i64 = 10;
const FIRST_PAUSE: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(2 * 3600);

/// What people say of a channel; what is left out stays as it was.
#[derive(Debug, Default)]
pub(crate) struct ChannelChange {
    pub(crate) name: Option<String>,
    pub(crate) kind: Option<String>,
    pub(crate) device_id: Option<String>,
    pub(crate) enabled: Option<bool>,
    pub(crate) details: Details,
}

impl Notify {
    /// Those that the caller may see.
    pub(crate) async fn channels(&self, caller: &Caller) -> Result<Vec<(Channel, ChannelState)>> {
        let rows = channels::all(&mut *self.db().read().await?).await?;
        let sees = Reach::to_see(&caller.principal);
        let visible = rows.into_iter().filter(|row| covers(&sees, row.device_id.as_deref()));
        visible.map(|row| self.unsealed(row)).collect()
    }

    pub(crate) async fn channel(
        &self,
        caller: &Caller,
        id: &str,
    ) -> Result<(Channel, ChannelState)> {
        let row = channels::find(&mut *self.db().read().await?, id).await?;
        let sees = Reach::to_see(&caller.principal);
        let row = row.filter(|row| covers(&sees, row.device_id.as_deref()));
        self.unsealed(row.ok_or_else(|| Error::not_found(WHAT))?)
    }

    pub(crate) async fn create_channel(
        &self,
        caller: &Caller,
        relaxed: bool,
        change: ChannelChange,
    ) -> Result<(Channel, ChannelState)> {
        let kind = change.kind.as_deref().unwrap_or_default();
        let kind: ChannelKind = kind.parse().map_err(|_| {
            Error::invalid("type", "must be webhook, ntfy, gotify, smtp or webpush")
        })?;
        let channel = Channel {
            id: format!("chan_{}", Entropy.hex::<8>()),
            name: change.name.unwrap_or_else(|| kind.into_str().to_owned()),
            kind,
            device_id: change.device_id,
            enabled: change.enabled.unwrap_or(true),
            details: change.details,
            created_at: self.clock().now(),
            created_by: caller.actor().id,
        };
        may_change(caller, relaxed, &channel)?;
        let _writing = self.inner.writing.lock().await;
        if channels::count(&mut *self.db().read().await?).await? >= MOST_CHANNELS {
            return Err(Error::conflict(format!("There are {MOST_CHANNELS} channels already")));
        }
        self.keep(caller, &channel, "channel.created").await?;
        Ok((channel, ChannelState::default()))
    }

    pub(crate) async fn change_channel(
        &self,
        caller: &Caller,
        relaxed: bool,
        id: &str,
        change: ChannelChange,
    ) -> Result<(Channel, ChannelState)> {
        let _writing = self.inner.writing.lock().await;
        let (before, state) = self.channel(caller, id).await?;
        may_change(caller, relaxed, &before)?;
        if change.kind.is_some_and(|kind| kind != before.kind.into_str()) {
            return Err(Error::invalid("type", "cannot be changed"));
        }
        let channel = Channel {
            name: change.name.unwrap_or(before.name),
            device_id: change.device_id.or(before.device_id),
            enabled: change.enabled.unwrap_or(before.enabled),
            details: change.details.over(before.details),
            ..before
        };
        may_change(caller, relaxed, &channel)?;
        self.keep(caller, &channel, "channel.changed").await?;
        Ok((channel, state))
    }

    pub(crate) async fn remove_channel(
        &self,
        caller: &Caller,
        relaxed: bool,
        id: &str,
    ) -> Result<()> {
        let _writing = self.inner.writing.lock().await;
        let (channel, _) = self.channel(caller, id).await?;
        may_change(caller, relaxed, &channel)?;
        let mut tx = self.events().begin().await?;
        channels::delete(&mut tx, id).await?;
        let change = Change::by(caller.actor(), "channel.removed").target(id);
        tx.record(&change.details(json!({ "name": channel.name }))).await?;
        Ok(tx.commit().await?)
    }

    /// Sends something at once, past what waits. The inner error is what the receiver said.
    pub(crate) async fn test_channel(
        &self,
        caller: &Caller,
        relaxed: bool,
        id: &str,
    ) -> Result<Result<(), Failure>> {
        let (channel, _) = self.channel(caller, id).await?;
        may_change(caller, relaxed, &channel)?;
        let now = self.clock().now();
        let outgoing = Outgoing {
            id: format!("test_{}", Entropy.hex::<8>()),
            kind: "test".to_owned(),
            title: "Gatehouse".to_owned(),
            text: format!("This is a test of the channel {}.", channel.name),
            body: "{}".to_owned(),
            at: now,
        };
        let sent = Target::check(channel.kind, &channel.details)?.send(self, &outgoing).await;
        let mut tx = self.events().begin().await?;
        match &sent {
            Ok(()) => channels::note_success(&mut tx, id, now).await?,
            Err(failure) => {
                channels::note_failure(&mut tx, id, now, &failure.message, false).await?;
            }
        }
        let change = Change::by(caller.actor(), "channel.tested").target(id);
        tx.record(&change).await?;
        tx.commit().await?;
        Ok(sent)
    }

    pub(crate) async fn forwards_due(&self) -> Result<Vec<Forward>> {
        let now = self.clock().now();
        Ok(forwards::due(&mut *self.db().read().await?, now).await?)
    }

    pub(crate) async fn channel_target(&self, id: &str) -> Result<Option<Target>> {
        let Some(row) = channels::find(&mut *self.db().read().await?, id).await? else {
            return Ok(None);
        };
        let (channel, _) = self.unsealed(row)?;
        Target::check(channel.kind, &channel.details).map(Some)
    }

    /// Writes down how an attempt went, and when the next one is.
    pub(crate) async fn note_forwarded(
        &self,
        forward: &Forward,
        sent: Result<(), Failure>,
    ) -> Result<()> {
        let (now, channel) = (self.clock().now(), forward.channel_id.as_str());
        let mut tx = self.events().begin().await?;
        let kind = channels::find(&mut tx, channel).await?.map(|row| row.kind);
        if let Some(kind) = kind {
            self.inner.metrics.forwarded(kind.into_str(), sent.is_ok());
        }
        let Err(failure) = sent else {
            forwards::delete(&mut tx, forward.number).await?;
            channels::note_success(&mut tx, channel, now).await?;
            return Ok(tx.commit().await?);
        };
        // A browser that unsubscribed never comes back; a server that has moved may.
        let gone = failure.is_gone() && kind == Some(ChannelKind::WebPush);
        let last = failure.is_final() || forward.attempts + 1 >= MOST_ATTEMPTS;
        if gone || last {
            forwards::delete(&mut tx, forward.number).await?;
        } else {
            forwards::put_off(&mut tx, forward.number, now.after(pause(forward))).await?;
        }
        channels::note_failure(&mut tx, channel, now, &failure.message, gone).await?;
        if gone || last {
            let text = if gone {
                "A browser ended its subscription"
            } else {
                "A notification could not be forwarded"
            };
            let change = Change::by(Actor::system(), "channel.failed").target(channel).unaudited();
            let change = change.notice("AlertTriangle", IconClass::Warning, text);
            tx.record(&change.notice_details(failure.message)).await?;
        }
        Ok(tx.commit().await?)
    }

    async fn keep(&self, caller: &Caller, channel: &Channel, action: &'static str) -> Result<()> {
        check_text("name", &channel.name, LONGEST_NAME)?;
        if let Some(device) = &channel.device_id {
            check_device_id("deviceId", device)?;
        }
        let target = Target::check(channel.kind, &channel.details)?;
        if !caller.principal.may(Scope::WRITE_ALL) && !target.is_encrypted() {
            return Err(Error::invalid("settings.endpoint", "must be https://"));
        }
        let shown = channel.details.shown(channel.kind);
        let row = ChannelRow {
            id: channel.id.clone(),
            name: channel.name.clone(),
            kind: channel.kind,
            device_id: channel.device_id.clone(),
            enabled: channel.enabled,
            settings: serde_json::to_string(&shown).map_err(Error::internal)?,
            secrets: self.sealed(channel)?,
            created_at: channel.created_at,
            created_by: channel.created_by.clone(),
            state: ChannelState::default(),
        };
        let mut tx = self.events().begin().await?;
        channels::put(&mut tx, &row).await?;
        let details = json!({ "name": channel.name, "type": channel.kind.into_str() });
        let change = Change::by(caller.actor(), action).target(&channel.id).details(details);
        tx.record(&change).await?;
        Ok(tx.commit().await?)
    }

    fn sealed(&self, channel: &Channel) -> Result<String> {
        self.inner.seal.close(&Channel::place(&channel.id), channel.details.hidden().into_bytes())
    }

    fn unsealed(&self, row: ChannelRow) -> Result<(Channel, ChannelState)> {
        let unreadable = || Error::internal("the secrets of a channel cannot be read");
        let hidden = self.inner.seal.open(&Channel::place(&row.id), &row.secrets);
        let shown = serde_json::from_str(&row.settings).map_err(Error::internal)?;
        let details = hidden.and_then(|hidden| Details::joined(shown, &hidden));
        let channel = Channel {
            id: row.id,
            name: row.name,
            kind: row.kind,
            device_id: row.device_id,
            enabled: row.enabled,
            details: details.ok_or_else(unreadable)?,
            created_at: row.created_at,
            created_by: row.created_by,
        };
        Ok((channel, row.state))
    }
}

/// What is for everybody is seen by those who see everybody's.
fn covers(reach: &Reach, device: Option<&str>) -> bool {
    device.map_or(*reach == Reach::Everybody, |device| reach.covers(device))
}

/// A channel makes this program call others: that needs `write:*`. A browser may subscribe for
/// itself.
fn may_change(caller: &Caller, relaxed: bool, channel: &Channel) -> Result<()> {
    let reach = Reach::to_change(&caller.principal, relaxed);
    let own = channel.kind == ChannelKind::WebPush && covers(&reach, channel.device_id.as_deref());
    if reach == Reach::Everybody || own {
        Ok(())
    } else {
        Err(Error::forbidden("This needs the scope write:*"))
    }
}

fn pause(forward: &Forward) -> Duration {
    let tries = u32::try_from(forward.attempts.clamp(0, 10)).unwrap_or(0);
    FIRST_PAUSE.saturating_mul(3_u32.saturating_pow(tries)).min(LONGEST_PAUSE)
}
