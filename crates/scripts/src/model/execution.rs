use kit::{Identity, Timestamp};
use serde::Serialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::Values;

/// One run of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Execution {
    pub(crate) id: String,
    pub(crate) script_id: String,
    pub(crate) workflow_id: Option<String>,
    pub(crate) run_id: Option<String>,
    pub(crate) schedule_id: Option<String>,
    pub(crate) status: ExecutionStatus,
    pub(crate) dry_run: bool,
    pub(crate) trigger: Trigger,
    /// Secret ones are masked.
    pub(crate) parameters: Values,
    /// In lists only its beginning.
    pub(crate) output: String,
    pub(crate) truncated: bool,
    pub(crate) exit_code: Option<i32>,
    pub(crate) error: Option<String>,
    pub(crate) created_at: Timestamp,
    pub(crate) started_at: Option<Timestamp>,
    pub(crate) completed_at: Option<Timestamp>,
}

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    EnumString,
    IntoStaticStr,
    Serialize,
    ToSchema,
)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ExecutionStatus {
    Pending,
    Running,
    Completed,
    Failed,
    Timeout,
    Cancelled,
}

impl ExecutionStatus {
    pub(crate) fn is_over(self) -> bool {
        !matches!(self, ExecutionStatus::Pending | ExecutionStatus::Running)
    }
}

/// Who set something off, and from where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Trigger {
    pub(crate) by: String,
    pub(crate) address: Option<String>,
}

impl Trigger {
    pub(crate) fn caller(identity: &Identity, address: String) -> Self {
        let by = match identity {
            Identity::Local => "local".to_owned(),
            Identity::User(name) => format!("user:{name}"),
            Identity::Device(id) => format!("device:{id}"),
            Identity::ApiKey(id) => format!("apikey:{id}"),
        };
        Trigger { by, address: Some(address) }
    }

    pub(crate) fn schedule(id: &str) -> Self {
        Trigger { by: format!("schedule:{id}"), address: None }
    }
}

/// How a run came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finish {
    pub(crate) status: ExecutionStatus,
    pub(crate) exit_code: Option<i32>,
    pub(crate) error: Option<String>,
    pub(crate) output: String,
    pub(crate) truncated: bool,
}

impl Finish {
    /// It ended before it had said anything.
    pub(crate) fn silent(status: ExecutionStatus, error: impl Into<String>) -> Self {
        let error = Some(error.into());
        Finish { status, exit_code: None, error, output: String::new(), truncated: false }
    }
}

/// Which executions are wanted.
#[derive(Debug, Clone, Default)]
pub(crate) struct Filter {
    pub(crate) script_id: Option<String>,
    pub(crate) status: Option<ExecutionStatus>,
}
