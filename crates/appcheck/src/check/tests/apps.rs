//! Whether apps of several kinds work below a path, as a check sees it.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use http::{HeaderMap, HeaderName, StatusCode, header};
use routing::{HostHeader, RouteOptions, RoutingMode};
use serde_json::{Value, json};

use super::front::Served;
use super::{Lab, NOW, page};
use crate::{EvidenceKind, Report, Verdict};

const SCRIPT: [(HeaderName, &str); 1] = [(header::CONTENT_TYPE, "text/javascript")];

/// The details of one kind of evidence.
fn evidence(report: &Report, kind: EvidenceKind) -> Vec<&str> {
    let of_kind = report.evidence.iter().filter(|one| one.kind == kind);
    of_kind.map(|one| one.detail.as_str()).collect()
}

fn suggested<'a>(report: &'a Report, field: &str) -> Option<&'a Value> {
    let found = report.suggestions.iter().find(|one| one.field == field);
    found.map(|one| &one.value)
}

#[tokio::test]
async fn an_app_with_relative_addresses_works() {
    let lab = Lab::open().await;
    let app = page("<link rel=stylesheet href=\"plain.css\"><img src=\"./i.png\"><a href=\"?a\">");
    let report = lab.check_app(app, RouteOptions::default()).await;
    assert_eq!(report.verdict, Verdict::Works, "{report:?}");
    assert_eq!((&*report.route_id, report.suggested_mode), ("app", RoutingMode::Path));
    assert_eq!(report.suggestions, []);
    assert!(evidence(&report, EvidenceKind::File)[0].contains("3 files"), "{report:?}");
    assert_eq!(report.checked_at, NOW);
    assert_eq!(lab.checks.last("app", NOW), Some(report));
    assert_eq!(lab.checks.last("app", NOW.after(Duration::from_secs(1))), None);
}

#[tokio::test]
async fn an_app_at_the_root_works_with_rewriting() {
    let lab = Lab::open().await;
    let html = "<link rel=stylesheet href=\"/a.css\"><script type=module src=\"/m.js\"></script>
                    <img src=\"/i.png\"><script>fetch('/api')</script>";
    let report = lab.check_app(page(html), RouteOptions::default()).await;
    assert_eq!(report.verdict, Verdict::WorksWithRewriting, "{report:?}");
    assert_eq!(report.suggested_mode, RoutingMode::Path);
    assert!(evidence(&report, EvidenceKind::Address)[0].contains("3 addresses"), "{report:?}");
    assert!(
        evidence(&report, EvidenceKind::Address).iter().any(|text| text.contains("/api")),
        "{report:?}"
    );
    // The page's three, the picture in the style sheet and the module's import.
    assert!(evidence(&report, EvidenceKind::File)[0].contains("5 files"), "{report:?}");
}

#[tokio::test]
async fn an_app_that_honours_the_prefix_works() {
    let lab = Lab::open().await;
    let tell = async |headers: HeaderMap| {
        let prefix = headers.get("x-forwarded-prefix").and_then(|value| value.to_str().ok());
        let prefix = prefix.unwrap_or_default();
        Html(format!("<img src=\"{prefix}/i.png\"><a href=\"{prefix}/\">home</a>"))
    };
    let app = Router::new().route("/", get(tell)).route("/i.png", get(async || "fine"));
    let report = lab.check_app(app, RouteOptions::default()).await;
    assert_eq!(report.verdict, Verdict::Works, "{report:?}");
    assert_eq!(evidence(&report, EvidenceKind::Prefix).len(), 1, "{report:?}");
    assert!(evidence(&report, EvidenceKind::File)[0].contains("1 file"), "{report:?}");
}

#[tokio::test]
async fn an_app_that_names_its_own_address_works_with_rewriting() {
    let lab = Lab::open().await;
    let own = Arc::new(OnceLock::new());
    let known = own.clone();
    let tell = async move || {
        let own: &String = known.get().expect("it was told");
        Html(format!("<script src=\"{own}/a.js\"></script>"))
    };
    let app = page("").route("/self", get(tell));
    let app = Router::new().route("/", get(async || Redirect::to("/self"))).fallback_service(app);
    let served = Served::start(app).await;
    own.set(served.url()).expect("it is told once");
    let report = lab.check(&served.url(), RouteOptions::default()).await;
    assert_eq!(report.verdict, Verdict::WorksWithRewriting, "{report:?}");
    assert!(evidence(&report, EvidenceKind::Redirect)[0].contains("/self"), "{report:?}");
    assert!(evidence(&report, EvidenceKind::Address)[0].contains("http://"), "{report:?}");
    assert!(evidence(&report, EvidenceKind::File)[0].contains("1 file"), "{report:?}");
}

#[tokio::test]
async fn without_rewriting_it_is_suggested() {
    let lab = Lab::open().await;
    let route = RouteOptions { rewrite_html: false, ..RouteOptions::default() };
    let html = "<script src=\"/lost.js\"></script><img src=\"/i.png\">";
    let report = lab.check_app(page(html), route).await;
    assert_eq!(report.verdict, Verdict::WorksWithRewriting, "{report:?}");
    assert_eq!(suggested(&report, "rewriteHtml"), Some(&json!(true)));
    assert!(
        evidence(&report, EvidenceKind::Escape).iter().any(|text| text.contains("led back")),
        "{report:?}"
    );
}

#[tokio::test]
async fn what_leaves_the_prefix_for_good_needs_a_host_name() {
    let lab = Lab::open().await;
    let app =
        page("<script src=\"/lost.js\"></script>").route("/lost.js", get(async || (SCRIPT, "1")));
    let report = lab.check_app(app, RouteOptions::default()).await;
    assert_eq!(report.verdict, Verdict::NeedsOwnHost, "{report:?}");
    assert_eq!(report.suggested_mode, RoutingMode::Subdomain);
    assert_eq!(suggested(&report, "routingMode"), Some(&json!("subdomain")));
    assert_eq!(
        evidence(&report, EvidenceKind::Escape),
        ["Leaves the prefix, and answers 404 there"]
    );
}

#[tokio::test]
async fn a_sign_in_that_leads_back_to_the_root_needs_a_host_name() {
    let lab = Lab::open().await;
    let to_provider = |back: &'static str| {
        let leave = async move |headers: HeaderMap| {
            let host = headers[header::HOST].to_str().expect("text").to_owned();
            Redirect::to(&format!(
                "https://login.example/authorize?state=secret&redirect_uri=http://{host}{back}"
            ))
        };
        Router::new().route("/", get(leave))
    };
    let report = lab.check_app(to_provider("/callback"), RouteOptions::default()).await;
    assert_eq!(report.verdict, Verdict::NeedsOwnHost, "{report:?}");
    assert!(evidence(&report, EvidenceKind::SignIn)[0].contains("login.example"), "{report:?}");
    assert!(!format!("{report:?}").contains("secret"), "{report:?}");
    let report = lab.check_app(to_provider("/apps/app/callback"), RouteOptions::default()).await;
    assert_eq!(report.verdict, Verdict::Works, "{report:?}");
}

/// Answers only those who call it by its own name, in two unfriendly ways.
#[tokio::test]
async fn an_app_that_insists_on_its_host_is_told_so() {
    let lab = Lab::open().await;
    let is_own = |headers: &HeaderMap| {
        headers[header::HOST].to_str().is_ok_and(|host| host.starts_with("127.0.0.1:"))
    };
    let refuse = async move |headers: HeaderMap| {
        if is_own(&headers) {
            Html("<p>hello").into_response()
        } else {
            StatusCode::MISDIRECTED_REQUEST.into_response()
        }
    };
    let circle = async move |headers: HeaderMap| {
        if is_own(&headers) {
            Html("<img src=\"/i.png\">").into_response()
        } else {
            Redirect::to("/").into_response()
        }
    };
    for (app, verdict) in [
        (Router::new().route("/", get(refuse)), Verdict::Works),
        (Router::new().route("/", get(circle)), Verdict::WorksWithRewriting),
    ] {
        let report = lab
            .check_app(
                app,
                RouteOptions { host_header: HostHeader::Client, ..RouteOptions::default() },
            )
            .await;
        assert_eq!(suggested(&report, "hostHeader"), Some(&json!("upstream")), "{report:?}");
        assert_eq!((report.verdict, report.suggested_mode), (verdict, RoutingMode::Path));
    }
    let app = Router::new().route("/", get(refuse));
    let report = lab
        .check_app(
            app,
            RouteOptions { host_header: HostHeader::Upstream, ..RouteOptions::default() },
        )
        .await;
    assert_eq!(report.verdict, Verdict::Works);
    assert_eq!(report.suggestions, []);
}

#[tokio::test]
async fn an_app_with_a_sign_in_of_its_own_wants_its_header() {
    let lab = Lab::open().await;
    let ask = async || {
        let header = [(header::WWW_AUTHENTICATE, "Basic realm=\"files\"")];
        (StatusCode::UNAUTHORIZED, header, Html("<p>who?"))
    };
    let app = Router::new().fallback(ask);
    let report = lab.check_app(app.clone(), RouteOptions::default()).await;
    assert_eq!(report.verdict, Verdict::Works, "{report:?}");
    assert_eq!(suggested(&report, "forwardAuthorization"), Some(&json!(true)));
    let report = lab
        .check_app(app, RouteOptions { forward_authorization: true, ..RouteOptions::default() })
        .await;
    assert_eq!(report.suggestions, []);
    assert_eq!(evidence(&report, EvidenceKind::SignIn).len(), 1);
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
    let lab = Lab::open().await;
    let named = "<script>new WebSocket(`ws://${location.host}/live/feed`)</script>";
    for (path, html) in [("/ws", "<p>hello"), ("/live/feed", named)] {
        let app = Served::start(socket_at(path, html)).await;
        let report = lab
            .check(&app.url(), RouteOptions { websocket: false, ..RouteOptions::default() })
            .await;
        assert_eq!(suggested(&report, "websocket"), Some(&json!(true)), "{report:?}");
        let report = lab
            .check(&app.url(), RouteOptions { websocket: true, ..RouteOptions::default() })
            .await;
        assert_eq!(report.suggestions, [], "{report:?}");
        assert_eq!(evidence(&report, EvidenceKind::Socket), ["Answers through the gateway"]);
        assert_ne!(report.verdict, Verdict::NeedsOwnHost);
    }
    // Many servers leave such requests without an answer.
    let silent = axum::middleware::map_request(async |request: Request| {
        if request.headers().contains_key(header::UPGRADE) {
            std::future::pending().await
        } else {
            request
        }
    });
    let app = page("<p>hello").layer(silent);
    let report =
        lab.check_app(app, RouteOptions { websocket: false, ..RouteOptions::default() }).await;
    assert_eq!(suggested(&report, "websocket"), None, "{report:?}");
}

#[tokio::test]
async fn cookies_are_kept_during_the_visit() {
    let lab = Lab::open().await;
    let greet = async |headers: HeaderMap| -> Response {
        let known = headers.get(header::COOKIE).is_some_and(|value| value == "seen=1");
        if known {
            Html("<p>welcome").into_response()
        } else {
            ([(header::SET_COOKIE, "seen=1; Path=/; HttpOnly")], Redirect::to("/")).into_response()
        }
    };
    let app = Router::new().route("/", get(greet));
    let report = lab.check_app(app, RouteOptions::default()).await;
    assert_eq!(report.verdict, Verdict::WorksWithRewriting, "{report:?}");
    assert_eq!(evidence(&report, EvidenceKind::Page), ["Answers 200"]);
}

#[tokio::test]
async fn what_the_app_itself_does_not_have_is_not_held_against_the_way() {
    let lab = Lab::open().await;
    let report = lab.check_app(page("<img src=\"none.png\">"), RouteOptions::default()).await;
    assert_eq!(report.verdict, Verdict::Works, "{report:?}");
    assert_eq!(evidence(&report, EvidenceKind::File), ["Answers 404 directly, too"]);
}

#[tokio::test]
async fn a_page_that_goes_on_by_itself_is_followed() {
    let lab = Lab::open().await;
    let app = Router::new()
        .route("/", get(async || Html("<meta http-equiv=refresh content=\"0; url=ui/\">")))
        .route("/ui/", get(async || Html("<script src=\"a.js\"></script>")))
        .route("/ui/a.js", get(async || (SCRIPT, "1")));
    let report = lab.check_app(app, RouteOptions::default()).await;
    assert_eq!(report.verdict, Verdict::Works, "{report:?}");
    assert_eq!(evidence(&report, EvidenceKind::File), ["1 file that pages need arrived"]);
}

#[tokio::test]
async fn a_service_worker_must_come_without_a_detour() {
    let lab = Lab::open().await;
    let html = "<script>navigator.serviceWorker.register('/sw.js')</script>";
    // Directly it is there; who comes by this gateway, which tells less, is sent on.
    let worker = async move |headers: HeaderMap| {
        if headers.contains_key("x-real-ip") {
            (SCRIPT, "1").into_response()
        } else {
            Redirect::to("/a.js").into_response()
        }
    };
    let app = page(html).route("/sw.js", get(worker));
    let report = lab.check_app(app, RouteOptions::default()).await;
    assert_eq!(report.verdict, Verdict::NeedsOwnHost, "{report:?}");
    assert_eq!(evidence(&report, EvidenceKind::Worker).len(), 1, "{report:?}");

    let app = page(html).route("/sw.js", get(async || (SCRIPT, "1")));
    let report = lab.check_app(app, RouteOptions::default()).await;
    assert_eq!(evidence(&report, EvidenceKind::Worker), ["The script of a service worker arrived"]);
    assert_ne!(report.verdict, Verdict::NeedsOwnHost, "{report:?}");
}

#[tokio::test]
async fn an_app_that_knows_nothing_below_the_prefix_wants_it_taken_off() {
    let lab = Lab::open().await;
    let route = RouteOptions { strip_prefix: false, ..RouteOptions::default() };
    let report = lab.check_app(page("<p>hello"), route).await;
    assert_eq!(suggested(&report, "stripPrefix"), Some(&json!(true)), "{report:?}");
    assert_eq!(report.verdict, Verdict::Works, "{report:?}");
}

#[tokio::test]
async fn a_cookie_that_never_comes_back_is_named() {
    let lab = Lab::open().await;
    let greet = async || {
        let cookie = "__Host-session=secret; Path=/; Secure";
        ([(header::SET_COOKIE, cookie)], Html("<p>hello"))
    };
    let report = lab.check_app(Router::new().route("/", get(greet)), RouteOptions::default()).await;
    assert_eq!(report.verdict, Verdict::NeedsOwnHost, "{report:?}");
    assert!(evidence(&report, EvidenceKind::Cookie)[0].contains("__Host-session"), "{report:?}");
    assert!(!format!("{report:?}").contains("secret"), "{report:?}");
}

#[tokio::test]
async fn what_an_app_packs_is_read() {
    let lab = Lab::open().await;
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
    let report =
        lab.check_app(app, RouteOptions { rewrite_html: false, ..RouteOptions::default() }).await;
    assert_eq!(
        evidence(&report, EvidenceKind::Address),
        ["1 address had to be moved, such as /next"]
    );
    assert_eq!(evidence(&report, EvidenceKind::File), ["1 file that pages need arrived"]);
}
