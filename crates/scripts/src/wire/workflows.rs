use kit::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::is_true;
use crate::model::{ExecutionStatus, OnFailure, Run, Step, StepResult, Values, Workflow};

/// A workflow to make, or what to change about one: fields that are left out keep their value.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "a workflow")]
pub(crate) struct WorkflowInput {
    /// Required to make one; the id is its lower-case, hyphenated form.
    pub(crate) name: Option<String>,
    pub(crate) description: Option<String>,
    /// Required to make one; in order.
    pub(crate) steps: Option<Vec<StepInput>>,
    /// A caller needs one of these, and what each step's script asks for.
    pub(crate) allowed_scopes: Option<Vec<String>>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "a step")]
pub(crate) struct StepInput {
    pub(crate) script_id: String,
    #[serde(default)]
    #[schema(required = false)]
    pub(crate) parameters: Values,
    /// What a failure means: `stop` (the default) or `continue`.
    #[schema(value_type = Option<OnFailure>)]
    pub(crate) on_failure: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WorkflowView {
    id: String,
    name: String,
    description: String,
    steps: Vec<Step>,
    allowed_scopes: Vec<String>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    updated_at: Timestamp,
    created_by: String,
}

/// Its passwords are masked already.
impl From<Workflow> for WorkflowView {
    fn from(workflow: Workflow) -> Self {
        WorkflowView {
            id: workflow.id,
            name: workflow.name,
            description: workflow.description,
            steps: workflow.steps,
            allowed_scopes: workflow.allowed_scopes,
            created_at: workflow.created_at,
            updated_at: workflow.updated_at,
            created_by: workflow.created_by,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WorkflowList {
    pub(crate) workflows: Vec<WorkflowView>,
    pub(crate) count: usize,
    /// `false` while the feature is switched off.
    #[serde(skip_serializing_if = "is_true")]
    #[schema(required = false)]
    pub(crate) enabled: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunView {
    #[schema(example = "wfexec_0123456789abcdef01234567")]
    id: String,
    workflow_id: String,
    status: ExecutionStatus,
    is_dry_run: bool,
    triggered_by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    triggered_ip: Option<String>,
    steps: Vec<StepResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_message: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    started_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    completed_at: Option<Timestamp>,
}

impl From<Run> for RunView {
    fn from(run: Run) -> Self {
        RunView {
            id: run.id,
            workflow_id: run.workflow_id,
            status: run.status,
            is_dry_run: run.dry_run,
            triggered_by: run.trigger.by,
            triggered_ip: run.trigger.address,
            steps: run.steps,
            error_message: run.error,
            started_at: run.started_at,
            completed_at: run.completed_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunList {
    /// Newest first.
    pub(crate) executions: Vec<RunView>,
    pub(crate) count: usize,
    pub(crate) total: u64,
    pub(crate) limit: u32,
    pub(crate) offset: u32,
    /// `false` while the feature is switched off.
    #[serde(skip_serializing_if = "is_true")]
    #[schema(required = false)]
    pub(crate) enabled: bool,
}
