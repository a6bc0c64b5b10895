use serde::{Deserialize, Serialize};

use super::Fact;

/// A backup was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupCreated {
    pub backup_id: String,
    /// `manual` or `scheduled`.
    pub trigger: String,
}

impl Fact for BackupCreated {
    const KIND: &'static str = "backup_created";
}

/// A backup was put back: everything may have changed. Programs on the same database read theirs
/// again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupRestored {
    pub backup_id: String,
    pub parts: Vec<String>,
}

impl Fact for BackupRestored {
    const KIND: &'static str = "backup_restored";
}
