//! From a message to what waits for each device and each channel, inside the transaction of
//! whoever sends it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use ::store::Tx;
use events::facts::{Aloud, Listeners, NotificationQueued};
use events::{Change, IconClass, Transaction};
use kit::{Actor, Result};

use crate::Notify;
use crate::model::{Audience, Message, NotificationStatus, Outcome};
use crate::store::moves::{self, Move};
use crate::store::{forwards, queue, tallies};

/// What may wait for one device; the oldest makes room.
pub(crate) const MOST_PENDING: i64 = 1_000;
/// What may wait for a device that is not paired, and for all of them.
const MOST_FOR_UNKNOWN: i64 = 100;
const MOST_FOR_ALL_UNKNOWN: i64 = 1_000;
const FULL: &str = "The queue of this device was full, and newer ones came";
/// A queue that stays full is not told of every time.
const TOLD_EVERY: i64 = 3_600_000;

pub(crate) struct Letter {
    pub(crate) message: Message,
    pub(crate) audience: Audience,
}

/// Whom a message goes to.
#[derive(Default)]
struct Recipients {
    /// Those that get a notification.
    devices: Vec<Arc<str>>,
    outcome: Outcome,
}

impl Notify {
    pub(crate) async fn enqueue(&self, tx: &mut Transaction, letter: &Letter) -> Result<Outcome> {
        let Letter { message, audience } = letter;
        let config = self.config();
        let recipients = self.recipients(tx, audience, config.enabled).await?;
        let mut fact = NotificationQueued::default();
        if config.enabled && !recipients.devices.is_empty() {
            let expires_at = message.at.after(config.ttl.0);
            fact.message_id =
                Some(queue::insert(tx, message, &recipients.devices, expires_at).await?);
            self.make_room(tx).await?;
            self.inner.metrics.queued.inc_by(recipients.devices.len() as u64);
        }
        let listeners = listeners(audience, config.enabled);
        fact.aloud = listeners.map(|to| Aloud { frame: message.frame(None), to });
        forwards::insert(tx, message, audience).await?;
        let change = Change::by(Actor::system(), "notification.queued").unaudited().fact(&fact);
        tx.record(&change).await?;
        Ok(recipients.outcome)
    }

    /// To be called when the transaction is committed.
    pub(crate) fn after_enqueue(&self) {
        self.inner.forwarding.notify_one();
    }

    async fn recipients(
        &self,
        tx: &mut Tx,
        audience: &Audience,
        queued: bool,
    ) -> Result<Recipients> {
        let listening: HashSet<Arc<str>> = self.sockets().devices().into_iter().collect();
        let mut recipients = Recipients::default();
        match audience {
            Audience::Everybody => {
                let mut devices = self.inner.parts.directory.devices();
                devices.sort_unstable();
                recipients.add(devices, &listening);
            }
            Audience::Present => {
                let mut devices: Vec<_> = listening.iter().cloned().collect();
                devices.sort_unstable();
                recipients.add(devices, &listening);
            }
            Audience::Devices(named) => {
                let directory = &self.inner.parts.directory;
                let (known, unknown): (Vec<_>, Vec<_>) =
                    named.iter().cloned().partition(|id| directory.device_name(id).is_some());
                let room = self.room_for_unknown(tx, &unknown).await?;
                recipients.add(known.into_iter().chain(room).collect(), &listening);
                recipients.outcome.unknown = unknown;
            }
        }
        if !queued {
            recipients.outcome.queued = 0;
        }
        Ok(recipients)
    }

    /// Those of the devices that are not paired for which one more may wait: anybody can make up
    /// ids.
    async fn room_for_unknown(&self, tx: &mut Tx, unknown: &[Arc<str>]) -> Result<Vec<Arc<str>>> {
        if unknown.is_empty() {
            return Ok(Vec::new());
        }
        let mut waiting: HashMap<String, i64> =
            tallies::waiting(&mut *tx, 1).await?.into_iter().collect();
        waiting.retain(|id, _| self.inner.parts.directory.device_name(id).is_none());
        let mut all: i64 = waiting.values().sum();
        let fits = |id: &&Arc<str>| {
            let own = waiting.get(&***id).copied().unwrap_or(0);
            let fits = own < MOST_FOR_UNKNOWN && all < MOST_FOR_ALL_UNKNOWN;
            all += i64::from(fits);
            fits
        };
        Ok(unknown.iter().filter(fits).cloned().collect())
    }

    /// Gives up the oldest of what waits for devices that have too much.
    async fn make_room(&self, tx: &mut Transaction) -> Result<()> {
        let now = self.clock().now();
        for (device, count) in tallies::waiting(&mut *tx, MOST_PENDING + 1).await? {
            let excess = count - MOST_PENDING;
            let oldest =
                moves::oldest(tx, NotificationStatus::Pending, Some(&device), excess).await?;
            let (from, to) = (NotificationStatus::Pending, NotificationStatus::Failed);
            let step = Move { from, to, now, attempt: false, error: Some(FULL) };
            moves::shift(tx, &oldest, &step).await?;
            let told = self.inner.overflow_told.load(Ordering::Relaxed);
            if now.0.saturating_sub(told) < TOLD_EVERY {
                continue;
            }
            self.inner.overflow_told.store(now.0, Ordering::Relaxed);
            let name =
                self.inner.parts.directory.device_name(&device).unwrap_or_else(|| device.clone());
            let text = format!("Notifications for {name} are lost: its queue is full");
            let change = Change::by(Actor::system(), "notification.overflow")
                .target(device)
                .notice("AlertTriangle", IconClass::Warning, text);
            tx.record(&change).await?;
        }
        Ok(())
    }
}

impl Recipients {
    fn add(&mut self, devices: Vec<Arc<str>>, listening: &HashSet<Arc<str>>) {
        let sent = devices.iter().filter(|id| listening.contains(*id)).count();
        self.outcome.sent += sent as u64;
        self.outcome.queued += (devices.len() - sent) as u64;
        self.devices.extend(devices);
    }
}

/// Who hears it beside the queue: people have none, and without a queue nobody has.
fn listeners(audience: &Audience, queued: bool) -> Option<Listeners> {
    match (audience, queued) {
        (Audience::Devices(_), true) => None,
        (Audience::Devices(named), false) => {
            Some(Listeners::Devices(named.iter().map(ToString::to_string).collect()))
        }
        (_, true) => Some(Listeners::People),
        (_, false) => Some(Listeners::Everybody),
    }
}
