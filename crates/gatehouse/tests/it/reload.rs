use std::fs;
use std::os::unix::fs::symlink;

use serde_json::Value;
use testkit::{Gateway, PATIENCE, deadline};

async fn feed(gateway: &Gateway) -> Vec<Value> {
    let answer = gateway.get("/api/v1/activity/recent").send().await.expect("an answer");
    answer.json().await.expect("a list")
}

async fn until_feed_has(gateway: &Gateway, kind: &str, count: usize) -> Value {
    let mut found = Value::Null;
    deadline(&format!("{count} entries of {kind}"), PATIENCE, async || {
        let entries = feed(gateway).await;
        let ours: Vec<_> = entries.into_iter().filter(|entry| entry["type"] == kind).collect();
        found = ours.first().cloned().unwrap_or_default();
        ours.len() == count
    })
    .await;
    found
}

async fn metrics_status(gateway: &Gateway) -> u16 {
    gateway.get("/metrics").send().await.expect("an answer").status().as_u16()
}

async fn start(yaml: &str) -> Gateway {
    Gateway::launch().without_rate_limits().config(yaml).start().await
}

#[tokio::test]
async fn a_changed_file_takes_effect_and_is_told() {
    let gateway = start("metrics: {enabled: true}").await;
    assert_eq!(metrics_status(&gateway).await, 200);

    gateway.write_config("metrics: {enabled: false}\nauth: {issuer: elsewhere}\n");
    let entry = until_feed_has(&gateway, "config.reloaded", 1).await;
    assert_eq!(entry["message"], "Configuration reloaded; after a restart: auth.issuer");
    assert_eq!(entry["details"], "auth.issuer, metrics.enabled");
    assert_eq!(metrics_status(&gateway).await, 404);
    let log = gateway.output();
    assert!(log.contains("changed; takes effect after a restart key=\"auth.issuer\""), "{log}");
}

#[tokio::test]
async fn a_broken_file_changes_nothing_and_is_told_without_its_secrets() {
    let gateway = start("metrics: {enabled: false}").await;
    gateway.write_config("metrics: {enabled: true}\nauth: {hs256_secret: hunter2}\n");
    let entry = until_feed_has(&gateway, "config.reload_failed", 1).await;
    let details = entry["details"].as_str().expect("a reason");
    assert!(details.contains("config.yaml:2:22: auth.hs256_secret: expected"), "{details}");
    assert_eq!(metrics_status(&gateway).await, 404, "the running configuration stays");
    assert!(feed(&gateway).await.iter().all(|entry| entry["type"] != "config.reloaded"));
    assert!(!gateway.output().contains("hunter2"));

    gateway.write_config("metrics: {enabled: true}");
    until_feed_has(&gateway, "config.reloaded", 1).await;
    assert_eq!(metrics_status(&gateway).await, 200);
}

#[tokio::test]
async fn sighup_reads_the_file_again() {
    let gateway = start("logging: {level: debug}").await;
    let read = |gateway: &Gateway| gateway.output().matches("configuration is as it was").count();
    deadline("it has caught up", PATIENCE, async || read(&gateway) == 1).await;
    gateway.signal("HUP");
    deadline("it is read again", PATIENCE, async || read(&gateway) == 2).await;
    assert!(feed(&gateway).await.is_empty(), "nothing changed, so nothing is told");
}

#[tokio::test]
async fn every_reloadable_part_takes_its_settings_over() {
    let gateway = Gateway::launch().config("").start().await;
    let limit = async || {
        let answer = gateway.get("/api/v1/auth/me").send().await.expect("an answer");
        answer.headers().get("x-ratelimit-limit").map(|limit| limit.as_bytes().to_vec())
    };
    let local = async |host: &str| {
        let request = gateway.get("/api/v1/devices").header("host", host);
        request.send().await.expect("an answer").status().as_u16()
    };
    assert_eq!(limit().await.as_deref(), Some(&b"10"[..]));
    assert_eq!(local("nas.lan").await, 401);

    gateway.write_config(
        "rate_limits: {auth: {burst: 77}}\nserver: {allowed_hosts: [nas.lan]}\nlogging: {level: debug}",
    );
    deadline("the limit changes", PATIENCE, async || limit().await.as_deref() == Some(b"77")).await;
    assert_eq!(local("nas.lan").await, 200);
    local("elsewhere.lan").await;
    assert!(gateway.output().contains("DEBUG"), "{}", gateway.output());
}

#[tokio::test]
async fn a_new_name_gets_into_the_certificate() {
    let gateway = Gateway::launch().https().config("").start().await;
    let port = gateway.port();
    let by_name = async || {
        let loopback = std::net::SocketAddr::from(([127, 0, 0, 1], port));
        let client = gateway.client_builder().resolve("gate.lan", loopback).build();
        let url = format!("https://gate.lan:{port}/livez");
        client.expect("a client").get(url).send().await.is_ok()
    };
    assert!(!by_name().await, "the certificate does not know the name yet");
    gateway.write_config("server: {allowed_hosts: [gate.lan]}");
    deadline("the certificate has the name", PATIENCE, by_name).await;
}

/// A folder as Kubernetes mounts a ConfigMap: the file is a link through a folder that is one.
#[tokio::test]
async fn a_config_map_that_changes_takes_effect_each_time() {
    let mount = tempfile::tempdir().expect("a folder");
    let version = |name: &str, yaml: &str| {
        fs::create_dir(mount.path().join(name)).expect("a folder");
        fs::write(mount.path().join(name).join("config.yaml"), yaml).expect("written");
        symlink(name, mount.path().join("..data_tmp")).expect("a link");
        fs::rename(mount.path().join("..data_tmp"), mount.path().join("..data")).expect("moved");
    };
    version("..1", "metrics: {enabled: true}");
    let file = mount.path().join("config.yaml");
    symlink("..data/config.yaml", &file).expect("a link");
    let file = file.to_str().expect("UTF-8");
    let launch = Gateway::launch().without_rate_limits().flag("--config").flag(file);
    let gateway = launch.start().await;
    for (name, yaml, status) in
        [("..2", "metrics: {enabled: false}", 404), ("..3", "metrics: {enabled: true}", 200)]
    {
        version(name, yaml);
        deadline(name, PATIENCE, async || metrics_status(&gateway).await == status).await;
    }
}

#[tokio::test]
async fn a_file_behind_a_link_takes_effect_when_it_is_edited() {
    let (links, real) = (tempfile::tempdir().expect("one"), tempfile::tempdir().expect("two"));
    let (link, file) = (links.path().join("config.yaml"), real.path().join("gatehouse.yaml"));
    fs::write(&file, "metrics: {enabled: true}").expect("written");
    symlink(&file, &link).expect("a link");
    let link = link.to_str().expect("UTF-8");
    let launch = Gateway::launch().without_rate_limits().flag("--config").flag(link);
    let gateway = launch.start().await;
    fs::write(&file, "metrics: {enabled: false}").expect("written");
    deadline("metrics are off", PATIENCE, async || metrics_status(&gateway).await == 404).await;
}
