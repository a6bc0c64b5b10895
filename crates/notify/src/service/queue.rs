//! What callers ask of the queue.

use events::Change;
use events::facts::NotificationQueued;
use kit::{Error, ErrorKind, Page, Paged, Result, Timestamp};
use web::Caller;

use super::{Reach, check_device_id};
use crate::Notify;
use crate::model::{Filter, Notification, NotificationStatus, StaleDevice, Totals};
use crate::store::moves::{self, Move};
use crate::store::{queue, tallies};

/// How many rows one transaction deletes, so that others get their turn.
const BATCH: i64 = 2_000;
const MOST_IDS: usize = 10_000;
const WHAT: &str = "This notification";

/// A notification, and what is known of it beyond its row.
pub(crate) struct Listed {
    pub(crate) notification: Notification,
    pub(crate) device_name: String,
    pub(crate) max_attempts: u32,
    pub(crate) stale: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Stats {
    pub(crate) totals: Totals,
    pub(crate) stale: u64,
}

impl Notify {
    pub(crate) async fn list(
        &self,
        caller: &Caller,
        mut filter: Filter,
        page: Page,
    ) -> Result<Paged<Listed>> {
        let nothing = Paged { items: Vec::new(), total: 0 };
        let config = self.config();
        match Reach::to_see(&caller.principal) {
            _ if !config.enabled => return Ok(nothing),
            Reach::Everybody => {}
            Reach::Own(own) if filter.device.as_ref().is_none_or(|wanted| *wanted == own) => {
                filter.device = Some(own);
            }
            Reach::Own(_) | Reach::Nobody => return Ok(nothing),
        }
        let mut conn = self.db().read().await?;
        let total = match &filter.kind {
            Some(_) => queue::count(&mut conn, &filter).await?,
            None => {
                let totals = tallies::totals(&mut conn, filter.device.as_deref()).await?;
                totals.sum(filter.status)
            }
        };
        let threshold = self.stale_threshold();
        let rows = queue::page(&mut conn, &filter, page).await?;
        let listed = |notification: Notification| Listed {
            device_name: self.device_name(&notification.device_id),
            max_attempts: config.max_attempts,
            stale: notification.status == NotificationStatus::Pending
                && notification.created_at <= threshold,
            notification,
        };
        Ok(Paged { items: rows.into_iter().map(listed).collect(), total })
    }

    pub(crate) async fn stats(&self, caller: &Caller) -> Result<Stats> {
        let reach = Reach::to_see(&caller.principal);
        let device = match &reach {
            Reach::Everybody => None,
            Reach::Own(own) => Some(own.as_str()),
            Reach::Nobody => return Ok(Stats::default()),
        };
        if !self.config().enabled {
            return Ok(Stats::default());
        }
        let mut conn = self.db().read().await?;
        let totals = tallies::totals(&mut conn, device).await?;
        let stale = tallies::stale(&mut conn, device, self.stale_threshold()).await?;
        Ok(Stats { totals, stale })
    }

    pub(crate) async fn stale(&self, caller: &Caller) -> Result<Vec<StaleDevice>> {
        let reach = Reach::to_see(&caller.principal);
        let device = match &reach {
            Reach::Everybody => None,
            Reach::Own(own) => Some(own.as_str()),
            Reach::Nobody => return Ok(Vec::new()),
        };
        if !self.config().enabled {
            return Ok(Vec::new());
        }
        let mut conn = self.db().read().await?;
        Ok(queue::stale(&mut conn, device, self.stale_threshold()).await?)
    }

    pub(crate) async fn dismiss(&self, caller: &Caller, relaxed: bool, id: i64) -> Result<()> {
        self.need_queue()?;
        self.need_one(caller, relaxed, id).await?;
        let mut tx = self.events().begin().await?;
        for from in
            [NotificationStatus::Pending, NotificationStatus::Failed, NotificationStatus::Delivered]
        {
            let step = self.dismissal(from, None);
            moves::shift(&mut tx, &[id], &step).await?;
        }
        let change = Change::by(caller.actor(), "notification.dismissed").target(id.to_string());
        tx.record(&change).await?;
        Ok(tx.commit().await?)
    }

    /// Dismisses what waits for a device. Returns how much that was.
    pub(crate) async fn dismiss_device(
        &self,
        caller: &Caller,
        relaxed: bool,
        device: &str,
    ) -> Result<u64> {
        self.need_queue()?;
        check_device_id("deviceId", device)?;
        let reach = Reach::to_change(&caller.principal, relaxed);
        reach.need(&Reach::to_see(&caller.principal), device, "This device")?;
        let mut tx = self.events().begin().await?;
        let count =
            dismiss_waiting(&mut tx, device, &self.dismissal(NotificationStatus::Pending, None))
                .await?;
        let change = Change::by(caller.actor(), "notification.device_dismissed").target(device);
        tx.record(&change).await?;
        tx.commit().await?;
        Ok(count)
    }

    pub(crate) async fn retry_one(&self, caller: &Caller, relaxed: bool, id: i64) -> Result<()> {
        self.need_queue()?;
        self.need_one(caller, relaxed, id).await?;
        self.put_back(caller, &[id]).await?;
        Ok(())
    }

    /// Those that do not exist, or are not the caller's to change, are left alone. Returns how many
    /// wait again.
    pub(crate) async fn retry_many(
        &self,
        caller: &Caller,
        relaxed: bool,
        mut ids: Vec<i64>,
    ) -> Result<u64> {
        self.need_queue()?;
        if ids.is_empty() || ids.len() > MOST_IDS {
            return Err(Error::invalid("ids", format!("must be 1 to {MOST_IDS} numbers")));
        }
        let reach = Reach::to_change(&caller.principal, relaxed).or_forbidden()?;
        ids.sort_unstable();
        ids.dedup();
        let owners = moves::owners(&mut *self.db().read().await?, &ids).await?;
        let own = owners.into_iter().filter(|(_, device)| reach.covers(device));
        let ids: Vec<i64> = own.map(|(id, _)| id).collect();
        self.put_back(caller, &ids).await
    }

    /// Deletes what was delivered. Returns how much that was.
    pub(crate) async fn clear_delivered(&self, caller: &Caller, relaxed: bool) -> Result<u64> {
        self.need_queue()?;
        let reach = Reach::to_change(&caller.principal, relaxed).or_forbidden()?;
        let device = match &reach {
            Reach::Own(own) => Some(own.as_str()),
            _ => None,
        };
        let mut count = 0;
        loop {
            let mut tx = self.events().begin().await?;
            let ids = moves::oldest(&mut tx, NotificationStatus::Delivered, device, BATCH).await?;
            count += moves::remove(&mut tx, &ids).await?;
            let last = ids.len() < BATCH as usize;
            if last {
                let change = Change::by(caller.actor(), "notification.delivered_cleared");
                tx.record(&change).await?;
            }
            tx.commit().await?;
            if last {
                return Ok(count);
            }
        }
    }

    async fn put_back(&self, caller: &Caller, ids: &[i64]) -> Result<u64> {
        let mut tx = self.events().begin().await?;
        let moved = moves::retry(&mut tx, ids).await?;
        let mut devices: Vec<String> = moved.iter().map(|row| row.device_id.clone()).collect();
        devices.sort_unstable();
        devices.dedup();
        let fact = NotificationQueued { devices, ..NotificationQueued::default() };
        let mut change = Change::by(caller.actor(), "notification.retried").fact(&fact);
        if let [id] = ids {
            change = change.target(id.to_string());
        }
        tx.record(&change).await?;
        tx.commit().await?;
        Ok(moved.len() as u64)
    }

    /// Fails where there is no such notification, or the caller may not change it.
    async fn need_one(&self, caller: &Caller, relaxed: bool, id: i64) -> Result<()> {
        let owners = moves::owners(&mut *self.db().read().await?, &[id]).await?;
        let (_, device) = owners.first().ok_or_else(|| Error::not_found(WHAT))?;
        let reach = Reach::to_change(&caller.principal, relaxed);
        reach.need(&Reach::to_see(&caller.principal), device, WHAT)
    }

    pub(crate) fn need_queue(&self) -> Result<()> {
        if self.config().enabled {
            return Ok(());
        }
        let message = "Notifications are switched off; notifications.enabled switches them on";
        Err(Error::new(ErrorKind::ServiceUnavailable, message))
    }

    pub(crate) fn dismissal<'a>(
        &self,
        from: NotificationStatus,
        error: Option<&'a str>,
    ) -> Move<'a> {
        Move {
            from,
            to: NotificationStatus::Dismissed,
            now: self.clock().now(),
            attempt: false,
            error,
        }
    }

    pub(crate) fn stale_threshold(&self) -> Timestamp {
        self.clock().now().before(self.config().stale_after.0)
    }

    pub(crate) fn device_name(&self, device: &str) -> String {
        self.inner.parts.directory.device_name(device).unwrap_or_default()
    }
}

/// There is never more than a queue's bound of it.
pub(super) async fn dismiss_waiting(
    tx: &mut ::store::Tx,
    device: &str,
    step: &Move<'_>,
) -> Result<u64> {
    let ids = moves::oldest(tx, NotificationStatus::Pending, Some(device), i64::MAX).await?;
    Ok(moves::shift(tx, &ids, step).await?.len() as u64)
}
