//! The task that asks every app in its turn.

use std::sync::Arc;

use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::monitor::Wanted;
use super::plan::Plan;
use super::queue::Queue;
use super::{Checked, HealthMonitor, Outcome, pace};

/// More apps than that are never asked at the same time.
const AT_ONCE: usize = 32;

pub(super) async fn run(
    monitor: HealthMonitor,
    checked: Arc<dyn Checked>,
    token: CancellationToken,
) {
    let scheduler = Scheduler {
        monitor,
        checked,
        queue: Queue::default(),
        running: FuturesUnordered::new(),
        wanted: Wanted::new(),
    };
    token.run_until_cancelled(scheduler.run()).await;
}

struct Scheduler {
    monitor: HealthMonitor,
    checked: Arc<dyn Checked>,
    queue: Queue,
    running: FuturesUnordered<BoxFuture<'static, Step>>,
    /// Who waits for a check that has not begun yet.
    wanted: Wanted,
}

/// An app goes through both before it has another turn.
enum Step {
    Asked { check: Check, outcome: Outcome },
    Told(Arc<Plan>),
}

struct Check {
    plan: Arc<Plan>,
    marks: u64,
    waiting: Vec<oneshot::Sender<()>>,
}

impl Scheduler {
    async fn run(mut self) {
        self.monitor.targets_changed();
        loop {
            self.renew_targets();
            self.begin_checks();
            let free = self.running.len() < AT_ONCE;
            let next = self.queue.next(Instant::now()).filter(|_| free);
            tokio::select! {
                () = self.monitor.woken() => self.hear(),
                Some(step) = self.running.next() => self.advance(step),
                () = sleep_until(next.unwrap_or_else(Instant::now)), if next.is_some() => {}
            }
        }
    }

    fn hear(&mut self) {
        self.renew_targets();
        for (app_id, waiting) in self.monitor.take_wanted() {
            // Those who wait for an app that is not checked are let go by dropping them.
            if self.queue.hurry(&app_id) {
                self.wanted.entry(app_id).or_default().extend(waiting);
            }
        }
    }

    /// Reads where apps are, where that may have changed.
    fn renew_targets(&mut self) {
        if !self.monitor.take_stale() {
            return;
        }
        let config = self.monitor.config();
        let targets = if config.enabled { self.checked.targets() } else { Vec::new() };
        let plans = targets.into_iter().filter_map(|target| Plan::new(target, &config)).collect();
        self.queue.replace(plans, Instant::now());
        let queue = &self.queue;
        self.monitor.keep(|app_id| queue.contains(app_id));
        self.wanted.retain(|app_id, _| queue.contains(app_id));
    }

    fn begin_checks(&mut self) {
        while self.running.len() < AT_ONCE
            && let Some(plan) = self.queue.take(Instant::now())
        {
            let waiting = self.wanted.remove(&plan.app_id).unwrap_or_default();
            let check = Check { marks: self.monitor.marks(&plan.app_id), plan, waiting };
            let probe = self.monitor.probe();
            let asking = async move {
                let outcome = probe.probe(&check.plan).await;
                Step::Asked { check, outcome }
            };
            self.running.push(asking.boxed());
        }
    }

    fn advance(&mut self, step: Step) {
        match step {
            Step::Asked { check, outcome } => self.note(check, &outcome),
            Step::Told(plan) => self.rest(&plan),
        }
    }

    fn note(&mut self, check: Check, outcome: &Outcome) {
        let Check { plan, marks, waiting } = check;
        self.renew_targets();
        if !self.queue.is_current(&plan) {
            return self.pass_on(&plan, waiting);
        }
        let change = self.monitor.apply(&plan.app_id, marks, outcome);
        // Those who waited read the board, where the outcome stands now.
        drop(waiting);
        let Some(change) = change else { return self.rest(&plan) };
        let checked = self.checked.clone();
        let telling = async move {
            checked.changed(change).await;
            Step::Told(plan)
        };
        self.running.push(telling.boxed());
    }

    /// The app has moved: whoever waited hears of the check of its new place.
    fn pass_on(&mut self, plan: &Plan, waiting: Vec<oneshot::Sender<()>>) {
        if !waiting.is_empty() && self.queue.hurry(&plan.app_id) {
            self.wanted.entry(plan.app_id.clone()).or_default().extend(waiting);
        }
    }

    fn rest(&mut self, plan: &Arc<Plan>) {
        let threshold = self.monitor.config().unhealthy_threshold;
        let failures = self.monitor.state(&plan.app_id).consecutive_failures;
        let pause = pace::pause(plan.interval, failures, threshold);
        self.queue.done(plan, pause, Instant::now());
    }
}
