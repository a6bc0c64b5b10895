use std::collections::HashMap;

use events::{Change, IconClass};
use kit::{Error, Principal, Result};
use serde_json::json;
use web::Caller;

use super::permit;
use super::scripts::in_use;
use crate::model::{OnFailure, Script, Step, Target, Workflow};
use crate::rules::{self, keep_masked};
use crate::wire::{StepInput, WorkflowInput};
use crate::{Scripts, store};

const LONGEST_NAME: usize = 100;
const LONGEST_TEXT: usize = 2_000;
const MOST_STEPS: usize = 100;
const MOST_WORKFLOWS: usize = 10_000;

impl Scripts {
    pub(crate) async fn workflows(&self) -> Result<Vec<Workflow>> {
        if !self.is_enabled() {
            return Ok(Vec::new());
        }
        let mut conn = self.db().read().await?;
        let scripts = store::scripts::all(&mut conn).await?;
        let scripts: HashMap<String, Script> =
            scripts.into_iter().map(|script| (script.id.clone(), script)).collect();
        let workflows = store::workflows::all(&mut conn).await?;
        Ok(workflows.into_iter().map(|workflow| masked(workflow, &scripts)).collect())
    }

    pub(crate) async fn workflow(&self, id: &str) -> Result<Workflow> {
        self.refuse_while_off()?;
        let found = store::workflows::find(&mut *self.db().read().await?, id).await?;
        found.ok_or_else(|| Error::not_found("This workflow"))
    }

    /// As it is shown.
    pub(crate) async fn masked_workflow(&self, workflow: Workflow) -> Result<Workflow> {
        let scripts = self.scripts_of(&workflow).await?;
        let scripts = scripts.into_iter().map(|script| (script.id.clone(), script)).collect();
        Ok(masked(workflow, &scripts))
    }

    pub(crate) async fn make_workflow(
        &self,
        caller: &Caller,
        input: WorkflowInput,
    ) -> Result<Workflow> {
        self.refuse_while_off()?;
        let name = input.name.clone().ok_or_else(|| Error::invalid("name", "is required"))?;
        if input.steps.is_none() {
            return Err(Error::invalid("steps", "is required"));
        }
        let unnamed = || Error::invalid("name", "must hold a letter or a digit");
        let now = self.clock().now();
        let blank = Workflow {
            id: rules::slug(&name).ok_or_else(unnamed)?,
            name,
            description: String::new(),
            steps: Vec::new(),
            allowed_scopes: Vec::new(),
            created_at: now,
            updated_at: now,
            created_by: caller.principal.identity.actor_id(),
        };
        let _writing = self.writing().await;
        let workflow = self.changed_workflow(caller, blank, input).await?;
        let change = Change::by(caller.actor(), "workflow.created")
            .target(workflow.id.as_str())
            .details(details(&workflow))
            .notice(
                "CheckCircle",
                IconClass::Info,
                format!("Workflow {} was added", workflow.name),
            );
        let mut tx = self.events().begin().await?;
        let others = store::workflows::all(&mut tx).await?;
        if others.iter().any(|other| other.id == workflow.id) {
            return Err(Error::conflict(format!("There is a workflow {} already", workflow.id)));
        }
        if others.len() >= MOST_WORKFLOWS {
            return Err(Error::conflict("There are too many workflows; delete some first"));
        }
        store::workflows::insert(&mut tx, &workflow).await?;
        tx.record(&change).await?;
        tx.commit().await?;
        Ok(workflow)
    }

    pub(crate) async fn update_workflow(
        &self,
        caller: &Caller,
        id: &str,
        input: WorkflowInput,
    ) -> Result<Workflow> {
        self.refuse_while_off()?;
        let _writing = self.writing().await;
        let old = self.workflow(id).await?;
        self.permit_workflow(&caller.principal, &old).await?;
        let mut workflow = self.changed_workflow(caller, old, input).await?;
        workflow.updated_at = self.clock().now();
        let change =
            Change::by(caller.actor(), "workflow.changed").target(id).details(details(&workflow));
        let mut tx = self.events().begin().await?;
        store::workflows::update(&mut tx, &workflow).await?;
        tx.record(&change).await?;
        tx.commit().await?;
        Ok(workflow)
    }

    pub(crate) async fn delete_workflow(&self, caller: &Caller, id: &str) -> Result<()> {
        self.refuse_while_off()?;
        let _writing = self.writing().await;
        let workflow = self.workflow(id).await?;
        self.permit_workflow(&caller.principal, &workflow).await?;
        let change = Change::by(caller.actor(), "workflow.deleted").target(id).notice(
            "AlertTriangle",
            IconClass::Warning,
            format!("Workflow {} was removed", workflow.name),
        );
        let mut tx = self.events().begin().await?;
        let schedules =
            store::schedules::of_target(&mut tx, &Target::Workflow(id.to_owned())).await?;
        in_use("workflow", std::iter::empty(), schedules)?;
        store::workflows::delete(&mut tx, id).await?;
        tx.record(&change).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The scripts of a workflow's steps that there are, each once.
    pub(super) async fn scripts_of(&self, workflow: &Workflow) -> Result<Vec<Script>> {
        let mut conn = self.db().read().await?;
        let mut scripts: Vec<Script> = Vec::new();
        for step in &workflow.steps {
            if scripts.iter().all(|script| script.id != step.script_id) {
                scripts.extend(store::scripts::find(&mut conn, &step.script_id).await?);
            }
        }
        Ok(scripts)
    }

    /// A workflow is no way around what its scripts ask for.
    pub(super) async fn permit_workflow(
        &self,
        principal: &Principal,
        workflow: &Workflow,
    ) -> Result<()> {
        permit(principal, &workflow.allowed_scopes)?;
        let scripts = self.scripts_of(workflow).await?;
        scripts.iter().try_for_each(|script| permit(principal, &script.allowed_scopes))
    }

    async fn changed_workflow(
        &self,
        caller: &Caller,
        mut workflow: Workflow,
        input: WorkflowInput,
    ) -> Result<Workflow> {
        workflow.name = input.name.unwrap_or(workflow.name);
        workflow.description = input.description.unwrap_or(workflow.description);
        if let Some(scopes) = input.allowed_scopes {
            rules::scopes(&scopes)?;
            workflow.allowed_scopes = scopes;
        }
        if let Some(steps) = input.steps {
            workflow.steps = self.steps(steps, &workflow.steps).await?;
        }
        rules::text("name", &workflow.name, 1..=LONGEST_NAME)?;
        rules::text("description", &workflow.description, 0..=LONGEST_TEXT)?;
        self.permit_workflow(&caller.principal, &workflow).await?;
        Ok(workflow)
    }

    /// Steps whose scripts exist and take what they are given.
    async fn steps(&self, inputs: Vec<StepInput>, old: &[Step]) -> Result<Vec<Step>> {
        if !(1..=MOST_STEPS).contains(&inputs.len()) {
            return Err(Error::invalid("steps", format!("must be 1 to {MOST_STEPS}")));
        }
        let mut steps = Vec::new();
        for (number, input) in inputs.into_iter().enumerate() {
            let field = |part: &str| format!("steps[{number}].{part}");
            let on_failure = input.on_failure.as_deref().map_or(Ok(OnFailure::Stop), str::parse);
            let on_failure = on_failure
                .map_err(|_| Error::invalid(field("onFailure"), "must be stop or continue"))?;
            let mut step =
                Step { script_id: input.script_id, parameters: input.parameters, on_failure };
            let earlier = earlier_step(old, number, &step.script_id).map(|step| &step.parameters);
            keep_masked(&field("parameters"), &mut step.parameters, earlier)?;
            let found =
                store::scripts::find(&mut *self.db().read().await?, &step.script_id).await?;
            let script = found
                .ok_or_else(|| Error::invalid(field("scriptId"), "there is no such script"))?;
            rules::check_part(&script, &step.parameters)?;
            steps.push(step);
        }
        Ok(steps)
    }
}

/// What a step was before the change: the one that stood there with the same script, else the only
/// one with that script, which was moved.
fn earlier_step<'a>(old: &'a [Step], number: usize, script_id: &str) -> Option<&'a Step> {
    let in_place = old.get(number).filter(|step| step.script_id == script_id);
    let mut others = old.iter().filter(|step| step.script_id == script_id);
    match (in_place, others.next(), others.next()) {
        (Some(step), ..) | (None, Some(step), None) => Some(step),
        _ => None,
    }
}

fn masked(mut workflow: Workflow, scripts: &HashMap<String, Script>) -> Workflow {
    for step in &mut workflow.steps {
        if let Some(script) = scripts.get(&step.script_id) {
            step.parameters = rules::masked(script, &step.parameters);
        }
    }
    workflow
}

/// Parameters stay out of the audit log: some are secret.
fn details(workflow: &Workflow) -> serde_json::Value {
    let scripts: Vec<&str> = workflow.steps.iter().map(|step| step.script_id.as_str()).collect();
    json!({ "name": workflow.name, "scripts": scripts })
}
