//! What a certificate says about itself.

use std::net::IpAddr;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ipnet::IpNet;
use kit::Timestamp;
use sha2::{Digest, Sha256};
use x509_parser::certificate::X509Certificate;
use x509_parser::extensions::GeneralName;

use crate::names::{LeafNames, Permitted};

pub(crate) struct Parsed<'a>(X509Certificate<'a>);

impl<'a> Parsed<'a> {
    pub(crate) fn new(der: &'a [u8]) -> Option<Self> {
        x509_parser::parse_x509_certificate(der).ok().map(|(_, certificate)| Parsed(certificate))
    }

    /// The SubjectPublicKeyInfo, as it stands in the certificate.
    pub(crate) fn public_key(&self) -> &[u8] {
        self.0.public_key().raw
    }

    /// What a client pins that wants this key and no other.
    pub(crate) fn pin(&self) -> String {
        format!("sha256/{}", BASE64_STANDARD.encode(Sha256::digest(self.public_key())))
    }

    pub(crate) fn issuer(&self) -> String {
        self.0.issuer().to_string()
    }

    pub(crate) fn not_before(&self) -> Timestamp {
        Timestamp::from_unix(self.0.validity().not_before.timestamp())
    }

    pub(crate) fn not_after(&self) -> Timestamp {
        Timestamp::from_unix(self.0.validity().not_after.timestamp())
    }

    /// Two thirds of its life: when a new one should be there.
    pub(crate) fn renew_at(&self) -> Timestamp {
        let life = self.not_after().since(self.not_before());
        self.not_before().after(life * 2 / 3)
    }

    /// The subject's alternative names.
    pub(crate) fn names(&self) -> LeafNames {
        let mut names = LeafNames::default();
        let extension = self.0.subject_alternative_name().ok().flatten();
        for name in extension.iter().flat_map(|names| &names.value.general_names) {
            match name {
                GeneralName::DNSName(host) => drop(names.hosts.insert(host.to_ascii_lowercase())),
                GeneralName::IPAddress(bytes) => names.addresses.extend(address(bytes)),
                _ => {}
            }
        }
        names
    }

    /// What a CA's constraints let it sign; `None` where it has none.
    pub(crate) fn permitted(&self) -> Option<Permitted> {
        let constraints = self.0.name_constraints().ok()??.value;
        let mut permitted = Permitted { zones: Vec::new(), networks: Vec::new() };
        for subtree in constraints.permitted_subtrees.as_ref()? {
            match &subtree.base {
                GeneralName::DNSName(zone) => permitted.zones.push((*zone).to_owned()),
                GeneralName::IPAddress(bytes) => permitted.networks.extend(network(bytes)),
                _ => {}
            }
        }
        Some(permitted)
    }
}

/// How people compare certificates: SHA-256 of the whole, in pairs of digits.
pub(crate) fn fingerprint(der: &[u8]) -> String {
    let pairs: Vec<String> = Sha256::digest(der).iter().map(|byte| format!("{byte:02X}")).collect();
    pairs.join(":")
}

fn address(bytes: &[u8]) -> Option<IpAddr> {
    let four = <[u8; 4]>::try_from(bytes).map(IpAddr::from);
    four.or_else(|_| <[u8; 16]>::try_from(bytes).map(IpAddr::from)).ok()
}

/// Constraints write a network as its address followed by its mask.
fn network(bytes: &[u8]) -> Option<IpNet> {
    let (start, mask) = bytes.split_at(bytes.len() / 2);
    IpNet::with_netmask(address(start)?, address(mask)?).ok()
}
