//! What can be wrong with certificates, always with the file it is about.

use std::io;
use std::path::{Path, PathBuf};

use kit::Timestamp;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: {reason}", path.display())]
    Unusable { path: PathBuf, reason: String },
    #[error(
        "{}: this private key does not belong to the certificate in {}",
        key.display(),
        certificate.display()
    )]
    Mismatch { certificate: PathBuf, key: PathBuf },
    #[error(
        "{}: the CA expired on {expired}; move it and its key away, and a new one is made",
        path.display()
    )]
    Expired { path: PathBuf, expired: Timestamp },
    #[error("cannot make a certificate: {0}")]
    Make(#[from] rcgen::Error),
}

impl Error {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Error {
        |source| Error::Io { path: path.to_owned(), source }
    }

    pub(crate) fn unusable(path: &Path, reason: impl ToString) -> Error {
        Error::Unusable { path: path.to_owned(), reason: reason.to_string() }
    }
}
