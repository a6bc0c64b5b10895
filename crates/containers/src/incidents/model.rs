use engines::Container;
use kit::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::link::Identity;

/// By what a container is known, whatever its id is at the moment.
pub(super) fn key(container: &Container) -> String {
    let Identity { runtime, namespace, name, .. } = Identity::of(container);
    format!("{runtime}/{}/{name}", namespace.as_deref().unwrap_or_default())
}

/// An end that nobody wanted, and what led to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Incident {
    pub(super) id: String,
    /// The id that the container had then.
    pub(super) container_id: String,
    pub(super) name: String,
    pub(super) image: String,
    pub(super) runtime: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) namespace: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub(super) at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) exit_code: Option<i64>,
    /// It took more memory than it may.
    pub(super) out_of_memory: bool,
    /// The last lines, the oldest first.
    pub(super) lines: Vec<Line>,
    /// What it used in the last minutes, the oldest first.
    pub(super) stats: Vec<Sample>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Line {
    #[schema(value_type = String, format = DateTime)]
    pub(super) timestamp: Timestamp,
    /// `stdout` or `stderr`.
    pub(super) stream: String,
    pub(super) message: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Sample {
    #[schema(value_type = String, format = DateTime)]
    pub(super) at: Timestamp,
    pub(super) cores_used: f64,
    /// Bytes.
    pub(super) memory_used: u64,
    pub(super) memory_limit: u64,
}
