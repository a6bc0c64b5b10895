use kit::Error;

/// Why a file is not taken for a backup, or not for one of ours.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("The backup is damaged: {0}")]
    Damaged(String),
    #[error("A newer Gatehouse made the backup (format {0})")]
    TooNew(u64),
    #[error("The backup is encrypted; backup.passphrase has to say how")]
    Locked,
    #[error("backup.passphrase does not open the backup, or it is damaged")]
    WrongPassphrase,
    #[error("The backup holds more than 64 MiB")]
    TooLarge,
    /// Nothing shows that it was made here, and not by somebody who gave himself rights.
    #[error("The backup was not made by this gateway; acceptForeign takes it all the same")]
    Foreign,
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Error::conflict(refusal.to_string())
    }
}
