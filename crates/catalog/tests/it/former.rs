//! Rows and backups from when every option of a route had a column of its own.

use catalog::{MIGRATIONS, SLICE};
use http::StatusCode;
use kit::{Clock, Timestamp};
use serde_json::{Value, json};
use store::{Credentials, Migrations, Record, Seals, query};
use testkit::Database;

use crate::fixture::{Fixture, both, settings};

const APP: &str =
    "INSERT INTO apps (id, name, icon, tags, endpoints, origin, created_at, updated_at)
                   VALUES ('nas', 'NAS', '', '[]', '{}', 'manual', 1, 1)";
const ROUTE: &str =
    "INSERT INTO routes (id, app_id, path_base, upstream, scopes, websocket, strip_prefix,
                         rewrite_html, public_access, cache, persist_cookies, insecure_upstream,
                         forward_authorization, host_header, routing_mode, health_check, origin,
                         created_at, updated_at)
     VALUES ('nas', 'nas', '/apps/nas', 'https://nas', 'access:nas', 1, 0, 0, 1, 1, 0, 1, 1,
             'upstream', 'path', '{\"expected_status\":204,\"disabled\":false}', 'manual', 1, 1)";

fn record() -> Record {
    let record = json!({
        "id": "nas", "app_id": "nas", "path_base": "/apps/nas", "upstream": "https://nas",
        "scopes": "access:nas", "websocket": 1, "strip_prefix": 0, "rewrite_html": 0,
        "public_access": 1, "cache": 1, "persist_cookies": 0, "insecure_upstream": 1,
        "forward_authorization": 1, "host_header": "upstream", "routing_mode": "path",
        "subdomain": null, "health_check": "{\"expected_status\":204,\"disabled\":false}",
        "container_id": null, "origin": "manual", "created_at": 1, "updated_at": 1,
    });
    record.as_object().expect("an object").clone()
}

async fn assert_kept(fixture: &Fixture) {
    let route = fixture.get("/api/v1/routes/nas").send().await.expect(StatusCode::OK);
    for (name, expected) in [
        ("websocket", json!(true)),
        ("stripPrefix", json!(false)),
        ("rewriteHtml", json!(false)),
        ("publicAccess", json!(true)),
        ("cache", json!(true)),
        ("persistCookies", json!(false)),
        ("insecureUpstream", json!(true)),
        ("forwardAuthorization", json!(true)),
        ("hostHeader", json!("upstream")),
        ("healthCheck", json!({ "expectedStatus": 204, "disabled": false })),
    ] {
        assert_eq!(route[name], expected, "{name}");
    }
}

#[tokio::test]
async fn rows_keep_their_options() {
    let former = Migrations { steps: &MIGRATIONS.steps[..2], ..MIGRATIONS };
    for database in Database::all() {
        let db = database.open(&[events::MIGRATIONS, former]).await;
        let mut tx = db.begin().await.expect("a transaction");
        for sql in [APP, ROUTE] {
            query(sql).execute(&mut *tx).await.expect("a row");
        }
        tx.commit().await.expect("kept");
        db.close().await;

        let db = database.open(&[events::MIGRATIONS, MIGRATIONS]).await;
        let clock = Clock::manual(Timestamp::from_unix(1_800_000_000));
        assert_kept(&Fixture::build(db.clone(), clock, settings(json!({}))).await).await;
        db.close().await;
    }
}

#[tokio::test]
async fn backups_keep_their_options() {
    both(async |fixture| {
        fixture.put("nas", json!({ "to": "http://elsewhere" })).await.expect(StatusCode::CREATED);
        let part = SLICE.backup.iter().find(|part| part.name == "routes").expect("the part");
        let table = part.tables.first().expect("its table");
        assert_eq!(table.problem(&record()), None);
        let mut spoiled = record();
        spoiled.insert("cache".to_owned(), Value::from("yes"));
        assert!(table.problem(&spoiled).is_some_and(|why| why.contains("cache")));

        let seals = Seals::of(&fixture.db, SLICE.backup).await.expect("seals");
        let credentials = Credentials { same_database: true, revive: false };
        let mut tx = fixture.db.begin().await.expect("a transaction");
        table.restore(&mut tx, &seals, &[record()], credentials).await.expect("restored");
        (part.check)(&mut tx, &seals).await.expect("readable");
        tx.commit().await.expect("kept");
        assert_kept(&fixture.restarted(settings(json!({}))).await).await;
    })
    .await;
}
