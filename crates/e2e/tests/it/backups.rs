//! A whole gateway through a backup: every endpoint answers as before, here and on another machine.

use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Database, Gateway};

use crate::people::{Calls, api_key, pair, text};

/// What must be the same afterwards.
const LISTS: [&str; 8] = [
    "/api/v1/apps",
    "/api/v1/routes",
    "/api/v1/devices",
    "/api/v1/apikeys",
    "/api/v1/scripts",
    "/api/v1/schedules",
    "/api/v1/notifications/channels",
    "/api/v1/notifications/rules",
];

/// What time alone changes.
const FLEETING: [&str; 12] = [
    "lastSeen",
    "lastUsedAt",
    "lastUsed",
    "requestCount",
    "requests",
    "nextRunAt",
    "health",
    "healthStatus",
    "lastCheck",
    "favicon",
    "url",
    "isOnline",
];

async fn launch(database: Option<&Database>) -> Gateway {
    let launch = Gateway::launch()
        .config("scripts: {enabled: true}\nhealth_checks: {enabled: false}\n")
        .without_rate_limits();
    let launch = match database {
        Some(database) => launch.database(database),
        None => launch,
    };
    launch.start().await
}

async fn made(gateway: &Gateway, path: &str, body: Value) -> Value {
    let (status, answer) = gateway.post(path, &body).answer().await;
    assert!(matches!(status, 200 | 201), "{path}: {status} {answer}");
    answer
}

/// A route to nobody, and with it an app.
async fn route(gateway: &Gateway, id: &str) {
    let body = json!({ "appId": id, "to": "http://127.0.0.1:9" });
    let put = gateway.request(Method::PUT, &format!("/api/v1/routes/{id}")).json(&body);
    let (status, answer) = put.answer().await;
    assert!(matches!(status, 200 | 201), "{status} {answer}");
}

async fn fill(gateway: &Gateway) {
    route(gateway, "tv").await;
    let ntfy = json!({ "url": "https://ntfy.example", "topic": "home", "token": "tk_hidden" });
    let channel = json!({ "name": "phone", "type": "ntfy", "settings": ntfy });
    made(gateway, "/api/v1/notifications/channels", channel).await;
}

async fn state(gateway: &Gateway) -> Vec<Value> {
    let mut all = Vec::new();
    for path in LISTS {
        let (status, mut answer) = gateway.get(path).answer().await;
        assert_eq!(status, 200, "{path}: {answer}");
        forget(&mut answer);
        all.push(answer);
    }
    all
}

fn forget(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !FLEETING.contains(&name.as_str()));
            fields.values_mut().for_each(forget);
        }
        Value::Array(items) => items.iter_mut().for_each(forget),
        _ => {}
    }
}

async fn restore(gateway: &Gateway, id: &str, query: &str, body: &Value) -> (u16, Value) {
    gateway.post(&format!("/api/v1/backups/{id}/restore{query}"), body).answer().await
}

#[tokio::test]
async fn a_backup_brings_back_what_was_there_and_at_once() {
    let gateway = launch(None).await;
    let admin = gateway.admin_token().await;
    fill(&gateway).await;
    let phone = pair(&gateway, "phone", "ios").await;
    let stolen = pair(&gateway, "stolen", "ios").await;
    let (_, key) = api_key(&gateway, &["read:*"]).await;
    let before = state(&gateway).await;
    let backup = made(&gateway, "/api/v1/backups", json!({ "description": "before" })).await;
    assert_eq!((&backup["counts"]["apps"], &backup["trigger"]), (&json!(1), &json!("manual")));
    let id = text(&backup["id"]);

    for path in ["/api/v1/routes/tv", "/api/v1/devices/stolen"] {
        let (status, answer) = gateway.request(Method::DELETE, path).answer().await;
        assert!(matches!(status, 200 | 204), "{path}: {answer}");
    }
    route(&gateway, "later").await;
    let changed = state(&gateway).await;

    let (status, plan) = restore(&gateway, &id, "?plan=true", &json!({})).await;
    assert_eq!((status, &plan["restored"]["apps"]), (200, &json!(1)), "{plan}");
    assert_eq!(state(&gateway).await, changed);

    // By part: the device that was revoked meanwhile is not even asked about.
    let parts = json!({ "restoreApps": true, "restoreRoutes": true });
    let (status, done) = restore(&gateway, &id, "", &parts).await;
    assert_eq!(status, 200, "{done}");
    assert_eq!(state(&gateway).await[..2], before[..2]);
    assert_eq!(gateway.get("/apps/tv/").bearer_auth(&admin).answer().await.0, 502, "it is routed");

    // Whole: who was let in still is, and who was turned away is not.
    let (status, done) = restore(&gateway, &id, "", &json!({})).await;
    assert_eq!(status, 200, "{done}");
    assert!(done["warnings"][0].as_str().is_some_and(|w| w.contains("1 devices")), "{done}");
    let me = |token: &str| gateway.get("/api/v1/auth/me").bearer_auth(token).remote();
    assert_eq!(me(&admin).answer().await.0, 200);
    assert_eq!(me(&phone.token).answer().await.0, 200);
    assert_eq!(me(&stolen.token).answer().await.0, 401);
    let keyed = gateway.get("/api/v1/apps").header("X-API-Key", &key).remote();
    assert_eq!(keyed.answer().await.0, 200);

    // Only administrators get at what is in it.
    for (method, path) in [(Method::GET, "download"), (Method::POST, "restore")] {
        let call = gateway.request(method, &format!("/api/v1/backups/{id}/{path}")).remote();
        let call = call.bearer_auth(&phone.token).json(&json!({}));
        assert_eq!(call.answer().await.0, 403, "{path}");
    }
    let folder = gateway.data_dir().join("backups");
    let file = folder.join(format!("{id}.tar.zst"));
    let mut bytes = std::fs::read(&file).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).expect("written");
    let before = state(&gateway).await;
    assert_eq!(restore(&gateway, &id, "", &json!({})).await.0, 409);
    assert_eq!(state(&gateway).await, before);
    assert_eq!(restore(&gateway, "..%2Fx", "", &json!({})).await.0, 404);
    let nothing = json!({ "restoreApps": false });
    assert_eq!(restore(&gateway, &id, "", &nothing).await.0, 400);
}

/// From SQLite to PostgreSQL and back, with the command line beside running gateways: they take it
/// over by themselves.
#[tokio::test]
async fn a_house_moves_from_one_database_to_the_other_and_back() {
    let Some(postgres) = Database::postgres() else { return };
    let old = launch(None).await;
    old.admin_token().await;
    fill(&old).await;
    let phone = pair(&old, "phone", "ios").await;
    let (_, key) = api_key(&old, &["read:*"]).await;
    let before = state(&old).await;

    let mut source = old;
    for target in [launch(Some(&postgres)).await, launch(None).await] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("moving.backup");
        run(&source, &["backup", "create", path(&file)], "devices");
        run(&source, &["backup", "verify", path(&file)], "is whole");
        run(&target, &["backup", "restore", "--plan", path(&file)], "would be restored");
        assert_ne!(state(&target).await, before);
        run(&target, &["backup", "restore", path(&file)], "restored");
        testkit::deadline("the gateway took it over", testkit::PATIENCE, async || {
            state(&target).await == before
        })
        .await;
        let me = target.get("/api/v1/auth/me").bearer_auth(&phone.token).remote();
        assert_eq!(me.answer().await.0, 200, "the phone is still paired");
        let keyed = target.get("/api/v1/apps").header("X-API-Key", &key).remote();
        assert_eq!(keyed.answer().await.0, 200);
        let who = json!({ "username": "admin", "password": "correct horse battery" });
        assert_eq!(target.post("/api/v1/auth/login", &who).remote().answer().await.0, 200);
        source = target;
    }
}

fn path(file: &Path) -> &str {
    file.to_str().expect("a readable path")
}

fn run(gateway: &Gateway, arguments: &[&str], says: &str) {
    let done = gateway.run(arguments, "");
    let (told, complaint) = (done.stdout, String::from_utf8_lossy(&done.stderr).into_owned());
    let told = String::from_utf8_lossy(&told).into_owned();
    assert!(done.status.success(), "{arguments:?}: {complaint}");
    assert!(told.contains(says), "{arguments:?}: {told}");
}
