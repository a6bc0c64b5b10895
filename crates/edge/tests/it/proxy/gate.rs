//! Who may use an app.

use http::Request;
use kit::{Clock, Identity, Principal};
use routing::{Route, TrustPolicy};
use std::time::Duration;

use crate::client::{Answer, Wire, bodiless, stranger};
use crate::lab::{Lab, Setup};
use crate::raw_app::RawApp;
use crate::routes::{ada, caller, choosing, route};

const HTML: &str = "text/html,application/xhtml+xml,*/*;q=0.8";

/// A gateway with one app, a good credential `ours-a` and one without the app's scope, `ours-z`.
async fn guarded(public: bool) -> (Lab, RawApp) {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.gate.add("ours-a", ada());
    lab.gate.add("ours-z", caller(Identity::Device("z".into()), &["access:other"]));
    lab.lead(choosing(route("x", &app.to()), |options| {
        options.public_access = public;
        options.websocket = true;
    }));
    (lab, app)
}

/// The status of a request from elsewhere with these header lines.
async fn status(lab: &Lab, method: &str, lines: &str) -> u16 {
    let head = format!("{method} /apps/x/ HTTP/1.1\r\nHost: gatehouse.test\r\n{lines}\r\n");
    let mut wire = lab.wire().await;
    wire.send(head).await;
    wire.head().await.status()
}

fn asked(headers: &[(&str, &str)]) -> Request<http_body_util::Full<bytes::Bytes>> {
    let mut request = stranger("GET", "/apps/x/a?b=c&d");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    bodiless(request)
}

fn assert_refused(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (status, code), "{answer:?}");
    assert_eq!(answer.value("x-api-version"), Some("v1"));
}

#[tokio::test]
async fn without_a_credential_programs_get_the_envelope() {
    let (lab, app) = guarded(false).await;
    for answer in lab.ask_both(asked(&[])).await {
        assert_refused(&answer, 401, "UNAUTHORIZED");
    }
    for headers in [
        [("accept", HTML), ("sec-fetch-mode", "cors")],
        [("accept", "application/json, text/html;q=0.9"), ("x", "y")],
    ] {
        let answer = lab.ask(asked(&headers)).await;
        assert_eq!(answer.status, 401, "{headers:?}");
        assert_eq!(answer.value("location"), None);
    }
    assert_eq!(app.connections(), 0);
}

#[tokio::test]
async fn without_a_credential_people_are_sent_to_sign_in_and_back() {
    let (lab, app) = guarded(false).await;
    for headers in [
        &[("accept", HTML)][..],
        &[("accept", HTML), ("sec-fetch-mode", "navigate")],
        &[("accept", HTML), ("cookie", "svc_apps=stale")],
    ] {
        for answer in lab.ask_both(asked(headers)).await {
            assert_eq!(answer.status, 303, "{headers:?}");
            assert_eq!(answer.value("location"), Some("/?next=/apps/x/a%3Fb%3Dc%26d"));
            assert_eq!(answer.value("cache-control"), Some("no-store"));
        }
    }
    let posted = stranger("POST", "/apps/x/").header("accept", HTML);
    assert_eq!(lab.ask(bodiless(posted)).await.status, 401, "a form cannot be sent again");
    assert_eq!(app.connections(), 0);
}

#[tokio::test]
async fn at_an_apps_own_host_people_go_through_the_main_address() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(Route { host: Some("x.home.test".into()), ..route("x", &app.to()) });
    let request = Request::get("/a?b").header("host", "x.home.test:8443").header("accept", HTML);
    let answer = lab.ask(bodiless(request)).await;
    assert_eq!(answer.status, 303);
    let location =
        "https://gatehouse.test/apps/_gh/handoff?to=http%3A//x.home.test%3A8443/a%3Fb&browser=";
    let (there, browser) = answer.value("location").expect("a place").split_at(location.len());
    assert_eq!(there, location);
    // It comes back with a code that is good for this browser alone.
    let secret = answer.value("set-cookie").expect("a cookie").to_owned();
    let secret = secret.strip_prefix("gh-handoff=").expect("its name").split(';').next();
    assert_eq!(kit::sha256_hex(secret.expect("a value")), browser);

    let request = Request::get("/c").header("host", "x.home.test:8443").header("accept", HTML);
    let request = request.header("cookie", format!("gh-handoff={}", secret.expect("a value")));
    let again = lab.ask(bodiless(request)).await;
    assert!(again.value("location").expect("a place").ends_with(browser), "its tabs share it");
}

/// Whatever a route claims: whoever holds the gateway's own name holds its sign-in page.
#[tokio::test]
async fn no_route_answers_at_the_gateways_own_name() {
    let trust = TrustPolicy::new(Vec::new(), Vec::new(), ["gate.home.test"]).expect("a name");
    let (lab, app) = (Lab::with(Setup { trust, ..Setup::default() }), RawApp::fine().await);
    lab.lead(Route { host: Some("gate.home.test".into()), ..route("gate", &app.to()) });
    let answer = lab.ask(bodiless(Request::get("/").header("host", "gate.home.test"))).await;
    assert_eq!((answer.status.as_u16(), answer.value("location")), (200, None), "it is ours");
    assert_eq!(app.connections(), 0);
}

#[tokio::test]
async fn every_kind_of_good_credential_opens_the_app() {
    let (lab, _app) = guarded(false).await;
    for lines in [
        "Authorization: Bearer ours-a\r\n",
        "AUTHORIZATION: BEARER ours-a\r\n",
        "X-API-Key: ours-a\r\n",
        "Cookie: svc_apps=ours-a\r\n",
        "Cookie: a=1; svc_apps=ours-a\r\n",
        "Cookie: svc_apps=bad; svc_apps=ours-a\r\n",
        "Cookie: svc_apps=ours-z; svc_apps=ours-a\r\n",
        "Cookie: svc_apps=bad\r\nCookie: svc_apps=ours-a\r\n",
        "Authorization: Basic eDp5\r\nX-API-Key: ours-a\r\n",
    ] {
        assert_eq!(status(&lab, "GET", lines).await, 200, "{lines}");
    }
}

#[tokio::test]
async fn a_bad_credential_opens_nothing() {
    let (lab, app) = guarded(false).await;
    for lines in [
        "Authorization: Bearer bad\r\n",
        "Authorization: Bearer\r\n",
        "Authorization: Bearer \r\n",
        "Authorization: Basic b3Vycy1h\r\n",
        "Authorization: ours-a\r\n",
        "X-API-Key: bad\r\n",
        "X-API-Key:\r\n",
        "Cookie: svc_apps=bad\r\n",
        "Cookie: svc_apps=\r\n",
        "Cookie: SVC_APPS=ours-a\r\n",
        "Authorization: Bearer bad\r\nCookie: svc_apps=ours-a\r\n",
        "X-API-Key: bad\r\nCookie: svc_apps=ours-a\r\n",
    ] {
        assert_eq!(status(&lab, "GET", lines).await, 401, "{lines}");
    }
    let query = Request::get("/apps/x/?token=ours-a&access_token=ours-a&api_key=ours-a");
    assert_eq!(lab.ask(bodiless(query.header("host", "gatehouse.test"))).await.status, 401);
    assert_eq!(app.connections(), 0);
}

#[tokio::test]
async fn several_credentials_are_one_too_many() {
    let (lab, app) = guarded(false).await;
    for lines in [
        "Authorization: Bearer ours-a\r\nX-API-Key: ours-a\r\n",
        "Authorization: Bearer ours-a\r\nAuthorization: Bearer ours-a\r\n",
        "Authorization: Bearer ours-a\r\nAuthorization: Basic eDp5\r\n",
        "X-API-Key: ours-a\r\nX-API-Key: ours-a\r\n",
    ] {
        assert_eq!(status(&lab, "GET", lines).await, 401, "{lines}");
    }
    assert_eq!(app.connections(), 0);
}

#[tokio::test]
async fn a_caller_without_the_scope_is_told_which_one() {
    let (lab, app) = guarded(false).await;
    let answer = lab.ask(asked(&[("x-api-key", "ours-z")])).await;
    assert_refused(&answer, 403, "FORBIDDEN");
    assert!(answer.body.contains("access:x"), "{}", answer.body);
    let page = lab.ask(asked(&[("cookie", "svc_apps=ours-z"), ("accept", HTML)])).await;
    assert_eq!(page.status, 403, "to sign in again would not help");
    assert!(page.body.contains("<h1>") && page.body.contains("access:x"), "{}", page.body);
    assert_eq!(app.connections(), 0);
}

#[tokio::test]
async fn a_caller_on_this_machine_needs_none_but_is_judged_by_what_it_sends() {
    let (lab, _app) = guarded(false).await;
    let mut wire: Wire = lab.wire().await;
    for (lines, expected) in [
        ("", 200),
        ("X-API-Key: bad\r\n", 401),
        ("Authorization: Bearer ours-z\r\n", 403),
        ("Cookie: svc_apps=bad\r\n", 401),
        ("Cookie: other=1\r\n", 200),
        ("Origin: http://localhost\r\n", 200),
        ("Origin: https://evil.example\r\n", 401),
        ("Sec-Fetch-Site: cross-site\r\n", 401),
        ("X-Forwarded-For: 127.0.0.1\r\n", 401),
        ("Via: 1.1 x\r\n", 401),
    ] {
        let head = format!("GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n");
        assert_eq!(wire.ask(head).await.status(), expected, "{lines}");
    }
}

#[tokio::test]
async fn an_open_app_is_open_to_all() {
    let (lab, _app) = guarded(true).await;
    for (lines, expected) in [
        ("", 200),
        ("Cookie: svc_apps=stale\r\n", 200),
        ("X-API-Key: ours-z\r\n", 200),
        ("X-API-Key: bad\r\n", 401),
        ("Authorization: Bearer bad\r\n", 401),
        ("Authorization: Basic eDp5\r\n", 200),
        ("Origin: https://evil.example\r\nCookie: svc_apps=ours-a\r\n", 200),
    ] {
        assert_eq!(status(&lab, "GET", lines).await, expected, "{lines}");
        assert_eq!(status(&lab, "POST", lines).await, expected, "{lines}");
    }
}

/// What lies below a route has the same rules by the app's own name and in any case: many apps do
/// not tell `/Admin/` from `/admin/`.
#[tokio::test]
async fn a_nested_route_keeps_its_scopes_whatever_leads_into_it() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    let outer = Route { host: Some("x.home.test".into()), ..route("x", &app.to()) };
    let prefix = routing::Prefix::parse("/apps/x/admin/").expect("a prefix");
    lab.publish([outer, Route { prefix, ..route("admin", &app.to()) }]);
    lab.gate.add("ours-x", caller(Identity::Device("x".into()), &["access:x"]));
    lab.gate.add("ours-both", caller(Identity::Device("b".into()), &["access:x", "access:admin"]));
    for (host, path, mays) in [
        ("gatehouse.test", "/apps/x/", 200),
        ("gatehouse.test", "/apps/x/administrator", 200),
        ("gatehouse.test", "/apps/x/admin/", 403),
        ("gatehouse.test", "/apps/x/ADMIN/", 403),
        ("gatehouse.test", "/apps/x/Admin", 403),
        ("gatehouse.test", "/apps/x/%41dmin/", 403),
        ("x.home.test", "/", 200),
        ("x.home.test", "/admin/", 403),
        ("x.home.test", "/Admin/users", 403),
        ("x.home.test", "/%61dmin/", 403),
        ("x.home.test", "/a//admin", 200),
        ("x.home.test", "/administrator", 200),
    ] {
        for (key, expected) in [("ours-x", mays), ("ours-both", 200)] {
            let request = Request::get(path).header("host", host).header("x-api-key", key);
            let answer = lab.ask(bodiless(request)).await;
            assert_eq!(answer.status, expected, "{host}{path} with {key}");
        }
    }
}

/// An app on the same host can set as many cookies as the browser keeps, also of our name.
#[tokio::test]
async fn planted_cookies_lock_nobody_out() {
    let (lab, _app) = guarded(false).await;
    let planted: String = (0..500).map(|number| format!("svc_apps=planted{number}; ")).collect();
    let lines = format!("Cookie: {planted}svc_apps=ours-a\r\n");
    assert_eq!(status(&lab, "GET", &lines).await, 200);

    let bomb = "a=b; ".repeat(16 * 1024);
    for answer in lab.ask_both(asked(&[("cookie", &format!("{bomb}svc_apps=ours-a"))])).await {
        assert_eq!(answer.status, 431);
        assert_eq!(answer.value("clear-site-data"), Some("\"cookies\""));
    }
}

#[tokio::test]
async fn another_site_cannot_act_with_the_visitors_cookie() {
    let (lab, app) = guarded(false).await;
    let websocket = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                     Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for foreign in [
        "Origin: https://evil.example\r\n",
        "Origin: null\r\n",
        "Origin: http://gatehouse.test:1\r\n",
        "Origin: https://gatehouse.test\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
    ] {
        let lines = format!("Cookie: svc_apps=ours-a\r\n{foreign}");
        for method in ["POST", "PUT", "DELETE", "PATCH"] {
            assert_eq!(status(&lab, method, &lines).await, 403, "{method} {foreign}");
        }
        assert_eq!(status(&lab, "GET", &format!("{lines}{websocket}")).await, 403, "{foreign}");
    }
    assert_eq!(app.connections(), 0);
    let own = "Cookie: svc_apps=ours-a\r\nOrigin: http://gatehouse.test\r\n";
    assert_eq!(status(&lab, "POST", own).await, 200);
    let by_header = "X-API-Key: ours-a\r\nOrigin: https://evil.example\r\n";
    assert_eq!(status(&lab, "POST", by_header).await, 200, "no page can send that by itself");
}

#[tokio::test]
async fn a_revoked_or_expired_credential_fails_on_the_next_request() {
    let (lab, app) = guarded(false).await;
    let end = Clock::System.now().after(Duration::from_secs(8));
    lab.gate.add("ours-e", Principal { expires_at: Some(end), ..ada() });
    let head = |key: &str| {
        format!("GET /apps/x/ HTTP/1.1\r\nHost: gatehouse.test\r\nX-API-Key: {key}\r\n\r\n")
    };
    let mut wire = lab.wire().await;
    assert_eq!(wire.ask(head("ours-a")).await.status(), 200);
    assert_eq!(wire.ask(head("ours-e")).await.status(), 200);
    lab.gate.revoke("ours-a");
    assert_eq!(wire.ask(head("ours-a")).await.status(), 401);
    lab.gate.expire("ours-e");
    tokio::time::sleep(end.since(Clock::System.now())).await;
    assert_eq!(wire.ask(head("ours-e")).await.status(), 401);
    assert_eq!(app.requests().await.len(), 2);
}

#[tokio::test]
async fn a_credential_of_one_host_counts_at_no_other() {
    let (lab, app) = guarded(false).await;
    lab.gate.add_at("ours-h", ada(), "x.home.test");
    let named = Some("x.home.test".into());
    lab.lead(Route { host: named, ..route("x", &app.to()) });
    let ask = async |host: &str, path: &str| {
        let lines = "Cookie: svc_apps=ours-h\r\n";
        let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{lines}\r\n");
        lab.wire().await.ask(head).await.status()
    };
    assert_eq!(ask("x.home.test", "/").await, 200);
    assert_eq!(ask("X.HOME.test:8443", "/").await, 200);
    assert_eq!(ask("gatehouse.test", "/apps/x/").await, 401);
    assert_eq!(ask("localhost", "/apps/x/").await, 401);
}

#[tokio::test]
async fn a_stream_ends_when_its_credential_expires() {
    for busy in [false, true] {
        let app = RawApp::start(move |mut talk| async move {
            talk.head().await;
            talk.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n").await;
            while busy && talk.say("4\r\nmore\r\n").await {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            talk.until_closed().await;
        })
        .await;
        let lab = Lab::new();
        lab.lead(route("x", &app.to()));
        let end = Clock::System.now().after(Duration::from_secs(8));
        lab.gate.add("ours-e", Principal { expires_at: Some(end), ..ada() });
        let mut wire = lab.wire().await;
        wire.send("GET /apps/x/ HTTP/1.1\r\nHost: gatehouse.test\r\nX-API-Key: ours-e\r\n\r\n")
            .await;
        assert_eq!(wire.head().await.status(), 200);
        let said = wire.until_closed().await;
        assert!(Clock::System.now() >= end && !said.ends_with(b"0\r\n\r\n"), "it is cut off");
        lab.holds(0).await;
    }
}
