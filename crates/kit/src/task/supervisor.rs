use std::fmt;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::time::Duration;

use futures::FutureExt;
use tokio::runtime::Handle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::Shutdown;

const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// A run that lasted this long counts as a fresh start.
const STEADY: Duration = Duration::from_secs(60);

type Run = Box<dyn Fn(CancellationToken) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

/// A named piece of background work. It runs until its token is cancelled; when it panics or
/// returns earlier, it is started again after a pause that grows.
pub struct Worker {
    name: &'static str,
    run: Run,
}

impl Worker {
    pub fn new<F, Fut>(name: &'static str, run: F) -> Self
    where
        F: Fn(CancellationToken) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        Worker { name, run: Box::new(move |token| Box::pin(run(token))) }
    }

    /// Work to be done every `period`, the first time after one period.
    pub fn every<F, Fut>(name: &'static str, period: Duration, run: F) -> Self
    where
        F: Fn() -> Fut + Send + Sync + Clone + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        Worker::new(name, move |token| repeat(period, run.clone(), token, false))
    }

    /// Like `every`, and once more at the end: for what must be written down before the stop.
    pub fn every_and_at_end<F, Fut>(name: &'static str, period: Duration, run: F) -> Self
    where
        F: Fn() -> Fut + Send + Sync + Clone + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        Worker::new(name, move |token| repeat(period, run.clone(), token, true))
    }
}

async fn repeat<F, Fut>(period: Duration, run: F, token: CancellationToken, at_end: bool)
where
    F: Fn() -> Fut,
    Fut: Future<Output = ()>,
{
    while token.run_until_cancelled(tokio::time::sleep(period)).await.is_some() {
        run().await;
    }
    if at_end {
        run().await;
    }
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Worker({})", self.name)
    }
}

/// Starts every task of the program and knows which are still running.
#[derive(Debug, Clone)]
pub struct Supervisor {
    shutdown: Shutdown,
    tasks: TaskTracker,
    runtime: Handle,
}

impl Supervisor {
    /// Tasks run on the runtime that this is called in, wherever they are started from.
    pub fn new(shutdown: Shutdown) -> Self {
        Supervisor { shutdown, tasks: TaskTracker::new(), runtime: Handle::current() }
    }

    pub fn shutdown(&self) -> &Shutdown {
        &self.shutdown
    }

    pub fn supervise(&self, worker: Worker) {
        let shutdown = self.shutdown.clone();
        self.spawn(async move { keep_running(worker, shutdown.token()).await });
    }

    /// Runs a task once: for work that belongs to one connection or one request. A panic in it is
    /// logged by the panic hook and ends that task alone.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.runtime.spawn(self.tasks.track_future(task));
    }

    /// Like `spawn`, on the thread that calls it, which must drive a runtime of its own.
    #[expect(clippy::disallowed_methods, reason = "the one place that spawns")]
    pub fn spawn_local(&self, task: impl Future<Output = ()> + 'static) {
        tokio::task::spawn_local(self.tasks.track_future(task));
    }

    /// Waits until every task has ended, or until the cut.
    pub async fn drained(&self) {
        self.tasks.close();
        self.ended().await;
    }

    /// Waits for the end of all tasks that `drained` brings about.
    pub async fn ended(&self) {
        tokio::select! {
            () = self.tasks.wait() => {}
            () = self.shutdown.was_cut() => {}
        }
    }
}

async fn keep_running(worker: Worker, token: CancellationToken) {
    let mut pause = FIRST_PAUSE;
    loop {
        let started = Instant::now();
        let run = AssertUnwindSafe((worker.run)(token.clone())).catch_unwind();
        let ended = run.await;
        if token.is_cancelled() {
            return;
        }
        if started.elapsed() >= STEADY {
            pause = FIRST_PAUSE;
        }
        let how = if ended.is_err() { "panicked" } else { "ended early" };
        tracing::error!(worker = worker.name, ?pause, "worker {how}; it starts again");
        if token.run_until_cancelled(tokio::time::sleep(pause)).await.is_none() {
            return;
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_worker_that_panics_starts_again_and_ends_on_shutdown() {
        let shutdown = Shutdown::default();
        let supervisor = Supervisor::new(shutdown.clone());
        let starts = Arc::new(AtomicU32::new(0));
        let counter = starts.clone();
        supervisor.supervise(Worker::new("fragile", move |token| {
            let counter = counter.clone();
            async move {
                assert!(counter.fetch_add(1, Ordering::SeqCst) >= 2, "not yet");
                token.cancelled().await;
            }
        }));
        while starts.load(Ordering::SeqCst) < 3 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        shutdown.drain();
        supervisor.drained().await;
        assert_eq!(starts.load(Ordering::SeqCst), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn the_cut_does_not_wait_for_a_task_that_hangs() {
        let shutdown = Shutdown::default();
        let supervisor = Supervisor::new(shutdown.clone());
        supervisor.spawn(std::future::pending());
        shutdown.cut();
        supervisor.drained().await;
    }
}
