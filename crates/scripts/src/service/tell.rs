//! What others hear of running scripts.

use std::time::Duration;

use events::facts::{ExecutionCompleted, ExecutionOutput};
use events::{Change, IconClass};
use kit::{Actor, Result};
use tokio_util::sync::CancellationToken;

use crate::Scripts;
use crate::model::{ExecutionStatus, Finish};
use crate::run::{Job, Piece};

/// How often output is told.
const PACE: Duration = Duration::from_millis(500);

/// The end of an execution, behind what it wrote last.
pub(super) fn completed(job: &Job, finish: &Finish, piece: Option<Piece>) -> Change {
    let fact = ExecutionCompleted {
        execution_id: job.id.clone(),
        script_id: job.script_id.clone(),
        status: finish.status.into_str().to_owned(),
        workflow_execution_id: job.run_id.clone(),
        exit_code: finish.exit_code,
        error_message: finish.error.clone(),
    };
    let mut change = Change::by(Actor::system(), "execution.completed").unaudited();
    if let Some(piece) = piece {
        change = change.fact(&output(&job.id, piece));
    }
    change = change.fact(&fact);
    if matches!(finish.status, ExecutionStatus::Failed | ExecutionStatus::Timeout) {
        let message = format!("Script {} did not succeed", job.script_id);
        change = change
            .notice("AlertTriangle", IconClass::Warning, message)
            .notice_details(finish.error.clone().unwrap_or_default());
    }
    change
}

fn output(execution: &str, piece: Piece) -> ExecutionOutput {
    ExecutionOutput {
        execution_id: execution.to_owned(),
        script_id: piece.script_id,
        status: ExecutionStatus::Running.into_str().to_owned(),
        output: piece.text,
        skipped_bytes: piece.skipped,
    }
}

impl Scripts {
    /// Tells what running scripts write, at a bounded pace.
    pub(crate) async fn tell_output(self, token: CancellationToken) {
        while token.run_until_cancelled(self.live().arrived()).await.is_some() {
            if let Err(error) = self.tell_pieces().await {
                tracing::warn!(%error, "publishing live output failed; the record of the execution has it");
            }
            token.run_until_cancelled(tokio::time::sleep(PACE)).await;
        }
    }

    async fn tell_pieces(&self) -> Result<()> {
        let _telling = self.telling().await;
        let pieces = self.live().take_all();
        if pieces.is_empty() {
            return Ok(());
        }
        let change = Change::by(Actor::system(), "execution.output").unaudited();
        let change = pieces
            .into_iter()
            .fold(change, |change, (execution, piece)| change.fact(&output(&execution, piece)));
        self.events().note(&change).await?;
        Ok(())
    }
}
