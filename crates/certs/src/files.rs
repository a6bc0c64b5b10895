//! Reading PEM files with errors that name them, and writing files that are either whole or not
//! there.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustls::InconsistentKeys;
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::sign::CertifiedKey;
use rustls_pki_types::pem::{self, PemObject};
use rustls_pki_types::{CertificateDer, PrivateKeyDer};

use crate::Error;

const PRIVATE_FILE: u32 = 0o600;
const PUBLIC_FILE: u32 = 0o644;
const PRIVATE_DIRECTORY: u32 = 0o700;

/// Makes the directory, or closes it to others where it is there already.
pub(crate) fn prepare_directory(path: &Path) -> Result<(), Error> {
    let made = DirBuilder::new().recursive(true).mode(PRIVATE_DIRECTORY).create(path);
    made.map_err(Error::io(path))?;
    tighten(path, PRIVATE_DIRECTORY)
}

pub(crate) fn write_public(path: &Path, content: &str) -> Result<(), Error> {
    write_whole(path, content, PUBLIC_FILE).map_err(Error::io(path))
}

fn write_whole(path: &Path, content: &str, mode: u32) -> io::Result<()> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".tmp");
    let temporary = PathBuf::from(temporary);
    let mut file =
        OpenOptions::new().write(true).create(true).truncate(true).mode(mode).open(&temporary)?;
    // The mode above does not count for a file that an earlier, broken attempt left.
    file.set_permissions(Permissions::from_mode(mode))?;
    file.write_all(content.as_bytes())?;
    file.sync_all()?;
    fs::rename(&temporary, path)?;
    match path.parent() {
        Some(directory) => File::open(directory)?.sync_all(),
        None => Ok(()),
    }
}

/// The text of a private key of ours, which is closed to others if somebody opened it; `None` where
/// there is no such file.
pub(crate) fn read_private(path: &Path) -> Result<Option<String>, Error> {
    match fs::read_to_string(path) {
        Ok(text) => tighten(path, PRIVATE_FILE).map(|()| Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::io(path)(error)),
    }
}

fn tighten(path: &Path, mode: u32) -> Result<(), Error> {
    let permissions = fs::metadata(path).map_err(Error::io(path))?.permissions();
    if permissions.mode() & 0o777 & !mode == 0 {
        return Ok(());
    }
    tracing::warn!(path = %path.display(), "a private file can be read by others; limiting it to its owner");
    fs::set_permissions(path, Permissions::from_mode(mode)).map_err(Error::io(path))
}

/// A certificate chain, leaf first.
pub(crate) fn load_chain(path: &Path) -> Result<Vec<CertificateDer<'static>>, Error> {
    let explain = |error| explain_pem(path, error, "holds no certificate in PEM form");
    let chain: Vec<_> = CertificateDer::pem_file_iter(path)
        .map_err(explain)?
        .collect::<Result<_, _>>()
        .map_err(explain)?;
    if chain.is_empty() { Err(explain(pem::Error::NoItemsFound)) } else { Ok(chain) }
}

/// A chain and the private key that belongs to its leaf.
pub(crate) fn load_pair(certificate: &Path, key: &Path) -> Result<CertifiedKey, Error> {
    let chain = load_chain(certificate)?;
    let nothing = "holds no private key in PEM form, or an encrypted one";
    let private =
        PrivateKeyDer::from_pem_file(key).map_err(|error| explain_pem(key, error, nothing))?;
    CertifiedKey::from_der(chain, private, &default_provider()).map_err(|error| match error {
        rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
            Error::Mismatch { certificate: certificate.to_owned(), key: key.to_owned() }
        }
        rustls::Error::InvalidCertificate(reason) => {
            Error::unusable(certificate, format!("the certificate is damaged ({reason:?})"))
        }
        other => Error::unusable(key, other),
    })
}

fn explain_pem(path: &Path, error: pem::Error, nothing: &str) -> Error {
    match error {
        pem::Error::Io(source) => Error::io(path)(source),
        pem::Error::NoItemsFound => Error::unusable(path, nothing),
        damaged => Error::unusable(path, damaged),
    }
}

/// It may be gone already.
pub(crate) fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io(path)(error)),
        _ => Ok(()),
    }
}
