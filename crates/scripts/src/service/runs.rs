use std::collections::BTreeSet;

use events::Change;
use kit::{Error, ErrorKind, Page, Paged, Result};
use serde_json::json;
use tokio::time::Instant;
use web::Caller;

use super::execute::{Prepared, REQUEST_TIME, seat};
use super::executions::CANCEL_TIME;
use super::new_id;
use crate::model::{
    ExecutionStatus, OnFailure, Run, StepResult, StepStatus, Trigger, Values, Workflow,
};
use crate::rules;
use crate::run::{Ticket, Why};
use crate::{Scripts, store};

/// A workflow with everything that a run of it needs, checked.
pub(super) struct PreparedFlow {
    pub(super) workflow_id: String,
    pub(super) steps: Vec<(Prepared, OnFailure)>,
    pub(super) dry_run: bool,
}

impl Scripts {
    pub(crate) async fn runs(&self, workflow: &str, page: Page) -> Result<Paged<Run>> {
        if !self.is_enabled() {
            return Ok(Paged { items: Vec::new(), total: 0 });
        }
        self.workflow(workflow).await?;
        Ok(store::runs::list(&mut *self.db().read().await?, workflow, page).await?)
    }

    pub(crate) async fn find_run(&self, workflow: &str, id: &str) -> Result<Run> {
        self.refuse_while_off()?;
        let found = store::runs::find(&mut *self.db().read().await?, id).await?;
        let found = found.filter(|run| run.workflow_id == workflow);
        found.ok_or_else(|| Error::not_found("This run"))
    }

    /// Runs a workflow for a caller: to its end, or (`awaited` is false) until it is accepted.
    pub(crate) async fn execute_workflow(
        &self,
        caller: &Caller,
        id: &str,
        (values, dry_run): (&Values, bool),
        awaited: bool,
    ) -> Result<Run> {
        let workflow = self.workflow(id).await?;
        self.permit_workflow(&caller.principal, &workflow).await?;
        let prepared = self.prepare_flow(&workflow, values, dry_run).await?;
        let seat = seat(self.run_seats())?;
        let address = caller.client.address.to_string();
        let trigger = Trigger::caller(&caller.principal.identity, address);
        let run = self.planned_run(&prepared, trigger, None);
        let change = Change::by(caller.actor(), "workflow.executed")
            .target(id)
            .details(json!({ "workflowExecutionId": run.id, "dryRun": dry_run }));
        let mut tx = self.events().begin().await?;
        store::runs::insert(&mut tx, &run, self.runner()).await?;
        tx.record(&change).await?;
        tx.commit().await?;
        let ticket = self.let_flow(prepared, run.clone(), seat, awaited);
        if awaited {
            if tokio::time::timeout(REQUEST_TIME, ticket.done()).await.is_err() {
                ticket.stop(Why::RequestTimeout);
                ticket.done().await;
            }
            return self.find_run(id, &run.id).await;
        }
        Ok(run)
    }

    /// Checks every step before the first one runs. What a run is given goes to the steps that
    /// declare it, before what they have of their own.
    pub(super) async fn prepare_flow(
        &self,
        workflow: &Workflow,
        values: &Values,
        dry_run: bool,
    ) -> Result<PreparedFlow> {
        let scripts = self.scripts_of(workflow).await?;
        let mut unused: BTreeSet<&String> = values.keys().collect();
        let mut steps = Vec::new();
        for step in &workflow.steps {
            let script = scripts.iter().find(|script| script.id == step.script_id);
            let gone = || Error::conflict(format!("The script {} is gone", step.script_id));
            let script = script.ok_or_else(gone)?.clone();
            let mut own = step.parameters.clone();
            for parameter in &script.parameters {
                if let Some(value) = values.get(&parameter.name) {
                    unused.remove(&parameter.name);
                    own.insert(parameter.name.clone(), value.clone());
                }
            }
            steps.push((self.prepare(script, &own, dry_run).await?, step.on_failure));
        }
        if unused.is_empty() {
            return Ok(PreparedFlow { workflow_id: workflow.id.clone(), steps, dry_run });
        }
        let error = Error::new(ErrorKind::InvalidRequest, rules::INVALID_PARAMETERS);
        let reason = "is not a parameter of any step";
        Err(unused.into_iter().fold(error, |error, name| error.detail(name.clone(), reason)))
    }

    pub(super) fn planned_run(
        &self,
        prepared: &PreparedFlow,
        trigger: Trigger,
        schedule_id: Option<String>,
    ) -> Run {
        let step = |(prepared, _): &(Prepared, OnFailure)| StepResult {
            script_id: prepared.script.id.clone(),
            execution_id: None,
            status: StepStatus::Pending,
        };
        Run {
            id: new_id("wfexec"),
            workflow_id: prepared.workflow_id.clone(),
            schedule_id,
            status: ExecutionStatus::Running,
            dry_run: prepared.dry_run,
            trigger,
            steps: prepared.steps.iter().map(step).collect(),
            error: None,
            started_at: self.clock().now(),
            completed_at: None,
        }
    }

    /// Ends a run, and returns when it has ended.
    pub(crate) async fn cancel_run(
        &self,
        caller: &Caller,
        workflow: &str,
        id: &str,
    ) -> Result<Run> {
        let run = self.find_run(workflow, id).await?;
        self.permit_workflow(&caller.principal, &self.workflow(workflow).await?).await?;
        if run.status.is_over() {
            return Err(Error::conflict("The run is over already"));
        }
        let change = Change::by(caller.actor(), "workflow.cancelled").target(id);
        self.ask_to_end(change, id).await?;
        let until = Instant::now() + CANCEL_TIME;
        loop {
            let run = self.find_run(workflow, id).await?;
            if run.status.is_over() || Instant::now() > until {
                return Ok(run);
            }
            self.one_ended(id).await;
        }
    }

    pub(super) fn ticket_for(&self, id: &str) -> std::sync::Arc<Ticket> {
        let ticket = Ticket::new();
        self.board().tickets.insert(id.to_owned(), ticket.clone());
        ticket
    }
}
