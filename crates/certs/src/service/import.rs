use kit::{Actor, Error, Result, Secret, Timestamp};
use rustls::RootCertStore;
use rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::server::ParsedCertificate;
use rustls_pki_types::{CertificateDer, UnixTime};

use crate::Certs;
use crate::domain::Domain;
use crate::model::{Provider, Record};
use crate::parsed::Parsed;
use crate::pem;
use crate::service::Listed;
use crate::service::keep::{UNWARNED, change};
use crate::service::load::place;

impl Certs {
    /// Serves a pair that somebody else made, in the place of what goes by that name.
    pub(crate) async fn replace(
        &self,
        actor: &Actor,
        domain: &Domain,
        chain: &str,
        key: &Secret,
    ) -> Result<Listed> {
        let pair = pem::pair(chain, key.expose()).map_err(refused)?;
        check(domain, &pair.cert, self.clock().now()).map_err(refused)?;
        let key = key.expose().as_bytes().to_vec();
        let record = Record {
            domain: domain.clone(),
            provider: Provider::Imported,
            names: vec![domain.clone()],
            // As it was read: what else was in the text is left out.
            chain: pem::text(&pair.cert),
            sealed: Some(self.seal().close(&place(domain), key)?),
            warned: UNWARNED,
            updated_at: self.clock().now(),
        };
        let message = format!("The certificate for {domain} was replaced");
        let change = change(actor, "certificate.replaced", &record, message);
        self.keep(record, change).await
    }
}

fn refused(reason: impl Into<String>) -> Error {
    Error::invalid("certificate", reason)
}

/// Whether clients could accept it.
fn check(
    domain: &Domain,
    chain: &[CertificateDer<'_>],
    now: Timestamp,
) -> Result<(), &'static str> {
    let leaf = chain.first().and_then(|leaf| Parsed::new(leaf)).ok_or("it is damaged")?;
    if !leaf.names().cover(domain) {
        return Err("it is not for this domain");
    }
    if leaf.not_after() <= now {
        return Err("it has expired");
    }
    if leaf.not_before() > now {
        return Err("it is not valid yet");
    }
    if leads_to_its_end(chain, now) {
        Ok(())
    } else {
        Err("its chain is broken: each certificate must be signed by the next")
    }
}

/// A leaf alone is a chain as well.
fn leads_to_its_end(chain: &[CertificateDer<'_>], now: Timestamp) -> bool {
    let [leaf, between @ .., last] = chain else { return true };
    let mut roots = RootCertStore::empty();
    let leaf = ParsedCertificate::try_from(leaf);
    let (Ok(leaf), Ok(())) = (leaf, roots.add(last.clone().into_owned())) else { return false };
    let now = UnixTime::since_unix_epoch(now.since(Timestamp(0)));
    let algorithms = default_provider().signature_verification_algorithms.all;
    verify_server_cert_signed_by_trust_anchor(&leaf, &roots, between, now, algorithms).is_ok()
}
