use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::model::Outcome;
use crate::service::{ActivityInput, CustomInput};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportedActivity {
    /// What happened; shown as text, never as markup. At most 4 KiB.
    #[schema(min_length = 1, max_length = 4096)]
    message: String,
    /// The name of an icon; `Bell` where it is left out or not known.
    #[schema(max_length = 64)]
    icon: Option<String>,
    /// `success`, `warning`, `danger`, `info`, or nothing.
    #[schema(pattern = "^(success|warning|danger|info)?$")]
    icon_class: Option<String>,
    #[schema(max_length = 16384)]
    details: Option<String>,
    /// For these devices alone; empty: for everybody.
    #[serde(default)]
    #[schema(max_items = 10000)]
    device_ids: Vec<String>,
}

impl From<ReportedActivity> for ActivityInput {
    fn from(body: ReportedActivity) -> Self {
        let ReportedActivity { message, icon, icon_class, details, device_ids } = body;
        ActivityInput { message, icon, icon_class, details, device_ids }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CustomBody {
    /// By which clients know what it is.
    #[serde(rename = "type")]
    #[schema(min_length = 1, max_length = 128)]
    kind: String,
    /// What is sent, as it is. At most 64 KiB.
    #[serde(default)]
    #[schema(value_type = Object)]
    data: Map<String, Value>,
    /// For these devices alone, where it waits for those that are away; empty: for those that are
    /// connected.
    #[serde(default)]
    #[schema(max_items = 10000)]
    device_ids: Vec<String>,
}

impl From<CustomBody> for CustomInput {
    fn from(body: CustomBody) -> Self {
        CustomInput { kind: body.kind, data: body.data, device_ids: body.device_ids }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ActivityReported {
    success: bool,
    #[schema(example = "webhook-17")]
    event_id: String,
    #[serde(flatten)]
    reach: CustomReach,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CustomReported {
    success: bool,
    #[serde(flatten)]
    reach: CustomReach,
}

#[derive(Debug, Serialize, ToSchema)]
struct CustomReach {
    /// Devices with an open socket.
    sent: u64,
    /// Devices without one, for which it waits.
    queued: u64,
    /// Those of `deviceIds` that are not paired.
    unknown: Vec<String>,
}

impl ActivityReported {
    pub(crate) fn new(event_id: String, outcome: Outcome) -> Self {
        ActivityReported { success: true, event_id, reach: outcome.into() }
    }
}

impl CustomReported {
    pub(crate) fn new(outcome: Outcome) -> Self {
        CustomReported { success: true, reach: outcome.into() }
    }
}

impl From<Outcome> for CustomReach {
    fn from(outcome: Outcome) -> Self {
        let unknown = outcome.unknown.iter().map(ToString::to_string).collect();
        CustomReach { sent: outcome.sent, queued: outcome.queued, unknown }
    }
}
