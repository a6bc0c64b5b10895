//! What is not valid is refused with field and reason, and changes nothing.

use http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::fixture::{Fixture, both};

/// Route id, body, and the field that is wrong.
fn cases() -> Vec<(&'static str, Value, &'static str)> {
    let to = "http://nas";
    let long = "x".repeat(65);
    let check = |check: Value| json!({ "to": to, "healthCheck": check });
    vec![
        ("new", json!({}), "to"),
        ("new", json!({ "to": "" }), "to"),
        ("new", json!({ "to": "nas:80" }), "to"),
        ("new", json!({ "to": "file:///etc/passwd" }), "to"),
        ("new", json!({ "to": "http://" }), "to"),
        ("new", json!({ "to": "http://user:word@nas" }), "to"),
        ("new", json!({ "to": "http://nas/?a=b" }), "to"),
        ("new", json!({ "to": "http://nas/../x" }), "to"),
        ("new", json!({ "to": "http://2130706433/" }), "to"),
        ("new", json!({ "to": format!("http://nas/{}", "x".repeat(2_048)) }), "to"),
        ("new", json!({ "to": "https://127.0.0.1:8443" }), "to"),
        ("new", json!({ "to": "https://localhost:8443" }), "to"),
        ("new", json!({ "to": "https://192.168.1.5:8443/" }), "to"),
        ("new", json!({ "to": "https://ATTIC.local:8443" }), "to"),
        ("new", json!({ "to": "http://169.254.169.254/latest" }), "to"),
        ("new", json!({ "to": "http://0.0.0.0:80" }), "to"),
        ("new", json!({ "to": 7 }), "to"),
        ("New", json!({ "to": to }), "routeId"),
        ("api", json!({ "to": to }), "routeId"),
        ("_gh", json!({ "to": to }), "routeId"),
        ("a.b", json!({ "to": to }), "routeId"),
        ("%2e%2e", json!({ "to": to }), "routeId"),
        ("new", json!({ "to": to, "routeId": "other" }), "routeId"),
        ("new", json!({ "to": to, "appId": "" }), "appId"),
        ("new", json!({ "to": to, "appId": "../x" }), "appId"),
        ("new", json!({ "to": to, "appId": "api" }), "appId"),
        ("new", json!({ "to": to, "appId": "admin" }), "appId"),
        ("new", json!({ "to": to, "appId": "mobile" }), "appId"),
        ("new", json!({ "to": to, "appId": "jellyfın" }), "appId"),
        ("new", json!({ "to": to, "appId": "a\r\nb" }), "appId"),
        ("new", json!({ "to": to, "appId": "a`b" }), "appId"),
        ("new", json!({ "to": to, "appId": "{a}" }), "appId"),
        ("new", json!({ "to": to, "appId": long }), "appId"),
        ("new", json!({ "to": to, "pathBase": "/" }), "pathBase"),
        ("new", json!({ "to": to, "pathBase": "/apps/" }), "pathBase"),
        ("new", json!({ "to": to, "pathBase": "/api/v1/" }), "pathBase"),
        ("new", json!({ "to": to, "pathBase": "/apps/a/../b/" }), "pathBase"),
        ("new", json!({ "to": to, "pathBase": "/apps/%2e%2e/" }), "pathBase"),
        ("new", json!({ "to": to, "pathBase": "/apps/_gh/" }), "pathBase"),
        ("new", json!({ "to": to, "pathBase": "/apps/a//b" }), "pathBase"),
        ("new", json!({ "to": to, "scopes": ["root"] }), "scopes"),
        ("new", json!({ "to": to, "scopes": ["access:../x"] }), "scopes"),
        ("new", json!({ "to": to, "scopes": vec!["access:x"; 33] }), "scopes"),
        ("new", json!({ "to": to, "scopes": "access:x" }), "scopes"),
        ("new", json!({ "to": to, "websocket": "yes" }), "websocket"),
        ("new", json!({ "to": to, "hostHeader": "server" }), "hostHeader"),
        ("new", json!({ "to": to, "routingMode": "host" }), "routingMode"),
        ("new", json!({ "to": to, "subdomain": "Tv" }), "subdomain"),
        ("new", json!({ "to": to, "subdomain": "tv.x" }), "subdomain"),
        ("new", json!({ "to": to, "subdomain": "-tv" }), "subdomain"),
        ("a_b", json!({ "to": to, "routingMode": "both" }), "subdomain"),
        ("new", json!({ "to": to, "containerId": "../images/json" }), "containerId"),
        ("new", json!({ "to": to, "icon": "javascript:alert(1)" }), "icon"),
        ("new", json!({ "to": to, "icon": "x".repeat(2_049) }), "icon"),
        ("new", check(json!({ "path": "ping" })), "healthCheck.path"),
        ("new", check(json!({ "path": "//evil.example/" })), "healthCheck.path"),
        ("new", check(json!({ "path": "/a b" })), "healthCheck.path"),
        ("new", check(json!({ "path": "/a\r\nX: y" })), "healthCheck.path"),
        ("new", check(json!({ "interval": "999ms" })), "healthCheck.interval"),
        ("new", check(json!({ "interval": "61m" })), "healthCheck.interval"),
        ("new", check(json!({ "interval": "soon" })), "healthCheck.interval"),
        ("new", check(json!({ "interval": "5s", "timeout": "6s" })), "healthCheck.timeout"),
        ("new", check(json!({ "timeout": "0s" })), "healthCheck.timeout"),
        ("new", check(json!({ "expectedStatus": 99 })), "healthCheck.expectedStatus"),
        ("new", check(json!({ "expectedStatus": 600 })), "healthCheck.expectedStatus"),
        ("new", check(json!("off")), "healthCheck"),
    ]
}

async fn assert_untouched(fixture: &Fixture) {
    assert_eq!(fixture.ids("routes").await, ["taken"]);
    assert_eq!(fixture.ids("apps").await, ["taken"]);
    let last = fixture.last_audit().await.expect("an entry");
    assert_eq!(last.target_id.as_deref(), Some("taken"), "nothing else was recorded");
}

#[tokio::test]
async fn every_rule_is_kept() {
    both(async |fixture| {
        fixture.put("taken", json!({ "to": "http://nas" })).await.expect(StatusCode::CREATED);
        for (id, body, field) in cases() {
            let error = fixture.put(id, body.clone()).await.refused(400, "INVALID_REQUEST");
            let details = error["details"].as_array().expect("details").clone();
            let named = details.iter().any(|detail| detail["field"] == field);
            assert!(named, "{id} {body}: {field} in {details:?}");
            assert!(details.iter().all(|detail| detail["reason"].is_string()));
        }
        assert_untouched(&fixture).await;
    })
    .await;
}

#[tokio::test]
async fn all_that_is_wrong_is_said_at_once() {
    both(async |fixture| {
        let body = json!({ "to": "ftp://nas", "scopes": ["root"], "pathBase": "/x",
                           "healthCheck": { "expectedStatus": 1 } });
        let error = fixture.put("new", body).await.refused(400, "INVALID_REQUEST");
        let details = error["details"].as_array().expect("details");
        let fields: Vec<_> = details.iter().filter_map(|one| one["field"].as_str()).collect();
        assert_eq!(fields, ["pathBase", "to", "scopes", "healthCheck.expectedStatus"]);
    })
    .await;
}

#[tokio::test]
async fn what_is_not_json_is_refused() {
    both(async |fixture| {
        let put = |body: &str| fixture.call(Method::PUT, "/api/v1/routes/new").raw(body).send();
        for body in ["", "{", "[]", "null", "{\"to\":\"http://a\",\"to\":\"http://b\"}", "{} x"] {
            put(body).await.refused(400, "INVALID_REQUEST");
        }
        let bare = fixture.call(Method::PUT, "/api/v1/routes/new").send().await;
        bare.refused(415, "UNSUPPORTED_MEDIA_TYPE");
        let large = format!("{{\"to\":\"{}\"}}", "x".repeat(1 << 20));
        put(&large).await.refused(413, "PAYLOAD_TOO_LARGE");
        assert_eq!(fixture.ids("routes").await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn two_routes_never_share_a_path_or_a_subdomain() {
    both(async |fixture| {
        let taken = json!({ "to": "http://nas", "routingMode": "both" });
        fixture.put("taken", taken).await.expect(StatusCode::CREATED);
        for body in [
            json!({ "to": "http://other", "pathBase": "/apps/taken/" }),
            json!({ "to": "http://other", "pathBase": "/apps/taken" }),
            json!({ "to": "http://other", "appId": "taken" }),
            json!({ "to": "http://other", "subdomain": "taken" }),
        ] {
            let error = fixture.put("new", body.clone()).await.refused(409, "CONFLICT");
            assert!(error["message"].as_str().is_some_and(|text| text.contains("taken")), "{body}");
        }
        assert_untouched(&fixture).await;
        fixture.put("free", json!({ "to": "http://other" })).await.expect(StatusCode::CREATED);
        fixture.put("free", json!({ "pathBase": "/apps/taken/" })).await.refused(409, "CONFLICT");
        let case = json!({ "to": "http://other", "pathBase": "/apps/Taken/" });
        fixture.put("case", case).await.expect(StatusCode::CREATED);
    })
    .await;
}
