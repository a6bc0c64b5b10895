//! The life of the process: it starts, stops when asked, and comes back with its data.

use std::net::Ipv4Addr;

use testkit::{Gateway, lan_address};

async fn text(request: reqwest::RequestBuilder) -> (u16, String) {
    let answer = request.send().await.expect("the program answers");
    (answer.status().as_u16(), answer.text().await.expect("a body"))
}

#[tokio::test]
async fn it_serves_https_with_a_certificate_of_its_own_ca() {
    let gateway = Gateway::launch().https().start().await;
    assert_eq!(text(gateway.get("/livez")).await, (200, "ok".to_owned()));
}

#[tokio::test]
async fn asked_to_stop_it_ends_well_and_comes_back_with_its_users() {
    let mut gateway = Gateway::start().await;
    gateway.admin_token().await;
    let ended = gateway.terminate().await;
    assert!(ended.success(), "{ended}:\n{}", gateway.output());
    gateway.restart().await;
    let (status, body) = text(gateway.get("/api/v1/auth/setup-status")).await;
    assert_eq!(status, 200);
    let body: serde_json::Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(body["hasUsers"], true);
}

#[tokio::test]
async fn killed_it_comes_back() {
    let mut gateway = Gateway::start().await;
    gateway.kill9();
    gateway.restart().await;
    assert_eq!(text(gateway.get("/readyz")).await.0, 200);
}

#[tokio::test]
async fn on_all_addresses_it_answers_a_peer_that_is_not_local() {
    let Some(address) = lan_address() else { return };
    let gateway = Gateway::launch().listen(Ipv4Addr::UNSPECIFIED).start().await;
    let devices = gateway.client().get(gateway.url_at(address, "/api/v1/devices"));
    assert_eq!(text(devices).await.0, 401);
    assert_eq!(text(gateway.get("/api/v1/devices")).await.0, 200);
}

#[tokio::test]
async fn as_json_every_line_of_the_log_is_an_object() {
    let config = "logging: {format: json, level: debug}\n";
    let mut gateway = Gateway::launch().config(config).start().await;
    assert_eq!(text(gateway.get("/no/such/path")).await.0, 404);
    gateway.terminate().await;
    let output = gateway.output();
    // What is printed for the person who started it comes first and is no log.
    let log = output.lines().filter(|line| line.starts_with('{'));
    let lines: Vec<serde_json::Value> =
        log.map(|line| serde_json::from_str(line).expect("one object a line")).collect();
    assert!(lines.iter().all(|line| line["level"].is_string() && line["timestamp"].is_string()));
    let refused = lines.iter().any(|line| line.to_string().contains("NOT_FOUND"));
    assert!(refused, "the refusal is logged:\n{output}");
    assert!(!output.contains(" INFO "), "no line is plain text:\n{output}");
}
