use kit::{Instance, Secret};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::TokenPair;
use crate::service::{Minted, NewDevice, PairedDevice, Redeemed};

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct QrQuery {
    #[serde(default)]
    #[param(required = false, inline)]
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
    #[schema(max_length = 128)]
    model: Option<String>,
    /// One of ios, android, web, desktop, linux, macos, windows.
    platform: String,
    /// Kept for push messages and never shown again.
    #[schema(value_type = Option<String>, write_only)]
    push_token: Option<Secret>,
}

impl From<DeviceInput> for NewDevice {
    fn from(input: DeviceInput) -> Self {
        let DeviceInput { id, model, platform, push_token } = input;
        NewDevice { id, model: model.unwrap_or_default(), platform, push_token }
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
