use events::facts::SchedulesChanged;
use events::{Change, IconClass};
use kit::{Error, Principal, Result};
use serde_json::json;
use web::Caller;

use super::{new_id, permit};
use crate::cron::Timetable;
use crate::model::{Missed, Overlap, Schedule, Target, Values};
use crate::rules::{self, keep_masked};
use crate::wire::ScheduleInput;
use crate::{Scripts, store};

const MOST_SCHEDULES: i64 = 10_000;

impl Scripts {
    pub(crate) async fn schedules(&self) -> Result<Vec<Schedule>> {
        if !self.is_enabled() {
            return Ok(Vec::new());
        }
        let all = store::schedules::all(&mut *self.db().read().await?).await?;
        let mut shown = Vec::with_capacity(all.len());
        for schedule in all {
            shown.push(self.masked_schedule(schedule).await?);
        }
        Ok(shown)
    }

    pub(crate) async fn schedule(&self, id: &str) -> Result<Schedule> {
        self.refuse_while_off()?;
        let found = store::schedules::find(&mut *self.db().read().await?, id).await?;
        found.ok_or_else(|| Error::not_found("This schedule"))
    }

    pub(crate) async fn make_schedule(
        &self,
        caller: &Caller,
        input: ScheduleInput,
    ) -> Result<Schedule> {
        self.refuse_while_off()?;
        let required = |field: &str| Error::invalid(field, "is required");
        let blank = Schedule {
            id: new_id("schedule"),
            target: target(&input)?.ok_or_else(|| {
                Error::invalid("scriptId", "one of scriptId and workflowId is required")
            })?,
            cron: input.cron_expression.clone().ok_or_else(|| required("cronExpression"))?,
            parameters: Values::new(),
            enabled: input.enabled.ok_or_else(|| required("enabled"))?,
            timezone: None,
            overlap: Overlap::default(),
            missed: Missed::default(),
            created_at: self.clock().now(),
            created_by: caller.principal.identity.actor_id(),
            last_run_at: None,
            next_run_at: None,
        };
        let _writing = self.writing().await;
        if store::schedules::count(&mut *self.db().read().await?).await? >= MOST_SCHEDULES {
            return Err(Error::conflict("There are too many schedules; delete some first"));
        }
        let schedule = self.changed_schedule(caller, blank, input).await?;
        let what = schedule.target.script().or(schedule.target.workflow()).unwrap_or_default();
        let message = format!("{what} runs on a schedule now");
        let change = Change::by(caller.actor(), "schedule.created").notice(
            "CheckCircle",
            IconClass::Info,
            message,
        );
        self.put_schedule(schedule, change).await
    }

    pub(crate) async fn update_schedule(
        &self,
        caller: &Caller,
        id: &str,
        input: ScheduleInput,
    ) -> Result<Schedule> {
        self.refuse_while_off()?;
        let _writing = self.writing().await;
        let mut old = self.schedule(id).await?;
        self.permit_target(&caller.principal, &old.target).await?;
        old.target = target(&input)?.unwrap_or(old.target);
        let schedule = self.changed_schedule(caller, old, input).await?;
        self.put_schedule(schedule, Change::by(caller.actor(), "schedule.changed")).await
    }

    pub(crate) async fn delete_schedule(&self, caller: &Caller, id: &str) -> Result<()> {
        self.refuse_while_off()?;
        let _writing = self.writing().await;
        let schedule = self.schedule(id).await?;
        self.permit_target(&caller.principal, &schedule.target).await?;
        let fact = SchedulesChanged {};
        let change = Change::by(caller.actor(), "schedule.deleted").target(id).fact(&fact);
        let mut tx = self.events().begin().await?;
        store::schedules::delete(&mut tx, id).await?;
        tx.record(&change).await?;
        tx.commit().await?;
        self.replanned().notify_one();
        Ok(())
    }

    /// The next ten times of an expression.
    pub(crate) fn preview(&self, cron: &str, timezone: Option<&str>) -> Result<Timetable> {
        self.refuse_while_off()?;
        Timetable::parse(cron, timezone).map_err(|(field, why)| {
            let field = if field == "cronExpression" { "cron" } else { field };
            Error::invalid(field, why)
        })
    }

    /// As it is shown.
    pub(crate) async fn masked_schedule(&self, mut schedule: Schedule) -> Result<Schedule> {
        let mut conn = self.db().read().await?;
        let scripts = match &schedule.target {
            Target::Script(id) => store::scripts::find(&mut conn, id).await?.into_iter().collect(),
            Target::Workflow(id) => match store::workflows::find(&mut conn, id).await? {
                Some(workflow) => {
                    drop(conn);
                    self.scripts_of(&workflow).await?
                }
                None => Vec::new(),
            },
        };
        for script in &scripts {
            schedule.parameters = rules::masked(script, &schedule.parameters);
        }
        Ok(schedule)
    }

    /// Whoever may not run something may not have it run at a time either.
    async fn permit_target(&self, principal: &Principal, target: &Target) -> Result<()> {
        match target {
            Target::Script(id) => match self.script(id).await {
                Ok(script) => permit(principal, &script.allowed_scopes),
                Err(_) => Ok(()),
            },
            Target::Workflow(id) => match self.workflow(id).await {
                Ok(workflow) => self.permit_workflow(principal, &workflow).await,
                Err(_) => Ok(()),
            },
        }
    }

    async fn changed_schedule(
        &self,
        caller: &Caller,
        mut schedule: Schedule,
        input: ScheduleInput,
    ) -> Result<Schedule> {
        schedule.cron = input.cron_expression.unwrap_or(schedule.cron);
        schedule.enabled = input.enabled.unwrap_or(schedule.enabled);
        schedule.timezone = input.timezone.or(schedule.timezone).filter(|zone| !zone.is_empty());
        if let Some(overlap) = input.overlap {
            let wrong = |_| Error::invalid("overlap", "must be skip, queue or allow");
            schedule.overlap = overlap.parse().map_err(wrong)?;
        }
        if let Some(missed) = input.missed {
            let wrong = |_| Error::invalid("missed", "must be skip or once");
            schedule.missed = missed.parse().map_err(wrong)?;
        }
        if let Some(mut parameters) = input.parameters {
            keep_masked("parameters", &mut parameters, Some(&schedule.parameters))?;
            schedule.parameters = parameters;
        }
        let table = Timetable::parse(&schedule.cron, schedule.timezone.as_deref());
        let table = table.map_err(|(field, why)| Error::invalid(field, why))?;
        let next = table.after(self.clock().now());
        schedule.next_run_at = next.filter(|_| schedule.enabled);
        self.check_target(&schedule).await?;
        self.permit_target(&caller.principal, &schedule.target).await?;
        Ok(schedule)
    }

    /// What it runs is there, and takes what it is given.
    async fn check_target(&self, schedule: &Schedule) -> Result<()> {
        let gone = |field: &'static str, what: &str| {
            let reason = format!("there is no such {what}");
            move || Error::invalid(field, reason)
        };
        let mut conn = self.db().read().await?;
        match &schedule.target {
            Target::Script(id) => {
                let found = store::scripts::find(&mut conn, id).await?;
                let script = found.ok_or_else(gone("scriptId", "script"))?;
                rules::resolve(&script, &schedule.parameters).map(drop)
            }
            Target::Workflow(id) => {
                let found = store::workflows::find(&mut conn, id).await?;
                let workflow = found.ok_or_else(gone("workflowId", "workflow"))?;
                drop(conn);
                self.prepare_flow(&workflow, &schedule.parameters, false).await.map(drop)
            }
        }
    }

    async fn put_schedule(&self, schedule: Schedule, change: Change) -> Result<Schedule> {
        let change = change
            .target(schedule.id.as_str())
            .details(json!({
                "scriptId": schedule.target.script(),
                "workflowId": schedule.target.workflow(),
                "cronExpression": schedule.cron,
                "enabled": schedule.enabled,
            }))
            .fact(&SchedulesChanged {});
        let mut tx = self.events().begin().await?;
        store::schedules::put(&mut tx, &schedule).await?;
        tx.record(&change).await?;
        tx.commit().await?;
        self.replanned().notify_one();
        Ok(schedule)
    }
}

/// What the input wants to run, where it says so.
fn target(input: &ScheduleInput) -> Result<Option<Target>> {
    match (&input.script_id, &input.workflow_id) {
        (Some(_), Some(_)) => {
            Err(Error::invalid("workflowId", "scriptId and workflowId exclude each other"))
        }
        (Some(id), None) => Ok(Some(Target::Script(id.clone()))),
        (None, Some(id)) => Ok(Some(Target::Workflow(id.clone()))),
        (None, None) => Ok(None),
    }
}
