//! A disk that is full, locked or read-only: told as such, and over when it is over.

use std::fs;
use std::time::{Duration, Instant};

use sqlx::{Connection, Executor, SqliteConnection};
use store::Config;
use testkit::Database;

use crate::disk::{Immutable, SmallDisk};
use crate::lab::{NOTES, add, assert_unavailable, notes, open};

#[tokio::test]
async fn a_full_disk_loses_nothing_and_is_used_again_when_there_is_room() {
    let Some(disk) = SmallDisk::mount() else { return };
    let db = open(&disk.config(), &[NOTES]).await.expect("it opens");
    add(&db, "before").await.expect("it commits");
    let ballast = disk.fill();

    let mut answered = vec!["before".to_owned()];
    let mut refused = 0;
    for number in 0..20 {
        let text = format!("{number} {}", "x".repeat(20_000));
        match add(&db, &text).await {
            Ok(()) => answered.push(text),
            failed => {
                assert_unavailable(failed);
                refused += 1;
            }
        }
    }
    assert!(refused > 2, "the disk is full");
    assert_eq!(notes(&db).await, answered, "it can be read all the while");

    fs::remove_file(ballast).expect("it can be removed");
    for number in 0..5 {
        let text = format!("after {number}");
        add(&db, &text).await.expect("there is room again");
        answered.push(text);
    }
    db.check().await.expect("it is well");
    db.close().await;
    let again = open(&disk.config(), &[NOTES]).await.expect("it is whole");
    assert_eq!(notes(&again).await, answered);
    again.close().await;
}

/// Here the disk fills up in the middle of a transaction, which SQLite then ends by itself.
#[tokio::test]
async fn a_large_change_that_does_not_fit_leaves_the_writer_usable() {
    let Some(disk) = SmallDisk::mount() else { return };
    let db = open(&disk.config(), &[NOTES]).await.expect("it opens");
    let mut tx = db.begin().await.expect("a transaction");
    let sql =
        "WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 9000)
               INSERT INTO notes (text) SELECT n || hex(randomblob(500)) FROM many";
    let failed = store::query(sql).execute(&mut *tx).await.map_err(Into::into);
    assert_unavailable(failed);
    drop(tx);
    add(&db, "small").await.expect("it fits");
    assert_eq!(notes(&db).await, ["small"]);
    db.close().await;
}

/// The one slow test: it takes as long as a caller has to wait.
#[tokio::test]
async fn a_file_locked_by_somebody_else_is_waited_for_and_then_given_up() {
    let database = Database::sqlite();
    let db = database.open(&[NOTES]).await;
    let url = format!("sqlite:{}", database.config().database_path.display());
    let mut other = SqliteConnection::connect(&url).await.expect("a connection");
    other.execute("BEGIN EXCLUSIVE").await.expect("the lock");

    let started = Instant::now();
    assert_unavailable(add(&db, "too early").await);
    let waited = started.elapsed();
    assert!((4..15).contains(&waited.as_secs()), "waited {waited:?}");
    assert!(notes(&db).await.is_empty(), "reading goes on");

    let (added, _) = tokio::join!(add(&db, "patient"), async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        other.execute("ROLLBACK").await.expect("the lock is let go");
    });
    added.expect("it was let go in time");
    assert_eq!(notes(&db).await, ["patient"]);
    other.close().await.expect("it closes");
    db.close().await;
}

#[tokio::test]
async fn a_file_that_becomes_read_only_can_be_read_and_is_written_again_later() {
    if testkit::skipped("immutable") {
        return;
    }
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let config = Config { database_path: folder.path().join("gatehouse.db"), ..Config::default() };
    let db = open(&config, &[NOTES]).await.expect("it opens");
    add(&db, "before").await.expect("it commits");

    let immutable = Immutable::all_in(folder.path());
    for _ in 0..3 {
        assert_unavailable(add(&db, "meanwhile").await);
    }
    assert_eq!(notes(&db).await, ["before"]);

    open(&config, &[NOTES]).await.expect_err("a program that starts now is told");

    drop(immutable);
    add(&db, "after").await.expect("it can be written again");
    assert_eq!(notes(&db).await, ["before", "after"]);
    db.close().await;
}

#[tokio::test]
async fn a_read_only_disk_is_an_error_at_start_and_changes_nothing() {
    let Some(disk) = SmallDisk::mount() else { return };
    disk.remount("ro");
    let error = open(&disk.config(), &[NOTES]).await.expect_err("nothing can be made here");
    assert!(error.to_string().contains("gatehouse.db"), "{error}");
    disk.remount("rw");
    let db = open(&disk.config(), &[NOTES]).await.expect("it opens");
    add(&db, "before").await.expect("it commits");
    db.close().await;

    let bytes = fs::read(disk.config().database_path).expect("the file is there");
    disk.remount("ro");
    open(&disk.config(), &[NOTES]).await.expect_err("it cannot be written");
    assert!(fs::read(disk.config().database_path).expect("still there") == bytes);
    disk.remount("rw");
    let db = open(&disk.config(), &[NOTES]).await.expect("it opens again");
    assert_eq!(notes(&db).await, ["before"]);
    db.close().await;
}

#[tokio::test]
async fn a_file_taken_away_under_the_program_is_noticed() {
    let database = Database::sqlite();
    let db = database.open(&[NOTES]).await;
    let path = database.config().database_path;
    let elsewhere = path.with_extension("away");
    db.check().await.expect("it is well");
    fs::rename(&path, &elsewhere).expect("it can be moved");
    assert_unavailable(db.check().await);
    fs::rename(&elsewhere, &path).expect("it can be moved");
    db.check().await.expect("it is well again");
    db.close().await;
}
