use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{AppDraft, RouteEntry};

/// An app in the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AppEntry {
    pub id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub endpoints: BTreeMap<String, String>,
}

impl AppEntry {
    pub(crate) fn draft(&self) -> AppDraft {
        AppDraft {
            name: self.name.clone(),
            icon: self.icon.clone(),
            tags: Some(self.tags.clone()),
            endpoints: Some(self.endpoints.clone()),
            discovery_meta: None,
        }
    }
}

impl RouteEntry {
    /// Route and app share an id where only one is given.
    pub(crate) fn route_id(&self) -> &str {
        self.id.as_deref().or(self.app_id.as_deref()).unwrap_or_default()
    }
}
