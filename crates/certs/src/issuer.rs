//! The leaf of the local CA: kept on disk, checked on start and from time to time, issued anew
//! with the same key when it grows old or this machine's names change.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kit::{Clock, Timestamp};
use rcgen::{KeyPair, PublicKeyData};
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::sign::CertifiedKey;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};

use crate::ca::Ca;
use crate::parsed::Parsed;
use crate::{Error, LeafNames, NameSource, files};

pub(crate) struct Issuer {
    ca: Ca,
    key: KeyPair,
    certificate: PathBuf,
    names: NameSource,
    clock: Clock,
}

impl Issuer {
    /// Opens or makes everything in `directory`, and gives the leaf to serve.
    pub(crate) fn open(
        directory: &Path,
        names: NameSource,
        clock: Clock,
    ) -> Result<(Self, Arc<CertifiedKey>), Error> {
        files::prepare_directory(directory)?;
        let ca = Ca::open(directory, &names(), clock.now())?;
        let key = open_key(&directory.join("server.key"))?;
        let issuer = Issuer { ca, key, certificate: directory.join("server.pem"), names, clock };
        let leaf = match issuer.load() {
            Some(leaf) => issuer.renew(Some(&leaf))?.unwrap_or(leaf),
            None => issuer.issue(&issuer.wanted(), issuer.clock.now())?,
        };
        Ok((issuer, leaf))
    }

    /// A new leaf, where `present` is no longer good enough.
    pub(crate) fn renew(
        &self,
        present: Option<&CertifiedKey>,
    ) -> Result<Option<Arc<CertifiedKey>>, Error> {
        let (wanted, now) = (self.wanted(), self.clock.now());
        let present = present.and_then(|leaf| leaf.cert.first());
        if present.is_some_and(|leaf| self.is_good(leaf, &wanted, now)) {
            return Ok(None);
        }
        self.issue(&wanted, now).map(Some)
    }

    fn wanted(&self) -> LeafNames {
        (self.names)().within(&self.ca.permitted)
    }

    fn is_good(&self, leaf: &CertificateDer<'_>, wanted: &LeafNames, now: Timestamp) -> bool {
        let Some(parsed) = Parsed::new(leaf) else { return false };
        let life = parsed.not_after().since(parsed.not_before());
        parsed.names() == *wanted
            && now.since(parsed.not_before()) < life * 2 / 3
            && self.ca.vouches_for(leaf, now)
    }

    fn issue(&self, names: &LeafNames, now: Timestamp) -> Result<Arc<CertifiedKey>, Error> {
        let leaf = self.ca.issue(names, &self.key, now)?;
        files::write_public(&self.certificate, &leaf.pem())?;
        self.pair(leaf.der().clone())
    }

    /// The leaf on disk, where it is one for our key.
    fn load(&self) -> Option<Arc<CertifiedKey>> {
        if !self.certificate.exists() {
            return None;
        }
        let loaded = files::load_chain(&self.certificate)
            .and_then(|mut chain| self.pair(chain.swap_remove(0)));
        let warn =
            |error: &Error| tracing::warn!(%error, "the server's certificate is issued anew");
        loaded.inspect_err(warn).ok()
    }

    /// The leaf as handshakes want it. The CA goes along, for whoever wants to look at it.
    fn pair(&self, leaf: CertificateDer<'static>) -> Result<Arc<CertifiedKey>, Error> {
        let unusable = |reason: &str| Error::unusable(&self.certificate, reason);
        let ours = Parsed::new(&leaf).ok_or_else(|| unusable("the certificate is damaged"))?;
        if ours.public_key() != self.key.subject_public_key_info() {
            return Err(unusable("the certificate is for another key"));
        }
        let private = PrivateKeyDer::try_from(self.key.serialize_der()).map_err(unusable)?;
        let chain = vec![leaf, self.ca.certificate.clone()];
        let pair = CertifiedKey::from_der(chain, private, &default_provider());
        pair.map(Arc::new).map_err(|error| unusable(&error.to_string()))
    }
}

/// The leaf's key. A damaged one costs the pins of paired devices, but no trust, so it is made
/// anew; one that cannot be read may be whole and is an error.
fn open_key(path: &Path) -> Result<KeyPair, Error> {
    if let Some(text) = files::read_private(path)? {
        match KeyPair::from_pem(&text) {
            Ok(key) => return Ok(key),
            Err(error) => tracing::warn!(
                path = %path.display(), %error,
                "the server's key is damaged; a new one is made, which changes its pin"
            ),
        }
    }
    let key = KeyPair::generate()?;
    files::write_private(path, &key.serialize_pem())?;
    Ok(key)
}
