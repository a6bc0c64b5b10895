//! What only PostgreSQL has: a server that may go away, and other programs beside us.

use futures::future::join_all;
use kit::Secret;
use store::{Config, Db, OpenError, query, query_scalar};
use testkit::{Cluster, Database, PATIENCE, deadline};

use crate::lab::{NOTES, add, assert_unavailable, notes, open, texts};

fn at(url: impl Into<String>) -> Config {
    Config { database_url: Secret::new(url), ..Config::default() }
}

#[tokio::test]
async fn a_url_of_something_else_is_refused() {
    for url in ["mysql://localhost/x", "sqlite:/tmp/x.db", "localhost/x", "POSTGRES"] {
        let error = open(&at(url), &[]).await.expect_err(url);
        assert!(matches!(error, OpenError::Scheme), "{url}: {error:?}");
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_an_error_without_the_password() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("postgres://me:hunter2@/x?host={}", folder.path().display());
    let error = open(&at(url), &[]).await.expect_err("nobody is there");
    assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");
}

#[tokio::test]
async fn a_server_that_comes_back_is_used_again() {
    if testkit::skipped("postgres") {
        return;
    }
    let mut server = Cluster::start();
    let db = open(&at(server.url()), &[NOTES]).await.expect("it opens");
    add(&db, "before").await.expect("it commits");
    let mut cut_off = db.begin().await.expect("a transaction");

    server.stop();
    let cut = query("INSERT INTO notes (text) VALUES ('lost')").execute(&mut *cut_off).await;
    assert_unavailable(cut.map_err(Into::into));
    drop(cut_off);
    assert_unavailable(add(&db, "meanwhile").await);
    assert_unavailable(db.read().await);
    assert_unavailable(db.check().await);

    server.start_again();
    deadline("the database is there again", PATIENCE, async || db.check().await.is_ok()).await;
    add(&db, "after").await.expect("it commits");
    assert_eq!(notes(&db).await, ["before", "after"]);
    db.close().await;
    assert!(server.sql("postgres", "SELECT COUNT(*) FROM notes") == "2");
}

/// Begins, announces, writes and commits.
async fn announce(db: &Db, text: &str) -> store::Result<i64> {
    let mut tx = db.begin_in_turn().await?;
    tx.announce();
    let sql = "INSERT INTO notes (text) VALUES ($1) RETURNING id";
    let id = query_scalar(sql).bind(text).fetch_one(&mut *tx).await?;
    tx.commit().await?;
    Ok(id)
}

#[tokio::test]
async fn announced_changes_wait_for_each_other_and_others_do_not() {
    let Some(database) = Database::postgres() else { return };
    let db = database.open(&[NOTES]).await;
    let mut first = db.begin_in_turn().await.expect("the first in line");
    let second = announce(&db, "second");
    let rest = async {
        deadline("the second waits", PATIENCE, async || {
            let sql = "SELECT 'x' FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
            texts(&db, sql).await.len() == 1
        })
        .await;
        add(&db, "unannounced").await.expect("it does not wait");
        let sql = "INSERT INTO notes (text) VALUES ('first')";
        query(sql).execute(&mut *first).await.expect("it runs");
        first.commit().await.expect("it commits");
    };
    let (id, ()) = tokio::join!(second, rest);
    id.expect("it commits");
    assert_eq!(notes(&db).await, ["unannounced", "first", "second"]);
    db.close().await;
}

#[tokio::test]
async fn announced_numbers_become_visible_in_order() {
    let Some(database) = Database::postgres() else { return };
    let (one, two) = (database.open(&[NOTES]).await, database.open(&[NOTES]).await);
    let texts: Vec<String> = (0..100).map(|number| number.to_string()).collect();
    let writers = texts.iter().enumerate();
    let writers =
        writers.map(|(number, text)| announce(if number % 2 == 0 { &one } else { &two }, text));
    let watcher = deadline("all are seen", PATIENCE, async || {
        let mut conn = one.read().await.expect("a connection");
        let sql = "SELECT COUNT(*) - COALESCE(MAX(id), 0) FROM notes";
        let missing: i64 = query_scalar(sql).fetch_one(&mut *conn).await.expect("it runs");
        assert_eq!(missing, 0, "a number was seen before one below it");
        drop(conn);
        notes(&one).await.len() == texts.len()
    });
    let (written, ()) = tokio::join!(join_all(writers), watcher);
    for id in written {
        id.expect("it commits");
    }
    one.close().await;
    two.close().await;
}
