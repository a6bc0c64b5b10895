//! What was accepted and not finished when a program died.

use std::time::Duration;

use events::Change;
use events::facts::{ExecutionCompleted, WorkflowCompleted};
use kit::{Actor, Result, Timestamp};

use crate::model::{Execution, ExecutionStatus, Finish, Run, StepStatus};
use crate::{Scripts, store};

/// How often a program says that it is there, and when it counts as gone.
pub(crate) const SIGN_OF_LIFE: Duration = Duration::from_secs(10);
const GONE: Duration = Duration::from_secs(60);

const ENDED_WHILE_IT_RAN: &str = "The gateway ended while it ran";
const ENDED_BEFORE: &str = "The gateway ended before it began";

impl Scripts {
    /// Accounts for what the last program in this data directory left unfinished.
    pub(crate) async fn recover(&self) -> Result<()> {
        self.give_up_for(self.runner()).await
    }

    /// Where several programs share a database: says that this one is there, and accounts for
    /// those that are not any more.
    pub(crate) async fn look_after_others(self) {
        let looked: Result<()> = async {
            let now = self.clock().now();
            let mut tx = self.db().begin().await?;
            store::runners::seen(&mut tx, self.runner(), now).await?;
            tx.commit().await?;
            let gone =
                store::runners::gone(&mut *self.db().read().await?, now.before(GONE)).await?;
            for runner in gone {
                self.give_up_for(&runner).await?;
                let mut tx = self.db().begin().await?;
                store::runners::forget(&mut tx, &runner).await?;
                tx.commit().await?;
            }
            Ok(())
        }
        .await;
        if let Err(error) = looked {
            tracing::warn!(%error, "reading which programs run scripts failed; retrying with the next round");
        }
    }

    /// Writes an end for everything that a program left without one.
    async fn give_up_for(&self, runner: &str) -> Result<()> {
        let now = self.clock().now();
        let mut conn = self.db().read().await?;
        let executions = store::executions::unfinished(&mut conn, runner).await?;
        let runs = store::runs::unfinished(&mut conn, runner).await?;
        drop(conn);
        if executions.is_empty() && runs.is_empty() {
            return Ok(());
        }
        let counts = (executions.len(), runs.len());
        tracing::warn!(executions = counts.0, runs = counts.1, "left unfinished; they failed");
        let mut tx = self.events().begin().await?;
        for execution in &executions {
            let change = failed(execution);
            let ids = (execution.id.as_str(), execution.script_id.as_str());
            let finish = Finish::silent(ExecutionStatus::Failed, message(execution.status));
            store::executions::finish(&mut tx, ids, execution.status, &finish, now).await?;
            tx.record(&change).await?;
        }
        for run in runs {
            let (run, change) = given_up(run, now);
            store::runs::update(&mut tx, &run).await?;
            tx.record(&change).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}

fn message(status: ExecutionStatus) -> &'static str {
    match status {
        ExecutionStatus::Running => ENDED_WHILE_IT_RAN,
        _ => ENDED_BEFORE,
    }
}

fn failed(execution: &Execution) -> Change {
    let fact = ExecutionCompleted {
        execution_id: execution.id.clone(),
        script_id: execution.script_id.clone(),
        status: ExecutionStatus::Failed.into_str().to_owned(),
        workflow_execution_id: execution.run_id.clone(),
        exit_code: None,
        error_message: Some(message(execution.status).to_owned()),
    };
    Change::by(Actor::system(), "execution.completed").unaudited().fact(&fact)
}

fn given_up(mut run: Run, now: Timestamp) -> (Run, Change) {
    let running = StepStatus::Running;
    for step in run.steps.iter_mut().filter(|step| step.status == running) {
        step.status = StepStatus::Failed;
    }
    run.skip_rest();
    run.status = ExecutionStatus::Failed;
    run.error = Some(ENDED_WHILE_IT_RAN.to_owned());
    run.completed_at = Some(now);
    let fact = WorkflowCompleted {
        workflow_execution_id: run.id.clone(),
        workflow_id: run.workflow_id.clone(),
        status: run.status.into_str().to_owned(),
    };
    (run, Change::by(Actor::system(), "workflow.completed").unaudited().fact(&fact))
}
