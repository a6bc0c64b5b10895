use kit::Timestamp;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::{ExecutionStatus, Trigger, Values};

/// Scripts that run one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Workflow {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) steps: Vec<Step>,
    pub(crate) allowed_scopes: Vec<String>,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
    pub(crate) created_by: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Step {
    #[serde(alias = "script")]
    pub(crate) script_id: String,
    /// Passwords are masked.
    pub(crate) parameters: Values,
    #[serde(alias = "on_failure")]
    pub(crate) on_failure: OnFailure,
}

#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    EnumString,
    IntoStaticStr,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OnFailure {
    #[default]
    Stop,
    Continue,
}

/// One run of a workflow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) id: String,
    pub(crate) workflow_id: String,
    pub(crate) schedule_id: Option<String>,
    pub(crate) status: ExecutionStatus,
    pub(crate) dry_run: bool,
    pub(crate) trigger: Trigger,
    pub(crate) steps: Vec<StepResult>,
    pub(crate) error: Option<String>,
    pub(crate) started_at: Timestamp,
    pub(crate) completed_at: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StepResult {
    #[serde(alias = "script")]
    pub(crate) script_id: String,
    /// Missing until the step begins.
    #[serde(alias = "execution", skip_serializing_if = "Option::is_none")]
    pub(crate) execution_id: Option<String>,
    pub(crate) status: StepStatus,
}

/// Like its execution; or it was never come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StepStatus {
    Pending,
    Running,
    Completed,
    Failed,
    Timeout,
    Cancelled,
    /// The workflow ended before it.
    Skipped,
}

impl From<ExecutionStatus> for StepStatus {
    fn from(status: ExecutionStatus) -> Self {
        match status {
            ExecutionStatus::Pending => StepStatus::Pending,
            ExecutionStatus::Running => StepStatus::Running,
            ExecutionStatus::Completed => StepStatus::Completed,
            ExecutionStatus::Failed => StepStatus::Failed,
            ExecutionStatus::Timeout => StepStatus::Timeout,
            ExecutionStatus::Cancelled => StepStatus::Cancelled,
        }
    }
}

impl Run {
    /// Marks what will not be come to any more.
    pub(crate) fn skip_rest(&mut self) {
        let waiting = self.steps.iter_mut().filter(|step| step.status == StepStatus::Pending);
        waiting.for_each(|step| step.status = StepStatus::Skipped);
    }
}
