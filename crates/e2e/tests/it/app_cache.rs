//! Answers that are kept on routes that ask for it: a reload need not reach the app, and nobody
//! ever sees what was meant for somebody else.

use axum::Router;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, SET_COOKIE, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::IntoResponse;
use reqwest::{Method, RequestBuilder};
use serde_json::json;
use testkit::Gateway;

use crate::people::{Calls, api_key, pair};
use crate::routes::put_route;
use crate::upstream::Upstream;

const CAP: usize = 1 << 20;

fn header(headers: &HeaderMap, name: &str) -> String {
    headers.get(name).map_or_else(String::new, |value| value.to_str().expect("text").to_owned())
}

/// What it says depends on who asks, in which language and by which name.
fn app() -> Router {
    Router::new().fallback(async |request: Request| {
        let headers = request.headers();
        let fresh = (CACHE_CONTROL, HeaderValue::from_static("public, max-age=600"));
        let rule =
            |name: HeaderName, value| vec![fresh.clone(), (name, HeaderValue::from_static(value))];
        let says: Vec<(HeaderName, HeaderValue)> = match request.uri().path() {
            "/plain" => Vec::new(),
            "/private" => rule(CACHE_CONTROL, "private"),
            "/no-store" => rule(CACHE_CONTROL, "no-store"),
            "/cookie" => rule(SET_COOKIE, "sid=1"),
            "/language" => rule(VARY, "Accept-Language"),
            "/anything" => rule(VARY, "*"),
            _ => vec![fresh],
        };
        let said = format!(
            "{} {} {} {}",
            header(headers, "remote-user"),
            header(headers, "x-forwarded-host"),
            header(headers, "accept-language"),
            request.uri()
        );
        let body =
            if request.uri().path() == "/large" { said.repeat(4 * CAP / said.len()) } else { said };
        (axum::response::AppendHeaders(says), body).into_response()
    })
}

struct Fixture {
    gateway: Gateway,
    app: Upstream,
}

async fn fixture() -> Fixture {
    let config = "rate_limits: {enabled: false}\nhealth_checks: {enabled: false}\n\
                  proxy: {cache: {max_bytes: 1MiB}}\n";
    let gateway = Gateway::launch().config(config).start().await;
    let app = Upstream::serve(app()).await;
    put_route(&gateway, "kept", json!({ "to": app.url(), "cache": true })).await;
    put_route(&gateway, "usual", json!({ "to": app.url() })).await;
    Fixture { gateway, app }
}

impl Fixture {
    fn get(&self, path: &str) -> RequestBuilder {
        self.gateway.get(&format!("/apps/kept{path}"))
    }

    /// The body, and whether the app was asked for it.
    async fn ask(&self, call: RequestBuilder) -> (String, bool) {
        let before = self.app.requests();
        let answer = call.send().await.expect("an answer");
        assert_eq!(answer.status(), 200);
        (answer.text().await.expect("a body"), self.app.requests() > before)
    }
}

#[tokio::test]
async fn a_reload_need_not_reach_the_app() {
    let fixture = fixture().await;
    let (first, asked) = fixture.ask(fixture.get("/page?a=1")).await;
    assert!(asked);
    for _ in 0..5 {
        // Connections of their own, and so any of the threads that serve.
        let fresh = fixture.gateway.client_builder().build().expect("a client");
        let call = fresh.get(fixture.gateway.url("/apps/kept/page?a=1"));
        assert_eq!(fixture.ask(call).await, (first.clone(), false));
    }
    let kept = fixture.get("/page?a=1").send().await.expect("an answer");
    assert!(kept.headers().contains_key("age"), "{:?}", kept.headers());
    assert!(fixture.ask(fixture.get("/page?a=2")).await.1, "another query");
    assert!(fixture.ask(fixture.get("/page?a=1").header("Cache-Control", "no-cache")).await.1);

    let change = fixture.gateway.client().post(fixture.gateway.url("/apps/kept/page?a=1"));
    assert!(fixture.ask(change).await.1);
    assert!(fixture.ask(fixture.get("/page?a=1")).await.1, "what was changed is asked for again");

    let usual = || fixture.gateway.get("/apps/usual/page");
    assert!(fixture.ask(usual()).await.1);
    assert!(fixture.ask(usual()).await.1, "other routes keep nothing");
}

#[tokio::test]
async fn two_callers_never_share_an_answer() {
    let fixture = fixture().await;
    let phone = pair(&fixture.gateway, "phone", "ios").await.token;
    let tablet = pair(&fixture.gateway, "tablet", "ios").await.token;
    let admin = fixture.gateway.admin_token().await;
    let (key_id, key) = api_key(&fixture.gateway, &["access:*"]).await;
    let callers: [(&str, &dyn Fn() -> RequestBuilder); 5] = [
        ("", &|| fixture.get("/mine")),
        ("device:phone", &|| fixture.get("/mine").bearer_auth(&phone)),
        ("device:tablet", &|| fixture.get("/mine").bearer_auth(&tablet)),
        ("admin", &|| fixture.get("/mine").bearer_auth(&admin)),
        (&key_id, &|| fixture.get("/mine").header("X-API-Key", &key)),
    ];
    for round in 0..2 {
        for (number, (name, call)) in callers.iter().enumerate() {
            let (said, asked) = fixture.ask(call()).await;
            assert_eq!(said.split(' ').next(), Some(*name), "caller {number}: {said}");
            assert_eq!(asked, round == 0, "caller {number} in round {round}");
        }
    }
    // Nor does what is kept for somebody let anybody in.
    assert_eq!(fixture.get("/mine").remote().answer().await.0, 401);
    let revoke = fixture.gateway.request(Method::DELETE, "/api/v1/devices/phone");
    assert_eq!(revoke.answer().await.0, 200);
    assert_eq!(fixture.get("/mine").bearer_auth(&phone).answer().await.0, 401);
}

#[tokio::test]
async fn languages_and_hosts_are_told_apart() {
    let fixture = fixture().await;
    for round in 0..2 {
        for language in ["de", "en"] {
            let (said, asked) =
                fixture.ask(fixture.get("/language").header("Accept-Language", language)).await;
            assert_eq!(said.split(' ').nth(2), Some(language), "{said}");
            assert_eq!(asked, round == 0, "{language}");
        }
        let port = fixture.gateway.port();
        for host in
            [format!("localhost:{port}"), format!("127.0.0.1:{port}"), "localhost".to_owned()]
        {
            let (said, asked) = fixture.ask(fixture.get("/by-name").header("Host", &host)).await;
            assert_eq!(said.split(' ').nth(1), Some(&*host), "{said}");
            assert_eq!(asked, round == 0, "{host}");
        }
    }
}

#[tokio::test]
async fn what_must_not_be_kept_is_not() {
    let fixture = fixture().await;
    for path in ["/plain", "/private", "/no-store", "/cookie", "/anything"] {
        assert!(fixture.ask(fixture.get(path)).await.1, "{path}");
        assert!(fixture.ask(fixture.get(path)).await.1, "{path} was kept");
    }
    // What the app is told of who asks may be what its answer depends on.
    put_route(&fixture.gateway, "kept", json!({ "forwardAuthorization": true })).await;
    for (name, value) in [
        ("Cookie", "sid=1"),
        ("Authorization", "Basic bWU6d29yZA=="),
        ("Range", "bytes=0-3"),
        ("Cache-Control", "no-store"),
    ] {
        let call = || fixture.get("/page").header(name, value);
        assert!(fixture.ask(call()).await.1, "{name}");
        assert!(fixture.ask(call()).await.1, "{name}: it was kept");
    }
}

#[tokio::test]
async fn a_body_that_is_too_large_to_keep_comes_whole_every_time() {
    let fixture = fixture().await;
    let (first, _) = fixture.ask(fixture.get("/large")).await;
    assert!(first.len() > 3 * CAP && first.ends_with("/large"), "{} bytes", first.len());
    let (second, asked) = fixture.ask(fixture.get("/large")).await;
    assert!(second == first && asked);
    // Many small ones are let go for newer ones, and every one is right.
    for round in 0..2 {
        for number in 0..200 {
            let path = format!("/{}?{number}", "x".repeat(4_000));
            let (said, _) = fixture.ask(fixture.get(&path)).await;
            assert!(said.ends_with(&format!("x?{number}")), "round {round}: {number}");
        }
    }
}

#[tokio::test]
async fn a_route_that_leads_elsewhere_starts_anew() {
    let fixture = fixture().await;
    assert!(fixture.ask(fixture.get("/page")).await.1);
    let other = Upstream::echo("other").await;
    put_route(&fixture.gateway, "kept", json!({ "to": other.url() })).await;
    assert_eq!(fixture.get("/page").answer().await.1["app"], "other");
    put_route(&fixture.gateway, "kept", json!({ "to": fixture.app.url(), "cache": false })).await;
    assert!(fixture.ask(fixture.get("/page")).await.1, "switched off, nothing is taken from it");
}
