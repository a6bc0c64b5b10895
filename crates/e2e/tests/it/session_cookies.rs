//! Cookies of apps that the gateway keeps for phones whose web views forget them.

use axum::Router;
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse};
use axum::routing::get;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Database, Gateway};

use crate::people::{Calls, pair};
use crate::routes::put_route;
use crate::upstream::Upstream;

/// An app that knows people by its own cookie, as apps do.
fn app() -> Router {
    let login = async || {
        let lines = ["sid=s3cret; Path=/; HttpOnly", "theme=dark; Path=/; Max-Age=3600"];
        AppendHeaders(lines.map(|line| (SET_COOKIE, line))).into_response()
    };
    // An app that knows its place outside says so in its cookies.
    let login_outside = async |headers: HeaderMap| {
        let said = |name: &str| headers[name].to_str().expect("text").to_owned();
        let host = said("x-forwarded-host");
        let host = host.split(':').next().unwrap_or_default();
        let line = format!("sid=s3cret; Domain={host}; Path={}/", said("x-forwarded-prefix"));
        AppendHeaders([(SET_COOKIE, line)]).into_response()
    };
    let logout = async || AppendHeaders([(SET_COOKIE, "sid=; Path=/; Max-Age=0")]).into_response();
    let home = async |headers: HeaderMap| {
        let cookies = headers.get(COOKIE).map_or("", |value| value.to_str().expect("text"));
        let known = cookies.split("; ").any(|pair| pair == "sid=s3cret");
        let status = if known { StatusCode::OK } else { StatusCode::UNAUTHORIZED };
        (status, cookies.to_owned()).into_response()
    };
    let router = Router::new().route("/login", get(login)).route("/logout", get(logout));
    router.route("/login-outside", get(login_outside)).fallback(home)
}

struct Fixture {
    gateway: Gateway,
    app: Upstream,
    _database: Database,
}

impl Fixture {
    async fn new(database: Database) -> Self {
        let gateway = Gateway::launch().without_rate_limits().database(&database).start().await;
        let app = Upstream::serve(app()).await;
        let quiet = json!({ "disabled": true });
        for (id, keep) in [("tv", true), ("nas", true), ("plain", false)] {
            let route = json!({ "to": app.url(), "persistCookies": keep, "healthCheck": quiet });
            put_route(&gateway, id, route).await;
        }
        Fixture { gateway, app, _database: database }
    }

    /// The status, and the cookies that the app got.
    async fn visit(&self, token: &str, path: &str) -> (u16, String) {
        let call = self.gateway.get(path).bearer_auth(token).remote();
        let answer = call.send().await.expect("an answer");
        (answer.status().as_u16(), answer.text().await.expect("a body"))
    }

    async fn is_known(&self, token: &str, app: &str) -> bool {
        match self.visit(token, &format!("/apps/{app}/home")).await {
            (200, _) => true,
            (401, cookies) => {
                assert!(!cookies.contains("sid="), "{cookies}");
                false
            }
            other => panic!("{other:?}"),
        }
    }

    async fn kept(&self, token: &str) -> Vec<Value> {
        let call = self.gateway.get("/api/v1/session-cookies").bearer_auth(token);
        let (status, body) = call.answer().await;
        assert_eq!(status, 200, "{body}");
        body["sessions"].as_array().expect("a list").clone()
    }

    async fn clear(&self, token: &str, app: &str) {
        let call = self.gateway.request(Method::DELETE, &format!("/api/v1/session-cookies{app}"));
        assert_eq!(call.bearer_auth(token).answer().await.0, 204);
    }
}

#[tokio::test]
async fn a_phone_stays_signed_in_to_an_app_without_keeping_cookies() {
    let fixture = Fixture::new(Database::sqlite()).await;
    let phone = pair(&fixture.gateway, "phone", "ios").await.token;
    let tablet = pair(&fixture.gateway, "tablet", "android").await.token;
    assert!(!fixture.is_known(&phone, "tv").await);
    assert_eq!(fixture.visit(&phone, "/apps/tv/login").await.0, 200);
    let (status, cookies) = fixture.visit(&phone, "/apps/tv/home").await;
    assert_eq!((status, cookies.as_str()), (200, "sid=s3cret; theme=dark"));
    for (token, app) in [(&tablet, "tv"), (&phone, "nas"), (&phone, "plain")] {
        assert!(!fixture.is_known(token, app).await, "{app}");
    }
    // What the phone sends itself comes first.
    let call = fixture.gateway.get("/apps/tv/home").bearer_auth(&phone).remote();
    let answer = call.header("Cookie", "theme=light").send().await.expect("an answer");
    let cookies = answer.text().await.expect("a body");
    assert!(cookies.contains("theme=light") && !cookies.contains("theme=dark"), "{cookies}");
    assert!(cookies.contains("sid=s3cret"), "{cookies}");
    // The app takes its cookie back.
    assert_eq!(fixture.visit(&phone, "/apps/tv/logout").await.0, 200);
    assert!(!fixture.is_known(&phone, "tv").await);
}

#[tokio::test]
async fn an_app_that_names_its_place_outside_is_understood() {
    let fixture = Fixture::new(Database::sqlite()).await;
    let phone = pair(&fixture.gateway, "phone", "ios").await.token;
    assert_eq!(fixture.visit(&phone, "/apps/tv/login-outside").await.0, 200);
    assert!(fixture.is_known(&phone, "tv").await);
    assert!(!fixture.is_known(&phone, "nas").await);
}

#[tokio::test]
async fn what_is_kept_is_listed_without_values_and_can_be_cleared() {
    let fixture = Fixture::new(Database::sqlite()).await;
    let phone = pair(&fixture.gateway, "phone", "ios").await.token;
    let tablet = pair(&fixture.gateway, "tablet", "android").await.token;
    assert_eq!(fixture.kept(&phone).await, Vec::<Value>::new());
    for app in ["tv", "nas"] {
        fixture.visit(&phone, &format!("/apps/{app}/login")).await;
    }
    fixture.visit(&tablet, "/apps/tv/login").await;
    let kept = fixture.kept(&phone).await;
    let ids: Vec<_> = kept.iter().map(|session| session["appId"].as_str()).collect();
    assert_eq!(ids, [Some("nas"), Some("tv")]);
    assert!(kept.iter().all(|session| session["cookieCount"] == 2), "{kept:?}");
    assert!(!json!(kept).to_string().contains("s3cret"));

    fixture.clear(&phone, "/tv").await;
    assert!(!fixture.is_known(&phone, "tv").await);
    assert!(fixture.is_known(&phone, "nas").await);
    fixture.clear(&phone, "").await;
    assert!(!fixture.is_known(&phone, "nas").await);
    assert_eq!(fixture.kept(&phone).await, Vec::<Value>::new());
    assert!(fixture.is_known(&tablet, "tv").await, "another device keeps its own");
}

#[tokio::test]
async fn they_survive_a_restart_and_go_with_the_device() {
    for database in Database::all() {
        let name = database.to_string();
        let mut fixture = Fixture::new(database).await;
        let phone = pair(&fixture.gateway, "phone", "ios").await.token;
        fixture.visit(&phone, "/apps/tv/login").await;
        fixture.gateway.restart().await;
        assert!(fixture.is_known(&phone, "tv").await, "{name}");

        fixture.clear(&phone, "/tv").await;
        fixture.gateway.kill9();
        fixture.gateway.restart().await;
        assert!(!fixture.is_known(&phone, "tv").await, "{name}");

        fixture.visit(&phone, "/apps/tv/login").await;
        let revoke = fixture.gateway.request(Method::DELETE, "/api/v1/devices/phone");
        assert_eq!(revoke.answer().await.0, 200);
        assert_eq!(fixture.visit(&phone, "/apps/tv/home").await.0, 401, "{name}");
        let again = pair(&fixture.gateway, "phone", "ios").await.token;
        assert!(!fixture.is_known(&again, "tv").await, "{name}");
        assert_eq!(fixture.kept(&again).await, Vec::<Value>::new(), "{name}");
    }
}

#[tokio::test]
async fn nobody_else_has_cookies_kept() {
    let fixture = Fixture::new(Database::sqlite()).await;
    let admin = fixture.gateway.admin_token().await;
    let desktop = pair(&fixture.gateway, "desktop", "linux").await.token;
    let before = fixture.app.requests();
    for token in [&admin, &desktop] {
        assert_eq!(fixture.visit(token, "/apps/tv/login").await.0, 200);
        assert!(!fixture.is_known(token, "tv").await);
        assert_eq!(fixture.kept(token).await, Vec::<Value>::new());
    }
    assert_eq!(fixture.app.requests(), before + 4);

    // Taken away from a phone, the scope takes the cookies along.
    let phone = pair(&fixture.gateway, "phone", "ios").await.token;
    fixture.visit(&phone, "/apps/tv/login").await;
    assert!(fixture.is_known(&phone, "tv").await);
    let narrow = json!({ "scopes": ["read:*", "access:*"] });
    let patch = fixture.gateway.request(Method::PATCH, "/api/v1/devices/phone").json(&narrow);
    assert_eq!(patch.answer().await.0, 200);
    assert!(!fixture.is_known(&phone, "tv").await, "access:* does not list access:mobile");
}
