use serde::{Deserialize, Serialize};

use super::Fact;

/// Work at a deployment goes on, or has come to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolboxProgress {
    pub deployment_id: String,
    /// `pull`, `create`, `start`, `wait`, `stop`, `rollback`, `remove`; at the end `done`,
    /// `failed` or `removed`.
    pub step: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// Bytes of an image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    pub message: String,
}

impl Fact for ToolboxProgress {
    const KIND: &'static str = "toolbox_progress";
}
