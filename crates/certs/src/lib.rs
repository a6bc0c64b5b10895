//! Certificates: the local CA that is made on first start, the leaf it signs for this machine's
//! names, and the table of them that handshakes read. Keeps its files in one directory.

mod ca;
mod error;
mod files;
mod issuer;
mod names;
mod parsed;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use kit::{Clock, Worker};
use routing::{CertTable, SharedCerts};
use rustls::sign::CertifiedKey;
use sha2::{Digest, Sha256};

pub use error::Error;
pub use names::LeafNames;

use crate::issuer::Issuer;
use crate::parsed::Parsed;

const CHECK: Duration = Duration::from_secs(3600);

/// By which names the leaf should be called right now; asked again while the program runs.
pub type NameSource = Arc<dyn Fn() -> LeafNames + Send + Sync>;

/// The certificates that are served.
#[derive(Clone)]
pub struct Certs {
    shared: SharedCerts,
    issuer: Option<Arc<Issuer>>,
}

/// Opens the local CA in `directory`, or makes it there, and has it sign a leaf for `names`.
pub fn build(directory: &Path, names: NameSource, clock: Clock) -> Result<Certs, Error> {
    let (issuer, leaf) = Issuer::open(directory, names, clock)?;
    Ok(Certs { shared: table(leaf), issuer: Some(Arc::new(issuer)) })
}

/// Serves a certificate that somebody else made: a PEM file with the chain, leaf first, and one
/// with its private key.
pub fn from_files(certificate: &Path, key: &Path) -> Result<Certs, Error> {
    let leaf = files::load_pair(certificate, key)?;
    Ok(Certs { shared: table(Arc::new(leaf)), issuer: None })
}

fn table(leaf: Arc<CertifiedKey>) -> SharedCerts {
    Arc::new(ArcSwap::from_pointee(CertTable::with_default(leaf)))
}

impl Certs {
    pub fn shared(&self) -> SharedCerts {
        self.shared.clone()
    }

    /// What a client that has paired may pin: a reissued leaf keeps its key, and so its pin.
    pub fn spki_pins(&self) -> Vec<String> {
        let leaf = self.shared.load().find(None);
        leaf.iter().filter_map(|leaf| pin(leaf)).collect()
    }

    /// Keeps the leaf young and its names true.
    pub fn worker(&self) -> Worker {
        let certs = self.clone();
        Worker::every("certificates", CHECK, move || renew_in_background(certs.clone()))
    }

    /// Issues and serves a new leaf where the present one is too old or has other names than this
    /// machine; whether it did. After an error the present one stays.
    pub fn renew(&self) -> Result<bool, Error> {
        let Some(issuer) = &self.issuer else { return Ok(false) };
        let present = self.shared.load().find(None);
        let renewed = issuer.renew(present.as_deref())?;
        if let Some(leaf) = &renewed {
            self.shared.store(Arc::new(CertTable::with_default(leaf.clone())));
        }
        Ok(renewed.is_some())
    }
}

async fn renew_in_background(certs: Certs) {
    match tokio::task::spawn_blocking(move || certs.renew()).await {
        Ok(Ok(true)) => tracing::info!("the server's certificate was issued anew"),
        Ok(Ok(false)) => {}
        Ok(Err(error)) => tracing::error!(%error, "cannot renew the server's certificate"),
        Err(error) => tracing::error!(%error, "renewing the server's certificate ended early"),
    }
}

fn pin(leaf: &CertifiedKey) -> Option<String> {
    let leaf = Parsed::new(leaf.cert.first()?)?;
    Some(format!("sha256/{}", BASE64_STANDARD.encode(Sha256::digest(leaf.public_key()))))
}
