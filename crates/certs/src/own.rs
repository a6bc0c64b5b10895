//! The leaf for every name of this machine. It is served where nothing else fits, and belongs to
//! this program alone: another one on the same database is called otherwise. Its file is no secret;
//! it is there so that a restart serves the same one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kit::Timestamp;
use rustls::sign::CertifiedKey;
use rustls_pki_types::CertificateDer;

use crate::model::{Held, Provider};
use crate::parsed::Parsed;
use crate::vault::Vault;
use crate::{Error, LeafNames, NameSource, files, pem};

/// What is served by default.
pub(crate) enum Own {
    Leaf {
        file: PathBuf,
        names: NameSource,
    },
    /// The configuration names another; it is read once.
    Given,
}

/// A certificate that somebody else made, and its key.
pub struct GivenPair(pub(crate) Arc<CertifiedKey>);

/// Reads a PEM file with the chain, leaf first, and one with its private key.
pub fn from_files(certificate: &Path, key: &Path) -> Result<GivenPair, Error> {
    files::load_pair(certificate, key).map(Arc::new).map(GivenPair)
}

/// When the leaf in a PEM file ends; `None` where there is no such file.
pub fn expiry(certificate: &Path) -> Result<Option<Timestamp>, Error> {
    if !certificate.exists() {
        return Ok(None);
    }
    let chain = files::load_chain(certificate)?;
    let leaf = chain.first().and_then(|leaf| Parsed::new(leaf));
    let damaged = || Error::unusable(certificate, "the certificate is damaged");
    leaf.map(|leaf| Some(leaf.not_after())).ok_or_else(damaged)
}

impl Own {
    pub(crate) fn open(
        folder: &Path,
        names: NameSource,
        vault: &Vault,
        now: Timestamp,
    ) -> Result<(Self, Held), Error> {
        let file = folder.join("server.pem");
        let wanted = wanted(&names, vault);
        let kept = load(&file).filter(|leaf| is_good(vault, leaf, &wanted, now));
        let chain = match kept {
            Some(leaf) => vec![leaf, vault.ca.certificate.clone()],
            None => issue(vault, &file, &wanted, now)?,
        };
        let held = held(vault, chain, &file)?;
        Ok((Own::Leaf { file, names }, held))
    }

    /// Another one, where the present one is too old, has other names than this machine, or where
    /// somebody asks for it (`always`).
    pub(crate) fn renewed(
        &self,
        vault: &Vault,
        present: &Held,
        now: Timestamp,
        always: bool,
    ) -> Result<Option<Held>, Error> {
        let Own::Leaf { file, names } = self else { return Ok(None) };
        let wanted = wanted(names, vault);
        let leaf = present.pair.cert.first();
        if !always && leaf.is_some_and(|leaf| is_good(vault, leaf, &wanted, now)) {
            return Ok(None);
        }
        let chain = issue(vault, file, &wanted, now)?;
        held(vault, chain, file).map(Some)
    }
}

fn wanted(names: &NameSource, vault: &Vault) -> LeafNames {
    names().within(&vault.ca.permitted)
}

fn is_good(vault: &Vault, leaf: &CertificateDer<'_>, wanted: &LeafNames, now: Timestamp) -> bool {
    let Some(parsed) = Parsed::new(leaf) else { return false };
    parsed.names() == *wanted
        && now < parsed.renew_at()
        && parsed.public_key() == rcgen::PublicKeyData::subject_public_key_info(&vault.key)
        && vault.ca.vouches_for(leaf, now)
}

fn issue(
    vault: &Vault,
    file: &Path,
    names: &LeafNames,
    now: Timestamp,
) -> Result<Vec<CertificateDer<'static>>, Error> {
    let chain = vault.ca.sign(names, &vault.key, now)?;
    files::write_public(file, &pem::text(&chain[..1]))?;
    Ok(chain)
}

fn held(vault: &Vault, chain: Vec<CertificateDer<'static>>, file: &Path) -> Result<Held, Error> {
    let pair = vault.serve(chain).map_err(|reason| Error::unusable(file, reason))?;
    let held = Held::new(Provider::Gateway, Vec::new(), pair, i64::MAX);
    held.ok_or_else(|| Error::unusable(file, "the certificate is damaged"))
}

/// The leaf on disk, where there is a readable one.
fn load(file: &Path) -> Option<CertificateDer<'static>> {
    if !file.exists() {
        return None;
    }
    let warn = |error: &Error| tracing::warn!(%error, "the server's certificate is issued anew");
    let chain = files::load_chain(file).inspect_err(warn).ok()?;
    chain.into_iter().next()
}
