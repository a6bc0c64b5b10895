use std::sync::Arc;
use std::time::Duration;

use events::Change;
use kit::{Error, ErrorKind, Result};
use serde_json::json;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use web::Caller;

use super::{new_id, permit};
use crate::keeper::{Kind, Limits, Order};
use crate::model::{Execution, ExecutionStatus, Script, Trigger, Values};
use crate::rules::{self, Given};
use crate::run::{Job, Ticket, Why};
use crate::{Scripts, store};

/// How long a request may wait for the end of what it asked for.
pub(super) const REQUEST_TIME: Duration = Duration::from_secs(600);
/// When a full queue may have room again.
const RETRY: Duration = Duration::from_secs(5);

/// A script with everything that a run of it needs, checked.
#[derive(Debug, Clone)]
pub(super) struct Prepared {
    pub(super) script: Script,
    given: Given,
    dry_run: bool,
}

impl Prepared {
    /// A script that cannot run, for the record of that.
    pub(super) fn unready(script: Script) -> Self {
        Prepared { script, given: Given::default(), dry_run: false }
    }
}

/// What an execution belongs to.
#[derive(Debug, Clone, Default)]
pub(super) struct Links {
    pub(super) workflow_id: Option<String>,
    pub(super) run_id: Option<String>,
    pub(super) schedule_id: Option<String>,
}

impl Scripts {
    /// Runs a script for a caller: to its end, or (`awaited` is false) until it is accepted.
    pub(crate) async fn execute(
        &self,
        caller: &Caller,
        id: &str,
        (values, dry_run): (&Values, bool),
        awaited: bool,
    ) -> Result<Execution> {
        let script = self.script(id).await?;
        permit(&caller.principal, &script.allowed_scopes)?;
        let prepared = self.prepare(script, values, dry_run).await?;
        let seat = seat(self.seats())?;
        let address = caller.client.address.to_string();
        let trigger = Trigger::caller(&caller.principal.identity, address);
        let execution = self.planned(&prepared, trigger, Links::default());
        let job = self.job(prepared, &execution, seat, awaited);
        let change = Change::by(caller.actor(), "script.executed").target(id).details(json!({
            "executionId": execution.id,
            "parameters": execution.parameters,
            "dryRun": dry_run,
        }));
        let mut tx = self.events().begin().await?;
        store::executions::insert(&mut tx, &execution, self.runner()).await?;
        tx.record(&change).await?;
        tx.commit().await?;
        let ticket = job.ticket.clone();
        self.submit(job);
        if awaited {
            self.wait_for(&ticket, &execution.id).await;
            return self.execution(&execution.id).await;
        }
        Ok(execution)
    }

    /// Waits as long as a request may, then ends it.
    pub(super) async fn wait_for(&self, ticket: &Ticket, id: &str) {
        if tokio::time::timeout(REQUEST_TIME, ticket.done()).await.is_err() {
            self.stop(id, Why::RequestTimeout);
            ticket.done().await;
        }
    }

    /// Checks everything about a run that can be checked before it.
    pub(super) async fn prepare(
        &self,
        script: Script,
        values: &Values,
        dry_run: bool,
    ) -> Result<Prepared> {
        let given = rules::resolve(&script, values)?;
        self.find_file(&script.path).await?;
        Ok(Prepared { script, given, dry_run })
    }

    /// The record of an execution that begins.
    pub(super) fn planned(&self, prepared: &Prepared, trigger: Trigger, of: Links) -> Execution {
        Execution {
            id: new_id("exec"),
            script_id: prepared.script.id.clone(),
            workflow_id: of.workflow_id,
            run_id: of.run_id,
            schedule_id: of.schedule_id,
            status: ExecutionStatus::Pending,
            dry_run: prepared.dry_run,
            trigger,
            parameters: rules::masked(&prepared.script, &prepared.given.values),
            output: String::new(),
            truncated: false,
            exit_code: None,
            error: None,
            created_at: self.clock().now(),
            started_at: None,
            completed_at: None,
        }
    }

    pub(super) fn job(
        &self,
        prepared: Prepared,
        execution: &Execution,
        seat: OwnedSemaphorePermit,
        awaited: bool,
    ) -> Job {
        let Prepared { script, given, dry_run } = prepared;
        let seconds = script.timeout.unwrap_or(self.config().default_timeout);
        Job {
            id: execution.id.clone(),
            script_id: script.id.clone(),
            run_id: execution.run_id.clone(),
            owner: execution.trigger.by.clone(),
            order: self.order(&script, dry_run),
            environment: self.environment(&script, given.values, dry_run),
            secrets: given.secrets,
            timeout: Duration::from_secs(seconds.into()),
            awaited,
            ticket: Ticket::new(),
            _seat: seat,
        }
    }

    fn order(&self, script: &Script, dry_run: bool) -> Order {
        let words = shlex::split(&script.dry_run_command).filter(|_| dry_run).unwrap_or_default();
        let option = words.first().is_some_and(|word| word.starts_with('-'));
        let (arguments, instead) = if option { (words, Vec::new()) } else { (Vec::new(), words) };
        let config = self.config();
        let memory = Some(config.memory_limit.0).filter(|bytes| *bytes > 0);
        let cpu = Some(config.cpu_limit.0.as_secs()).filter(|seconds| *seconds > 0);
        Order {
            root: self.directory().to_owned(),
            path: script.path.clone(),
            kind: Kind::of(script.kind, &script.path),
            arguments,
            instead,
            limits: Limits { run_as: config.user(), memory, cpu },
        }
    }

    /// This, and nothing else, is what a script finds in its environment.
    fn environment(&self, script: &Script, given: Values, dry_run: bool) -> Values {
        let ours = [("PATH", self.search_path()), ("HOME", self.home())];
        let ours = ours.into_iter().chain(dry_run.then_some(("DRY_RUN", "true")));
        let ours = ours.map(|(name, value)| (name.to_owned(), value.to_owned()));
        script.environment.clone().into_iter().chain(given).chain(ours).collect()
    }
}

/// A place among those that are accepted; 503 where there is none.
pub(super) fn seat(seats: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit> {
    seats.clone().try_acquire_owned().map_err(|_| {
        let message = "Too many executions wait already";
        Error::new(ErrorKind::ServiceUnavailable, message).retry_after(RETRY)
    })
}

/// Waits for a place: for what was accepted as a part of something else.
pub(super) async fn next_seat(
    seats: &Arc<Semaphore>,
) -> Result<OwnedSemaphorePermit, AcquireError> {
    seats.clone().acquire_owned().await
}
