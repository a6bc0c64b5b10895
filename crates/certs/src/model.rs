use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use kit::Timestamp;
use rustls::sign::CertifiedKey;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::LeafNames;
use crate::domain::Domain;
use crate::parsed::{Parsed, fingerprint};

const DAY: i64 = 86_400;

/// Where a certificate comes from, and so who renews it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub(crate) enum Provider {
    /// The gateway's own, for every name of this machine.
    Gateway,
    /// Named in the configuration.
    File,
    /// Signed by the local CA, or by itself where that may not.
    SelfSigned,
    Acme,
    Imported,
}

impl Provider {
    /// Whether this program can have another one made.
    pub(crate) fn renews(self) -> bool {
        matches!(self, Provider::Gateway | Provider::SelfSigned | Provider::Acme)
    }
}

/// A certificate as the database keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    /// The first of its names.
    pub(crate) domain: Domain,
    pub(crate) provider: Provider,
    /// What it was asked for, and is renewed with.
    pub(crate) names: Vec<Domain>,
    /// PEM, leaf first.
    pub(crate) chain: String,
    /// An imported one's own key. All others have the gateway's, so that pins outlive them.
    pub(crate) sealed: Option<String>,
    /// At how many days before its end people were told of it last.
    pub(crate) warned: i64,
    pub(crate) updated_at: Timestamp,
}

/// A certificate that can be served, and what it says.
pub(crate) struct Held {
    pub(crate) provider: Provider,
    pub(crate) wanted: Vec<Domain>,
    pub(crate) pair: Arc<CertifiedKey>,
    pub(crate) names: LeafNames,
    pub(crate) issuer: String,
    pub(crate) not_before: Timestamp,
    pub(crate) not_after: Timestamp,
    pub(crate) renew_at: Timestamp,
    pub(crate) fingerprint: String,
    pub(crate) pin: String,
    /// As in the record.
    pub(crate) warned: AtomicI64,
}

impl Held {
    /// `None`: the leaf says nothing that can be read.
    pub(crate) fn new(
        provider: Provider,
        wanted: Vec<Domain>,
        pair: Arc<CertifiedKey>,
        warned: i64,
    ) -> Option<Self> {
        let der = pair.cert.first()?.clone();
        let leaf = Parsed::new(&der)?;
        Some(Held {
            provider,
            wanted,
            names: leaf.names(),
            issuer: leaf.issuer(),
            not_before: leaf.not_before(),
            not_after: leaf.not_after(),
            renew_at: leaf.renew_at(),
            fingerprint: fingerprint(&der),
            pin: leaf.pin(),
            warned: AtomicI64::new(warned),
            pair,
        })
    }

    /// Whole days that are left; negative where it has ended.
    pub(crate) fn days_left(&self, now: Timestamp) -> i64 {
        // Certificates know whole seconds only.
        (self.not_after.unix() - now.unix()).div_euclid(DAY)
    }

    pub(crate) fn is_due(&self, now: Timestamp) -> bool {
        self.provider.renews() && now >= self.renew_at
    }
}

/// What a public authority looks for, to see that a name is ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Proof {
    pub(crate) token: String,
    pub(crate) domain: Domain,
    pub(crate) answer: String,
    pub(crate) expires_at: Timestamp,
}

/// How long a proof is kept where nobody takes it away.
pub(crate) const PROOF_LIFE: Duration = Duration::from_secs(600);

/// The host or address in our own base address.
pub(crate) fn host_of(base_url: &str) -> Option<Domain> {
    let uri: http::Uri = base_url.parse().ok()?;
    let host = uri.host()?;
    match host.trim_matches(['[', ']']).parse::<IpAddr>() {
        Ok(address) => Some(Domain::Address(address.to_canonical())),
        Err(_) => Domain::parse(host).ok(),
    }
}
