use serde::{Deserialize, Serialize};

use super::{Audience, Fact};

/// A script began to run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionStarted {
    pub execution_id: String,
    pub script_id: String,
    pub status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workflow_execution_id: Option<String>,
    pub triggered_by: String,
}

impl Fact for ExecutionStarted {
    const KIND: &'static str = "execution_started";
}

/// What a running script wrote since the last one of these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionOutput {
    pub execution_id: String,
    pub script_id: String,
    pub status: String,
    pub output: String,
    /// Bytes behind `output` that came too fast to be told; the record has them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub skipped_bytes: u64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Fact for ExecutionOutput {
    const KIND: &'static str = "execution_output";
}

/// A script's run is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionCompleted {
    pub execution_id: String,
    pub script_id: String,
    pub status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workflow_execution_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
}

impl Fact for ExecutionCompleted {
    const KIND: &'static str = "execution_completed";
}

/// A workflow began to run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowStarted {
    pub workflow_execution_id: String,
    pub workflow_id: String,
    pub status: String,
}

impl Fact for WorkflowStarted {
    const KIND: &'static str = "workflow_started";
}

/// A workflow's run is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowCompleted {
    pub workflow_execution_id: String,
    pub workflow_id: String,
    pub status: String,
}

impl Fact for WorkflowCompleted {
    const KIND: &'static str = "workflow_completed";
}

/// When something runs next has changed. Only programs on the same database need to hear of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchedulesChanged {}

impl Fact for SchedulesChanged {
    const KIND: &'static str = "schedules_changed";

    fn audience(&self) -> Audience {
        Audience::Devices(Vec::new())
    }
}

/// A run shall end. The program on the same database that runs it must hear of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExecutionCancelled {
    /// Of an execution or of a workflow's run.
    pub id: String,
}

impl Fact for ExecutionCancelled {
    const KIND: &'static str = "execution_cancelled";

    fn audience(&self) -> Audience {
        Audience::Devices(Vec::new())
    }
}
