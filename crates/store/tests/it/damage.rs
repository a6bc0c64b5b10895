//! A file that is not what it should be: a clear error, the file as it was, never a new database
//! in its place.

use std::fs;
use std::path::Path;

use sqlx::{Connection, Executor, SqliteConnection};
use store::{Config, OpenError};
use tempfile::TempDir;
use testkit::Database;

use crate::lab::{NOTES, add, notes, open};

const PAGE: usize = 4096;

fn at(path: impl AsRef<Path>) -> Config {
    Config { database_path: path.as_ref().to_owned(), ..Config::default() }
}

/// A sound database of many pages.
async fn sound(folder: &TempDir) -> Vec<u8> {
    let path = folder.path().join("sound.db");
    let db = open(&at(&path), &[NOTES]).await.expect("it opens");
    for number in 0..40 {
        add(&db, &format!("{number} {}", "x".repeat(1000))).await.expect("it commits");
    }
    db.close().await;
    let bytes = fs::read(&path).expect("the file is there");
    assert!(bytes.len() > 10 * PAGE);
    bytes
}

fn overwritten(sound: &[u8], range: std::ops::Range<usize>, with: u8) -> Vec<u8> {
    let mut bytes = sound.to_vec();
    bytes[range].fill(with);
    bytes
}

#[tokio::test]
async fn a_damaged_file_is_named_and_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let sound = sound(&folder).await;
    let middle = sound.len() / PAGE / 2 * PAGE;
    for (what, bytes) in [
        ("header overwritten", overwritten(&sound, 0..100, 0xaa)),
        ("header zeroed", overwritten(&sound, 0..100, 0)),
        ("list of tables overwritten", overwritten(&sound, 100..PAGE, 0xff)),
        ("page in the middle overwritten", overwritten(&sound, middle..middle + PAGE, 0xff)),
        ("cut in half", sound[..sound.len() / 2].to_vec()),
        ("cut within a page", sound[..PAGE + 100].to_vec()),
        ("cut within the header", sound[..10].to_vec()),
        ("text", b"apiVersion: v1\nkind: Nothing of ours\n".to_vec()),
        ("long text", b"not a database\n".repeat(1000)),
    ] {
        let path = folder.path().join("damaged.db");
        fs::write(&path, &bytes).expect("the folder can be written");
        let error = open(&at(&path), &[NOTES]).await.expect_err(what);
        assert!(matches!(error, OpenError::Damaged { .. }), "{what}: {error:?}");
        assert!(error.to_string().contains("damaged.db is damaged"), "{what}: {error}");
        assert!(fs::read(&path).expect("still there") == bytes, "{what}: the file was changed");
    }
}

#[tokio::test]
async fn an_empty_file_is_no_new_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("empty.db");
    fs::write(&path, "").expect("the folder can be written");
    let error = open(&at(&path), &[NOTES]).await.expect_err("it is empty");
    assert!(matches!(error, OpenError::Empty(_)), "{error:?}");
    assert_eq!(fs::read(&path).expect("still there"), b"");
}

#[tokio::test]
async fn a_database_of_another_program_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    for journal in ["DELETE", "WAL"] {
        let path = folder.path().join(format!("{journal}.db"));
        let url = format!("sqlite:{}?mode=rwc", path.display());
        let mut conn = SqliteConnection::connect(&url).await.expect("a connection");
        let sql = format!("PRAGMA journal_mode = {journal}; CREATE TABLE theirs (x);");
        conn.execute(sqlx::AssertSqlSafe(sql)).await.expect("it runs");
        conn.close().await.expect("it closes");
        let bytes = fs::read(&path).expect("it is there");

        let error = open(&at(&path), &[NOTES]).await.expect_err("it is not ours");
        assert!(matches!(error, OpenError::Foreign(_)), "{journal}: {error:?}");
        assert!(fs::read(&path).expect("still there") == bytes, "{journal}");
    }
}

#[tokio::test]
async fn what_a_crash_left_of_a_new_file_is_harmless() {
    let database = Database::sqlite();
    let mut unfinished = database.config().database_path.into_os_string();
    unfinished.push(".new");
    fs::write(&unfinished, "half of a header").expect("the folder can be written");
    let db = database.open(&[NOTES]).await;
    add(&db, "here").await.expect("it commits");
    db.close().await;
    assert!(!fs::exists(&unfinished).expect("an answer"));

    fs::write(&unfinished, "half of a header").expect("the folder can be written");
    let again = database.open(&[NOTES]).await;
    assert_eq!(notes(&again).await, ["here"]);
    again.close().await;
}

/// Its log would be played into a new file, and make a mixture of both.
#[tokio::test]
async fn a_file_that_is_missing_beside_its_log_is_not_made_anew() {
    let database = Database::sqlite();
    let path = database.config().database_path;
    let db = database.open(&[NOTES]).await;
    add(&db, "only in the log").await.expect("it commits");
    let mut log = path.clone().into_os_string();
    log.push("-wal");
    let kept = fs::read(&log).expect("the log is there");
    db.close().await;
    fs::remove_file(&path).expect("it can be removed");
    fs::write(&log, &kept).expect("the folder can be written");

    let error = open(&database.config(), &[NOTES]).await.expect_err("half of it is missing");
    assert!(matches!(error, OpenError::Orphan(_)), "{error:?}");
    assert!(!path.exists());
    assert_eq!(fs::read(&log).expect("still there"), kept);
}

/// The disk on which the file lies may not be mounted yet.
#[tokio::test]
async fn a_link_that_leads_nowhere_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("gatehouse.db");
    let target = folder.path().join("not mounted/gatehouse.db");
    std::os::unix::fs::symlink(&target, &path).expect("a link");
    let error = open(&at(&path), &[NOTES]).await.expect_err("there is nothing");
    assert!(matches!(error, OpenError::File { .. }), "{error:?}");
    assert_eq!(fs::read_link(&path).expect("still a link"), target);
}
