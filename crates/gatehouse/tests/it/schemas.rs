//! Databases of earlier versions are taken over, and those of later ones refused. Those of released
//! versions are kept by `scripts/keep-schema`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use tempfile::TempDir;
use testkit::Gateway;

use crate::terminal::Terminal;

async fn connect(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    options.connect().await.expect("a database")
}

/// A database with these contents, for as long as the folder lives.
async fn database(folder: &TempDir, sql: String) -> String {
    let file = folder.path().join("kept.db");
    let mut connection = connect(&file).await;
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.expect("SQL");
    connection.close().await.expect("it is written");
    file.to_str().expect("UTF-8").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn databases_of_earlier_versions_are_taken_over() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas");
    let mut versions = 0;
    for entry in fs::read_dir(kept).expect("a folder") {
        let path = entry.expect("an entry").path();
        let version = path.display();
        let sql = fs::read_to_string(&path).expect("SQL");
        let key = sql.lines().next().and_then(|line| line.strip_prefix("-- ")).expect("a key");
        let key = key.to_owned();
        let folder = tempfile::tempdir().expect("a folder");
        let file = database(&folder, sql).await;
        let gateway =
            Gateway::launch().env("GATEHOUSE_STORAGE__DATABASE_PATH", &file).start().await;

        let asked = gateway.get("/api/v1/routes").header("X-API-Key", key);
        let answer = asked.send().await.expect("an answer");
        assert_eq!(answer.status(), 200, "{version}: the key is known");
        let routes: Value = answer.json().await.expect("JSON");
        let routes = routes.as_array().or_else(|| routes["routes"].as_array()).expect("a list");
        let films = routes.iter().find(|route| route["appId"] == "films").expect("the route");
        assert_eq!((&films["websocket"], &films["stripPrefix"]), (&true.into(), &true.into()));
        assert_eq!(films["to"], "http://127.0.0.1:9", "{version}");

        let answer = gateway.get("/api/v1/auth/setup-status").send().await.expect("an answer");
        let status: Value = answer.json().await.expect("JSON");
        assert_eq!(status["hasUsers"], true, "{version}: {status}");
        versions += 1;
    }
    assert!(versions > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_older_than_its_database_says_what_to_do() {
    let terminal = Terminal::new();
    let mut gateway = Gateway::start().await;
    gateway.terminate().await;
    let file = gateway.data_dir().join("gatehouse.db");
    let mut connection = connect(&file).await;
    let step = "INSERT INTO schema_migrations (part, version, name)
                VALUES ('catalog', 999, 'of a later version')";
    sqlx::query(step).execute(&mut connection).await.expect("a row");
    connection.close().await.expect("it is written");

    let data_dir = gateway.data_dir();
    let data_dir = data_dir.to_str().expect("UTF-8");
    for command in [&["--insecure-http", "--addr", "127.0.0.1:0"][..], &["doctor"]] {
        let answer = terminal.run(&[command, &["--data-dir", data_dir]].concat());
        assert_eq!(answer.code, Some(1), "{answer:?}");
        let said = format!("{}{}", answer.out, answer.err);
        assert!(said.contains("written by a newer Gatehouse (catalog has schema 999"), "{said}");
        assert!(said.contains("install that version again"), "{said}");
    }
}
