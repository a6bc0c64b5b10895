//! An app goes down and comes back: the catalogue and the open sockets hear of it.

use serde_json::{Value, json};
use testkit::{Gateway, PATIENCE, deadline};

use crate::people::Calls;
use crate::routes::{metric, put_route};
use crate::socket::{Socket, message, open};
use crate::upstream::Upstream;

async fn next_health(socket: &mut Socket) -> Value {
    loop {
        let event = message(socket).await;
        if event["type"] == "health_change" {
            return event["data"].clone();
        }
    }
}

async fn shows(gateway: &Gateway, status: &str, route_status: &str) {
    let app = gateway.get("/api/v1/apps/tv").answer().await.1;
    assert_eq!(app["healthStatus"], status);
    let route = gateway.get("/api/v1/routes/tv").answer().await.1;
    assert_eq!(route["status"], route_status);
    let (code, health) = gateway.get("/api/v1/services/tv/health").answer().await;
    assert_eq!((code, &health["status"]), (200, &json!(status)));
}

#[tokio::test]
async fn an_app_that_is_killed_turns_unhealthy_and_healthy_again_when_it_is_back() {
    let config = "rate_limits: {enabled: false}\n\
                  health_checks: {interval: 1s, timeout: 500ms, unhealthy_threshold: 2}\n";
    let gateway = Gateway::launch().config(config).start().await;
    let mut socket = open(&gateway, "").await;
    let app = Upstream::echo("tv").await;
    let port = app.port();
    put_route(&gateway, "tv", json!({ "to": app.url() })).await;

    let healthy = next_health(&mut socket).await;
    assert_eq!((&healthy["appId"], &healthy["status"]), (&json!("tv"), &json!("healthy")));
    assert_eq!(healthy["proxyPath"], "/apps/tv/");
    shows(&gateway, "healthy", "ACTIVE").await;
    let verdict = "gatehouse_app_healthy{app=\"tv\"}";
    assert_eq!(metric(&gateway, verdict).await, 1.0);

    app.kill().await;
    let unhealthy = next_health(&mut socket).await;
    assert_eq!(unhealthy["status"], "unhealthy");
    assert!(unhealthy["timestamp"].is_i64() && unhealthy["message"].is_string(), "{unhealthy}");
    shows(&gateway, "unhealthy", "UNHEALTHY").await;
    assert_eq!(metric(&gateway, verdict).await, 0.0);
    let down = gateway.get("/api/v1/services/tv/health").answer().await.1;
    assert!(down["consecutiveFailures"].as_u64() >= Some(2), "{down}");
    assert!(down["lastSuccess"].is_string(), "{down}");

    // Being unhealthy is no reason to keep requests from an app that answers.
    let _app = Upstream::echo_at(port, "tv").await;
    assert_eq!(gateway.get("/apps/tv/").answer().await.0, 200);
    assert_eq!(next_health(&mut socket).await["status"], "healthy");
    shows(&gateway, "healthy", "ACTIVE").await;
}

#[tokio::test]
async fn the_last_known_health_is_there_after_a_restart() {
    let config = "rate_limits: {enabled: false}\n\
                  health_checks: {interval: 1h, timeout: 500ms, unhealthy_threshold: 1}\n";
    let mut gateway = Gateway::launch().config(config).start().await;
    put_route(&gateway, "tv", json!({ "to": "http://127.0.0.1:9" })).await;
    let is_down =
        async || gateway.get("/api/v1/apps/tv").answer().await.1["healthStatus"] == "unhealthy";
    deadline("the app is down", PATIENCE, is_down).await;
    gateway.restart().await;
    let health = gateway.get("/api/v1/services/tv/health").answer().await.1;
    assert_eq!(health["status"], "unhealthy");
}

#[tokio::test]
async fn a_route_says_what_healthy_means() {
    let config = "rate_limits: {enabled: false}\nhealth_checks: {unhealthy_threshold: 1}\n";
    let gateway = Gateway::launch().config(config).start().await;
    let app = Upstream::echo("tv").await;
    let with = |check: Value| json!({ "to": app.url(), "healthCheck": check });
    put_route(&gateway, "strict", with(json!({ "expectedStatus": 204 }))).await;
    put_route(&gateway, "usual", with(json!({ "path": "/up?deep=1" }))).await;
    put_route(&gateway, "silent", with(json!({ "disabled": true }))).await;
    let status = async |id: &str| {
        gateway.get(&format!("/api/v1/apps/{id}")).answer().await.1["healthStatus"].clone()
    };
    let told = async || status("strict").await == "unhealthy" && status("usual").await == "healthy";
    deadline("both are checked", PATIENCE, told).await;
    assert_eq!(status("silent").await, "unknown");
}
