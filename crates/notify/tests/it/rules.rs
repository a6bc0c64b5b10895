use std::time::Duration;

use axum::http::Method;
use events::facts::{DevicePending, HealthChanged};
use events::{Change, Fact};
use kit::Actor;
use serde_json::{Value, json};
use testkit::both;

use crate::server::{MIGRATIONS, Server};

const RULES: &str = "/api/v1/notifications/rules";

fn health(app: &str, status: &str) -> HealthChanged {
    HealthChanged {
        app_id: app.to_lowercase(),
        app_name: app.to_owned(),
        proxy_path: format!("/apps/{app}/"),
        status: status.to_owned(),
        message: "the connection was refused".to_owned(),
        timestamp: 0,
    }
}

fn new_device() -> DevicePending {
    DevicePending {
        device_id: "new".to_owned(),
        device_name: "Ann's phone".to_owned(),
        platform: "ios".to_owned(),
    }
}

async fn happen(server: &Server, fact: &impl Fact) {
    let change = Change::by(Actor::system(), "test.happened").unaudited().fact(fact);
    server.events.note(&change).await.expect("it is noted");
}

async fn change(server: &Server, rule: &str, body: Value) -> Value {
    let path = format!("{RULES}/{rule}");
    let (status, answer) = server.call("admin", Method::PUT, &path, Some(body)).await;
    assert_eq!(status, 200, "{answer}");
    answer
}

#[tokio::test]
async fn there_is_a_rule_for_every_event_and_it_tells_every_device() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let list = server.ok("admin", RULES).await;
        assert_eq!((&list["count"], list["events"].as_array().map(Vec::len)), (&json!(6), Some(6)));
        let mut phone = server.sockets.connect("phone");
        happen(&server, &health("Grafana", "healthy")).await;
        happen(&server, &health("Grafana", "unhealthy")).await;
        let message = phone.take().await;
        assert_eq!(message["data"]["type"], "app_unhealthy");
        let data = &message["data"]["data"];
        assert_eq!(data["title"], "Grafana does not work");
        assert_eq!(data["message"], "the connection was refused");
        assert_eq!(data["ruleId"], "rule_app_unhealthy");
        happen(&server, &new_device()).await;
        assert_eq!(phone.take().await["data"]["data"]["title"], "Ann's phone wants to pair");
        // The tablet is away.
        server.until("pending", 2).await;
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn a_rule_that_was_removed_stays_removed() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db.clone()).await;
        let path = format!("{RULES}/rule_app_unhealthy");
        assert_eq!(server.delete("admin", &path).await.0, 204);
        assert_eq!(server.get("admin", &path).await.0, 404);
        server.stop().await;
        let server = Server::new(db).await;
        assert_eq!(server.ok("admin", RULES).await["count"], 5);
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn what_exceeds_the_limit_comes_together_when_its_time_is_over() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let mut phone = server.sockets.connect("phone");
        let limited = json!({ "rateLimit": { "count": 1, "minutes": 10 }, "deviceIds": ["phone"] });
        change(&server, "rule_app_unhealthy", limited).await;
        for app in ["A", "B", "C"] {
            happen(&server, &health(app, "unhealthy")).await;
        }
        assert_eq!(phone.take().await["data"]["data"]["title"], "A does not work");
        // Facts are heard in order: when this one has come, the others were heard.
        happen(&server, &new_device()).await;
        assert_eq!(phone.take().await["data"]["type"], "device_pending");
        server.pass(Duration::from_secs(11 * 60));
        assert_eq!(phone.take().await["data"]["data"]["title"], "2 × app unhealthy");
        happen(&server, &health("D", "unhealthy")).await;
        assert_eq!(phone.take().await["data"]["data"]["title"], "D does not work");
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn in_quiet_hours_nobody_is_disturbed() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let mut phone = server.sockets.connect("phone");
        // It is 22:13:20.
        let quiet = json!({
            "quietHours": { "from": "22:00", "to": "07:00", "timezone": "UTC" },
            "deviceIds": ["phone"],
        });
        let shown = change(&server, "rule_app_unhealthy", quiet).await;
        assert_eq!(shown["quietHours"]["to"], "07:00");
        happen(&server, &health("A", "unhealthy")).await;
        happen(&server, &health("B", "unhealthy")).await;
        // Another rule is not quiet, and facts are heard in order.
        happen(&server, &new_device()).await;
        assert_eq!(phone.take().await["data"]["type"], "device_pending");
        server.pass(Duration::from_secs(9 * 3_600));
        let digest = phone.take().await;
        assert_eq!(digest["data"]["data"]["title"], "2 × app unhealthy");
        let text = digest["data"]["data"]["message"].as_str().expect("a text");
        assert!(text.contains("A does not work") && text.contains("B does not work"), "{text}");
        let none = change(&server, "rule_app_unhealthy", json!({ "quietHours": null })).await;
        assert!(none.get("quietHours").is_none());
        server.stop().await;
    })
    .await;
}

#[tokio::test]
async fn rules_are_made_by_those_who_may_and_make_sense() {
    both(&MIGRATIONS, async |db| {
        let server = Server::new(db).await;
        let good = json!({ "name": "Mine", "event": "peer_lost", "digestMinutes": 5 });
        for (caller, status) in [("phone", 403), ("weak-key", 403), ("nobody", 401), ("key", 201)] {
            let (answered, body) = server.post(caller, RULES, good.clone()).await;
            assert_eq!(answered, status, "{caller}: {body}");
        }
        assert_eq!(server.get("phone", RULES).await.0, 403);
        for bad in [
            json!({}),
            json!({ "event": "rain" }),
            json!({ "event": "peer_lost", "name": "" }),
            json!({ "event": "peer_lost", "rateLimit": { "count": 0, "minutes": 1 } }),
            json!({ "event": "peer_lost", "rateLimit": { "count": 1 } }),
            json!({ "event": "peer_lost", "digestMinutes": 20_000 }),
            json!({ "event": "peer_lost", "quietHours": { "from": "25:00", "to": "07:00" } }),
            json!({ "event": "peer_lost", "deviceIds": [""] }),
        ] {
            let (status, answer) = server.post("admin", RULES, bad.clone()).await;
            assert_eq!(status, 400, "{bad}: {answer}");
        }
        assert_eq!(server.ok("admin", RULES).await["count"], 7);
        server.stop().await;
    })
    .await;
}
