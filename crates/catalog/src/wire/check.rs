use appcheck::{Evidence, Report, Suggestion};
use kit::Timestamp;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::routes::RoutingModeName;

/// Whether an app works where its route leads, and what that rests on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CheckReport {
    route_id: String,
    #[schema(value_type = VerdictName)]
    verdict: &'static str,
    #[schema(value_type = RoutingModeName)]
    suggested_mode: &'static str,
    /// Fields of the route that should have another value.
    suggestions: Vec<SuggestionView>,
    evidence: Vec<EvidenceView>,
    #[schema(value_type = String, format = DateTime)]
    checked_at: Timestamp,
    duration_ms: u64,
}

#[derive(Debug, Serialize, ToSchema)]
struct SuggestionView {
    field: &'static str,
    /// A truth value or a text, as the field has it.
    #[schema(value_type = Value)]
    value: Value,
    why: String,
}

/// Something that was seen. Queries are not shown.
#[derive(Debug, Serialize, ToSchema)]
struct EvidenceView {
    #[schema(value_type = EvidenceName)]
    kind: &'static str,
    /// A path on the gateway, or a whole address where it is elsewhere.
    url: String,
    detail: String,
}

impl From<&Report> for CheckReport {
    fn from(report: &Report) -> Self {
        CheckReport {
            route_id: report.route_id.to_string(),
            verdict: report.verdict.as_str(),
            suggested_mode: report.suggested_mode.as_str(),
            suggestions: report.suggestions.iter().map(Into::into).collect(),
            evidence: report.evidence.iter().map(Into::into).collect(),
            checked_at: report.checked_at,
            duration_ms: u64::try_from(report.duration.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

impl From<&Suggestion> for SuggestionView {
    fn from(suggestion: &Suggestion) -> Self {
        let Suggestion { field, value, why } = suggestion;
        SuggestionView { field, value: value.clone(), why: why.clone() }
    }
}

impl From<&Evidence> for EvidenceView {
    fn from(evidence: &Evidence) -> Self {
        let Evidence { kind, url, detail } = evidence;
        EvidenceView { kind: kind.as_str(), url: url.clone(), detail: detail.clone() }
    }
}

#[derive(ToSchema)]
#[allow(dead_code, reason = "it only describes")]
enum VerdictName {
    #[schema(rename = "works")]
    Works,
    #[schema(rename = "works with rewriting")]
    WorksWithRewriting,
    #[schema(rename = "needs its own host name")]
    NeedsItsOwnHostName,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "it only describes")]
enum EvidenceName {
    Page,
    Redirect,
    Address,
    Prefix,
    File,
    Escape,
    Foreign,
    Cookie,
    Worker,
    Socket,
    SignIn,
    Certificate,
    Host,
    Frame,
    Limit,
}
