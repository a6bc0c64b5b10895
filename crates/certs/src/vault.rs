//! The CA and the gateway's key: one of each for all programs on a database, sealed in it.

use std::path::Path;
use std::slice;
use std::sync::Arc;

use kit::{Secret, Timestamp};
use rcgen::KeyPair;
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::sign::CertifiedKey;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use store::{Db, Seal};

use crate::ca::{Ca, CaPem};
use crate::store::{self as rows, KeyRow};
use crate::{Error, LeafNames, files, leaf, pem};

const CA: &str = "ca";
const KEY: &str = "gateway";

pub(crate) struct Vault {
    pub(crate) ca: Ca,
    /// Why another CA was kept before this start, where one was: people have to trust this one.
    pub(crate) replaced: Option<String>,
    /// Of all certificates that this program has made for itself.
    pub(crate) key: KeyPair,
}

impl Vault {
    /// Opens both, or makes them. `folder` is where earlier versions kept them as files, and where
    /// a copy of the CA's certificate lies for people and tools.
    pub(crate) async fn open(
        db: &Db,
        seal: &Seal,
        folder: &Path,
        names: &LeafNames,
        now: Timestamp,
    ) -> Result<Self, Error> {
        files::prepare_directory(folder)?;
        let (ca, replaced) = open_ca(db, seal, folder, names, now).await?;
        let key = open_key(db, seal, folder).await?;
        files::write_public(&folder.join("ca.pem"), &pem::text(slice::from_ref(&ca.certificate)))?;
        for name in ["ca.key", "server.key"] {
            files::remove(&folder.join(name))?;
        }
        Ok(Vault { ca, replaced, key })
    }

    /// A chain for the names: signed by the CA where it may sign all of them.
    pub(crate) fn issue(
        &self,
        names: &LeafNames,
        now: Timestamp,
    ) -> Result<Vec<CertificateDer<'static>>, Error> {
        if self.ca.permitted.all(names) {
            self.ca.sign(names, &self.key, now)
        } else {
            leaf::self_signed(names, &self.key, now)
        }
    }

    /// A chain whose leaf is for the gateway's key, as handshakes want it.
    pub(crate) fn serve(
        &self,
        chain: Vec<CertificateDer<'static>>,
    ) -> Result<Arc<CertifiedKey>, String> {
        let key = PrivateKeyDer::try_from(self.key.serialize_der()).map_err(str::to_owned)?;
        pem::together(chain, key).map(Arc::new)
    }

    /// A proof for a public authority. It holds an extension that every verifier must refuse who
    /// does not know it, ours included, so the pair is not checked.
    pub(crate) fn prove(
        &self,
        names: &LeafNames,
        answer: &str,
        now: Timestamp,
    ) -> Result<Arc<CertifiedKey>, Error> {
        let chain = leaf::proof(names, answer, &self.key, now)?;
        let key = PrivateKeyDer::try_from(self.key.serialize_der()).map_err(unusable)?;
        let key = default_provider().key_provider.load_private_key(key).map_err(unusable)?;
        Ok(Arc::new(CertifiedKey::new(chain, key)))
    }
}

fn unusable(error: impl ToString) -> Error {
    Error::Damaged { what: "the gateway's key", reason: error.to_string() }
}

async fn open_ca(
    db: &Db,
    seal: &Seal,
    folder: &Path,
    names: &LeafNames,
    now: Timestamp,
) -> Result<(Ca, Option<String>), Error> {
    let found = rows::key(&mut *db.read().await?, CA).await?;
    let row = match found {
        Some(row) => row,
        None => {
            let made = match adopt_ca(folder)? {
                Some(kept) => kept,
                None => Ca::make(names, now)?,
            };
            keep(db, CA, &close(seal, CA, &made.certificate, &made.key)?).await?
        }
    };
    let ca = read_ca(seal, &row)?;
    let Some(reason) = unfit(&ca, now) else { return Ok((ca, None)) };
    tracing::warn!(reason, "the local CA is replaced; devices have to trust the new one");
    let made = Ca::make(names, now)?;
    let new = close(seal, CA, &made.certificate, &made.key)?;
    let mut tx = db.begin().await?;
    let is_ours = rows::replace_key(&mut tx, CA, &row.sealed, &new).await?;
    tx.commit().await?;
    // Another program may have been quicker; then it says so, too.
    let row = rows::key(&mut *db.read().await?, CA).await?;
    Ok((read_ca(seal, &row.unwrap_or(new))?, is_ours.then_some(reason)))
}

/// Why this CA must not be used any longer. Earlier versions, and those with an older list of
/// top-level domains, let the machine's host name in whatever it was.
fn unfit(ca: &Ca, now: Timestamp) -> Option<String> {
    if ca.not_after <= now {
        return Some(format!("it expired on {}", ca.not_after));
    }
    let zone = ca.permitted.public_zone()?;
    Some(format!("it could sign for names below .{zone}, which are others' on the Internet"))
}

fn read_ca(seal: &Seal, row: &KeyRow) -> Result<Ca, Error> {
    let key = open(seal, CA, &row.sealed, "the local CA")?;
    Ca::open(&CaPem { certificate: row.certificate.clone(), key })
}

/// The CA of earlier versions, which people trust already.
fn adopt_ca(folder: &Path) -> Result<Option<CaPem>, Error> {
    let (certificate, key) = (folder.join("ca.pem"), folder.join("ca.key"));
    if !key.exists() {
        return Ok(None);
    }
    let chain = files::load_pair(&certificate, &key)?.cert;
    let text = files::read_private(&key)?.unwrap_or_default();
    Ok(Some(CaPem { certificate: pem::text(&chain[..1]), key: Secret::new(text) }))
}

async fn open_key(db: &Db, seal: &Seal, folder: &Path) -> Result<KeyPair, Error> {
    let found = rows::key(&mut *db.read().await?, KEY).await?;
    let row = match found {
        Some(row) => row,
        None => {
            let kept = files::read_private(&folder.join("server.key"))?;
            let kept = kept.and_then(|text| KeyPair::from_pem(&text).ok());
            let key = kept.map_or_else(KeyPair::generate, Ok)?;
            let text = Secret::new(key.serialize_pem());
            keep(db, KEY, &close(seal, KEY, "", &text)?).await?
        }
    };
    read_key(seal, &row)
}

fn read_key(seal: &Seal, row: &KeyRow) -> Result<KeyPair, Error> {
    let damaged = |_| Error::Damaged { what: "the gateway's key", reason: "no key".to_owned() };
    let text = open(seal, KEY, &row.sealed, "the gateway's key")?;
    KeyPair::from_pem(text.expose()).map_err(damaged)
}

/// What stands in the database afterwards, whoever was first.
async fn keep(db: &Db, name: &str, row: &KeyRow) -> Result<KeyRow, Error> {
    let mut tx = db.begin().await?;
    rows::add_key(&mut tx, name, row).await?;
    let kept = rows::key(&mut tx, name).await?;
    tx.commit().await?;
    kept.ok_or_else(|| Error::Damaged { what: "a key", reason: "it was not kept".to_owned() })
}

fn close(seal: &Seal, name: &str, certificate: &str, key: &Secret) -> Result<KeyRow, Error> {
    let sealed = seal.close(&place(name), key.expose().as_bytes().to_vec())?;
    Ok(KeyRow { certificate: certificate.to_owned(), sealed })
}

fn open(seal: &Seal, name: &str, sealed: &str, what: &'static str) -> Result<Secret, Error> {
    let content = seal.open(&place(name), sealed).and_then(|bytes| String::from_utf8(bytes).ok());
    let unsealed = "it was sealed with another key".to_owned();
    content.map(Secret::new).ok_or(Error::Damaged { what, reason: unsealed })
}

/// Whether what the tables hold opens; nothing of it, too, which is made at the next start.
pub(crate) async fn check(
    conn: &mut store::AnyConnection,
    seal: &Seal,
) -> Result<(), store::StoreError> {
    let unreadable = |error: Error| store::StoreError::Unreadable(error.to_string());
    if let Some(row) = rows::key(conn, CA).await? {
        read_ca(seal, &row).map_err(unreadable)?;
    }
    if let Some(row) = rows::key(conn, KEY).await? {
        read_key(seal, &row).map_err(unreadable)?;
    }
    Ok(())
}

pub(crate) fn place(name: &str) -> String {
    format!("certificate_keys\n{name}")
}
