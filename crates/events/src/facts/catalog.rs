use serde::{Deserialize, Serialize};

use super::{Audience, Fact};

/// Apps or routes have changed. Only programs on the same database need to hear of it: they route
/// from memory and read theirs again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CatalogChanged {}

impl Fact for CatalogChanged {
    const KIND: &'static str = "catalog_changed";

    fn audience(&self) -> Audience {
        Audience::Devices(Vec::new())
    }
}

/// An app began to work, or stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HealthChanged {
    pub app_id: String,
    pub app_name: String,
    pub proxy_path: String,
    /// `healthy`, `unhealthy` or `unknown`.
    pub status: String,
    pub message: String,
    /// In seconds.
    pub timestamp: i64,
}

impl Fact for HealthChanged {
    const KIND: &'static str = "health_change";
}
