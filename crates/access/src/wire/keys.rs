use kit::{Secret, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::memory::KeyEntry;
use crate::service::NewKey;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyInput {
    #[schema(min_length = 1, max_length = 128)]
    name: String,
    #[schema(min_items = 1)]
    scopes: Vec<String>,
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Timestamp>,
}

impl From<KeyInput> for NewKey {
    fn from(input: KeyInput) -> Self {
        let KeyInput { name, scopes, expires_at } = input;
        NewKey { name, scopes, expires_at }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyView {
    id: String,
    name: String,
    /// The beginning of the key.
    prefix: String,
    scopes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    last_used_at: Option<Timestamp>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    created_by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    revoked_at: Option<Timestamp>,
}

impl From<KeyEntry> for KeyView {
    fn from(entry: KeyEntry) -> Self {
        let KeyEntry { key, activity, .. } = entry;
        let used = activity.last_seen();
        KeyView {
            id: key.id.to_string(),
            name: key.name,
            prefix: key.prefix,
            scopes: key.scopes.to_strings(),
            expires_at: key.expires_at,
            last_used_at: (used.0 > 0).then_some(used),
            created_at: key.created_at,
            created_by: key.created_by,
            revoked_at: key.revoked_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeyCreated {
    #[serde(flatten)]
    record: KeyView,
    /// The whole key, shown this once.
    key: String,
}

impl KeyCreated {
    pub(crate) fn new(entry: KeyEntry, key: &Secret) -> Self {
        KeyCreated { record: entry.into(), key: key.expose().to_owned() }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct KeyRemoval {
    /// Remove the record, too, instead of keeping it as revoked.
    #[serde(default)]
    #[param(required = false)]
    pub(crate) permanent: bool,
}
