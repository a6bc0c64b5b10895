//! Whether apps of several kinds work below a path, as a check sees it.

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::Request;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use http::{HeaderMap, HeaderName, StatusCode, header};
use serde_json::{Value, json};

use crate::fixture::{Fixture, both};
use crate::front::Served;

pub(crate) const PATH: &str = "/api/v1/routes/app/check";
const SCRIPT: [(HeaderName, &str); 1] = [(header::CONTENT_TYPE, "text/javascript")];

/// Makes the route `app` to this address and checks it.
async fn check(fixture: &Fixture, to: &str, mut route: Value) -> Value {
    route["to"] = to.into();
    let made = fixture.put("app", route).await;
    assert!(matches!(made.status.as_u16(), 200 | 201), "{:?}", made.status);
    fixture.post(PATH).send().await.expect(StatusCode::OK)
}

pub(crate) async fn check_app(fixture: &Fixture, app: Router, route: Value) -> Value {
    let served = Served::start(app).await;
    check(fixture, &served.url(), route).await
}

pub(crate) fn page(html: &'static str) -> Router {
    let fine = || get(async || "fine");
    let code = |kind, text: &'static str| get(async move || ([(header::CONTENT_TYPE, kind)], text));
    Router::new()
        .route("/", get(async move || Html(html)))
        .route("/a.js", code("text/javascript", "export default 1"))
        .route("/a.css", code("text/css", "p{background:url(/bg.png)}"))
        .route("/plain.css", code("text/css", "p{background:url(bg.png)}"))
        .route("/m.js", code("text/javascript", "import a from \"/a.js\"; export default a"))
        .route("/bg.png", fine())
        .route("/i.png", fine())
}

/// The details of one kind of evidence.
fn evidence<'a>(report: &'a Value, kind: &str) -> Vec<&'a str> {
    let all = report["evidence"].as_array().expect("evidence").iter();
    let of_kind = all.filter(|one| one["kind"] == kind);
    of_kind.map(|one| one["detail"].as_str().expect("a text")).collect()
}

fn suggested<'a>(report: &'a Value, field: &str) -> Option<&'a Value> {
    let mut all = report["suggestions"].as_array().expect("suggestions").iter();
    all.find(|one| one["field"] == field).map(|one| &one["value"])
}

#[tokio::test]
async fn an_app_with_relative_addresses_works() {
    both(async |fixture| {
        let app =
            page("<link rel=stylesheet href=\"plain.css\"><img src=\"./i.png\"><a href=\"?a\">");
        let report = check_app(&fixture, app, json!({})).await;
        assert_eq!(report["verdict"], "works", "{report}");
        assert_eq!((&report["routeId"], &report["suggestedMode"]), (&json!("app"), &json!("path")));
        assert_eq!(report["suggestions"], json!([]));
        assert!(evidence(&report, "file")[0].contains("3 files"), "{report}");
        assert_eq!(report["checkedAt"], "2027-01-15T08:00:00Z");
        assert!(report["durationMs"].is_u64());
        let last = fixture.get(PATH).scopes("read:catalog").send().await;
        assert_eq!(last.expect(StatusCode::OK), report);
    })
    .await;
}

#[tokio::test]
async fn an_app_at_the_root_works_with_rewriting() {
    both(async |fixture| {
        let html =
            "<link rel=stylesheet href=\"/a.css\"><script type=module src=\"/m.js\"></script>
                    <img src=\"/i.png\"><script>fetch('/api')</script>";
        let report = check_app(&fixture, page(html), json!({})).await;
        assert_eq!(report["verdict"], "works with rewriting", "{report}");
        assert_eq!(report["suggestedMode"], "path");
        assert!(evidence(&report, "address")[0].contains("3 addresses"), "{report}");
        assert!(evidence(&report, "address").iter().any(|text| text.contains("/api")), "{report}");
        // The page's three, the picture in the style sheet and the module's import.
        assert!(evidence(&report, "file")[0].contains("5 files"), "{report}");
    })
    .await;
}

#[tokio::test]
async fn an_app_that_honours_the_prefix_works() {
    both(async |fixture| {
        let tell = async |headers: HeaderMap| {
            let prefix = headers.get("x-forwarded-prefix").and_then(|value| value.to_str().ok());
            let prefix = prefix.unwrap_or_default();
            Html(format!("<img src=\"{prefix}/i.png\"><a href=\"{prefix}/\">home</a>"))
        };
        let app = Router::new().route("/", get(tell)).route("/i.png", get(async || "fine"));
        let report = check_app(&fixture, app, json!({})).await;
        assert_eq!(report["verdict"], "works", "{report}");
        assert_eq!(evidence(&report, "prefix").len(), 1, "{report}");
        assert!(evidence(&report, "file")[0].contains("1 file"), "{report}");
    })
    .await;
}

#[tokio::test]
async fn an_app_that_names_its_own_address_works_with_rewriting() {
    both(async |fixture| {
        let own = Arc::new(OnceLock::new());
        let known = own.clone();
        let tell = async move || {
            let own: &String = known.get().expect("it was told");
            Html(format!("<script src=\"{own}/a.js\"></script>"))
        };
        let app = page("").route("/self", get(tell));
        let app =
            Router::new().route("/", get(async || Redirect::to("/self"))).fallback_service(app);
        let served = Served::start(app).await;
        own.set(served.url()).expect("it is told once");
        let report = check(&fixture, &served.url(), json!({})).await;
        assert_eq!(report["verdict"], "works with rewriting", "{report}");
        assert!(evidence(&report, "redirect")[0].contains("/self"), "{report}");
        assert!(evidence(&report, "address")[0].contains("http://"), "{report}");
        assert!(evidence(&report, "file")[0].contains("1 file"), "{report}");
    })
    .await;
}

#[tokio::test]
async fn without_rewriting_it_is_suggested() {
    both(async |fixture| {
        let route = json!({ "rewriteHtml": false });
        let html = "<script src=\"/lost.js\"></script><img src=\"/i.png\">";
        let report = check_app(&fixture, page(html), route).await;
        assert_eq!(report["verdict"], "works with rewriting", "{report}");
        assert_eq!(suggested(&report, "rewriteHtml"), Some(&json!(true)));
        assert!(
            evidence(&report, "escape").iter().any(|text| text.contains("led back")),
            "{report}"
        );
    })
    .await;
}

#[tokio::test]
async fn what_leaves_the_prefix_for_good_needs_a_host_name() {
    both(async |fixture| {
        let app = page("<script src=\"/lost.js\"></script>")
            .route("/lost.js", get(async || (SCRIPT, "1")));
        let report = check_app(&fixture, app, json!({})).await;
        assert_eq!(report["verdict"], "needs its own host name", "{report}");
        assert_eq!(report["suggestedMode"], "subdomain");
        assert_eq!(suggested(&report, "routingMode"), Some(&json!("subdomain")));
        assert_eq!(evidence(&report, "escape"), ["Leaves the prefix, and answers 404 there"]);
    })
    .await;
}

#[tokio::test]
async fn a_sign_in_that_leads_back_to_the_root_needs_a_host_name() {
    both(async |fixture| {
        let to_provider = |back: &'static str| {
            let leave = async move |headers: HeaderMap| {
                let host = headers[header::HOST].to_str().expect("text").to_owned();
                Redirect::to(&format!(
                    "https://login.example/authorize?state=secret&redirect_uri=http://{host}{back}"
                ))
            };
            Router::new().route("/", get(leave))
        };
        let report = check_app(&fixture, to_provider("/callback"), json!({})).await;
        assert_eq!(report["verdict"], "needs its own host name", "{report}");
        assert!(evidence(&report, "signIn")[0].contains("login.example"), "{report}");
        assert!(!report.to_string().contains("secret"), "{report}");
        let report = check_app(&fixture, to_provider("/apps/app/callback"), json!({})).await;
        assert_eq!(report["verdict"], "works", "{report}");
    })
    .await;
}

/// Answers only those who call it by its own name, in two unfriendly ways.
#[tokio::test]
async fn an_app_that_insists_on_its_host_is_told_so() {
    both(async |fixture| {
        let is_own = |headers: &HeaderMap| {
            headers[header::HOST].to_str().is_ok_and(|host| host.starts_with("127.0.0.1:"))
        };
        let refuse = async move |headers: HeaderMap| match is_own(&headers) {
            true => Html("<p>hello").into_response(),
            false => StatusCode::MISDIRECTED_REQUEST.into_response(),
        };
        let circle = async move |headers: HeaderMap| match is_own(&headers) {
            true => Html("<img src=\"/i.png\">").into_response(),
            false => Redirect::to("/").into_response(),
        };
        for (app, verdict) in [
            (Router::new().route("/", get(refuse)), "works"),
            (Router::new().route("/", get(circle)), "works with rewriting"),
        ] {
            let report = check_app(&fixture, app, json!({ "hostHeader": "client" })).await;
            assert_eq!(suggested(&report, "hostHeader"), Some(&json!("upstream")), "{report}");
            assert_eq!(
                (&report["verdict"], &report["suggestedMode"]),
                (&json!(verdict), &json!("path"))
            );
        }
        let app = Router::new().route("/", get(refuse));
        let report = check_app(&fixture, app, json!({ "hostHeader": "upstream" })).await;
        assert_eq!((&report["verdict"], &report["suggestions"]), (&json!("works"), &json!([])));
    })
    .await;
}

#[tokio::test]
async fn an_app_with_a_sign_in_of_its_own_wants_its_header() {
    both(async |fixture| {
        let ask = async || {
            let header = [(header::WWW_AUTHENTICATE, "Basic realm=\"files\"")];
            (StatusCode::UNAUTHORIZED, header, Html("<p>who?"))
        };
        let app = Router::new().fallback(ask);
        let report = check_app(&fixture, app.clone(), json!({})).await;
        assert_eq!(report["verdict"], "works", "{report}");
        assert_eq!(suggested(&report, "forwardAuthorization"), Some(&json!(true)));
        let report = check_app(&fixture, app, json!({ "forwardAuthorization": true })).await;
        assert_eq!(report["suggestions"], json!([]));
        assert_eq!(evidence(&report, "signIn").len(), 1);
    })
    .await;
}

fn socket_at(path: &str, html: &'static str) -> Router {
    let agree = async |headers: HeaderMap| match headers.get(header::UPGRADE) {
        Some(_) => {
            let headers = [(header::CONNECTION, "upgrade"), (header::UPGRADE, "websocket")];
            (StatusCode::SWITCHING_PROTOCOLS, headers).into_response()
        }
        None => StatusCode::BAD_REQUEST.into_response(),
    };
    page(html).route(path, get(agree))
}

#[tokio::test]
async fn sockets_are_found_and_asked_for() {
    both(async |fixture| {
        let named = "<script>new WebSocket(`ws://${location.host}/live/feed`)</script>";
        for (path, html) in [("/ws", "<p>hello"), ("/live/feed", named)] {
            let app = Served::start(socket_at(path, html)).await;
            let report = check(&fixture, &app.url(), json!({ "websocket": false })).await;
            assert_eq!(suggested(&report, "websocket"), Some(&json!(true)), "{report}");
            let report = check(&fixture, &app.url(), json!({ "websocket": true })).await;
            assert_eq!(report["suggestions"], json!([]), "{report}");
            assert_eq!(evidence(&report, "socket"), ["Answers through the gateway"]);
            assert_ne!(report["verdict"], "needs its own host name");
        }
        // Many servers leave such requests without an answer.
        let silent = axum::middleware::map_request(async |request: Request| {
            match request.headers().contains_key(header::UPGRADE) {
                true => std::future::pending().await,
                false => request,
            }
        });
        let app = page("<p>hello").layer(silent);
        let report = check_app(&fixture, app, json!({ "websocket": false })).await;
        assert!(report["durationMs"].as_u64().is_some_and(|time| time < 10_000), "{report}");
        assert_eq!(suggested(&report, "websocket"), None, "{report}");
    })
    .await;
}

#[tokio::test]
async fn cookies_are_kept_during_the_visit() {
    both(async |fixture| {
        let greet = async |headers: HeaderMap| -> Response {
            let known = headers.get(header::COOKIE).is_some_and(|value| value == "seen=1");
            match known {
                true => Html("<p>welcome").into_response(),
                false => ([(header::SET_COOKIE, "seen=1; Path=/; HttpOnly")], Redirect::to("/"))
                    .into_response(),
            }
        };
        let app = Router::new().route("/", get(greet));
        let report = check_app(&fixture, app, json!({})).await;
        assert_eq!(report["verdict"], "works with rewriting", "{report}");
        assert_eq!(evidence(&report, "page"), ["Answers 200"]);
    })
    .await;
}

#[tokio::test]
async fn what_the_app_itself_does_not_have_is_not_held_against_the_way() {
    both(async |fixture| {
        let report = check_app(&fixture, page("<img src=\"none.png\">"), json!({})).await;
        assert_eq!(report["verdict"], "works", "{report}");
        assert_eq!(evidence(&report, "file"), ["Answers 404 directly, too"]);
    })
    .await;
}

#[tokio::test]
async fn a_page_that_goes_on_by_itself_is_followed() {
    both(async |fixture| {
        let app = Router::new()
            .route("/", get(async || Html("<meta http-equiv=refresh content=\"0; url=ui/\">")))
            .route("/ui/", get(async || Html("<script src=\"a.js\"></script>")))
            .route("/ui/a.js", get(async || (SCRIPT, "1")));
        let report = check_app(&fixture, app, json!({})).await;
        assert_eq!(report["verdict"], "works", "{report}");
        assert_eq!(evidence(&report, "file"), ["1 file that pages need arrived"]);
    })
    .await;
}

#[tokio::test]
async fn a_service_worker_must_come_without_a_detour() {
    both(async |fixture| {
        let html = "<script>navigator.serviceWorker.register('/sw.js')</script>";
        // Directly it is there; who comes by this gateway, which tells less, is sent on.
        let worker = async move |headers: HeaderMap| match headers.contains_key("x-real-ip") {
            true => (SCRIPT, "1").into_response(),
            false => Redirect::to("/a.js").into_response(),
        };
        let app = page(html).route("/sw.js", get(worker));
        let report = check_app(&fixture, app, json!({})).await;
        assert_eq!(report["verdict"], "needs its own host name", "{report}");
        assert_eq!(evidence(&report, "worker").len(), 1, "{report}");

        let app = page(html).route("/sw.js", get(async || (SCRIPT, "1")));
        let report = check_app(&fixture, app, json!({})).await;
        assert_eq!(evidence(&report, "worker"), ["The script of a service worker arrived"]);
        assert_ne!(report["verdict"], "needs its own host name", "{report}");
    })
    .await;
}

#[tokio::test]
async fn an_app_that_knows_nothing_below_the_prefix_wants_it_taken_off() {
    both(async |fixture| {
        let route = json!({ "stripPrefix": false });
        let report = check_app(&fixture, page("<p>hello"), route).await;
        assert_eq!(suggested(&report, "stripPrefix"), Some(&json!(true)), "{report}");
        assert_eq!(report["verdict"], "works", "{report}");
    })
    .await;
}

#[tokio::test]
async fn a_cookie_that_never_comes_back_is_named() {
    both(async |fixture| {
        let greet = async || {
            let cookie = "__Host-session=secret; Path=/; Secure";
            ([(header::SET_COOKIE, cookie)], Html("<p>hello"))
        };
        let report = check_app(&fixture, Router::new().route("/", get(greet)), json!({})).await;
        assert_eq!(report["verdict"], "needs its own host name", "{report}");
        assert!(evidence(&report, "cookie")[0].contains("__Host-session"), "{report}");
        assert!(!report.to_string().contains("secret"), "{report}");
    })
    .await;
}

#[tokio::test]
async fn what_an_app_packs_is_read() {
    both(async |fixture| {
        let packed = async |headers: HeaderMap| {
            let coding = headers[header::ACCEPT_ENCODING].to_str().unwrap_or_default();
            assert!(coding.contains("gzip"), "{coding}");
            let mut body = Vec::new();
            let mut encoder = rewrite::codec::Encoder::new(rewrite::codec::Encoding::Gzip);
            encoder.push(b"<img src='i.png'><a href='/next'>next</a>", &mut body).expect("packed");
            encoder.finish(&mut body).expect("packed");
            ([(header::CONTENT_TYPE, "text/html"), (header::CONTENT_ENCODING, "gzip")], body)
        };
        let app = Router::new().route("/", get(packed)).fallback_service(page(""));
        let report = check_app(&fixture, app, json!({ "rewriteHtml": false })).await;
        assert_eq!(evidence(&report, "address"), ["1 address had to be moved, such as /next"]);
        assert_eq!(evidence(&report, "file"), ["1 file that pages need arrived"]);
    })
    .await;
}
