//! Which certificate a host name gets: an immutable table that is replaced as a whole.

use std::collections::HashMap;
use std::fmt;
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

    /// The exact name's certificate, else its wildcard's, else the default one.
    pub fn find(&self, server_name: Option<&str>) -> Option<Arc<CertifiedKey>> {
        let named = server_name.and_then(|name| {
            let name = name.to_ascii_lowercase();
            self.exact.get(&name).or_else(|| self.wildcard.get(name.split_once('.')?.1))
        });
        named.or(self.default.as_ref()).cloned()
    }
}

impl fmt::Debug for CertTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.exact.keys().cloned();
        let wildcards = self.wildcard.keys().map(|parent| format!("*.{parent}"));
        f.debug_set().entries(names.chain(wildcards)).finish()
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
}
