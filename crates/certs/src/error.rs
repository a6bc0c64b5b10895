//! What can be wrong with certificates, always with what it is about.

use std::io;
use std::path::{Path, PathBuf};

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
    #[error("{what} in the database is damaged: {reason}; restore a backup")]
    Damaged { what: &'static str, reason: String },
    #[error("cannot make a certificate: {0}")]
    Make(#[from] rcgen::Error),
    #[error(transparent)]
    Kit(#[from] kit::Error),
}

impl Error {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Error {
        |source| Error::Io { path: path.to_owned(), source }
    }

    pub(crate) fn unusable(path: &Path, reason: impl ToString) -> Error {
        Error::Unusable { path: path.to_owned(), reason: reason.to_string() }
    }
}

impl From<store::StoreError> for Error {
    fn from(error: store::StoreError) -> Self {
        Error::Kit(error.into())
    }
}

/// For whoever asked over the API: none of it is theirs to mend.
impl From<Error> for kit::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Kit(error) => error,
            other => kit::Error::internal(other),
        }
    }
}
