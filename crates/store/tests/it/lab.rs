//! A table to write to, and what tests ask of it.

use kit::{ErrorKind, Metrics};
use store::{Config, Db, Migrations, OpenError, Result, Row, Step, StoreError, query};

pub(crate) const NOTES: Migrations = Migrations {
    part: "notes",
    steps: &[Step {
        name: "notes",
        sql: "CREATE TABLE notes (id {auto_id}, text TEXT NOT NULL UNIQUE);",
    }],
};

pub(crate) async fn open(config: &Config, migrations: &[Migrations]) -> Result<Db, OpenError> {
    Db::open(config, migrations, &Metrics::default()).await
}

pub(crate) async fn add(db: &Db, text: &str) -> Result<()> {
    let mut tx = db.begin().await?;
    query("INSERT INTO notes (text) VALUES ($1)").bind(text).execute(&mut *tx).await?;
    tx.commit().await
}

/// All notes, oldest first.
pub(crate) async fn notes(db: &Db) -> Vec<String> {
    texts(db, "SELECT text FROM notes ORDER BY id").await
}

/// The first column of every row.
pub(crate) async fn texts(db: &Db, sql: &'static str) -> Vec<String> {
    let mut conn = db.read().await.expect("a connection");
    let rows = query(sql).fetch_all(&mut *conn).await.expect("the query runs");
    rows.iter().map(|row| row.try_get(0).expect("a text")).collect()
}

#[track_caller]
pub(crate) fn assert_unavailable<T: std::fmt::Debug>(result: Result<T>) {
    match result {
        Err(error @ StoreError::Unavailable(_)) => {
            assert_eq!(kit::Error::from(error).kind, ErrorKind::StorageUnavailable);
        }
        other => panic!("expected the database to be unavailable, not {other:?}"),
    }
}
