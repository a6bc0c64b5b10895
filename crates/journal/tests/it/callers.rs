//! Who used an app, and what went through all of them, also over a restart.

use std::time::Duration;

use axum::http::StatusCode;
use journal::MetricsConfig;
use kit::{Clock, Identity};
use serde_json::{Value, json};
use testkit::both;

use crate::apps::serve;
use crate::server::{MIGRATIONS, START, Server};

const PHOTOS: &str = "/api/v1/apps/photos/traffic";

async fn callers(server: &Server) -> Vec<Value> {
    let body = server.ok("admin", PHOTOS).await;
    body["callers"].as_array().expect("an administrator sees them").clone()
}

fn told(caller: &Value) -> (&str, &str, u64) {
    let text = |name: &str| caller[name].as_str().unwrap_or("");
    (text("kind"), text("id"), caller["requests"].as_u64().expect("a number"))
}

#[tokio::test]
async fn who_used_an_app_is_known_for_a_month() {
    both(&MIGRATIONS, async |db| {
        let clock = Clock::manual(START);
        let config = MetricsConfig::default();
        let server = Server::at(db.clone(), config.clone(), clock.clone()).await;
        let photos = serve(&server.routes, &["photos"]).remove(0);
        let phone = Identity::Device("phone".into());
        let ann = Identity::User("ann".into());
        photos.used_by(Some(&phone), clock.now());
        clock.advance(Duration::from_secs(1));
        photos.used_by(Some(&ann), clock.now());
        photos.used_by(Some(&ann), clock.now());
        let seen = callers(&server).await;
        let seen: Vec<_> = seen.iter().map(told).collect();
        assert_eq!(seen, [("user", "ann", 2), ("device", "phone", 1)]);
        let others = server.ok("phone", PHOTOS).await;
        assert_eq!(others.get("callers"), None, "{others}");
        server.journal.finish().await;

        let again = Server::at(db.clone(), config.clone(), clock.clone()).await;
        let photos = serve(&again.routes, &["photos"]).remove(0);
        clock.advance(Duration::from_secs(29 * 24 * 3_600));
        photos.used_by(Some(&phone), clock.now());
        photos.used_by(Some(&Identity::Local), clock.now());
        photos.used_by(None, clock.now());
        again.journal.finish().await;
        let seen = callers(&again).await;
        let phone = seen.iter().find(|caller| caller["kind"] == "device").expect("the phone");
        assert_eq!(
            (told(phone), &phone["since"]),
            (("device", "phone", 2), &json!("2023-11-14T22:13:20Z"),)
        );
        assert_eq!(seen.len(), 4);

        clock.advance(Duration::from_secs(2 * 24 * 3_600));
        again.journal.finish().await;
        let mut kinds: Vec<_> =
            callers(&again).await.iter().map(|caller| caller["kind"].clone()).collect();
        kinds.sort_by_key(Value::to_string);
        assert_eq!(kinds, ["anyone", "device", "local"]);
    })
    .await;
}

#[tokio::test]
async fn the_callers_of_an_app_are_bounded() {
    both(&MIGRATIONS, async |db| {
        let clock = Clock::manual(START);
        let server = Server::at(db.clone(), MetricsConfig::default(), clock.clone()).await;
        let photos = serve(&server.routes, &["photos"]).remove(0);
        for number in 0..250 {
            clock.advance(Duration::from_secs(1));
            photos.used_by(Some(&Identity::User(format!("user-{number}").into())), clock.now());
            server.ok("admin", PHOTOS).await;
        }
        server.journal.finish().await;
        let mut conn = db.read().await.expect("a connection");
        let sql = "SELECT COUNT(*) FROM app_callers";
        let rows: i64 = store::query_scalar(sql).fetch_one(&mut *conn).await.expect("a count");
        assert_eq!(rows, 200);
        let seen = callers(&server).await;
        assert_eq!((seen.len(), told(&seen[0])), (20, ("user", "user-249", 1)));
    })
    .await;
}

#[tokio::test]
async fn all_apps_together_are_the_sum_of_each() {
    both(&MIGRATIONS, async |db| {
        let clock = Clock::manual(START);
        let server = Server::at(db.clone(), MetricsConfig::default(), clock.clone()).await;
        let counters = serve(&server.routes, &["photos", "music", "quiet"]);
        counters[0].answered(StatusCode::OK, Duration::from_millis(8));
        server.journal.finish().await;
        counters[0].answered(StatusCode::OK, Duration::from_millis(8));
        counters[1].answered(StatusCode::BAD_GATEWAY, Duration::from_millis(8));
        counters[1].failed(routing::Fault::Connect);
        counters[1].sent(7);
        let all = server.ok("reader", "/api/v1/traffic").await;
        assert_eq!(
            (&all["lastDay"]["requests"], &all["lastDay"]["bytesSent"]),
            (&json!(3), &json!(7))
        );
        let last = &all["lastDay"]["quarters"][95];
        assert_eq!(last["statusClasses"], json!({"2xx": 2, "5xx": 1}));
        assert_eq!(last["failures"], 1);
        let apps = all["apps"].as_array().expect("apps");
        let apps: Vec<_> = apps
            .iter()
            .map(|app| (app["appId"].as_str(), app["requests"].as_u64(), app["failures"].as_u64()))
            .collect();
        assert_eq!(apps, [(Some("photos"), Some(2), Some(0)), (Some("music"), Some(1), Some(1)),]);
    })
    .await;
}
