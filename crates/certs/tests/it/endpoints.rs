//! Making, listing, reading, renewing and deleting.

use http::StatusCode;
use kit::Timestamp;
use serde_json::json;

use crate::fixture::{DAY, both, machine};

#[tokio::test]
async fn a_certificate_for_private_names_is_signed_by_the_ca_and_served_at_once() {
    both(async |machine| {
        let fixture = machine.start().await;
        let pins = fixture.certs.spki_pins();
        let made = fixture.generate(&["tv.home.arpa", "*.tv.home.arpa", "10.0.0.9"]).await;
        assert_eq!(made["success"], true);
        assert_eq!(made["tls_upgraded"], true);
        let certificate = &made["certificate"];
        assert_eq!(certificate["domain"], "tv.home.arpa");
        assert_eq!(certificate["sans"], json!(["*.tv.home.arpa", "tv.home.arpa", "10.0.0.9"]));
        assert!(certificate["issuer"].as_str().expect("text").contains("Gatehouse local CA"));
        assert_eq!(certificate["expires_in_days"], 90);
        let chain = certificate["chain_pem"].as_str().expect("text");
        assert_eq!(chain.matches("BEGIN CERTIFICATE").count(), 2);
        for name in ["tv.home.arpa", "a.tv.home.arpa", "10.0.0.9"] {
            fixture.connect(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        assert_eq!(fixture.certs.spki_pins(), pins, "it has the same key");
        let again = machine.start().await;
        again.connect("a.tv.home.arpa").expect("it survives a restart");
    })
    .await;
}

#[tokio::test]
async fn a_certificate_for_public_names_stands_alone() {
    let fixture = machine().await.start().await;
    let made = fixture.generate(&["home.example.com", "nas.lan"]).await;
    let certificate = &made["certificate"];
    let chain = certificate["chain_pem"].as_str().expect("text");
    assert_eq!(chain.matches("BEGIN CERTIFICATE").count(), 1);
    assert!(!certificate["issuer"].as_str().expect("text").contains("local CA"));
    assert_ne!(fixture.leaf(Some("home.example.com")), fixture.leaf(None));
    assert!(fixture.connect("home.example.com").is_err(), "the CA does not speak for it");
}

#[tokio::test]
async fn the_list_begins_with_the_gateways_own() {
    let fixture = machine().await.start().await;
    fixture.generate(&["tv.lan"]).await;
    fixture.generate(&["box.lan"]).await;
    assert_eq!(fixture.listed().await, ["nas.local", "box.lan", "tv.lan"]);
    let list = fixture.get("/api/v1/certificates").await.expect(StatusCode::OK);
    let own = &list["certificates"][0];
    assert_eq!((&own["provider"], &own["in_use"]), (&json!("gateway"), &json!(true)));
    for field in ["not_before", "not_after"] {
        let text = own[field].as_str().expect("text");
        assert!(Timestamp::parse(text).is_some(), "{text}");
    }
    assert_eq!(own["fingerprint"].as_str().expect("text").len(), 95);
    assert!(own.get("chain_pem").is_none(), "a list is short");
    fixture.generate(&["nas.local"]).await;
    let listed = fixture.listed().await;
    assert_eq!(listed, ["localhost", "box.lan", "nas.local", "tv.lan"], "no name twice");
}

#[tokio::test]
async fn one_is_read_by_any_spelling_of_its_name() {
    let fixture = machine().await.start().await;
    fixture.generate(&["münchen.test"]).await;
    for name in ["xn--mnchen-3ya.test", "M%C3%BCnchen.TEST"] {
        let path = format!("/api/v1/certificates/{name}");
        let read = fixture.get(&path).await.expect(StatusCode::OK);
        assert_eq!(read["certificate"]["domain"], "xn--mnchen-3ya.test");
        assert!(read["certificate"]["chain_pem"].as_str().expect("text").contains("BEGIN"));
    }
    fixture.get("/api/v1/certificates/none.lan").await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn what_is_suggested_can_be_made() {
    let fixture = machine().await.start().await;
    let answer = fixture.get("/api/v1/certificates/suggest").await.expect(StatusCode::OK);
    let suggestions = answer["suggestions"].as_array().expect("a list");
    assert_eq!(answer["count"], suggestions.len());
    for name in ["nas.local", "nas", "192.168.1.20", "::1"] {
        assert!(suggestions.contains(&json!(name)), "{name}: {suggestions:?}");
    }
    let made = fixture.post("generate", json!({ "domains": suggestions })).await;
    made.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn a_deleted_one_is_not_served_any_more() {
    both(async |machine| {
        let fixture = machine.start().await;
        fixture.generate(&["tv.lan"]).await;
        fixture.delete("tv.lan").await.expect(StatusCode::OK);
        assert!(fixture.connect("tv.lan").is_err());
        fixture.delete("tv.lan").await.refused(404, "NOT_FOUND");
        assert_eq!(machine.start().await.listed().await, ["nas.local"]);
    })
    .await;
}

#[tokio::test]
async fn the_one_in_use_is_not_deleted() {
    let fixture = machine().await.start().await;
    fixture.delete("nas.local").await.refused(409, "CONFLICT");
    fixture.generate(&["tv.lan"]).await;
    fixture.base_url.set("https://tv.lan:8443");
    fixture.delete("tv.lan").await.refused(409, "CONFLICT");
    fixture.connect("tv.lan").expect("it is still there");
    fixture.base_url.set("https://192.168.1.20:8443");
    fixture.delete("tv.lan").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn one_can_be_renewed_before_its_time() {
    both(async |machine| {
        let fixture = machine.start().await;
        fixture.generate(&["tv.lan", "10.0.0.9"]).await;
        machine.clock.advance(10 * DAY);
        for domain in ["tv.lan", "nas.local"] {
            let sni = (domain == "tv.lan").then_some(domain);
            let before = fixture.leaf(sni);
            let made = fixture.post("renew", json!({ "domain": domain })).await;
            let made = made.expect(StatusCode::OK);
            assert_eq!(made["certificate"]["expires_in_days"], 90, "{domain}");
            assert_ne!(fixture.leaf(sni), before, "{domain}");
        }
        fixture.post("renew", json!({ "domain": "none.lan" })).await.refused(404, "NOT_FOUND");
    })
    .await;
}

#[tokio::test]
async fn every_change_is_in_the_audit_log_without_a_secret() {
    let fixture = machine().await.start().await;
    fixture.generate(&["tv.lan"]).await;
    fixture.post("renew", json!({ "domain": "tv.lan" })).await.expect(StatusCode::OK);
    let pair = crate::imports::Pair::signed(&["tv.lan"]);
    fixture.post("replace", pair.body("tv.lan")).await.expect(StatusCode::OK);
    fixture.delete("tv.lan").await.expect(StatusCode::OK);
    let audit =
        fixture.events.audit(&Default::default(), kit::Page::first(10)).await.expect("a log");
    let actions: Vec<_> = audit.items.iter().rev().map(|entry| entry.action.as_str()).collect();
    let expected = ["generated", "renewed", "replaced", "deleted"];
    assert_eq!(actions, expected.map(|action| format!("certificate.{action}")));
    assert!(audit.items.iter().all(|entry| entry.actor_id == "phone"));
    assert!(!format!("{audit:?}").contains("PRIVATE"));
}

#[tokio::test]
async fn without_an_authority_acme_says_what_is_missing() {
    let fixture = machine().await.start().await;
    let body = json!({ "domains": ["home.example"], "provider": "acme" });
    let error = fixture.post("generate", body).await.refused(503, "SERVICE_UNAVAILABLE");
    assert!(error["message"].as_str().expect("text").contains("certificates.acme.directory"));
}
