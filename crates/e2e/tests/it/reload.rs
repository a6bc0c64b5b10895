//! A configuration that changes while the program runs.

use serde_json::{Value, json};
use testkit::{Gateway, PATIENCE, deadline};

use crate::people::Calls;

async fn activity(gateway: &Gateway) -> Vec<Value> {
    let recent = gateway.get("/api/v1/activity/recent").answer().await.1;
    recent.as_array().cloned().unwrap_or_default()
}

#[tokio::test]
async fn what_can_be_reloaded_is_in_force_at_once() {
    let start = "rate_limits: {enabled: false}\n";
    let gateway = Gateway::launch().config(start).start().await;
    assert_eq!(gateway.get("/metrics").answer().await.0, 200);

    gateway.write_config("rate_limits: {enabled: false}\nmetrics: {enabled: false}\n");
    deadline("metrics are off", PATIENCE, async || gateway.get("/metrics").answer().await.0 == 404)
        .await;

    gateway.write_config(
        "rate_limits: {enabled: false}\nbootstrap: {tokens: [a-token-from-the-reload]}\n\
         logging: {level: debug}\n",
    );
    deadline("metrics are on again", PATIENCE, async || {
        gateway.get("/metrics").answer().await.0 == 200
    })
    .await;
    let device = json!({ "device": { "id": "tv", "platform": "linux" } });
    let pair = gateway.post("/api/v1/auth/pair", &device).bearer_auth("a-token-from-the-reload");
    assert_eq!(pair.answer().await.0, 200);
    // Once all of it is in force.
    let is_named = async || gateway.output().contains("bootstrap.tokens");
    deadline("the log names what changed", PATIENCE, is_named).await;
    assert!(!gateway.output().contains("a-token-from-the-reload"));

    gateway.write_config("rate_limits: {qr: {per_minute: 1, burst: 1}}\n");
    deadline("limits are on", PATIENCE, async || {
        gateway.get("/api/v1/auth/qr").answer().await.0 == 429
    })
    .await;
}

#[tokio::test]
async fn the_configuration_can_be_read_with_where_it_was_written() {
    let start = "rate_limits: {enabled: false}\nlogging: {level: info}\n";
    let secret = "hunter2-hunter2-hunter2-hunter2-hunter2";
    let gateway = Gateway::launch().config(start).env("GATEHOUSE_JWT_SECRET", secret).start().await;
    let setting = async |key: &str| {
        let all = gateway.get("/api/v1/config").answer().await.1;
        let found = all.as_array().expect("a list").iter().find(|setting| setting["key"] == key);
        found.unwrap_or_else(|| panic!("{key} is not there")).clone()
    };
    let level = setting("logging.level").await;
    assert_eq!((&level["value"], &level["source"]), (&json!("info"), &json!("file")));
    let place = level["written"].as_str().expect("text");
    assert!(place.contains("config.yaml:2:"), "{place}");
    let hidden = setting("auth.hs256_secret").await;
    assert_eq!((&hidden["value"], &hidden["source"]), (&json!("***"), &json!("environment")));
    assert_eq!(setting("server.addr").await["source"], "flag");
    let format = setting("logging.format").await;
    assert_eq!((&format["source"], &format["needsRestart"]), (&json!("default"), &json!(true)));

    gateway.write_config("rate_limits: {enabled: false}\nlogging: {level: debug, format: json}\n");
    let changed = async || setting("logging.level").await["value"] == "debug";
    deadline("the change is shown", PATIENCE, changed).await;
    assert_eq!(setting("logging.level").await["waits"], false);
    assert_eq!(setting("logging.format").await["waits"], true, "it counts after a restart");
}

#[tokio::test]
async fn trust_in_addresses_changes_with_the_file() {
    let gateway = Gateway::launch().config("rate_limits: {enabled: false}\n").start().await;
    let by_name = || gateway.get("/api/v1/devices").header("Host", "attic.lan").answer();
    assert_eq!(by_name().await.0, 401);
    gateway.write_config("rate_limits: {enabled: false}\nserver: {allowed_hosts: [attic.lan]}\n");
    deadline("the name is ours", PATIENCE, async || by_name().await.0 == 200).await;
}

#[tokio::test]
async fn a_broken_file_changes_nothing_and_is_told() {
    let config = "rate_limits: {enabled: false}\nmetrics: {enabled: false}\n";
    let gateway = Gateway::launch().config(config).start().await;
    gateway.write_config("metrics: {enabled: true}\nserver: [broken\n");
    gateway.signal("HUP");
    deadline("the feed tells of it", PATIENCE, async || {
        activity(&gateway).await.iter().any(|entry| entry["type"] == "config.reload_failed")
    })
    .await;
    assert_eq!(gateway.get("/metrics").answer().await.0, 404);
    let output = gateway.output();
    assert!(output.contains("config.yaml:"), "the log says where:\n{output}");
    assert_eq!(gateway.get("/livez").answer().await.0, 200);
}

/// What one part refuses, no other part takes over.
#[tokio::test]
async fn a_file_with_one_bad_value_changes_nothing_at_all() {
    let gateway = Gateway::launch().config("rate_limits: {enabled: false}\n").start().await;
    gateway.write_config(
        "rate_limits: {enabled: false}\nmetrics: {enabled: false}\n\
         bootstrap: {tokens: [a-token-of-the-bad-file]}\n\
         routes: [{id: tv, app_id: tv, to: \"http://192.0.2.1/\"}]\n\
         server: {allowed_hosts: [\"no host name\"]}\n",
    );
    gateway.signal("HUP");
    deadline("the feed tells of it", PATIENCE, async || {
        activity(&gateway).await.iter().any(|entry| entry["type"] == "config.reload_failed")
    })
    .await;
    assert_eq!(gateway.get("/metrics").answer().await.0, 200);
    assert_eq!(gateway.get("/api/v1/routes").answer().await.1, json!([]));
    let device = json!({ "device": { "id": "tv", "platform": "linux" } });
    let pair = gateway.post("/api/v1/auth/pair", &device).bearer_auth("a-token-of-the-bad-file");
    assert_eq!(pair.answer().await.0, 401);
}

#[tokio::test]
async fn a_setting_that_needs_a_restart_is_named() {
    let config = "rate_limits: {enabled: false}\n";
    let gateway = Gateway::launch().config(config).start().await;
    gateway.write_config("rate_limits: {enabled: false}\nauth: {issuer: somebody-else}\n");
    deadline("the log names it", PATIENCE, async || {
        gateway
            .output()
            .lines()
            .any(|line| line.contains("auth.issuer") && line.contains("restart"))
    })
    .await;
}
