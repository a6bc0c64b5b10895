use kit::Timestamp;

use super::{Status, Trigger, Values};

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

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) script_id: String,
    pub(crate) parameters: Values,
    pub(crate) on_failure: OnFailure,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum OnFailure {
    #[default]
    Stop,
    Continue,
}

impl OnFailure {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            OnFailure::Stop => "stop",
            OnFailure::Continue => "continue",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        [OnFailure::Stop, OnFailure::Continue].into_iter().find(|what| what.as_str() == text)
    }
}

/// One run of a workflow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) id: String,
    pub(crate) workflow_id: String,
    pub(crate) schedule_id: Option<String>,
    pub(crate) status: Status,
    pub(crate) dry_run: bool,
    pub(crate) trigger: Trigger,
    pub(crate) steps: Vec<StepResult>,
    pub(crate) error: Option<String>,
    pub(crate) started_at: Timestamp,
    pub(crate) completed_at: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StepResult {
    pub(crate) script_id: String,
    pub(crate) execution_id: Option<String>,
    pub(crate) status: StepStatus,
}

/// Like its execution; or it was never come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepStatus {
    Execution(Status),
    Skipped,
}

impl StepStatus {
    pub(crate) const PENDING: StepStatus = StepStatus::Execution(Status::Pending);

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            StepStatus::Execution(status) => status.as_str(),
            StepStatus::Skipped => "skipped",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text {
            "skipped" => Some(StepStatus::Skipped),
            text => Status::parse(text).map(StepStatus::Execution),
        }
    }
}

impl Run {
    /// Marks what will not be come to any more.
    pub(crate) fn skip_rest(&mut self) {
        let waiting = self.steps.iter_mut().filter(|step| step.status == StepStatus::PENDING);
        waiting.for_each(|step| step.status = StepStatus::Skipped);
    }
}
