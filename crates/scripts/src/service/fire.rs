//! Schedules that are due.

use std::collections::BTreeSet;
use std::time::Duration;

use kit::{Result, Timestamp};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::cron::Timetable;
use crate::model::{Missed, Overlap, Schedule};
use crate::{Scripts, store};

/// The wall clock is looked at this often, because it may be set while we sleep.
const LOOK: Duration = Duration::from_secs(15);
const RETRY: Duration = Duration::from_secs(1);
/// What is later than this was missed.
const LATE: Duration = Duration::from_secs(60);
/// A clock that is set back farther was wrong before: times are planned anew.
const SET_BACK: Duration = Duration::from_secs(3600);

/// When what comes next, the earliest first.
type Plan = BTreeSet<(Timestamp, String)>;

impl Scripts {
    /// Sleeps until something is due. However many schedules there are, only the next one counts.
    pub(crate) async fn keep_time(self, token: CancellationToken) {
        let mut last_look = self.clock().now();
        let mut plan = self.plan().await;
        loop {
            let now = self.clock().now();
            if now.after(SET_BACK) < last_look {
                self.plan_anew(now).await;
                plan = self.plan().await;
            }
            last_look = now;
            if self.fire_due(&mut plan, now).await.is_err() {
                token.run_until_cancelled(sleep(RETRY)).await;
            }
            tokio::select! {
                () = token.cancelled() => return,
                () = pause(&plan, self.clock().now()) => {}
                () = self.replanned().notified() => plan = self.plan().await,
            }
        }
    }

    async fn plan(&self) -> Plan {
        loop {
            let read: Result<Plan> = async {
                let times = store::schedules::due_times(&mut *self.db().read().await?).await?;
                Ok(times.into_iter().collect())
            }
            .await;
            match read {
                Ok(plan) => return plan,
                Err(error) => tracing::warn!(%error, "reading due schedules failed; retrying"),
            }
            sleep(RETRY).await;
        }
    }

    async fn fire_due(&self, plan: &mut Plan, now: Timestamp) -> Result<()> {
        while let Some((due, id)) = plan.first().filter(|(due, _)| *due <= now).cloned() {
            let next = self.fire(&id, due, now).await.inspect_err(|error| {
                tracing::warn!(%error, schedule = id, "starting a scheduled run failed; retrying");
            })?;
            plan.remove(&(due, id.clone()));
            plan.extend(next.map(|next| (next, id)));
        }
        Ok(())
    }

    /// Runs what is due, unless another program did. Returns when it is due again.
    async fn fire(&self, id: &str, due: Timestamp, now: Timestamp) -> Result<Option<Timestamp>> {
        let found = store::schedules::find(&mut *self.db().read().await?, id).await?;
        let Some(schedule) = found else { return Ok(None) };
        if schedule.next_run_at != Some(due) {
            return Ok(schedule.next_run_at);
        }
        let next = next_after(&schedule, now);
        let unfinished = self.unfinished_runs(id).await?;
        let planned = if is_wanted(&schedule, now.since(due), unfinished) {
            self.plan_run(&schedule).await?
        } else {
            None
        };
        let mut tx = self.db().begin().await?;
        let ran = planned.is_some().then_some(now);
        if !store::schedules::take(&mut tx, id, due, next, ran).await? {
            drop(tx);
            let changed = store::schedules::find(&mut *self.db().read().await?, id).await?;
            return Ok(changed.and_then(|schedule| schedule.next_run_at));
        }
        if let Some(planned) = &planned {
            planned.write(&mut tx, self.runner()).await?;
        }
        tx.commit().await?;
        match planned {
            Some(planned) => self.launch(planned, id, unfinished > 0 && waits(&schedule)),
            None => tracing::info!(schedule = id, "a run on schedule is left out"),
        }
        Ok(next)
    }

    pub(super) async fn unfinished_runs(&self, schedule: &str) -> Result<i64> {
        let mut conn = self.db().read().await?;
        let scripts = store::executions::running_for(&mut conn, schedule).await?;
        Ok(scripts + store::runs::running_for(&mut conn, schedule).await?)
    }

    /// Plans the schedules that a backup brought, from this moment on.
    pub(crate) async fn plan_restored(&self) -> Result<()> {
        if !self.is_enabled() {
            return Ok(());
        }
        let now = self.clock().now();
        let mut tx = self.db().begin().await?;
        for mut schedule in store::schedules::all(&mut tx).await? {
            if schedule.enabled && schedule.next_run_at.is_none() {
                schedule.next_run_at = next_after(&schedule, now);
                store::schedules::put(&mut tx, &schedule).await?;
            }
        }
        tx.commit().await?;
        self.replanned().notify_one();
        Ok(())
    }

    /// Plans every schedule from this moment on, whatever was planned before.
    async fn plan_anew(&self, now: Timestamp) {
        tracing::warn!("the clock was set back; schedules are planned anew");
        let replanned: Result<()> = async {
            let all = store::schedules::all(&mut *self.db().read().await?).await?;
            let mut tx = self.db().begin().await?;
            for schedule in all {
                let Some(due) = schedule.next_run_at else { continue };
                let next = next_after(&schedule, now);
                store::schedules::take(&mut tx, &schedule.id, due, next, None).await?;
            }
            Ok(tx.commit().await?)
        }
        .await;
        if let Err(error) = replanned {
            tracing::warn!(%error, "replanning schedules failed; keeping the planned times");
        }
    }
}

fn next_after(schedule: &Schedule, now: Timestamp) -> Option<Timestamp> {
    let table = Timetable::parse(&schedule.cron, schedule.timezone.as_deref());
    table
        .inspect_err(|(field, why)| tracing::error!(schedule = schedule.id, field, why, "lost"))
        .ok()?
        .after(now)
}

fn waits(schedule: &Schedule) -> bool {
    schedule.overlap == Overlap::Queue
}

fn is_wanted(schedule: &Schedule, late: Duration, unfinished: i64) -> bool {
    let missed = late > LATE && schedule.missed == Missed::Skip;
    let room = match schedule.overlap {
        Overlap::Skip => unfinished == 0,
        // One runs, one waits.
        Overlap::Queue => unfinished < 2,
        Overlap::Allow => true,
    };
    !missed && room
}

/// Until the next one is due; for ever where there is none.
async fn pause(plan: &Plan, now: Timestamp) {
    match plan.first() {
        Some((due, _)) => sleep(LOOK.min(due.since(now))).await,
        None => std::future::pending().await,
    }
}
