use kit::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::rules::{EVENTS, QuietHours, RateLimit, Rule};
use crate::service::rules::RuleChange;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RuleInput {
    #[schema(min_length = 1, max_length = 128)]
    name: Option<String>,
    /// Needed for a new rule.
    #[schema(
        pattern = "^(app_unhealthy|certificate_expiring|container_died|device_pending|execution_failed|peer_lost)$"
    )]
    event: Option<String>,
    enabled: Option<bool>,
    /// Empty: every paired device.
    #[schema(max_items = 1000)]
    device_ids: Option<Vec<String>>,
    rate_limit: Option<RateLimit>,
    /// `null`: none.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<QuietHours>)]
    quiet_hours: Option<Option<QuietHours>>,
    /// What happens within so many minutes is told of together; 0: at once.
    #[schema(maximum = 10080)]
    digest_minutes: Option<u32>,
}

/// Tells `null` from what is not there.
fn given<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<QuietHours>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl From<RuleInput> for RuleChange {
    fn from(input: RuleInput) -> Self {
        let RuleInput { name, event, enabled, device_ids, rate_limit, quiet_hours, digest_minutes } =
            input;
        RuleChange { name, event, enabled, device_ids, rate_limit, quiet_hours, digest_minutes }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RuleView {
    id: String,
    name: String,
    event: String,
    enabled: bool,
    device_ids: Vec<String>,
    rate_limit: RateLimit,
    #[serde(skip_serializing_if = "Option::is_none")]
    quiet_hours: Option<QuietHours>,
    digest_minutes: u32,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    created_by: String,
}

impl From<Rule> for RuleView {
    fn from(rule: Rule) -> Self {
        RuleView {
            id: rule.id,
            name: rule.name,
            event: rule.event,
            enabled: rule.enabled,
            device_ids: rule.settings.device_ids,
            rate_limit: rule.settings.rate_limit,
            quiet_hours: rule.settings.quiet_hours,
            digest_minutes: rule.settings.digest_minutes,
            created_at: rule.created_at,
            created_by: rule.created_by,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RuleList {
    rules: Vec<RuleView>,
    count: usize,
    /// What a rule can be about.
    events: Vec<&'static str>,
}

impl RuleList {
    pub(crate) fn new(rules: Vec<Rule>) -> Self {
        let rules: Vec<_> = rules.into_iter().map(RuleView::from).collect();
        RuleList { count: rules.len(), rules, events: EVENTS.to_vec() }
    }
}
