use kit::ErrorKind;
use sqlx::error::DatabaseError;

pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// What a statement can end in, as far as a caller can do something about it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk is full, locked or read-only, or the server is away. It may come back.
    #[error("the database is not available: {0}")]
    Unavailable(#[source] sqlx::Error),
    /// A row with this key exists already.
    #[error("the row exists already: {0}")]
    Duplicate(#[source] sqlx::Error),
    #[error("the database refused: {0}")]
    Failed(#[source] sqlx::Error),
    /// A row holds something that this program did not write like that.
    #[error("a row cannot be read: {0}")]
    Unreadable(String),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Io(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => StoreError::Unavailable(error),
            sqlx::Error::Database(cause) if cause.is_unique_violation() => {
                StoreError::Duplicate(error)
            }
            sqlx::Error::Database(cause) if may_come_back(cause.as_ref()) => {
                StoreError::Unavailable(error)
            }
            _ => StoreError::Failed(error),
        }
    }
}

impl From<StoreError> for kit::Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => {
                let message = "The database cannot be written or read at the moment";
                kit::Error::new(ErrorKind::StorageUnavailable, message).because(error)
            }
            StoreError::Duplicate(_) => kit::Error::conflict("It exists already").because(error),
            StoreError::Failed(_) | StoreError::Unreadable(_) => kit::Error::internal(error),
        }
    }
}

fn may_come_back(cause: &dyn DatabaseError) -> bool {
    match cause.code() {
        Some(state) if state.len() == SQLSTATE => {
            // 40: the server ended it to break a deadlock; 25006: the server is read-only.
            matches!(&state[..2], "08" | "40" | "53" | "57" | "58") || state == "25006"
        }
        _ => matches!(
            primary_code(cause),
            Some(BUSY | LOCKED | READONLY | IOERR | CORRUPT | FULL | CANTOPEN)
        ),
    }
}

/// Whether a SQLite file itself is to blame, which no waiting mends.
pub(crate) fn is_damage(error: &sqlx::Error) -> bool {
    matches!(error.as_database_error().and_then(primary_code), Some(CORRUPT | NOTADB))
}

/// The length of PostgreSQL's codes; SQLite's are numbers whose low byte is the primary code.
const SQLSTATE: usize = 5;

const BUSY: i64 = 5;
const LOCKED: i64 = 6;
const READONLY: i64 = 8;
const IOERR: i64 = 10;
const CORRUPT: i64 = 11;
const FULL: i64 = 13;
const CANTOPEN: i64 = 14;
const NOTADB: i64 = 26;

fn primary_code(cause: &dyn DatabaseError) -> Option<i64> {
    cause.code()?.parse::<i64>().ok().map(|number| number & 0xff)
}

/// Why the database could not be opened. Each is a reason to stop and let a person look.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("cannot create {path}: {source}")]
    Create { path: String, source: std::io::Error },
    #[error("cannot open {path}: {source}")]
    File { path: String, source: std::io::Error },
    #[error("{0} is empty: it was cut off or made by something else; remove it to begin anew")]
    Empty(String),
    #[error("{0} is missing, but its log is there; put it back, or remove both to begin anew")]
    Orphan(String),
    #[error("{0} is a database of another program")]
    Foreign(String),
    #[error("{path} is damaged: {reason}; restore a backup, or remove it to begin anew")]
    Damaged { path: String, reason: String },
    #[error(
        "the database was written by a newer Gatehouse ({part} has schema {found}, this one knows {known}); install that version again, or restore a backup from before it"
    )]
    TooNew { part: String, found: i64, known: i64 },
    #[error(
        "the database is not up to date ({part} has schema {found}, this Gatehouse wants {known}); start this version once, and it is"
    )]
    TooOld { part: String, found: i64, known: i64 },
    #[error("storage.database_url must begin with postgres:// or postgresql://")]
    Scheme,
    #[error("cannot open the database: {0}")]
    Other(#[from] StoreError),
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> Self {
        OpenError::Other(error.into())
    }
}
