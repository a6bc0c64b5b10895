use kit::{Secret, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::pem;
use crate::service::Listed;

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct GenerateInput {
    /// Host names (also `*.home.lan`) and addresses, 1 to 100; the certificate goes by the first.
    pub(crate) domains: Vec<String>,
    /// `self-signed` (default) or `acme`.
    #[schema(example = "self-signed")]
    pub(crate) provider: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RenewInput {
    pub(crate) domain: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReplaceInput {
    pub(crate) domain: String,
    /// The chain in PEM form, the leaf first.
    pub(crate) certificate: String,
    /// In PEM form, not encrypted. It is never given out again.
    #[schema(value_type = String, format = Password)]
    pub(crate) private_key: Secret,
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CaQuery {
    /// `pem` (default), `der` or `mobileconfig`.
    pub(crate) format: Option<String>,
}

/// A certificate of the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CertificateView {
    domain: String,
    issuer: String,
    #[schema(value_type = String, format = DateTime)]
    not_before: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    not_after: Timestamp,
    sans: Vec<String>,
    /// SHA-256 of the certificate.
    fingerprint: String,
    /// Whole days; negative where it has ended.
    expires_in_days: i64,
    /// `gateway`, `file`, `self-signed`, `acme` or `imported`.
    provider: &'static str,
    /// What clients of the gateway itself are served with.
    in_use: bool,
    /// Whether the gateway renews it by itself.
    auto_renew: bool,
    /// What a client pins that wants this key: `sha256/…`.
    spki_pin: String,
}

/// A certificate with its chain.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CertificateDetails {
    #[serde(flatten)]
    view: CertificateView,
    /// The leaf first.
    chain_pem: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CertificateAnswer {
    certificate: CertificateDetails,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CertificateList {
    certificates: Vec<CertificateView>,
    count: usize,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Suggestions {
    suggestions: Vec<String>,
    count: usize,
}

/// What was made, and whether handshakes show it already.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Made {
    success: bool,
    certificate: CertificateDetails,
    /// False only where the gateway speaks plain HTTP.
    tls_upgraded: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Deleted {
    success: bool,
    message: String,
}

impl CertificateView {
    pub(crate) fn new(listed: &Listed, now: Timestamp) -> Self {
        let held = &listed.held;
        CertificateView {
            domain: listed.domain.to_string(),
            issuer: held.issuer.clone(),
            not_before: held.not_before,
            not_after: held.not_after,
            sans: held.names.texts(),
            fingerprint: held.fingerprint.clone(),
            expires_in_days: held.days_left(now),
            provider: held.provider.into_str(),
            in_use: listed.in_use,
            auto_renew: held.provider.renews(),
            spki_pin: held.pin.clone(),
        }
    }
}

impl CertificateDetails {
    fn new(listed: &Listed, now: Timestamp) -> Self {
        let chain_pem = pem::text(&listed.held.pair.cert);
        CertificateDetails { view: CertificateView::new(listed, now), chain_pem }
    }
}

impl CertificateAnswer {
    pub(crate) fn new(listed: &Listed, now: Timestamp) -> Self {
        CertificateAnswer { certificate: CertificateDetails::new(listed, now) }
    }
}

impl CertificateList {
    pub(crate) fn new(listed: &[Listed], now: Timestamp) -> Self {
        let certificates: Vec<_> =
            listed.iter().map(|listed| CertificateView::new(listed, now)).collect();
        CertificateList { count: certificates.len(), certificates }
    }
}

impl Suggestions {
    pub(crate) fn new(suggestions: Vec<String>) -> Self {
        Suggestions { count: suggestions.len(), suggestions }
    }
}

impl Made {
    pub(crate) fn new(listed: &Listed, now: Timestamp, serving: bool) -> Self {
        let certificate = CertificateDetails::new(listed, now);
        Made { success: true, certificate, tls_upgraded: serving }
    }
}

impl Deleted {
    pub(crate) fn new(domain: &crate::domain::Domain) -> Self {
        Deleted { success: true, message: format!("The certificate for {domain} was deleted") }
    }
}
