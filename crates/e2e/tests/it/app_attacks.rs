//! Requests that try to get somewhere else by way of an app, or to be somebody else there.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::Gateway;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::browser_attacks::both_protocols;
use crate::people::{Calls, api_key, pair};
use crate::routes::put_route;
use crate::upstream::Upstream;

/// Sends a request target as it is, which no client library would, and gives status and body.
async fn raw(gateway: &Gateway, target: &str, headers: &str) -> (u16, Value) {
    let mut stream = TcpStream::connect(("127.0.0.1", gateway.port())).await.expect("a connection");
    let request =
        format!("GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    let status = answer.get(9..12).and_then(|status| status.parse().ok());
    let status = status.unwrap_or_else(|| panic!("{target}: {answer:?}"));
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    let json = body.find('{').zip(body.rfind('}')).map(|(from, to)| &body[from..=to]);
    (status, json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default())
}

/// Two apps; whoever may use the first may not use the second.
struct Fixture {
    gateway: Gateway,
    token: String,
    _apps: [Upstream; 2],
}

async fn fixture() -> Fixture {
    let config = "rate_limits: {enabled: false}\nhealth_checks: {enabled: false}\n";
    let gateway = Gateway::launch().config(config).start().await;
    let apps = [Upstream::echo("foo").await, Upstream::echo("bar").await];
    put_route(&gateway, "foo", json!({ "to": format!("{}/base", apps[0].url()) })).await;
    let hidden = json!({ "to": apps[1].url(), "scopes": ["access:admin"] });
    put_route(&gateway, "bar", hidden).await;
    let token = pair(&gateway, "phone", "linux").await.token;
    Fixture { gateway, token, _apps: apps }
}

#[tokio::test]
async fn no_path_leads_out_of_an_app() {
    let fixture = fixture().await;
    let auth = format!("Authorization: Bearer {}\r\n", fixture.token);
    let escapes = [
        "/apps/foo/../bar/",
        "/apps/foo/..",
        "/apps/foo/../../api/v1/devices",
        "/apps/foo/%2e%2e/bar/",
        "/apps/foo/%2E%2e/bar/",
        "/apps/foo/.%2e/bar/",
        "/apps/foo/%252e%252e/bar/",
        "/apps/foo/..%2fbar/",
        "/apps/foo/..%252fbar/",
        "/apps/foo/..%5cbar/",
        "/apps/foo/..\\bar/",
        "/apps/foo/..;/bar/",
        "/apps/foo/..;x=y/bar/",
        "/apps/foo/%00",
        "/apps/foo/./x",
        "/apps/foo//bar/",
        "/apps/foo//evil.example/x",
        "/apps//foo/",
        "//apps/foo/",
        "/apps/foo../admin",
        "/apps/foo%2e%2e/admin",
        "/apps/foo%2f..%2fbar/",
        "/apps/foo%2fx",
        "/apps/./foo/",
        "/./apps/foo/",
        "/apps/%66oo/../bar/",
        "/apps/foo/%ff",
        "/apps/foo/x#y",
        "/apps/foo/x?y#z",
        "/x/../apps/bar/",
        "/api/../apps/bar/",
        "/apps/../api/v1/devices",
        "/apps/bar/../foo/",
    ];
    for target in escapes {
        let (status, seen) = raw(&fixture.gateway, target, &auth).await;
        match status {
            200 => {
                let path = seen["path"].as_str().unwrap_or_else(|| panic!("{target}: {seen}"));
                let inside = path == "/base" || path.starts_with("/base/");
                assert!(seen["app"] == "foo" && inside, "{target} leads to {seen}");
                let decoded = path.to_lowercase().replace("%2e", ".").replace("%2f", "/");
                assert!(!decoded.contains("/../"), "{target} leads to {path}");
            }
            400..=499 => assert!(seen["error"]["code"].is_string(), "{target}: {status} {seen}"),
            other => panic!("{target}: {other} {seen}"),
        }
    }
    let long = format!("/apps/foo/{}", "x".repeat(80_000));
    let (status, _) = raw(&fixture.gateway, &long, &auth).await;
    assert!(matches!(status, 400 | 414 | 431), "{status}");
}

#[tokio::test]
async fn only_the_whole_name_of_an_app_is_its_name() {
    let fixture = fixture().await;
    let auth = format!("Authorization: Bearer {}\r\n", fixture.token);
    for (target, status) in [
        ("/apps/foo/", 200),
        ("/apps/foo/x", 200),
        ("/apps/foobar/", 404),
        ("/apps/fo/", 404),
        ("/apps/FOO/", 404),
        ("/Apps/foo/", 404),
        ("/apps/foo;x/", 404),
        ("/apps/", 404),
        ("/apps", 404),
        ("/appsfoo/", 404),
        ("/apps/bar/", 403),
        ("/apps/BAR/", 404),
        ("/apps/bar;/", 404),
        ("/apps/ba%72/", 400),
    ] {
        let (answered, body) = raw(&fixture.gateway, target, &auth).await;
        assert_eq!(answered, status, "{target}: {body}");
    }
    let slash = fixture.gateway.get("/apps/foo?a=b&c=%2F").bearer_auth(&fixture.token);
    let slash = slash.send().await.expect("an answer");
    assert_eq!(
        (slash.status().as_u16(), &slash.headers()["location"]),
        (308, &"/apps/foo/?a=b&c=%2F".parse().expect("a value"))
    );
}

/// What is open to everybody is open by its whole path, and for nothing that looks like it.
#[tokio::test]
async fn exceptions_from_the_credential_are_exact() {
    let fixture = fixture().await;
    put_route(
        &fixture.gateway,
        "open",
        json!({ "to": fixture._apps[1].url(), "publicAccess": true }),
    )
    .await;
    for (target, status) in [
        ("/apps/open/", 200),
        ("/apps/open/apps/foo/", 200),
        ("/apps/foo/apps/open/", 401),
        ("/apps/foo/?x=/apps/open/", 401),
        ("/apps/foo/healthz", 401),
        ("/apps/foo/api/v1/auth/login", 401),
        ("/apps/openfoo/", 404),
        ("/api/v1/auth/login/../../devices", 404),
        ("/api/v1/devices/healthz", 401),
        ("/api/v1/devices/auth", 401),
        ("/api/v1/devices?x=/api/v1/auth/setup-status", 401),
        ("/api/v1/devices;/healthz", 404),
        ("/apps/_gh/../foo/", 400),
        ("/apps/_gh/../../api/v1/devices", 400),
    ] {
        let (answered, body) =
            raw(&fixture.gateway, target, "X-Forwarded-For: 203.0.113.9\r\n").await;
        let refused = matches!(status, 400 | 404) && matches!(answered, 400 | 404);
        assert!(answered == status || refused, "{target}: {answered} {body}");
    }
}

#[tokio::test]
async fn an_app_hears_who_calls_from_the_gateway_alone() {
    let fixture = fixture().await;
    let (_, key) = api_key(&fixture.gateway, &["access:*"]).await;
    let forged = [
        "Remote-User",
        "remote_user",
        "REMOTE-USER",
        "Remote.User",
        "X-Remote-User",
        "Remote-Groups",
        "Remote-Email",
        "Remote-Name",
        "X-Forwarded-User",
        "X_Forwarded_User",
        "X-Forwarded-Email",
        "X-Forwarded-Groups",
        "X-Forwarded-Preferred-Username",
        "X-Auth-Request-User",
        "X-Auth-Request-Email",
        "X-Authentik-Username",
        "X-WebAuth-User",
        "X-Forwarded-Access-Token",
    ];
    let claimed = [
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "X-Forwarded-Proto",
        "X-Forwarded-Port",
        "X-Real-IP",
        "X-Forwarded-Prefix",
        "X-Script-Name",
        "X-Ingress-Path",
        "Forwarded",
        "X_Forwarded_For",
        "X-Client-IP",
        "True-Client-IP",
        "X-Original-URL",
        "X-Rewrite-URL",
        "X-Forwarded-Server",
    ];
    for client in both_protocols(&fixture.gateway) {
        let mut call = client.get(fixture.gateway.url("/apps/foo/x")).bearer_auth(&fixture.token);
        for name in forged.iter().chain(&claimed) {
            call = call.header(*name, "forged-value");
        }
        let call = call.header("Cookie", "a=b; svc_apps=mine; c=d").header("TE", "trailers");
        let (status, seen) = call.header("Proxy-Authorization", "Basic eDp5").answer().await;
        assert_eq!(status, 200, "{seen}");
        let headers = seen["headers"].as_object().expect("headers");
        let kept: Vec<_> =
            headers.iter().filter(|(_, v)| v.to_string().contains("forged")).collect();
        assert!(kept.is_empty(), "{kept:?}");
        let header = |name: &str| headers.get(name).and_then(Value::as_str).unwrap_or_default();
        assert_eq!(header("remote-user"), "device:phone");
        assert_eq!(header("x-forwarded-for"), "127.0.0.1");
        assert_eq!(header("x-real-ip"), "127.0.0.1");
        assert_eq!(header("x-forwarded-prefix"), "/apps/foo");
        assert_eq!(header("x-forwarded-proto"), "http");
        assert_eq!(header("x-forwarded-port"), fixture.gateway.port().to_string());
        assert_eq!(header("cookie"), "a=b; c=d");
        for secret in ["authorization", "proxy-authorization", "x-api-key", "te", "connection"] {
            assert!(!headers.contains_key(secret), "{secret}: {seen}");
        }
    }
    let by_key = fixture.gateway.get("/apps/foo/").header("X-API-Key", &key).answer().await.1;
    assert!(!by_key.to_string().contains(&key), "{by_key}");
    assert!(by_key["headers"]["x-api-key"].is_null());
    // A caller who is nobody is nobody there, too.
    put_route(&fixture.gateway, "foo", json!({ "publicAccess": true })).await;
    let stranger = fixture.gateway.get("/apps/foo/").header("Remote-User", "admin").remote();
    assert!(stranger.answer().await.1["headers"]["remote-user"].is_null());
}

#[tokio::test]
async fn an_apps_own_credential_goes_through_where_the_route_says_so_and_ours_never() {
    let fixture = fixture().await;
    let seen = async |header: String| {
        let call = fixture.gateway.get("/apps/foo/").header("Authorization", header);
        let (status, seen) = call.answer().await;
        (status, seen["headers"]["authorization"].as_str().map(str::to_owned))
    };
    let basic = "Basic bWU6d29yZA==".to_owned();
    assert_eq!(seen(basic.clone()).await, (200, None));
    assert_eq!(seen("Bearer an-apps-own".to_owned()).await, (401, None));
    put_route(&fixture.gateway, "foo", json!({ "forwardAuthorization": true })).await;
    assert_eq!(seen(basic.clone()).await, (200, Some(basic)));
    let own = "Bearer an-apps-own".to_owned();
    assert_eq!(seen(own.clone()).await, (200, Some(own)));
    assert_eq!(seen(format!("Bearer {}", fixture.token)).await, (200, None));
    let revoke = fixture.gateway.request(Method::DELETE, "/api/v1/devices/phone");
    assert_eq!(revoke.answer().await.0, 200);
    assert_eq!(seen(format!("Bearer {}", fixture.token)).await, (401, None), "ours, and judged");
}
