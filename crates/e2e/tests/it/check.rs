//! Whether apps work below a path, as a check through the whole program sees it.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, OnceLock};

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect};
use axum::routing::get;
use serde_json::{Value, json};
use testkit::{Gateway, free_port};

use crate::people::{Calls, pair};
use crate::routes::put_route;
use crate::upstream::Upstream;

const SCRIPT: [(HeaderName, &str); 1] = [(header::CONTENT_TYPE, "text/javascript")];
const STYLE: [(HeaderName, &str); 1] = [(header::CONTENT_TYPE, "text/css")];

/// An app with this start page and the files that it may need.
fn app(html: &'static str) -> Router {
    Router::new()
        .route("/", get(async move || Html(html)))
        .route("/a.js", get(async || (SCRIPT, "console.log(1)")))
        .route("/m.js", get(async || (SCRIPT, "import \"/n.js\"; fetch('/data')")))
        .route("/n.js", get(async || (SCRIPT, "export default 1")))
        .route("/a.css", get(async || (STYLE, "p { background: url(/p.png) }")))
        .route("/r.css", get(async || (STYLE, "p { background: url(p.png) }")))
        .route("/p.png", get(async || "a picture"))
}

async fn check(gateway: &Gateway, id: &str) -> Value {
    let call = gateway.post(&format!("/api/v1/routes/{id}/check"), &json!({}));
    let (status, report) = call.answer().await;
    assert_eq!(status, 200, "{id}: {report}");
    report
}

async fn check_app(gateway: &Gateway, app: Router, mut route: Value) -> Value {
    let upstream = Upstream::serve(app).await;
    route["to"] = upstream.url().into();
    put_route(gateway, "app", route).await;
    check(gateway, "app").await
}

fn suggested<'a>(report: &'a Value, field: &str) -> Option<&'a Value> {
    let mut all = report["suggestions"].as_array().expect("suggestions").iter();
    all.find(|one| one["field"] == field).map(|one| &one["value"])
}

fn evidence<'a>(report: &'a Value, kind: &str) -> Vec<&'a str> {
    let all = report["evidence"].as_array().expect("evidence").iter();
    let of_kind = all.filter(|one| one["kind"] == kind);
    of_kind.map(|one| one["detail"].as_str().expect("a text")).collect()
}

#[tokio::test]
async fn an_app_with_relative_addresses_works() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let page = "<link rel=stylesheet href=r.css><script src=./a.js></script><a href=?next>next</a>";
    let report = check_app(&gateway, app(page), json!({})).await;
    assert_eq!(report["verdict"], "works", "{report}");
    assert_eq!((&report["suggestedMode"], &report["suggestions"]), (&json!("path"), &json!([])));
    // The style sheet, its picture and the script.
    assert!(evidence(&report, "file").iter().any(|text| text.starts_with("3 files")), "{report}");
    let last = gateway.get("/api/v1/routes/app/check").answer().await;
    assert_eq!(last, (200, report));
}

#[tokio::test]
async fn an_app_at_the_root_works_with_rewriting() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let page = "<link rel=stylesheet href=/a.css><script type=module src=/m.js></script>
                <img src=/p.png><a href=/next>next</a>";
    let report = check_app(&gateway, app(page), json!({})).await;
    assert_eq!(report["verdict"], "works with rewriting", "{report}");
    assert_eq!((&report["suggestedMode"], &report["suggestions"]), (&json!("path"), &json!([])));
    assert!(evidence(&report, "file").iter().any(|text| text.starts_with("4 files")), "{report}");
    assert_eq!(evidence(&report, "escape"), [""; 0], "{report}");

    let report = check_app(&gateway, app(page), json!({ "rewriteHtml": false })).await;
    assert_eq!(report["verdict"], "works with rewriting", "{report}");
    assert_eq!(suggested(&report, "rewriteHtml"), Some(&json!(true)));
}

#[tokio::test]
async fn an_app_that_names_its_own_address_works_with_rewriting() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let own = Arc::new(OnceLock::new());
    let known = own.clone();
    let tell = async move || {
        let own: &String = known.get().expect("it was told");
        Html(format!("<script src='{own}/a.js'></script><img src='{own}/p.png'>"))
    };
    let home = Router::new().route("/", get(async || Redirect::to("/home")));
    let home = home.route("/home", get(tell)).fallback_service(app(""));
    let upstream = Upstream::serve(home).await;
    own.set(upstream.url()).expect("it is told once");
    put_route(&gateway, "app", json!({ "to": upstream.url() })).await;
    let report = check(&gateway, "app").await;
    assert_eq!(report["verdict"], "works with rewriting", "{report}");
    assert_eq!(evidence(&report, "redirect"), ["Redirects to /home, which had to be moved"]);
    assert!(evidence(&report, "file").iter().any(|text| text.starts_with("2 files")), "{report}");
}

#[tokio::test]
async fn an_app_that_honours_the_prefix_works() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let tell = async |headers: HeaderMap| {
        let prefix = headers.get("x-forwarded-prefix").and_then(|value| value.to_str().ok());
        let prefix = prefix.unwrap_or_default();
        Html(format!("<script src='{prefix}/a.js'></script><a href='{prefix}/'>home</a>"))
    };
    let aware = Router::new().route("/", get(tell)).fallback_service(app(""));
    let report = check_app(&gateway, aware, json!({})).await;
    assert_eq!(report["verdict"], "works", "{report}");
    assert_eq!(evidence(&report, "prefix").len(), 1, "{report}");
    assert!(evidence(&report, "file").iter().any(|text| text.starts_with("1 file")), "{report}");
}

#[tokio::test]
async fn what_a_route_should_say_is_suggested() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let own_name = async |headers: HeaderMap| {
        let host = headers[header::HOST].to_str().unwrap_or_default();
        if host.starts_with("localhost:") {
            Html("<p>hello").into_response()
        } else {
            Redirect::to("/").into_response()
        }
    };
    let upstream = Upstream::serve(Router::new().route("/", get(own_name))).await;
    let to = format!("http://localhost:{}", upstream.port());
    put_route(&gateway, "app", json!({ "to": to })).await;
    let report = check(&gateway, "app").await;
    assert_eq!(suggested(&report, "hostHeader"), Some(&json!("upstream")), "{report}");
    assert_eq!(report["verdict"], "works", "{report}");
    put_route(&gateway, "app", json!({ "hostHeader": "upstream" })).await;
    let report = check(&gateway, "app").await;
    assert_eq!((&report["verdict"], &report["suggestions"]), (&json!("works"), &json!([])));

    let ask = async || {
        let challenge = [(header::WWW_AUTHENTICATE, "Basic realm=\"files\"")];
        (StatusCode::UNAUTHORIZED, challenge, "who?")
    };
    let report = check_app(&gateway, Router::new().fallback(ask), json!({})).await;
    assert_eq!(suggested(&report, "forwardAuthorization"), Some(&json!(true)), "{report}");
    assert_eq!(report["verdict"], "works", "{report}");
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_is_named() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let secure = Gateway::launch().https().start().await;
    let to = format!("https://localhost:{}", secure.port());
    put_route(&gateway, "app", json!({ "to": to })).await;
    let report = check(&gateway, "app").await;
    assert_eq!(suggested(&report, "insecureUpstream"), Some(&json!(true)), "{report}");
    assert_eq!(evidence(&report, "certificate").len(), 1, "{report}");
    put_route(&gateway, "app", json!({ "insecureUpstream": true })).await;
    let report = check(&gateway, "app").await;
    assert_eq!(suggested(&report, "insecureUpstream"), None, "{report}");
    assert_eq!(evidence(&report, "page"), ["Answers 200"], "{report}");
}

#[tokio::test]
async fn sockets_are_found_and_come_through() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let agree = async |headers: HeaderMap| match headers.get(header::UPGRADE) {
        Some(_) => {
            let agreed = [(header::CONNECTION, "upgrade"), (header::UPGRADE, "websocket")];
            (StatusCode::SWITCHING_PROTOCOLS, agreed).into_response()
        }
        None => StatusCode::UPGRADE_REQUIRED.into_response(),
    };
    let page = "<script>new WebSocket('ws://' + location.host + '/feed')</script>";
    let live = || app(page).route("/feed", get(agree));
    let report = check_app(&gateway, live(), json!({})).await;
    assert_eq!(suggested(&report, "websocket"), Some(&json!(true)), "{report}");
    let report = check_app(&gateway, live(), json!({ "websocket": true })).await;
    assert_eq!(evidence(&report, "socket"), ["Answers through the gateway"], "{report}");
    assert_eq!(suggested(&report, "websocket"), None, "{report}");
}

#[tokio::test]
async fn a_sign_in_that_leads_back_to_the_root_needs_a_host_name() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let elsewhere = Upstream::echo("elsewhere").await;
    let provider = elsewhere.url();
    let leave = async move |headers: HeaderMap| {
        let host = headers[header::HOST].to_str().unwrap_or_default();
        let back = format!("http%3A%2F%2F{host}%2Fcallback");
        Redirect::to(&format!("{provider}/authorize?redirect_uri={back}&state=hidden"))
    };
    let report = check_app(&gateway, Router::new().fallback(leave), json!({})).await;
    assert_eq!(report["verdict"], "needs its own host name", "{report}");
    assert_eq!(report["suggestedMode"], "subdomain");
    assert_eq!(suggested(&report, "routingMode"), Some(&json!("subdomain")));
    assert!(!report.to_string().contains("hidden"), "{report}");
    assert_eq!(elsewhere.requests(), 0, "other hosts are not asked");
}

/// What an app was asked, with the headers of each request.
type Heard = Arc<Mutex<Vec<(String, HeaderMap)>>>;

fn listening() -> (Router, Heard) {
    let heard = Heard::default();
    let kept = heard.clone();
    let listen = axum::middleware::map_request(move |request: Request| {
        let (path, headers) = (request.uri().to_string(), request.headers().clone());
        kept.lock().expect("a lock").push((path, headers));
        std::future::ready(request)
    });
    let cookie = || [(header::SET_COOKIE, "seen=1; Path=/")];
    let page = get(async move || (cookie(), Html("<script src=a.js></script>")));
    let app = Router::new().route("/", page).fallback_service(app("")).layer(listen);
    (app, heard)
}

#[tokio::test]
async fn the_app_meets_a_browser_and_no_credential() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let (app, heard) = listening();
    let route = json!({ "forwardAuthorization": true, "healthCheck": { "disabled": true } });
    let report = check_app(&gateway, app, route).await;
    assert_eq!(report["verdict"], "works", "{report}");
    let heard = heard.lock().expect("a lock");
    assert!(heard.len() <= 40, "{}", heard.len());
    for (path, headers) in &*heard {
        for name in ["x-api-key", "authorization", "remote-user"] {
            assert!(!headers.contains_key(name), "{name} of {path}");
        }
        assert_eq!(headers["x-forwarded-prefix"], "/apps/app", "{path}");
        assert!(headers[header::USER_AGENT].to_str().is_ok_and(|text| text.contains("Mozilla")));
    }
    let script = heard.iter().find(|(path, _)| path == "/a.js").expect("it is asked for");
    let said = |name: &str| script.1.get(name).map(HeaderValue::as_bytes);
    assert_eq!(said("sec-fetch-dest"), Some(&b"script"[..]));
    assert_eq!(said("sec-fetch-site"), Some(&b"same-origin"[..]));
    assert!(said("cookie").is_some_and(|text| text.ends_with(b"seen=1")), "{:?}", script.1);
    assert!(said("referer").is_some_and(|text| text.ends_with(b"/apps/app/")), "{:?}", script.1);
}

#[tokio::test]
async fn a_check_finds_its_way_whatever_the_gateway_listens_on() {
    let second = free_port();
    let config = format!(
        "server: {{base_domain: home.test, apps_addr: '127.0.0.1:{second}'}}\n\
         rate_limits: {{enabled: false}}\n"
    );
    let everywhere = Gateway::launch().without_rate_limits().listen(Ipv4Addr::UNSPECIFIED);
    let page = "<script src=a.js></script>";
    for launch in [
        Gateway::launch().config(config),
        Gateway::launch().without_rate_limits().https(),
        everywhere.https(),
    ] {
        let gateway = launch.start().await;
        let report = check_app(&gateway, app(page), json!({})).await;
        assert_eq!(report["verdict"], "works", "{report}");
        assert_eq!(evidence(&report, "page"), ["Answers 200"], "{report}");
        let report = check_app(&gateway, app(page), json!({ "routingMode": "subdomain" })).await;
        assert_eq!(report["verdict"], "works", "{report}");
        assert_eq!(report["suggestedMode"], "subdomain", "{report}");
        assert_eq!(evidence(&report, "page"), ["Answers 200"], "{report}");
    }
}

#[tokio::test]
async fn who_may_not_change_routes_may_not_check_them() {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let reader = pair(&gateway, "reader", "linux").await.token;
    let upstream = Upstream::serve(app("<p>hello")).await;
    let unwatched = json!({ "to": upstream.url(), "healthCheck": { "disabled": true } });
    put_route(&gateway, "app", unwatched).await;
    let call = gateway.post("/api/v1/routes/app/check", &json!({})).bearer_auth(&reader);
    assert_eq!(call.answer().await.0, 403);
    assert_eq!(upstream.requests(), 0, "nothing was asked");
    let unknown = gateway.post("/api/v1/routes/none/check", &json!({})).answer().await;
    assert_eq!((unknown.0, &unknown.1["error"]["code"]), (404, &json!("NOT_FOUND")));
    upstream.kill().await;
    let (status, error) = gateway.post("/api/v1/routes/app/check", &json!({})).answer().await;
    assert_eq!((status, &error["error"]["code"]), (409, &json!("CONFLICT")), "{error}");
}
