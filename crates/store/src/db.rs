use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use kit::Metrics;
use prometheus::IntCounter;
use sqlx::AnyPool;
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, Transaction};
use tokio::sync::Notify;

use crate::{Config, Migrations, OpenError, Result, migrate, postgres, sqlite};

/// The database. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Db {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    pools: Pools,
    reads: IntCounter,
    writes: IntCounter,
    recorded: Notify,
}

/// SQLite has one writer, so writes queue for one connection and never meet a lock; PostgreSQL
/// uses one pool for both.
#[derive(Debug)]
pub(crate) struct Pools {
    pub(crate) readers: AnyPool,
    pub(crate) writers: AnyPool,
    pub(crate) dialect: Dialect,
    pub(crate) path: Option<std::path::PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// A connection to read with. It goes back to its pool when dropped.
pub type Conn = PoolConnection<Any>;

impl Db {
    /// Opens the database, makes it where there is none, and brings its tables up to date.
    pub async fn open(
        config: &Config,
        migrations: &[Migrations],
        metrics: &Metrics,
    ) -> Result<Db, OpenError> {
        if config.database_url.is_empty() {
            sqlite::create_if_missing(&config.database_path).await?;
        }
        let pools = connect(config).await?;
        migrate::run(&pools, migrations).await?;
        Db::over(pools, metrics).await
    }

    /// Opens a database whose tables are those of this program already, and changes nothing.
    pub async fn open_existing(
        config: &Config,
        migrations: &[Migrations],
        metrics: &Metrics,
    ) -> Result<Db, OpenError> {
        let pools = connect(config).await?;
        migrate::check(&pools, migrations).await?;
        Db::over(pools, metrics).await
    }

    async fn over(pools: Pools, metrics: &Metrics) -> Result<Db, OpenError> {
        let help = "Connections taken from the database, to read or to write.";
        let operations = metrics.counters("storage_operations_total", help, &["kind"]);
        let inner = Inner {
            pools,
            reads: operations.with_label_values(&["read"]),
            writes: operations.with_label_values(&["write"]),
            recorded: Notify::new(),
        };
        let db = Db { inner: Arc::new(inner) };
        // A file that can only be read opens without complaint.
        db.check().await?;
        Ok(db)
    }

    pub async fn read(&self) -> Result<Conn> {
        self.inner.reads.inc();
        Ok(self.inner.pools.readers.acquire().await?)
    }

    /// Begins a transaction that may write. Dropped without `commit`, it changes nothing.
    pub async fn begin(&self) -> Result<Tx> {
        self.inner.writes.inc();
        let writers = &self.inner.pools.writers;
        let transaction = match self.inner.pools.dialect {
            Dialect::Sqlite => writers.begin_with("BEGIN IMMEDIATE").await?,
            Dialect::Postgres => writers.begin().await?,
        };
        Ok(Tx { transaction, db: self.clone(), announce: false })
    }

    /// Begins a transaction that carries facts. On PostgreSQL they commit one after the other, so
    /// that numbers become visible in order. Their turn comes before any row is touched: whoever
    /// waited for it with rows locked could wait for one who waits for those rows.
    pub async fn begin_in_turn(&self) -> Result<Tx> {
        let mut tx = self.begin().await?;
        if self.is_shared() {
            let turn = sqlx::query("SELECT pg_advisory_xact_lock(7140901)");
            turn.execute(&mut *tx.transaction).await?;
        }
        Ok(tx)
    }

    /// Everything as it is at one moment, however long reading takes and whoever writes meanwhile.
    pub async fn snapshot(&self) -> Result<Snapshot> {
        self.inner.reads.inc();
        let readers = &self.inner.pools.readers;
        Ok(match self.inner.pools.dialect {
            Dialect::Sqlite => Snapshot(readers.begin().await?),
            Dialect::Postgres => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
                Snapshot(readers.begin_with(begin).await?)
            }
        })
    }

    /// How often a connection was taken so far: what a test counts to show that a path makes no
    /// query.
    pub fn operations(&self) -> u64 {
        self.inner.reads.get() + self.inner.writes.get()
    }

    /// Whether other processes may write to the same database.
    pub fn is_shared(&self) -> bool {
        self.inner.pools.dialect == Dialect::Postgres
    }

    /// Returns after the next commit that carried something worth announcing.
    pub async fn recorded(&self) {
        self.inner.recorded.notified().await;
    }

    /// The bytes the database takes on disk.
    pub async fn size(&self) -> Result<u64> {
        let mut conn = self.read().await?;
        let sql = match self.inner.pools.dialect {
            Dialect::Sqlite => {
                "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
            }
            Dialect::Postgres => "SELECT pg_database_size(current_database())",
        };
        let bytes: i64 = sqlx::query_scalar(sql).fetch_one(&mut *conn).await?;
        Ok(bytes.max(0).unsigned_abs())
    }

    /// Asks the database for an answer and for the right to write.
    pub async fn check(&self) -> Result<()> {
        if let Some(path) = self.inner.pools.path.clone() {
            // A disk that hangs must not hold up a runtime thread.
            let checked = tokio::task::spawn_blocking(move || sqlite::check_file(&path)).await;
            checked.map_err(|error| sqlx::Error::Io(error.into()))??;
        }
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE leases SET holder = holder WHERE name = ''").execute(&mut *tx).await?;
        tx.commit().await
    }

    /// Waits for work under way and lets the files go.
    pub async fn close(&self) {
        self.inner.pools.readers.close().await;
        self.inner.pools.writers.close().await;
    }
}

async fn connect(config: &Config) -> Result<Pools, OpenError> {
    sqlx::any::install_default_drivers();
    if config.database_url.is_empty() {
        sqlite::open(&config.database_path).await
    } else {
        postgres::open(config.database_url.expose()).await
    }
}

/// A transaction that reads.
#[derive(Debug)]
pub struct Snapshot(Transaction<'static, Any>);

impl Deref for Snapshot {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.0
    }
}

impl DerefMut for Snapshot {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.0
    }
}

/// A transaction that may write.
#[derive(Debug)]
pub struct Tx {
    transaction: Transaction<'static, Any>,
    db: Db,
    announce: bool,
}

impl Tx {
    /// Makes the change durable. Only when this returned may a caller be told of success.
    pub async fn commit(self) -> Result<()> {
        self.transaction.commit().await?;
        if self.announce {
            self.db.inner.recorded.notify_one();
        }
        Ok(())
    }

    /// Says that this commit carries facts that somebody waits for.
    pub fn announce(&mut self) {
        self.announce = true;
    }
}

impl Deref for Tx {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.transaction
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.transaction
    }
}
