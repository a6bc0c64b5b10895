//! What a schedule runs, from the moment that it is due.

use std::time::Duration;

use ::store::Tx;
use kit::{Error, Result};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::sleep;

use super::execute::{Links, Prepared, seat};
use super::new_id;
use super::runs::PreparedFlow;
use crate::model::{Execution, ExecutionStatus, Run, Schedule, Script, Target, Trigger, Workflow};
use crate::run::Job;
use crate::{Scripts, store};

/// How often it is looked whether a run has ended that another program may have.
const LOOK_AT_OTHERS: Duration = Duration::from_secs(1);

/// A run with its record. Without a way to run it, the record says why there is none.
pub(super) enum Planned {
    Script(Execution, Option<Box<Job>>),
    Workflow(Run, Option<(PreparedFlow, OwnedSemaphorePermit)>),
}

impl Planned {
    pub(super) async fn write(&self, tx: &mut Tx, runner: &str) -> ::store::Result<()> {
        match self {
            Planned::Script(execution, _) => store::executions::insert(tx, execution, runner).await,
            Planned::Workflow(run, _) => store::runs::insert(tx, run, runner).await,
        }
    }
}

impl Scripts {
    /// `None` where there is nothing left to run.
    pub(super) async fn plan_run(&self, schedule: &Schedule) -> Result<Option<Planned>> {
        let mut conn = self.db().read().await?;
        match &schedule.target {
            Target::Script(id) => {
                let found = store::scripts::find(&mut conn, id).await?;
                drop(conn);
                let Some(script) = found else { return Ok(None) };
                Ok(Some(self.plan_script(schedule, script).await))
            }
            Target::Workflow(id) => {
                let found = store::workflows::find(&mut conn, id).await?;
                drop(conn);
                let Some(workflow) = found else { return Ok(None) };
                Ok(Some(self.plan_workflow(schedule, &workflow).await))
            }
        }
    }

    async fn plan_script(&self, schedule: &Schedule, script: Script) -> Planned {
        let trigger = Trigger::schedule(&schedule.id);
        let of = Links { schedule_id: Some(schedule.id.clone()), ..Links::default() };
        let ready: Result<_> = async {
            let prepared = self.prepare(script.clone(), &schedule.parameters, false).await?;
            Ok((prepared, seat(self.seats())?))
        }
        .await;
        match ready {
            Ok((prepared, seat)) => {
                let execution = self.planned(&prepared, trigger, of);
                let job = self.job(prepared, &execution, seat, false);
                Planned::Script(execution, Some(Box::new(job)))
            }
            Err(error) => {
                let blank = Prepared::unready(script);
                let mut execution = self.planned(&blank, trigger, of);
                execution.status = ExecutionStatus::Failed;
                execution.error = Some(reason(&error));
                execution.completed_at = Some(execution.created_at);
                Planned::Script(execution, None)
            }
        }
    }

    async fn plan_workflow(&self, schedule: &Schedule, workflow: &Workflow) -> Planned {
        let trigger = Trigger::schedule(&schedule.id);
        let ready: Result<_> = async {
            let prepared = self.prepare_flow(workflow, &schedule.parameters, false).await?;
            Ok((prepared, seat(self.run_seats())?))
        }
        .await;
        match ready {
            Ok((prepared, seat)) => {
                let run = self.planned_run(&prepared, trigger, Some(schedule.id.clone()));
                Planned::Workflow(run, Some((prepared, seat)))
            }
            Err(error) => {
                let now = self.clock().now();
                let run = Run {
                    id: new_id("wfexec"),
                    workflow_id: workflow.id.clone(),
                    schedule_id: Some(schedule.id.clone()),
                    status: ExecutionStatus::Failed,
                    dry_run: false,
                    trigger,
                    steps: Vec::new(),
                    error: Some(reason(&error)),
                    started_at: now,
                    completed_at: Some(now),
                };
                Planned::Workflow(run, None)
            }
        }
    }

    /// Runs what was written down; `behind`: as soon as the earlier run is over.
    pub(super) fn launch(&self, planned: Planned, schedule: &str, behind: bool) {
        let (scripts, schedule) = (self.clone(), schedule.to_owned());
        match planned {
            Planned::Script(execution, Some(job)) => {
                let ticket = job.ticket.clone();
                self.board().tickets.insert(execution.id, ticket.clone());
                if !behind {
                    return self.submit(*job);
                }
                self.supervisor().spawn(async move {
                    tokio::select! {
                        () = scripts.until_alone(&schedule) => {}
                        _ = ticket.stopped() => {}
                    }
                    scripts.submit(*job);
                });
            }
            Planned::Workflow(run, Some((prepared, seat))) => {
                if !behind {
                    self.let_flow(prepared, run, seat, false);
                    return;
                }
                self.supervisor().spawn(async move {
                    scripts.until_alone(&schedule).await;
                    scripts.let_flow(prepared, run, seat, false);
                });
            }
            Planned::Script(_, None) | Planned::Workflow(_, None) => {}
        }
    }

    /// Waits until a schedule has no other run than the one that waits.
    async fn until_alone(&self, schedule: &str) {
        loop {
            let ended = self.ended().notified();
            tokio::pin!(ended);
            ended.as_mut().enable();
            if self.unfinished_runs(schedule).await.is_ok_and(|count| count <= 1) {
                return;
            }
            tokio::select! {
                () = ended => {}
                () = sleep(LOOK_AT_OTHERS) => {}
                () = self.supervisor().shutdown().draining() => return,
            }
        }
    }
}

/// What a person needs to know to mend it.
fn reason(error: &Error) -> String {
    let details = error.details.iter().map(|one| format!("{} {}", one.field, one.reason));
    let details: Vec<String> = details.collect();
    if details.is_empty() {
        error.message.clone()
    } else {
        format!("{}: {}", error.message, details.join("; "))
    }
}
