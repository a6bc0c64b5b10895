//! Sections whose owners do not export them yet.

use ipnet::IpNet;
use kit::{Secret, Span};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Auth {
    pub(crate) issuer: String,
    pub(crate) audience: String,
    pub(crate) hs256_secret: Secret,
    pub(crate) local_networks: Vec<IpNet>,
    pub(crate) relaxed_writes: bool,
    pub(crate) refresh_grace: Span,
}

impl Default for Auth {
    fn default() -> Self {
        Auth {
            issuer: "gatehouse".to_owned(),
            audience: "gatehouse-devices".to_owned(),
            hs256_secret: Secret::default(),
            local_networks: Vec::new(),
            relaxed_writes: false,
            refresh_grace: Span::days(7),
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Bootstrap {
    pub(crate) tokens: Vec<Secret>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Pairing {
    pub(crate) base_url: String,
}
