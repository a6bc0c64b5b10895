//! One run of a workflow, step by step.

use std::sync::Arc;
use std::time::Duration;

use events::Change;
use events::facts::{WorkflowCompleted, WorkflowStarted};
use kit::{Actor, Result};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::sleep;

use super::execute::{Links, Prepared, next_seat};
use super::runs::PreparedFlow;
use crate::model::{ExecutionStatus, OnFailure, Run, StepStatus};
use crate::run::{Ticket, Why};
use crate::{Scripts, store};

/// The database may be away for a while.
const TRIES: u32 = 60;
const RETRY: Duration = Duration::from_secs(1);

impl Scripts {
    /// Lets an accepted run go its way.
    pub(super) fn let_flow(
        &self,
        prepared: PreparedFlow,
        run: Run,
        seat: OwnedSemaphorePermit,
        awaited: bool,
    ) -> Arc<Ticket> {
        let ticket = self.ticket_for(&run.id);
        let (scripts, held) = (self.clone(), ticket.clone());
        self.supervisor().spawn(async move {
            let _seat = seat;
            scripts.flow(prepared, run, &held, awaited).await;
        });
        ticket
    }

    async fn flow(&self, prepared: PreparedFlow, mut run: Run, ticket: &Ticket, awaited: bool) {
        let fact = WorkflowStarted {
            workflow_execution_id: run.id.clone(),
            workflow_id: run.workflow_id.clone(),
            status: run.status.into_str().to_owned(),
        };
        let change = Change::by(Actor::system(), "workflow.started").unaudited().fact(&fact);
        if let Err(error) = self.events().note(&change).await {
            tracing::warn!(%error, run = run.id, "publishing the start of a workflow failed");
        }
        let mut halted = None;
        for (number, (step, on_failure)) in prepared.steps.into_iter().enumerate() {
            let status = match self.stop_reason(ticket) {
                Some(why) => Err(why),
                None => self.step(number, step, &mut run, ticket, awaited).await,
            };
            halted = match status {
                Err(why) => Some((why.status(), why.message().to_owned())),
                Ok(ExecutionStatus::Completed) => None,
                Ok(status) if on_failure == OnFailure::Stop => {
                    Some((status, format!("Step {} did not succeed", number + 1)))
                }
                Ok(status) => {
                    let script = &run.steps[number].script_id;
                    tracing::info!(run = run.id, script, ?status, "a step failed; the next runs");
                    None
                }
            };
            if halted.is_some() {
                break;
            }
        }
        let (status, error) =
            halted.map_or((ExecutionStatus::Completed, None), |(s, e)| (s, Some(e)));
        run.status = status;
        run.error = error;
        run.skip_rest();
        run.completed_at = Some(self.clock().now());
        self.end_run(&run).await;
        self.board().tickets.remove(&run.id);
        ticket.finished();
        self.ended().notify_waiters();
    }

    fn stop_reason(&self, ticket: &Ticket) -> Option<Why> {
        let stopping = self.supervisor().shutdown().is_draining();
        ticket.reason().or(stopping.then_some(Why::Shutdown))
    }

    /// Runs one step to its end; the error is why the run shall end.
    async fn step(
        &self,
        number: usize,
        step: Prepared,
        run: &mut Run,
        ticket: &Ticket,
        awaited: bool,
    ) -> Result<ExecutionStatus, Why> {
        let seat = tokio::select! {
            seat = next_seat(self.seats()) => seat.map_err(|_| Why::Shutdown)?,
            why = ticket.stopped() => return Err(why),
            () = self.supervisor().shutdown().draining() => return Err(Why::Shutdown),
        };
        let of = Links {
            workflow_id: Some(run.workflow_id.clone()),
            run_id: Some(run.id.clone()),
            schedule_id: None,
        };
        let execution = self.planned(&step, run.trigger.clone(), of);
        run.steps[number].execution_id = Some(execution.id.clone());
        run.steps[number].status = StepStatus::Running;
        let accepted: Result<()> = async {
            let mut tx = self.db().begin().await?;
            store::executions::insert(&mut tx, &execution, self.runner()).await?;
            store::runs::update(&mut tx, run).await?;
            Ok(tx.commit().await?)
        }
        .await;
        if let Err(error) = accepted {
            tracing::warn!(%error, run = run.id, "starting a workflow's step failed; the step is marked failed");
            run.steps[number].execution_id = None;
            run.steps[number].status = StepStatus::Failed;
            return Ok(ExecutionStatus::Failed);
        }
        let job = self.job(step, &execution, seat, awaited);
        let its_end = job.ticket.clone();
        self.submit(job);
        let why = tokio::select! {
            () = its_end.done() => None,
            why = ticket.stopped() => Some(why),
        };
        if let Some(why) = why {
            self.stop(&execution.id, why);
            its_end.done().await;
        }
        let ended = self.execution(&execution.id).await.map(|execution| execution.status);
        let status = ended.unwrap_or(ExecutionStatus::Failed);
        run.steps[number].status = status.into();
        why.map_or(Ok(status), Err)
    }

    /// Writes the end of a run down and tells of it.
    pub(super) async fn end_run(&self, run: &Run) {
        let fact = WorkflowCompleted {
            workflow_execution_id: run.id.clone(),
            workflow_id: run.workflow_id.clone(),
            status: run.status.into_str().to_owned(),
        };
        let change = Change::by(Actor::system(), "workflow.completed").unaudited().fact(&fact);
        for _ in 0..TRIES {
            let written: Result<()> = async {
                let mut tx = self.events().begin().await?;
                if store::runs::update(&mut tx, run).await? {
                    tx.record(&change).await?;
                }
                Ok(tx.commit().await?)
            }
            .await;
            match written {
                Ok(()) => return,
                Err(error) => {
                    tracing::warn!(%error, run = run.id, "recording the end of an execution failed; retrying");
                    sleep(RETRY).await;
                }
            }
        }
    }
}
