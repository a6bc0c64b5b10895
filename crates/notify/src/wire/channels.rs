use kit::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::forward::{Channel, ChannelState, Details, Failure, Shown};
use crate::service::channels::ChannelChange;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChannelInput {
    #[schema(min_length = 1, max_length = 128)]
    name: Option<String>,
    /// Needed for a new channel, and never changed.
    #[serde(rename = "type")]
    #[schema(pattern = "^(webhook|ntfy|gotify|smtp|webpush)$")]
    kind: Option<String>,
    /// What is for this device alone; left out: everything.
    #[schema(max_length = 128)]
    device_id: Option<String>,
    enabled: Option<bool>,
    #[serde(default)]
    #[schema(required = false)]
    settings: Details,
}

impl From<ChannelInput> for ChannelChange {
    fn from(input: ChannelInput) -> Self {
        let ChannelInput { name, kind, device_id, enabled, settings } = input;
        ChannelChange { name, kind, device_id, enabled, details: settings }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChannelView {
    id: String,
    name: String,
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    device_id: Option<String>,
    enabled: bool,
    settings: Shown,
    /// The names of the secrets that it has; they are never shown.
    secrets: Vec<&'static str>,
    /// `unused`, `working`, `failing` or `disabled`.
    status: &'static str,
    /// What waits to be sent.
    queued: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    last_success_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    last_failure_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_error: Option<String>,
    /// Failures since it last worked.
    failures: i64,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    created_by: String,
}

impl From<(Channel, ChannelState)> for ChannelView {
    fn from((channel, state): (Channel, ChannelState)) -> Self {
        let status = match (channel.enabled, state.failures, state.last_success_at) {
            (false, ..) => "disabled",
            (true, 1.., _) => "failing",
            (true, _, None) => "unused",
            (true, _, Some(_)) => "working",
        };
        ChannelView {
            settings: channel.details.shown(channel.kind),
            secrets: channel.details.secrets(),
            id: channel.id,
            name: channel.name,
            kind: channel.kind.into_str(),
            device_id: channel.device_id,
            enabled: channel.enabled,
            status,
            queued: state.waiting,
            last_success_at: state.last_success_at,
            last_failure_at: state.last_failure_at,
            last_error: state.last_error,
            failures: state.failures,
            created_at: channel.created_at,
            created_by: channel.created_by,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChannelList {
    channels: Vec<ChannelView>,
    count: usize,
}

impl ChannelList {
    pub(crate) fn new(channels: Vec<(Channel, ChannelState)>) -> Self {
        let channels: Vec<_> = channels.into_iter().map(ChannelView::from).collect();
        ChannelList { count: channels.len(), channels }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TestResult {
    /// Whether the receiver took it.
    success: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl TestResult {
    pub(crate) fn new(sent: Result<(), Failure>) -> Self {
        TestResult { success: sent.is_ok(), error: sent.err().map(|failure| failure.message) }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PushKey {
    /// For `applicationServerKey`, base64url.
    pub(crate) public_key: String,
}
