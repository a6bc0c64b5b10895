//! What all certificates of ours have, and those that no CA signs.

use std::time::Duration;

use kit::{Entropy, Timestamp};
use rcgen::{
    CertificateParams, CustomExtension, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa,
    KeyPair, KeyUsagePurpose, SanType, SerialNumber,
};
use rustls_pki_types::CertificateDer;
use sha2::{Digest, Sha256};

use crate::{Error, LeafNames};

const DAY: Duration = Duration::from_secs(86_400);
pub(crate) const CA_LIFE: Duration = Duration::from_secs(3652 * 86_400);
pub(crate) const LEAF_LIFE: Duration = Duration::from_secs(90 * 86_400);

/// They begin a day early, for clients whose clock is behind.
pub(crate) fn params(name: &str, from: Timestamp, until: Timestamp) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::OrganizationName, "Gatehouse");
    params.distinguished_name.push(DnType::CommonName, name);
    let epoch = rcgen::date_time_ymd(1970, 1, 1);
    params.not_before = epoch + from.before(DAY).since(Timestamp(0));
    params.not_after = epoch + until.since(Timestamp(0));
    // A leaf that is issued again keeps its key, but browsers refuse a serial number seen twice.
    let mut serial = Entropy.bytes::<16>();
    serial[0] = serial[0] & 0x7f | 0x40;
    params.serial_number = Some(SerialNumber::from_slice(&serial));
    params
}

pub(crate) fn for_names(
    names: &LeafNames,
    from: Timestamp,
    until: Timestamp,
) -> Result<CertificateParams, Error> {
    let mut leaf = params("Gatehouse", from, until);
    leaf.subject_alt_names = alternative_names(names)?;
    leaf.is_ca = IsCa::ExplicitNoCa;
    leaf.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    leaf.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    Ok(leaf)
}

/// For names that our CA may not sign: one that stands alone.
pub(crate) fn self_signed(
    names: &LeafNames,
    key: &KeyPair,
    now: Timestamp,
) -> Result<Vec<CertificateDer<'static>>, Error> {
    let leaf = for_names(names, now, now.after(LEAF_LIFE))?.self_signed(key)?;
    Ok(vec![leaf.der().clone()])
}

/// What shows a public authority that the name is ours (RFC 8737).
pub(crate) fn proof(
    names: &LeafNames,
    answer: &str,
    key: &KeyPair,
    now: Timestamp,
) -> Result<Vec<CertificateDer<'static>>, Error> {
    let mut leaf = for_names(names, now, now.after(DAY))?;
    let digest = Sha256::digest(answer.as_bytes());
    leaf.custom_extensions = vec![CustomExtension::new_acme_identifier(&digest)];
    Ok(vec![leaf.self_signed(key)?.der().clone()])
}

/// What a public authority is asked to sign.
pub(crate) fn request(names: &LeafNames, key: &KeyPair) -> Result<Vec<u8>, Error> {
    let mut params = CertificateParams::default();
    params.distinguished_name = DistinguishedName::new();
    params.subject_alt_names = alternative_names(names)?;
    Ok(params.serialize_request(key)?.der().to_vec())
}

fn alternative_names(names: &LeafNames) -> Result<Vec<SanType>, Error> {
    let hosts = names.hosts.iter().map(|host| Ok(SanType::DnsName(host.as_str().try_into()?)));
    let addresses = names.addresses.iter().map(|address| Ok(SanType::IpAddress(*address)));
    hosts.chain(addresses).collect::<Result<_, rcgen::Error>>().map_err(Error::from)
}
