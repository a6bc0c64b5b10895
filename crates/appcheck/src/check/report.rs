//! What a check found, as others read it.

use kit::Timestamp;
use routing::RoutingMode;
use serde::Serialize;
use serde_json::Value;
use strum::IntoStaticStr;
use utoipa::ToSchema;

/// Whether an app works where its route leads, and what that rests on.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckReport)]
pub struct Report {
    pub route_id: String,
    pub verdict: Verdict,
    pub suggested_mode: RoutingMode,
    /// Fields of the route that should have another value.
    pub suggestions: Vec<Suggestion>,
    pub evidence: Vec<Evidence>,
    #[schema(value_type = String, format = DateTime)]
    pub checked_at: Timestamp,
    pub duration_ms: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, Serialize, ToSchema)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing had to be moved.
    Works,
    /// Addresses had to be moved, and all that was asked for arrived.
    #[strum(serialize = "works with rewriting")]
    #[serde(rename = "works with rewriting")]
    WorksWithRewriting,
    /// Something cannot be mended by moving addresses.
    #[strum(serialize = "needs its own host name")]
    #[serde(rename = "needs its own host name")]
    NeedsOwnHost,
}

/// A field of the route that should have another value.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Suggestion {
    /// By the name that the API has for it.
    pub field: &'static str,
    /// A truth value or a text, as the field has it.
    #[schema(value_type = Value)]
    pub value: Value,
    pub why: String,
}

/// Something that was seen. Neither text holds a query, a cookie's value or any other secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Evidence {
    pub kind: EvidenceKind,
    /// A path on the gateway, or a whole address where it is elsewhere.
    pub url: String,
    pub detail: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, Serialize, ToSchema)]
#[strum(serialize_all = "camelCase", const_into_str)]
#[serde(rename_all = "camelCase")]
pub enum EvidenceKind {
    /// The start page.
    Page,
    Redirect,
    /// Addresses that begin at the root or name the app's own host.
    Address,
    /// The app writes the prefix into its addresses by itself.
    Prefix,
    /// Something that a page, a style sheet or a module needs.
    File,
    /// What leads out of the app's prefix.
    Escape,
    /// What other hosts are named; they were not asked.
    Foreign,
    Cookie,
    Worker,
    Socket,
    SignIn,
    Certificate,
    Host,
    Frame,
    /// Where the check had to stop.
    Limit,
}
