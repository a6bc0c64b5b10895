use kit::{Network, Secret, Span};
use serde::{Deserialize, Serialize};

/// How tokens are made and who counts as local.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AuthConfig {
    pub issuer: String,
    pub audience: String,
    /// Empty: made once and kept in the database.
    pub hs256_secret: Secret,
    pub local_networks: Vec<Network>,
    pub relaxed_writes: bool,
    pub refresh_grace: Span,
}

impl Default for AuthConfig {
    fn default() -> Self {
        AuthConfig {
            issuer: "gatehouse".to_owned(),
            audience: "gatehouse-devices".to_owned(),
            hs256_secret: Secret::default(),
            local_networks: Vec::new(),
            relaxed_writes: false,
            refresh_grace: Span::days(7),
        }
    }
}

/// Where a device that pairs is told to go, when that is not the gateway's base address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PairingConfig {
    pub base_url: String,
}

/// Tokens that pair one device each, for five minutes from the start or from their appearance.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BootstrapConfig {
    pub tokens: Vec<Secret>,
}
