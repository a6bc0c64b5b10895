//! One execution, from its turn to the record of its end.

use std::time::Duration;

use events::Change;
use events::facts::ExecutionStarted;
use kit::{Actor, Error, Result};
use tokio::time::{Instant, sleep};

use super::tell;
use crate::model::{ExecutionStatus, Finish};
use crate::run::{Capture, Child, Exit, Job, Why};
use crate::{Scripts, store};

/// How long a run that somebody waits for may take to end while the program stops.
const GRACE: Duration = Duration::from_secs(20);
/// The database may be away for a while. What is not written by then is accounted for at the next
/// start.
const TRIES: u32 = 60;
const RETRY: Duration = Duration::from_secs(1);

impl Scripts {
    pub(super) async fn carry_out(&self, job: Job) {
        let early = if self.supervisor().shutdown().is_draining() {
            Some(Why::Shutdown)
        } else {
            job.ticket.reason()
        };
        if let Some(why) = early {
            let finish = Finish::silent(why.status(), why.message());
            return self.finish(&job, ExecutionStatus::Pending, finish).await;
        }
        if let Err(error) = self.begin(&job).await {
            tracing::warn!(%error, execution = job.id, "starting a script failed; the execution is marked failed");
            let finish =
                Finish::silent(ExecutionStatus::Failed, "Its beginning could not be written down");
            return self.finish(&job, ExecutionStatus::Pending, finish).await;
        }
        let started = Instant::now();
        let finish = self.run(&job).await;
        self.figures().ran(started.elapsed());
        self.finish(&job, ExecutionStatus::Running, finish).await;
    }

    async fn begin(&self, job: &Job) -> Result<()> {
        let fact = ExecutionStarted {
            execution_id: job.id.clone(),
            script_id: job.script_id.clone(),
            status: ExecutionStatus::Running.into_str().to_owned(),
            workflow_execution_id: job.run_id.clone(),
            triggered_by: job.owner.clone(),
        };
        let change = Change::by(Actor::system(), "execution.started").unaudited().fact(&fact);
        let mut tx = self.events().begin().await?;
        let now = self.clock().now();
        if !store::executions::begin(&mut tx, &job.id, &job.script_id, now).await? {
            return Err(Error::conflict("Another program gave the execution up"));
        }
        tx.record(&change).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Runs the script and takes in what it writes, until it has ended.
    async fn run(&self, job: &Job) -> Finish {
        let mut child = match Child::start(self.program(), &job.order, &job.environment) {
            Ok(child) => child,
            Err(error) => {
                return Finish::silent(ExecutionStatus::Failed, cannot_start(&error.to_string()));
            }
        };
        let most = usize::try_from(self.config().max_output_bytes).unwrap_or(usize::MAX);
        let mut capture = Capture::new(most, &job.secrets);
        let mut why = None;
        let (time_up, stopping) = (sleep(job.timeout), self.stopping(job.awaited));
        tokio::pin!(time_up, stopping);
        loop {
            let reason = tokio::select! {
                read = child.next() => match read {
                    Ok(Some(length)) => {
                        let new = capture.push(child.piece(length));
                        self.live().push(&job.id, &job.script_id, new);
                        continue;
                    }
                    Ok(None) | Err(_) => break,
                },
                reason = job.ticket.stopped(), if why.is_none() => reason,
                () = &mut time_up, if why.is_none() => Why::Timeout,
                () = &mut stopping, if why.is_none() => Why::Shutdown,
            };
            why = Some(reason);
            child.stop().await;
        }
        let exit = child.exit().await;
        self.live().push(&job.id, &job.script_id, capture.end());
        let (output, truncated) = capture.finish();
        Finish { output, truncated, ..outcome(why, exit) }
    }

    /// Returns when the program stops and has waited long enough.
    async fn stopping(&self, awaited: bool) {
        self.supervisor().shutdown().draining().await;
        if awaited {
            sleep(GRACE).await;
        }
    }

    /// Writes the end down, tells of it, and lets go of those who waited for it.
    pub(super) async fn finish(&self, job: &Job, from: ExecutionStatus, finish: Finish) {
        // What it wrote last is told before its end, never behind it.
        let telling = self.telling().await;
        let piece = self.live().take(&job.id);
        let change = tell::completed(job, &finish, piece);
        for _ in 0..TRIES {
            match self.write_finish(job, from, &finish, &change).await {
                Ok(()) => break,
                Err(error) => {
                    tracing::warn!(%error, execution = job.id, "recording the end of an execution failed; retrying");
                    sleep(RETRY).await;
                }
            }
        }
        drop(telling);
        self.figures().over(finish.status);
        self.board().tickets.remove(&job.id);
        job.ticket.finished();
        self.ended().notify_waiters();
    }

    async fn write_finish(
        &self,
        job: &Job,
        from: ExecutionStatus,
        finish: &Finish,
        change: &Change,
    ) -> Result<()> {
        let now = self.clock().now();
        let mut tx = self.events().begin().await?;
        let ids = (job.id.as_str(), job.script_id.as_str());
        if store::executions::finish(&mut tx, ids, from, finish, now).await? {
            tx.record(change).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}

fn cannot_start(reason: &str) -> String {
    format!("The script could not be started: {reason}")
}

fn outcome(why: Option<Why>, exit: Exit) -> Finish {
    let (status, exit_code, error) = match exit {
        Exit::Code(0) => (ExecutionStatus::Completed, Some(0), None),
        Exit::Code(code) => {
            (ExecutionStatus::Failed, Some(code), Some(format!("Exit code {code}")))
        }
        Exit::Signal(signal) => {
            (ExecutionStatus::Failed, None, Some(format!("It was ended by signal {signal}")))
        }
        Exit::Missing => (ExecutionStatus::Failed, None, Some("Script file not found".to_owned())),
        Exit::Failed(reason) => (ExecutionStatus::Failed, None, Some(cannot_start(&reason))),
    };
    let silent = Finish { status, exit_code, error, output: String::new(), truncated: false };
    match why {
        Some(why) => {
            let error = Some(why.message().to_owned());
            Finish { status: why.status(), error, ..silent }
        }
        None => silent,
    }
}
