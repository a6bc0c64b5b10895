//! The databases a test runs on: fresh, empty, and gone afterwards.

use std::fmt;

use kit::{Metrics, Secret};
use store::{Config, Db, Migrations};
use tempfile::TempDir;

use crate::postgres::PostgresDatabase;

/// An empty database, removed with this value.
#[derive(Debug)]
pub struct Database {
    place: Storage,
}

#[derive(Debug)]
enum Storage {
    Sqlite(TempDir),
    Postgres(PostgresDatabase<'static>),
}

impl Database {
    pub fn sqlite() -> Self {
        Database { place: Storage::Sqlite(tempfile::tempdir().expect("a temporary folder")) }
    }

    /// On the cluster that the test process shares. `None` when `GATEHOUSE_TEST_SKIP` names
    /// `postgres`.
    pub fn postgres() -> Option<Self> {
        crate::postgres().map(|cluster| Database { place: Storage::Postgres(cluster.create()) })
    }

    /// One of each kind.
    pub fn all() -> Vec<Self> {
        std::iter::once(Database::sqlite()).chain(Database::postgres()).collect()
    }

    pub fn config(&self) -> Config {
        match &self.place {
            Storage::Sqlite(folder) => {
                Config { database_path: folder.path().join("gatehouse.db"), ..Config::default() }
            }
            Storage::Postgres(database) => {
                Config { database_url: Secret::new(database.url()), ..Config::default() }
            }
        }
    }

    pub async fn open(&self, migrations: &[Migrations]) -> Db {
        let opened = Db::open(&self.config(), migrations, &Metrics::default()).await;
        opened.unwrap_or_else(|error| panic!("{self} does not open: {error}"))
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Storage::Sqlite(_) => f.write_str("SQLite"),
            Storage::Postgres(_) => f.write_str("PostgreSQL"),
        }
    }
}

/// Runs a test on SQLite and then on PostgreSQL, each with the tables of `migrations`.
#[expect(clippy::print_stdout, reason = "shown with a failed test: on which database it failed")]
pub async fn both(migrations: &[Migrations], test: impl AsyncFn(Db)) {
    for database in Database::all() {
        println!("on {database}");
        let db = database.open(migrations).await;
        test(db.clone()).await;
        db.close().await;
    }
}
