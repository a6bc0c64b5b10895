//! All certificates of this program in memory, and the table of them that handshakes read. A shelf
//! never changes; another one takes its place.

use std::collections::HashMap;
use std::sync::Arc;

use kit::Timestamp;
use routing::CertTable;
use rustls::sign::CertifiedKey;

use crate::domain::Domain;
use crate::model::{Held, Proof};
use crate::parsed::Parsed;
use crate::vault::Vault;
use crate::{Error, LeafNames};

pub(crate) struct Shelf {
    /// Served where nothing else fits.
    pub(crate) default: Arc<Held>,
    /// In the order of their last change: where two are for one name, the newer one counts.
    pub(crate) held: Vec<(Domain, Arc<Held>)>,
    pub(crate) proofs: Arc<Proofs>,
    pub(crate) table: Arc<CertTable>,
}

/// What public authorities are shown at the moment.
#[derive(Default)]
pub(crate) struct Proofs {
    /// By token.
    pub(crate) answers: HashMap<String, String>,
    keys: Vec<(String, Arc<CertifiedKey>)>,
}

impl Proofs {
    pub(crate) fn new(proofs: &[Proof], vault: &Vault, now: Timestamp) -> Self {
        let answers =
            proofs.iter().map(|proof| (proof.token.clone(), proof.answer.clone())).collect();
        let key = |proof: &Proof| {
            let names = LeafNames::from_iter([&proof.domain]);
            let proven = vault.prove(&names, &proof.answer, now);
            let warn = |error: &Error| tracing::error!(%error, "making the certificate for a TLS-ALPN challenge failed; the challenge cannot be answered");
            Some((proof.domain.to_string(), proven.inspect_err(warn).ok()?))
        };
        Proofs { answers, keys: proofs.iter().filter_map(key).collect() }
    }
}

impl Shelf {
    pub(crate) fn new(
        default: Arc<Held>,
        held: Vec<(Domain, Arc<Held>)>,
        proofs: Arc<Proofs>,
    ) -> Self {
        let mut table = CertTable::with_default(default.pair.clone());
        // Its names count before another's address does.
        for host in &default.names.hosts {
            table = table.with(host, default.pair.clone());
        }
        for (_, held) in &held {
            for host in &held.names.hosts {
                table = table.with(host, held.pair.clone());
            }
            for address in &held.names.addresses {
                table = table.with_address(*address, held.pair.clone());
            }
        }
        for (name, key) in &proofs.keys {
            table = table.with_proof(name, key.clone());
        }
        Shelf { default, held, proofs, table: Arc::new(table) }
    }

    /// The same with this one as the newest.
    pub(crate) fn with(&self, domain: &Domain, held: Arc<Held>) -> Self {
        let others = self.others(domain).chain([(domain.clone(), held)]);
        Shelf::new(self.default.clone(), others.collect(), self.proofs.clone())
    }

    pub(crate) fn without(&self, domain: &Domain) -> Self {
        Shelf::new(self.default.clone(), self.others(domain).collect(), self.proofs.clone())
    }

    pub(crate) fn with_default(&self, default: Held) -> Self {
        Shelf::new(Arc::new(default), self.held.clone(), self.proofs.clone())
    }

    pub(crate) fn with_proofs(&self, proofs: Proofs) -> Self {
        Shelf::new(self.default.clone(), self.held.clone(), Arc::new(proofs))
    }

    fn others(&self, domain: &Domain) -> impl Iterator<Item = (Domain, Arc<Held>)> {
        self.held.iter().filter(move |(other, _)| other != domain).cloned()
    }

    /// What can be asked for, the default one first. It goes by the first of its names that no
    /// other certificate was made for.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Domain, Arc<Held>)> {
        let default = self.default_domain().map(|domain| (domain, self.default.clone()));
        default.into_iter().chain(self.held.iter().cloned())
    }

    pub(crate) fn default_domain(&self) -> Option<Domain> {
        let names = self.default.names.texts();
        let parsed = names.iter().filter_map(|name| Domain::parse(name).ok());
        let taken = |domain: &Domain| self.held.iter().any(|(other, _)| other == domain);
        parsed.filter(|domain| !taken(domain)).find(|domain| !domain.is_wildcard())
    }

    /// What clients of this host get.
    pub(crate) fn served(&self, host: Option<&Domain>) -> Arc<CertifiedKey> {
        let found = match host {
            Some(Domain::Host(host)) => self.table.find(Some(host)),
            Some(Domain::Address(address)) => self.table.find_address(None, *address),
            None => None,
        };
        found.unwrap_or_else(|| self.default.pair.clone())
    }

    /// What clients of this host may pin; last the default one's, for those that come otherwise.
    pub(crate) fn pins(&self, host: Option<&Domain>) -> Vec<String> {
        let served = self.served(host);
        let pin = |key: &CertifiedKey| Some(Parsed::new(key.cert.first()?)?.pin());
        let mut pins: Vec<_> = pin(&served).into_iter().collect();
        pins.extend(pin(&self.default.pair).filter(|default| !pins.contains(default)));
        pins
    }

    /// Whether our own clients would notice its absence.
    pub(crate) fn is_in_use(&self, held: &Held, host: Option<&Domain>) -> bool {
        Arc::ptr_eq(&held.pair, &self.default.pair) || Arc::ptr_eq(&held.pair, &self.served(host))
    }
}
