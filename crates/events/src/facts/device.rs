use serde::{Deserialize, Serialize};

use super::Fact;

/// A device paired and may use what its scopes allow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DevicePaired {
    pub device_id: String,
    pub device_name: String,
    pub platform: String,
}

impl Fact for DevicePaired {
    const KIND: &'static str = "device_paired";
}

/// A device asked to pair and waits for an administrator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DevicePending {
    pub device_id: String,
    pub device_name: String,
    pub platform: String,
}

impl Fact for DevicePending {
    const KIND: &'static str = "device_pending";
}

/// A device's access ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeviceRevoked {
    pub device_id: String,
}

impl Fact for DeviceRevoked {
    const KIND: &'static str = "device_revoked";
}
