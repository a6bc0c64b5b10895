//! Tables change once, in order, all or nothing; a newer database is left alone.

use kit::Metrics;
use store::{Config, Db, Migrations, OpenError, Step};
use testkit::Database;

use crate::lab::{open, texts};

const CREATE: Step = Step { name: "create", sql: "CREATE TABLE stock (item TEXT NOT NULL);" };
/// Both need the step before, and show when they ran twice.
const FILL: Step = Step { name: "fill", sql: "INSERT INTO stock (item) VALUES ('bolt');" };
const WIDEN: Step = Step {
    name: "widen",
    sql: "ALTER TABLE stock ADD COLUMN price BIGINT; UPDATE stock SET price = 7, item = 'nut';",
};
const BROKEN: Step = Step { name: "broken", sql: "UPDATE no_such_table SET x = 1;" };

const ONE: Migrations = Migrations { part: "stock", steps: &[CREATE] };
const TWO: Migrations = Migrations { part: "stock", steps: &[CREATE, FILL] };
const THREE: Migrations = Migrations { part: "stock", steps: &[CREATE, FILL, WIDEN] };
const FAILING: Migrations = Migrations { part: "stock", steps: &[CREATE, FILL, BROKEN] };
const OTHER: Migrations = Migrations {
    part: "other",
    steps: &[Step { name: "depends on stock", sql: "INSERT INTO stock (item) VALUES ('gear');" }],
};

async fn applied(db: &Db) -> Vec<String> {
    let sql = "SELECT part || ' ' || CAST(version AS TEXT) || ' ' || name
               FROM schema_migrations WHERE part <> 'store' ORDER BY part, version";
    texts(db, sql).await
}

async fn stock(db: &Db) -> Vec<String> {
    texts(db, "SELECT item FROM stock ORDER BY item").await
}

#[tokio::test]
async fn steps_run_once_and_in_order() {
    for database in Database::all() {
        let db = database.open(&[TWO, OTHER]).await;
        let expected = ["other 1 depends on stock", "stock 1 create", "stock 2 fill"];
        assert_eq!(applied(&db).await, expected, "{database}");
        assert_eq!(stock(&db).await, ["bolt", "gear"], "{database}");
        db.close().await;

        let again = database.open(&[TWO, OTHER]).await;
        assert_eq!(applied(&again).await, expected, "{database}");
        assert_eq!(stock(&again).await, ["bolt", "gear"], "{database}");
        again.close().await;

        let newer = database.open(&[THREE, OTHER]).await;
        assert_eq!(stock(&newer).await, ["nut", "nut"], "only the new step ran on {database}");
        newer.close().await;
    }
}

#[tokio::test]
async fn a_step_that_fails_takes_the_others_with_it() {
    for database in Database::all() {
        let refused = open(&database.config(), &[FAILING]).await;
        assert!(matches!(refused, Err(OpenError::Other(_))), "{database}: {refused:?}");
        let db = database.open(&[THREE]).await;
        assert_eq!(stock(&db).await, ["nut"], "{database} began from nothing");
        db.close().await;
    }
}

#[tokio::test]
async fn a_newer_database_is_refused_and_left_as_it_was() {
    for database in Database::all() {
        let db = database.open(&[TWO, OTHER]).await;
        let before = applied(&db).await;
        db.close().await;
        let file = std::fs::read(database.config().database_path).ok();

        for (known, expected) in [
            (&[ONE, OTHER][..], "stock has schema 2, this one knows 1"),
            (&[TWO][..], "other has schema 1, this one knows 0"),
        ] {
            let error = open(&database.config(), known).await.expect_err("it is too new");
            assert!(matches!(error, OpenError::TooNew { .. }), "{database}: {error:?}");
            assert!(error.to_string().contains(expected), "{database}: {error}");
        }

        assert_eq!(std::fs::read(database.config().database_path).ok(), file, "{database}");
        let db = database.open(&[TWO, OTHER]).await;
        assert_eq!(applied(&db).await, before, "{database}");
        db.close().await;
    }
}

#[tokio::test]
async fn a_database_is_opened_as_it_is_only_when_its_tables_are_the_programs_own() {
    for database in Database::all() {
        let db = database.open(&[TWO]).await;
        let before = applied(&db).await;
        db.close().await;
        let file = std::fs::read(database.config().database_path).ok();
        let open = |known: &'static [Migrations]| open_existing(database.config(), known);

        let older = open(&[THREE]).await.expect_err("a step is missing").to_string();
        assert!(
            older.contains("stock has schema 2, this Gatehouse wants 3"),
            "{database}: {older}"
        );
        let part = open(&[TWO, OTHER]).await.expect_err("a part is missing");
        assert!(matches!(part, OpenError::TooOld { found: 0, .. }), "{database}: {part:?}");
        let newer = open(&[ONE]).await.expect_err("it knows more");
        assert!(matches!(newer, OpenError::TooNew { .. }), "{database}: {newer:?}");
        assert_eq!(std::fs::read(database.config().database_path).ok(), file, "{database}");

        let db = open(&[TWO]).await.expect("it is the same");
        assert_eq!(applied(&db).await, before, "{database}");
        db.close().await;
    }
}

#[tokio::test]
async fn a_database_that_is_not_there_or_empty_is_not_made_on_the_way() {
    for database in Database::all() {
        let config = database.config();
        let path = config.database_path.clone();
        let nothing = open_existing(config, &[]).await.expect_err("there is nothing");
        match database.to_string().as_str() {
            "SQLite" => assert!(matches!(nothing, OpenError::File { .. }), "{nothing:?}"),
            _ => assert!(matches!(nothing, OpenError::TooOld { found: 0, .. }), "{nothing:?}"),
        }
        assert!(!path.exists(), "{database}");
    }
}

async fn open_existing(config: Config, known: &'static [Migrations]) -> Result<Db, OpenError> {
    Db::open_existing(&config, known, &Metrics::default()).await
}

#[tokio::test]
async fn programs_that_start_at_once_on_one_server_take_turns() {
    let Some(database) = Database::postgres() else { return };
    let config = database.config();
    let parts = [THREE, OTHER];
    let opened = futures::future::join_all((0..8).map(|_| open(&config, &parts))).await;
    for db in opened {
        let db = db.expect("it opens");
        assert_eq!(stock(&db).await, ["gear", "nut"]);
        db.close().await;
    }
}
