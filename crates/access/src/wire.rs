//! The JSON of this slice, in and out.

use kit::{Instance, Secret, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::memory::{DeviceEntry, KeyEntry};
use crate::model;
use crate::service::{
    Credentials, DevicePatch, Minted, NewDevice, NewKey, PairedDevice, Redeemed, Refreshed,
    SignedIn,
};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetupInput {
    #[schema(min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9_.-]+$")]
    username: String,
    #[schema(value_type = String, min_length = 8, max_length = 128, format = Password)]
    password: Secret,
    /// What the program printed at its start; needed from other machines.
    pub(crate) setup_code: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct LoginInput {
    username: String,
    #[schema(value_type = String, format = Password)]
    password: Secret,
}

impl From<SetupInput> for Credentials {
    fn from(input: SetupInput) -> Self {
        Credentials { username: input.username, password: input.password }
    }
}

impl From<LoginInput> for Credentials {
    fn from(input: LoginInput) -> Self {
        Credentials { username: input.username, password: input.password }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SetupDone {
    message: &'static str,
    username: String,
}

impl SetupDone {
    pub(crate) fn new(username: String) -> Self {
        SetupDone { message: "The first administrator was created", username }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetupStatus {
    setup_required: bool,
    has_users: bool,
}

impl SetupStatus {
    pub(crate) fn new(has_users: bool) -> Self {
        SetupStatus { setup_required: !has_users, has_users }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserView {
    id: i64,
    username: String,
    scopes: Vec<String>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    last_login: Option<Timestamp>,
    is_active: bool,
}

impl From<model::User> for UserView {
    fn from(user: model::User) -> Self {
        UserView {
            id: user.id,
            username: user.username.to_string(),
            scopes: kit::Scopes::administrator().to_strings(),
            created_at: user.created_at,
            last_login: user.last_login,
            is_active: user.is_active,
        }
    }
}

/// The same token under both of the names that clients look for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TokenPair {
    token: String,
    access_token: String,
    /// Seconds.
    expires_in: i64,
}

impl TokenPair {
    pub(crate) fn new(token: &Secret, expires_in: i64) -> Self {
        let token = token.expose().to_owned();
        TokenPair { access_token: token.clone(), token, expires_in }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LoginDone {
    #[serde(flatten)]
    tokens: TokenPair,
    user: UserView,
}

impl LoginDone {
    pub(crate) fn new(signed_in: SignedIn, expires_in: i64) -> Self {
        let tokens = TokenPair::new(&signed_in.token, expires_in);
        LoginDone { tokens, user: signed_in.user.into() }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Me {
    User(UserView),
    Device(DeviceView),
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Message {
    message: &'static str,
}

impl Message {
    pub(crate) fn new(message: &'static str) -> Self {
        Message { message }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RefreshDone {
    #[serde(flatten)]
    tokens: TokenPair,
    scopes: Vec<String>,
    device_id: String,
}

impl RefreshDone {
    pub(crate) fn new(refreshed: Refreshed, expires_in: i64) -> Self {
        let tokens = TokenPair::new(&refreshed.token, expires_in);
        RefreshDone { tokens, scopes: refreshed.scopes, device_id: refreshed.subject }
    }
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct QrQuery {
    #[serde(default)]
    #[param(required = false)]
    pub(crate) format: QrFormat,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum QrFormat {
    #[default]
    Json,
    Png,
}

/// What the QR code holds: base address and code.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct QrPayload {
    pub(crate) u: String,
    pub(crate) c: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QrView {
    pub(crate) qr: QrPayload,
    u: String,
    c: String,
    code: String,
    /// Unix seconds.
    expires_at: i64,
}

impl From<Minted> for QrView {
    fn from(minted: Minted) -> Self {
        let code = minted.code.expose().to_owned();
        let qr = QrPayload { u: minted.base_url, c: code.clone() };
        let expires_at = minted.expires_at.unix();
        QrView { u: qr.u.clone(), c: code.clone(), qr, code, expires_at }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RedeemInput {
    #[schema(min_length = 8, max_length = 8)]
    pub(crate) code: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PairingConfiguration {
    base_url: String,
    name: String,
    /// `sha256/<base64>` of the public keys that the gateway serves with.
    spki_pins: Vec<String>,
    bootstrap_token: String,
    capabilities: Vec<&'static str>,
    instance_id: String,
    /// Unix seconds; until then the bootstrap token can be used.
    expires_at: i64,
}

impl PairingConfiguration {
    pub(crate) fn new(redeemed: Redeemed, instance: &Instance, spki_pins: Vec<String>) -> Self {
        PairingConfiguration {
            base_url: redeemed.base_url,
            name: instance.name.clone(),
            spki_pins,
            bootstrap_token: redeemed.bootstrap_token.expose().to_owned(),
            capabilities: instance.capabilities.clone(),
            instance_id: instance.id.clone(),
            expires_at: redeemed.expires_at.unix(),
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PairInput {
    pub(crate) device: DeviceInput,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeviceInput {
    #[schema(min_length = 1, max_length = 128, pattern = "^[A-Za-z0-9_.:@-]+$")]
    id: String,
    #[serde(default)]
    #[schema(max_length = 128)]
    model: String,
    /// One of ios, android, web, desktop, linux, macos, windows.
    platform: String,
    /// Kept for push messages and never shown again.
    #[schema(value_type = Option<String>, write_only)]
    push_token: Option<Secret>,
}

impl From<DeviceInput> for NewDevice {
    fn from(input: DeviceInput) -> Self {
        let DeviceInput { id, model, platform, push_token } = input;
        NewDevice { id, model, platform, push_token }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PairDone {
    #[serde(flatten)]
    tokens: TokenPair,
    scopes: Vec<String>,
    device_id: String,
    /// `approved`, or `pending` until an administrator says so.
    status: &'static str,
}

impl PairDone {
    pub(crate) fn new(paired: PairedDevice, expires_in: i64) -> Self {
        PairDone {
            tokens: TokenPair::new(&paired.token, expires_in),
            scopes: paired.device.scopes.to_strings(),
            device_id: paired.device.id.to_string(),
            status: if paired.device.pending { "pending" } else { "approved" },
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeviceView {
    id: String,
    device_id: String,
    name: String,
    device_name: String,
    platform: &'static str,
    model: String,
    scopes: Vec<String>,
    /// `online`, `offline` or `pending`.
    status: &'static str,
    #[schema(value_type = String, format = DateTime)]
    paired_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    last_seen: Timestamp,
    requests_today: u64,
}

impl DeviceView {
    pub(crate) fn new(entry: DeviceEntry, online: bool, now: Timestamp) -> Self {
        let DeviceEntry { device, activity, .. } = entry;
        let status = match (device.pending, online) {
            (true, _) => "pending",
            (false, true) => "online",
            (false, false) => "offline",
        };
        DeviceView {
            id: device.id.to_string(),
            device_id: device.id.to_string(),
            name: device.name.clone(),
            device_name: device.name,
            platform: device.platform.as_str(),
            model: device.model,
            scopes: device.scopes.to_strings(),
            status,
            paired_at: device.paired_at,
            last_seen: activity.last_seen(),
            requests_today: activity.requests_today(now),
        }
    }
}

/// Everything, or with `limit` or `offset` a part of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum DeviceList {
    All(Vec<DeviceView>),
    Part { devices: Vec<DeviceView>, total: u64, limit: i64, offset: u32 },
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeviceChange {
    #[schema(min_length = 1, max_length = 128)]
    device_name: Option<String>,
    /// Administrators only.
    scopes: Option<Vec<String>>,
    /// `approved`; administrators only.
    status: Option<String>,
}

impl From<DeviceChange> for DevicePatch {
    fn from(change: DeviceChange) -> Self {
        let DeviceChange { device_name: name, scopes, status } = change;
        DevicePatch { name, scopes, status }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeviceRevoked {
    status: &'static str,
    device_id: String,
    message: &'static str,
    #[schema(value_type = String, format = DateTime)]
    revoked_at: Timestamp,
}

impl DeviceRevoked {
    pub(crate) fn new(device_id: String, revoked_at: Timestamp) -> Self {
        let message = "The device's access has ended";
        DeviceRevoked { status: "revoked", device_id, message, revoked_at }
    }
}

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
