//! The local CA: who signs for this machine, limited to names that mean nothing in public.

use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use kit::{Entropy, Timestamp};
use rcgen::{
    BasicConstraints, Certificate, CertificateParams, CidrSubnet, DistinguishedName, DnType,
    ExtendedKeyUsagePurpose, GeneralSubtree, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    NameConstraints, SanType, SerialNumber,
};
use rustls::RootCertStore;
use rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::server::ParsedCertificate;
use rustls_pki_types::{CertificateDer, UnixTime};

use crate::names::Permitted;
use crate::parsed::Parsed;
use crate::{Error, LeafNames, files};

const DAY: Duration = Duration::from_secs(86_400);
const CA_LIFE: Duration = Duration::from_secs(3652 * 86_400);
const LEAF_LIFE: Duration = Duration::from_secs(90 * 86_400);

pub(crate) struct Ca {
    pub(crate) certificate: CertificateDer<'static>,
    pub(crate) permitted: Permitted,
    issuer: Issuer<'static, KeyPair>,
    roots: RootCertStore,
    not_after: Timestamp,
}

impl Ca {
    /// Opens the CA in `directory`, or makes one that may sign `names`. What is damaged is an
    /// error and never replaced, because people have put their trust in it.
    pub(crate) fn open(directory: &Path, names: &LeafNames, now: Timestamp) -> Result<Self, Error> {
        let (certificate, key) = (directory.join("ca.pem"), directory.join("ca.key"));
        if !certificate.exists() {
            make(&certificate, &key, names, now)?;
        }
        let chain = files::load_pair(&certificate, &key)?.cert;
        let text = files::read_private(&key)?.unwrap_or_default();
        let key = KeyPair::from_pem(&text).map_err(|error| Error::unusable(&key, error))?;
        let ca = Ca::new(&chain[0], key);
        let ca = ca.ok_or_else(|| Error::unusable(&certificate, "this is not our local CA"))?;
        if ca.not_after < now {
            return Err(Error::Expired { path: certificate, expired: ca.not_after });
        }
        Ok(ca)
    }

    fn new(certificate: &CertificateDer<'static>, key: KeyPair) -> Option<Self> {
        let parsed = Parsed::new(certificate)?;
        let mut roots = RootCertStore::empty();
        roots.add(certificate.clone()).ok()?;
        Some(Ca {
            roots,
            permitted: parsed.permitted()?,
            not_after: parsed.not_after(),
            issuer: Issuer::from_ca_cert_der(certificate, key).ok()?,
            certificate: certificate.clone(),
        })
    }

    /// Signs a leaf for the names, all of which must be permitted.
    pub(crate) fn issue(
        &self,
        names: &LeafNames,
        key: &KeyPair,
        now: Timestamp,
    ) -> Result<Certificate, Error> {
        let until = now.after(LEAF_LIFE).min(self.not_after);
        let mut leaf = params("Gatehouse", now, until);
        leaf.subject_alt_names = alternative_names(names)?;
        leaf.is_ca = IsCa::ExplicitNoCa;
        leaf.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        leaf.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        leaf.use_authority_key_identifier_extension = true;
        Ok(leaf.signed_by(key, &self.issuer)?)
    }

    /// Whether a client that trusts this CA would accept the leaf, its name aside.
    pub(crate) fn vouches_for(&self, leaf: &CertificateDer<'_>, now: Timestamp) -> bool {
        let now = UnixTime::since_unix_epoch(now.since(Timestamp(0)));
        let algorithms = default_provider().signature_verification_algorithms.all;
        let verified = ParsedCertificate::try_from(leaf).and_then(|leaf| {
            verify_server_cert_signed_by_trust_anchor(&leaf, &self.roots, &[], now, algorithms)
        });
        verified.is_ok()
    }
}

/// The key comes first: where a start is cut off in between, the next one goes on with it.
fn make(certificate: &Path, key: &Path, names: &LeafNames, now: Timestamp) -> Result<(), Error> {
    let pair = match files::read_private(key)? {
        Some(text) => KeyPair::from_pem(&text).map_err(|error| Error::unusable(key, error))?,
        None => {
            let pair = KeyPair::generate()?;
            files::write_private(key, &pair.serialize_pem())?;
            pair
        }
    };
    let host = names.hosts.iter().find(|host| !host.contains('.') && *host != "localhost");
    let host = host.map_or("this machine", String::as_str);
    // The random part tells apart the CAs of two machines that are called the same.
    let name = format!("Gatehouse local CA ({host}, {})", Entropy.hex::<3>());
    let mut ca = params(&name, now, now.after(CA_LIFE));
    ca.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    ca.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    ca.name_constraints = Some(constraints(&Permitted::private(names)));
    files::write_public(certificate, &ca.self_signed(&pair)?.pem())
}

/// What all our certificates have. They begin a day early, for clients whose clock is behind.
fn params(name: &str, from: Timestamp, until: Timestamp) -> CertificateParams {
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

fn alternative_names(names: &LeafNames) -> Result<Vec<SanType>, Error> {
    let hosts = names.hosts.iter().map(|host| Ok(SanType::DnsName(host.as_str().try_into()?)));
    let addresses = names.addresses.iter().map(|address| Ok(SanType::IpAddress(*address)));
    hosts.chain(addresses).collect::<Result<_, rcgen::Error>>().map_err(Error::from)
}

fn constraints(permitted: &Permitted) -> NameConstraints {
    let zones = permitted.zones.iter().cloned().map(GeneralSubtree::DnsName);
    let networks = permitted.networks.iter().map(|network| {
        let start: IpAddr = network.network();
        GeneralSubtree::IpAddress(CidrSubnet::from_addr_prefix(start, network.prefix_len()))
    });
    NameConstraints {
        permitted_subtrees: zones.chain(networks).collect(),
        excluded_subtrees: Vec::new(),
    }
}
