//! The local CA: who signs for this machine, limited to names that mean nothing in public.

use std::net::IpAddr;

use kit::{Entropy, Secret, Timestamp};
use rcgen::{
    BasicConstraints, CidrSubnet, GeneralSubtree, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    NameConstraints,
};
use rustls::RootCertStore;
use rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::server::ParsedCertificate;
use rustls_pki_types::{CertificateDer, UnixTime};

use crate::leaf::{self, CA_LIFE, LEAF_LIFE, params};
use crate::names::Permitted;
use crate::parsed::Parsed;
use crate::{Error, LeafNames, pem};

pub(crate) struct Ca {
    pub(crate) certificate: CertificateDer<'static>,
    pub(crate) permitted: Permitted,
    pub(crate) not_after: Timestamp,
    issuer: Issuer<'static, KeyPair>,
    roots: RootCertStore,
}

/// A CA as it is kept.
pub(crate) struct CaPem {
    pub(crate) certificate: String,
    pub(crate) key: Secret,
}

impl Ca {
    /// Reads one that was kept. What is damaged is an error and never replaced, because people
    /// have put their trust in it.
    pub(crate) fn open(kept: &CaPem) -> Result<Self, Error> {
        let damaged = |reason: &str| Error::Damaged { what: "the local CA", reason: reason.into() };
        let pair = pem::pair(&kept.certificate, kept.key.expose()).map_err(|e| damaged(&e))?;
        let key = KeyPair::from_pem(kept.key.expose()).map_err(|_| damaged("its key"))?;
        Ca::new(&pair.cert[0], key).ok_or_else(|| damaged("this is not our local CA"))
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

    /// Makes one that may sign `names`.
    pub(crate) fn make(names: &LeafNames, now: Timestamp) -> Result<CaPem, Error> {
        let key = KeyPair::generate()?;
        let host = names.hosts.iter().find(|host| !host.contains('.') && *host != "localhost");
        let host = host.map_or("this machine", String::as_str);
        // The random part tells apart the CAs of two machines that are called the same.
        let name = format!("Gatehouse local CA ({host}, {})", Entropy.hex::<3>());
        let mut ca = params(&name, now, now.after(CA_LIFE));
        ca.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        ca.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        ca.name_constraints = Some(constraints(&Permitted::private(names)));
        let certificate = ca.self_signed(&key)?.pem();
        Ok(CaPem { certificate, key: Secret::new(key.serialize_pem()) })
    }

    /// Signs a leaf for the names, all of which must be permitted. The CA's own certificate goes
    /// along, for whoever wants to look at it.
    pub(crate) fn sign(
        &self,
        names: &LeafNames,
        key: &KeyPair,
        now: Timestamp,
    ) -> Result<Vec<CertificateDer<'static>>, Error> {
        let until = now.after(LEAF_LIFE).min(self.not_after);
        let mut leaf = leaf::for_names(names, now, until)?;
        leaf.use_authority_key_identifier_extension = true;
        let leaf = leaf.signed_by(key, &self.issuer)?;
        Ok(vec![leaf.der().clone(), self.certificate.clone()])
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
