use serde::{Deserialize, Serialize};

use super::{Audience, Fact};

/// Certificates, or the proofs that a public authority asks for, have changed. Only programs on the
/// same database need to hear of it: they serve from memory and read theirs again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertificatesChanged {}

impl Fact for CertificatesChanged {
    const KIND: &'static str = "certificates_changed";

    fn audience(&self) -> Audience {
        Audience::Devices(Vec::new())
    }
}

/// The gateway is about to be served with another key. Told before it is: whoever pins the old one
/// adds the new one now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CertificateChanging {
    pub domain: String,
    /// Those that count now and those that will, as pairing gives them.
    pub spki_pins: Vec<String>,
    pub next_pins: Vec<String>,
}

impl Fact for CertificateChanging {
    const KIND: &'static str = "certificate_changing";
}

/// A certificate ends soon, and nothing renews it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CertificateExpiring {
    pub domain: String,
    /// As the API shows it.
    pub not_after: String,
    pub expires_in_days: i64,
}

impl Fact for CertificateExpiring {
    const KIND: &'static str = "certificate_expiring";
}
