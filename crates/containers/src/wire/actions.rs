use kit::{Result, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::model::invalid_timeout;
use crate::service::{Accepted, Bulk, Outcome};

/// Something is being done to a container.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AcceptedView {
    #[schema(example = "accepted")]
    status: &'static str,
    container_id: String,
    message: String,
    /// Seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    timeout: Option<u64>,
    #[schema(example = "docker")]
    runtime: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<String>,
    /// Seconds.
    timestamp: i64,
}

impl AcceptedView {
    pub(crate) fn new(accepted: Accepted, now: Timestamp) -> Self {
        let (name, done) = (&accepted.name, accepted.verb.done());
        AcceptedView {
            status: "accepted",
            message: format!("{name} is being {done}"),
            container_id: accepted.container_id,
            timeout: accepted.timeout.map(|timeout| timeout.as_secs()),
            runtime: accepted.runtime.into_str(),
            namespace: accepted.namespace,
            timestamp: now.unix(),
        }
    }
}

/// What to do to which containers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BatchInput {
    /// `start`, `stop` or `restart`.
    #[schema(example = "stop")]
    pub(crate) action: Option<String>,
    /// An earlier name of `action`.
    pub(crate) operation: Option<String>,
    /// Ids, short or whole, or names.
    #[serde(default)]
    pub(crate) container_ids: Vec<String>,
    /// Seconds that each has to end by itself.
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 300)]
    timeout: Option<Value>,
}

impl BatchInput {
    /// Whole seconds, where they are given; anything else is not within bounds.
    pub(crate) fn timeout(&self) -> Result<Option<u64>> {
        match &self.timeout {
            None | Some(Value::Null) => Ok(None),
            Some(value) => value.as_u64().map(Some).ok_or_else(invalid_timeout),
        }
    }
}

/// What was done to several containers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BulkView {
    message: String,
    total: usize,
    success: usize,
    failed: usize,
    results: Vec<OutcomeView>,
}

#[derive(Debug, Serialize, ToSchema)]
struct OutcomeView {
    id: String,
    name: String,
    success: bool,
    /// The code, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CONTAINER_NOT_FOUND: This container does not exist")]
    error: Option<String>,
}

impl From<Bulk> for BulkView {
    fn from(bulk: Bulk) -> Self {
        let total = bulk.outcomes.len();
        let success = bulk.outcomes.iter().filter(|outcome| outcome.error.is_none()).count();
        BulkView {
            message: format!("{success} of {total} containers were {}", bulk.verb.done()),
            total,
            success,
            failed: total - success,
            results: bulk.outcomes.into_iter().map(OutcomeView::from).collect(),
        }
    }
}

impl From<Outcome> for OutcomeView {
    fn from(Outcome { id, name, error }: Outcome) -> Self {
        OutcomeView { id, name, success: error.is_none(), error }
    }
}
