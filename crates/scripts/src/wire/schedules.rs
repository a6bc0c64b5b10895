use kit::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::is_true;
use crate::model::{Missed, Overlap, Schedule, Target, Values};

/// A schedule to make, or what to change about one: fields that are left out keep their value.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "a schedule")]
pub(crate) struct ScheduleInput {
    /// Either this or `workflowId`.
    pub(crate) script_id: Option<String>,
    pub(crate) workflow_id: Option<String>,
    /// Minute, hour, day of the month, month, day of the week (Sunday is 0).
    #[schema(example = "30 2 * * MON-FRI")]
    pub(crate) cron_expression: Option<String>,
    pub(crate) parameters: Option<Values>,
    /// Required to make one.
    pub(crate) enabled: Option<bool>,
    /// An IANA name; the host's where it is left out.
    pub(crate) timezone: Option<String>,
    /// When the earlier run has not ended: `skip` (the default), `queue` (one waits) or `allow`.
    #[schema(value_type = Option<Overlap>)]
    pub(crate) overlap: Option<String>,
    /// Times that passed while the gateway was away: `once` (the default) makes up for them with
    /// one run, `skip` does not.
    #[schema(value_type = Option<Missed>)]
    pub(crate) missed: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScheduleView {
    #[schema(example = "schedule_0123456789abcdef")]
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    script_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    workflow_id: Option<String>,
    cron_expression: String,
    /// Passwords are masked.
    parameters: Values,
    enabled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    timezone: Option<String>,
    overlap: Overlap,
    missed: Missed,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    created_by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    last_run_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    next_run_at: Option<Timestamp>,
}

/// Its passwords are masked already.
impl From<Schedule> for ScheduleView {
    fn from(schedule: Schedule) -> Self {
        let (script_id, workflow_id) = match schedule.target {
            Target::Script(id) => (Some(id), None),
            Target::Workflow(id) => (None, Some(id)),
        };
        ScheduleView {
            id: schedule.id,
            script_id,
            workflow_id,
            cron_expression: schedule.cron,
            parameters: schedule.parameters,
            enabled: schedule.enabled,
            timezone: schedule.timezone,
            overlap: schedule.overlap,
            missed: schedule.missed,
            created_at: schedule.created_at,
            created_by: schedule.created_by,
            last_run_at: schedule.last_run_at,
            next_run_at: schedule.next_run_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScheduleList {
    pub(crate) schedules: Vec<ScheduleView>,
    pub(crate) count: usize,
    /// `false` while the feature is switched off.
    #[serde(skip_serializing_if = "is_true")]
    #[schema(required = false)]
    pub(crate) enabled: bool,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PreviewQuery {
    /// The expression.
    pub(crate) cron: String,
    /// An IANA name; the host's where it is left out.
    pub(crate) timezone: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Preview {
    pub(crate) cron_expression: String,
    pub(crate) timezone: String,
    /// The next ten times.
    #[schema(value_type = Vec<String>, format = DateTime)]
    pub(crate) next_runs: Vec<Timestamp>,
}
