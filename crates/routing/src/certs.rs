//! Which certificate a client gets: an immutable table that is replaced as a whole.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use arc_swap::ArcSwap;
use rustls::sign::CertifiedKey;

/// The table that handshakes read and `certs` replaces.
pub type SharedCerts = Arc<ArcSwap<CertTable>>;

#[derive(Clone, Default)]
pub struct CertTable {
    exact: HashMap<String, Arc<CertifiedKey>>,
    /// `*.home.lan` is kept under `home.lan`.
    wildcard: HashMap<String, Arc<CertifiedKey>>,
    /// For clients that name no host we know: by the address of ours that they reached.
    address: HashMap<IpAddr, Arc<CertifiedKey>>,
    /// What shows a public authority that a name is ours (TLS-ALPN-01).
    proofs: HashMap<String, Arc<CertifiedKey>>,
    default: Option<Arc<CertifiedKey>>,
}

impl CertTable {
    /// A table that gives every name the same certificate.
    pub fn with_default(key: Arc<CertifiedKey>) -> Self {
        CertTable { default: Some(key), ..CertTable::default() }
    }

    /// Adds a host name, or `*.name` for all names one label below it.
    #[must_use]
    pub fn with(mut self, name: &str, key: Arc<CertifiedKey>) -> Self {
        let name = name.to_ascii_lowercase();
        match name.strip_prefix("*.") {
            Some(parent) => self.wildcard.insert(parent.to_owned(), key),
            None => self.exact.insert(name, key),
        };
        self
    }

    #[must_use]
    pub fn with_address(mut self, address: IpAddr, key: Arc<CertifiedKey>) -> Self {
        self.address.insert(address.to_canonical(), key);
        self
    }

    #[must_use]
    pub fn with_proof(mut self, name: &str, key: Arc<CertifiedKey>) -> Self {
        self.proofs.insert(name.to_ascii_lowercase(), key);
        self
    }

    /// Whether there is a certificate for this name, by itself or among all names beside it.
    pub fn has(&self, name: &str) -> bool {
        self.named(Some(name)).is_some()
    }

    /// The exact name's certificate, else its wildcard's, else the default one.
    pub fn find(&self, server_name: Option<&str>) -> Option<Arc<CertifiedKey>> {
        self.named(server_name).or(self.default.as_ref()).cloned()
    }

    /// The address's certificate, where no name decides.
    pub fn find_address(
        &self,
        server_name: Option<&str>,
        reached: IpAddr,
    ) -> Option<Arc<CertifiedKey>> {
        let found = self.address.get(&reached.to_canonical())?;
        self.named(server_name).is_none().then(|| found.clone())
    }

    pub fn find_proof(&self, server_name: Option<&str>) -> Option<Arc<CertifiedKey>> {
        self.proofs.get(&server_name?.to_ascii_lowercase()).cloned()
    }

    fn named(&self, server_name: Option<&str>) -> Option<&Arc<CertifiedKey>> {
        let name = server_name?.to_ascii_lowercase();
        self.exact.get(&name).or_else(|| self.wildcard.get(name.split_once('.')?.1))
    }
}

impl fmt::Debug for CertTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.exact.keys().cloned();
        let wildcards = self.wildcard.keys().map(|parent| format!("*.{parent}"));
        let addresses = self.address.keys().map(ToString::to_string);
        f.debug_set().entries(names.chain(wildcards).chain(addresses)).finish()
    }
}

#[cfg(test)]
mod tests {
    use rustls::crypto::aws_lc_rs::default_provider;
    use rustls::pki_types::PrivateKeyDer;

    use super::*;

    fn key() -> Arc<CertifiedKey> {
        let made = rcgen::generate_simple_self_signed(["x".to_owned()]).expect("a certificate");
        let private = PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
        let chain = vec![made.cert.der().clone()];
        let key = CertifiedKey::from_der(chain, private, &default_provider());
        Arc::new(key.expect("a matching pair"))
    }

    #[test]
    fn the_exact_name_wins_over_the_wildcard_and_that_over_the_default() {
        let (default, wildcard, exact) = (key(), key(), key());
        let table = CertTable::with_default(default.clone())
            .with("*.Home.lan", wildcard.clone())
            .with("nas.home.lan", exact.clone());
        for (name, expected) in [
            (Some("nas.home.lan"), &exact),
            (Some("NAS.home.LAN"), &exact),
            (Some("tv.home.lan"), &wildcard),
            (Some("a.tv.home.lan"), &default),
            (Some("home.lan"), &default),
            (Some("elsewhere"), &default),
            (None, &default),
        ] {
            let found = table.find(name).expect("a certificate");
            assert!(Arc::ptr_eq(&found, expected), "{name:?}");
        }
        assert!(CertTable::default().find(Some("nas.home.lan")).is_none());
    }

    #[test]
    fn an_address_counts_where_no_name_does() {
        let (default, named, reached) = (key(), key(), key());
        let (here, there): (IpAddr, IpAddr) = ([10, 0, 0, 5].into(), [10, 0, 0, 6].into());
        let table = CertTable::with_default(default)
            .with("nas.lan", named)
            .with_address(here, reached.clone());
        for name in [None, Some("elsewhere.lan")] {
            let found = table.find_address(name, here).expect("a certificate");
            assert!(Arc::ptr_eq(&found, &reached), "{name:?}");
            assert!(table.find_address(name, there).is_none());
        }
        assert!(table.find_address(Some("NAS.lan"), here).is_none(), "its name decides");
        let mapped = "::ffff:10.0.0.5".parse().expect("an address");
        assert!(table.find_address(None, mapped).is_some(), "IPv4 inside IPv6 is the same");
    }

    #[test]
    fn a_proof_is_for_its_own_name_alone() {
        let table = CertTable::with_default(key()).with_proof("Nas.example", key());
        assert!(table.find_proof(Some("nas.EXAMPLE")).is_some());
        assert!(
            table.find_proof(Some("x.nas.example")).is_none() && table.find_proof(None).is_none()
        );
    }
}
