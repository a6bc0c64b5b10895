use kit::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::is_true;
use crate::model::{Execution, ExecutionStatus, Values};

/// What a run is given; the body may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "what a run is given")]
pub(crate) struct ExecuteInput {
    #[serde(default)]
    #[schema(required = false)]
    pub(crate) parameters: Values,
    #[serde(default)]
    #[schema(required = false)]
    pub(crate) dry_run: bool,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Waiting {
    /// Answer at once, with 202, instead of after the run.
    #[serde(rename = "async", default)]
    #[param(required = false)]
    pub(crate) asynchronous: bool,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct ExecutionFilter {
    /// Only executions of this script.
    pub(crate) script_id: Option<String>,
    /// Only executions in this state.
    #[param(value_type = Option<ExecutionStatus>)]
    pub(crate) status: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExecutionView {
    #[schema(example = "exec_0123456789abcdef01234567")]
    id: String,
    script_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    workflow_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    workflow_execution_id: Option<String>,
    status: ExecutionStatus,
    is_dry_run: bool,
    /// `device:<id>`, `user:<name>`, `apikey:<id>`, `local` or `schedule:<id>`.
    triggered_by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    triggered_ip: Option<String>,
    /// Passwords are masked.
    parameters: Values,
    /// Both streams as they came; passwords that were given are masked. In lists only the first
    /// 1000 bytes.
    output: String,
    /// Whether output was cut at `scripts.max_output_bytes`; the text says where.
    output_truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_code: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_message: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    started_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    completed_at: Option<Timestamp>,
}

impl From<Execution> for ExecutionView {
    fn from(execution: Execution) -> Self {
        ExecutionView {
            id: execution.id,
            script_id: execution.script_id,
            workflow_id: execution.workflow_id,
            workflow_execution_id: execution.run_id,
            status: execution.status,
            is_dry_run: execution.dry_run,
            triggered_by: execution.trigger.by,
            triggered_ip: execution.trigger.address,
            parameters: execution.parameters,
            output: execution.output,
            output_truncated: execution.truncated,
            exit_code: execution.exit_code,
            error_message: execution.error,
            created_at: execution.created_at,
            started_at: execution.started_at,
            completed_at: execution.completed_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExecutionList {
    /// Newest first.
    pub(crate) executions: Vec<ExecutionView>,
    pub(crate) count: usize,
    pub(crate) total: u64,
    pub(crate) limit: u32,
    pub(crate) offset: u32,
    /// `false` while the feature is switched off.
    #[serde(skip_serializing_if = "is_true")]
    #[schema(required = false)]
    pub(crate) enabled: bool,
}
