//! What every SQLite connection is set to, and where the file may lie.

use std::os::unix::fs::PermissionsExt;

use futures::future::join_all;
use store::{AnyConnection, Config, query, query_scalar};
use testkit::Database;

use crate::lab::{NOTES, add, notes, open};

async fn number(conn: &mut AnyConnection, sql: &'static str) -> i64 {
    query_scalar(sql).fetch_one(conn).await.expect(sql)
}

async fn assert_settings(conn: &mut AnyConnection) {
    let journal: String = query_scalar("SELECT journal_mode FROM pragma_journal_mode")
        .fetch_one(&mut *conn)
        .await
        .expect("a journal mode");
    assert_eq!(journal, "wal");
    assert_eq!(number(conn, "SELECT foreign_keys FROM pragma_foreign_keys").await, 1);
    assert_eq!(number(conn, "SELECT timeout FROM pragma_busy_timeout").await, 5000);
    const FULL: i64 = 2;
    assert_eq!(number(conn, "SELECT synchronous FROM pragma_synchronous").await, FULL);
}

#[tokio::test]
async fn every_connection_is_set_up_alike() {
    let database = Database::sqlite();
    let db = database.open(&[]).await;
    let mut readers: Vec<_> = join_all((0..4).map(|_| db.read()))
        .await
        .into_iter()
        .map(|reader| reader.expect("a connection"))
        .collect();
    let mut writer = db.begin().await.expect("a transaction");
    for reader in &mut readers {
        assert_settings(reader).await;
        let written = query("UPDATE leases SET holder = ''").execute(&mut **reader).await;
        assert!(written.is_err(), "a reader does not write");
    }
    assert_settings(&mut writer).await;
    drop((readers, writer));
    db.close().await;
}

#[tokio::test]
async fn nobody_else_may_read_the_files() {
    let database = Database::sqlite();
    let db = database.open(&[NOTES]).await;
    add(&db, "secret").await.expect("it commits");
    let folder = database.config().database_path;
    let folder = folder.parent().expect("a folder");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let mode = entry.metadata().expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", entry.path().display());
        seen += 1;
    }
    assert!(seen >= 2, "the database and its log");
    db.close().await;
}

#[tokio::test]
async fn any_path_will_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let slashes = format!("/{}/slashes.db", folder.path().display());
    let below = |name: &str| folder.path().join(name);
    for path in [
        below("a b/%20/gate fixture.db"),
        below("?mode=memory.db"),
        below("what?#frag&x=y;z+w'\"\\.db"),
        below("ü/データ.db"),
        below("a b/../:memory:"),
        slashes.into(),
    ] {
        let config = Config { database_path: path.clone(), ..Config::default() };
        let db = open(&config, &[NOTES]).await.expect("it opens");
        add(&db, "here").await.expect("it commits");
        db.close().await;
        assert!(path.is_file(), "{}", path.display());
        let again = open(&config, &[NOTES]).await.expect("it opens again");
        assert_eq!(notes(&again).await, ["here"], "{}", path.display());
        again.close().await;
    }
}
