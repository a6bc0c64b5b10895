use std::fs;
use std::path::{Path, PathBuf};

use store::{Migrations, Step};
use testkit::{Cluster, Database, both, deadline};

const NOTES: Migrations = Migrations {
    part: "notes",
    steps: &[Step { name: "notes", sql: "CREATE TABLE notes (text TEXT NOT NULL);" }],
};

async fn count(db: &store::Db) -> i64 {
    let mut conn = db.read().await.expect("a connection");
    let counted = store::query_scalar("SELECT COUNT(*) FROM notes").fetch_one(&mut *conn).await;
    counted.expect("the table is there")
}

#[tokio::test]
async fn a_test_runs_on_both_databases_with_its_tables() {
    let on_postgres = std::sync::Mutex::new(Vec::new());
    both(&[NOTES], async |db| {
        let mut tx = db.begin().await.expect("a transaction");
        store::query("INSERT INTO notes VALUES ($1)")
            .bind("x")
            .execute(&mut *tx)
            .await
            .expect("runs");
        tx.commit().await.expect("it commits");
        assert_eq!(count(&db).await, 1, "a fresh database holds what this test wrote");
        on_postgres.lock().expect("nobody panicked").push(db.is_shared());
    })
    .await;
    let kinds = on_postgres.into_inner().expect("nobody panicked");
    let expected: &[bool] = if testkit::skipped("postgres") { &[false] } else { &[false, true] };
    assert_eq!(kinds, expected);
}

#[tokio::test]
async fn two_databases_do_not_see_each_other() {
    let (Some(first), Some(second)) = (Database::postgres(), Database::postgres()) else { return };
    let (one, two) = (first.open(&[NOTES]).await, second.open(&[NOTES]).await);
    let mut tx = one.begin().await.expect("a transaction");
    store::query("INSERT INTO notes VALUES ('x')").execute(&mut *tx).await.expect("runs");
    tx.commit().await.expect("it commits");
    assert_eq!((count(&one).await, count(&two).await), (1, 0));
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn a_cluster_that_is_let_go_leaves_nothing_behind() {
    if testkit::skipped("postgres") {
        return;
    }
    let cluster = Cluster::start();
    let folder = PathBuf::from(cluster.sql("postgres", "SHOW unix_socket_directories"));
    let server = fs::read_to_string(folder.join("data/postmaster.pid")).expect("a server runs");
    let server = Path::new("/proc").join(server.lines().next().expect("its pid"));
    assert!(server.is_dir());
    drop(cluster);
    deadline("server and folder are gone", testkit::PATIENCE, async || {
        !folder.exists() && !server.exists()
    })
    .await;
}
