//! Opening a SQLite file: never a silent new one in the place of one that is damaged.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{Any, AnyConnection, AnyPool, Connection, Database, Executor};
use sqlx_core::transaction::TransactionManager as _;

use crate::db::{Dialect, Pools};
use crate::error::is_damage;
use crate::{OpenError, StoreError};

/// "GATE": tells our files from those of other programs.
const APPLICATION_ID: i64 = 0x4741_5445;
const READERS: u32 = 4;
const READER_IDLE: Duration = Duration::from_secs(60);
/// Checking every page of a large file would hold up the start.
const FULL_CHECK_BYTES: u64 = 32 << 20;
const LEAST_FREE_BYTES: u64 = 64 << 10;

const EVERY_CONNECTION: &str = "PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; \
     PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;";

pub(crate) async fn create_if_missing(path: &Path) -> Result<(), OpenError> {
    if is_missing(path)? { create(path).await } else { Ok(()) }
}

pub(crate) async fn open(path: &Path) -> Result<Pools, OpenError> {
    let size = std::fs::metadata(path).map_err(|source| open_error(path, source))?.len();
    if size == 0 {
        return Err(OpenError::Empty(name(path)));
    }
    inspect(path, size).await?;
    let url = url(path, "rw");
    let pools = Pools {
        readers: pool(&url, READERS, "PRAGMA query_only = ON;", Some(READER_IDLE)).await?,
        // Kept for good: one that is made while the file cannot be written never writes.
        writers: pool(&url, 1, "", None).await?,
        dialect: Dialect::Sqlite,
        path: Some(path.to_owned()),
    };
    Ok(pools)
}

/// A link that leads nowhere is something, and so is the log of a file that is gone: SQLite would
/// play it into the new one.
fn is_missing(path: &Path) -> Result<bool, OpenError> {
    match std::fs::symlink_metadata(path) {
        Ok(_) => Ok(false),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(open_error(path, error)),
        Err(_) if beside(path, "-wal").exists() => Err(OpenError::Orphan(name(path))),
        Err(_) => Ok(true),
    }
}

/// A new file is made beside its place and moved there when it is whole, so that a crash in
/// between leaves nothing that looks like a damaged database.
async fn create(path: &Path) -> Result<(), OpenError> {
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        std::fs::create_dir_all(parent).map_err(|source| create_error(path, source))?;
    }
    let unfinished = beside(path, ".new");
    let _ = std::fs::remove_file(&unfinished);
    private_file(&unfinished).map_err(|source| create_error(path, source))?;
    sqlx::any::install_default_drivers();
    let mut conn = AnyConnection::connect(&url(&unfinished, "rwc")).await?;
    conn.execute("PRAGMA application_id = 1195463749; PRAGMA user_version = 1;").await?;
    conn.close().await?;
    std::fs::rename(&unfinished, path).map_err(|source| create_error(path, source))
}

/// The database holds password hashes and signing keys: nobody else may read it.
fn private_file(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map(drop)
}

async fn inspect(path: &Path, size: u64) -> Result<(), OpenError> {
    let damaged = |error: sqlx::Error| {
        if is_damage(&error) {
            OpenError::Damaged { path: name(path), reason: error.to_string() }
        } else {
            OpenError::Other(error.into())
        }
    };
    let mut conn = AnyConnection::connect(&url(path, "rw")).await.map_err(damaged)?;
    let application: i64 = sqlx::query_scalar("SELECT application_id FROM pragma_application_id")
        .fetch_one(&mut conn)
        .await
        .map_err(damaged)?;
    if application != APPLICATION_ID {
        return Err(OpenError::Foreign(name(path)));
    }
    if size <= FULL_CHECK_BYTES {
        let verdict: String =
            sqlx::query_scalar("SELECT quick_check FROM pragma_quick_check LIMIT 1")
                .fetch_one(&mut conn)
                .await
                .map_err(damaged)?;
        if verdict != "ok" {
            return Err(OpenError::Damaged { path: name(path), reason: verdict });
        }
    }
    conn.close().await?;
    Ok(())
}

/// What a statement that changes nothing would not notice. SQLite goes on writing to a file that
/// was deleted under it, and what is answered then would be lost at the next start; a full disk
/// shows only when something is written, which a check every few seconds should not do.
pub(crate) fn check_file(path: &Path) -> Result<(), StoreError> {
    let unavailable = |error| StoreError::Unavailable(sqlx::Error::Io(error));
    std::fs::metadata(path).map_err(unavailable)?;
    let disk = rustix::fs::statvfs(path).map_err(|error| unavailable(error.into()))?;
    if disk.f_bavail.saturating_mul(disk.f_frsize) < LEAST_FREE_BYTES {
        return Err(unavailable(std::io::Error::other("the disk is full")));
    }
    Ok(())
}

async fn pool(
    url: &str,
    size: u32,
    extra: &'static str,
    idle: Option<Duration>,
) -> Result<AnyPool, OpenError> {
    let options: AnyConnectOptions = url.parse()?;
    let pool = AnyPoolOptions::new()
        .max_connections(size)
        .min_connections(1)
        .acquire_timeout(Duration::from_secs(5))
        .idle_timeout(idle)
        .max_lifetime(None)
        .test_before_acquire(false)
        .before_acquire(|conn, _| Box::pin(forget_transaction(conn)))
        .after_connect(move |conn, _| {
            Box::pin(async move {
                conn.execute(EVERY_CONNECTION).await?;
                conn.execute(extra).await?;
                Ok(())
            })
        })
        .connect_with(options)
        .await?;
    Ok(pool)
}

/// A full disk makes SQLite end a transaction by itself. The driver does not notice, and would
/// take every later one for a nested one: it is given a transaction to roll back.
async fn forget_transaction(conn: &mut AnyConnection) -> sqlx::Result<bool> {
    if conn.is_in_transaction() {
        conn.execute("BEGIN").await?;
        <Any as Database>::TransactionManager::rollback(conn).await?;
    }
    Ok(true)
}

/// Slashes are escaped as well, or a URL would take `//` for the beginning of a host name.
fn url(path: &Path, mode: &str) -> String {
    let mut escaped = String::new();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => {
                escaped.push(char::from(*byte));
            }
            other => escaped.push_str(&format!("%{other:02X}")),
        }
    }
    format!("sqlite:{escaped}?mode={mode}")
}

fn create_error(path: &Path, source: std::io::Error) -> OpenError {
    OpenError::Create { path: name(path), source }
}

fn open_error(path: &Path, source: std::io::Error) -> OpenError {
    OpenError::File { path: name(path), source }
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
