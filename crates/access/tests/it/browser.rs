//! Browsers that stay signed in, while apps have an origin of their own.

use access::AppsListener;
use http::{StatusCode, header};
use routing::{AppsPort, SESSION_COOKIE};
use serde_json::json;

use crate::fixture::{Answer, Call, Fixture, LAN, PASSWORD, both, settings};

const SESSION: &str = "/api/v1/auth/session";
const MAIN: &str = "https://localhost:8443";

/// Apps have an origin of their own: the configuration says so.
async fn apart(fixture: &Fixture) -> AppsPort {
    listen(fixture, true).await
}

async fn listen(fixture: &Fixture, configured: bool) -> AppsPort {
    let decided = AppsPort::default();
    let listener = AppsListener { port: 8444, configured, decided: decided.clone() };
    fixture.access.set_apps_listener(listener).await.expect("a listener");
    decided
}

/// As the dashboard's own page asks.
fn page(call: Call<'_>) -> Call<'_> {
    call.from(LAN).header("Origin", MAIN).header("Sec-Fetch-Site", "same-origin")
}

fn cookie_of(answer: &Answer) -> Option<(String, String)> {
    let lines = answer.headers.get_all(header::SET_COOKIE).iter();
    let mut lines = lines.filter_map(|line| line.to_str().ok());
    let line = lines.find_map(|line| line.strip_prefix(SESSION_COOKIE)?.strip_prefix('='))?;
    let (value, attributes) = line.split_once("; ").expect("attributes");
    Some((value.to_owned(), attributes.to_owned()))
}

async fn sign_in(fixture: &Fixture) -> (String, String) {
    let body = json!({ "username": "ada", "password": PASSWORD });
    let answer = page(fixture.post("/api/v1/auth/login")).body(&body).send().await;
    let token = answer.expect(StatusCode::OK)["token"].as_str().expect("a token").to_owned();
    (token, cookie_of(&answer).expect("a cookie").0)
}

async fn resume(fixture: &Fixture, cookie: &str) -> Answer {
    let shown = format!("other=1; {SESSION_COOKIE}={cookie}");
    page(fixture.post(SESSION)).header("Cookie", &shown).send().await
}

#[tokio::test]
async fn a_browser_stays_signed_in_and_its_cookie_changes_with_every_use() {
    both(async |fixture| {
        fixture.administrator().await;
        apart(&fixture).await;
        let body = json!({ "username": "ada", "password": PASSWORD });
        let answer = page(fixture.post("/api/v1/auth/login")).body(&body).send().await;
        answer.expect(StatusCode::OK);
        let (first, attributes) = cookie_of(&answer).expect("a cookie");
        assert_eq!(
            attributes,
            "Path=/api/v1/auth/session; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure"
        );
        fixture.pass(20 * 86_400);
        let answer = resume(&fixture, &first).await;
        let token = answer.expect(StatusCode::OK)["token"].as_str().expect("a token").to_owned();
        fixture.get("/api/v1/auth/me").from(LAN).token(&token).send().await.expect(StatusCode::OK);
        let second = cookie_of(&answer).expect("another cookie").0;
        assert_ne!(first, second);

        // Another tab may have sent the first one before it got the second.
        fixture.pass(60);
        let tab = resume(&fixture, &first).await;
        tab.expect(StatusCode::OK);
        assert!(cookie_of(&tab).is_none(), "the browser has the new one already");
        fixture.pass(20 * 86_400);
        resume(&fixture, &second).await.expect(StatusCode::OK);
        let fixture = fixture.restarted(settings()).await;
        apart(&fixture).await;
        resume(&fixture, &second).await.expect(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn a_cookie_that_was_changed_ends_the_session_and_is_told() {
    both(async |fixture| {
        fixture.administrator().await;
        apart(&fixture).await;
        let (_, first) = sign_in(&fixture).await;
        let answer = resume(&fixture, &first).await;
        let token = answer.expect(StatusCode::OK)["token"].as_str().expect("a token").to_owned();
        let second = cookie_of(&answer).expect("another cookie").0;
        fixture.pass(61);
        let stolen = resume(&fixture, &first).await;
        stolen.expect(StatusCode::NO_CONTENT);
        assert_eq!(cookie_of(&stolen).expect("it is taken away").0, "");
        assert_eq!(fixture.last_audit().await.action, "user.session_reused");
        resume(&fixture, &second).await.expect(StatusCode::NO_CONTENT);
        let me = fixture.get("/api/v1/auth/me").from(LAN).token(&token).send().await;
        me.refused(401, "UNAUTHORIZED");
    })
    .await;
}

#[tokio::test]
async fn only_a_page_of_ours_may_use_it() {
    both(async |fixture| {
        fixture.administrator().await;
        apart(&fixture).await;
        let (_, cookie) = sign_in(&fixture).await;
        let shown = format!("{SESSION_COOKIE}={cookie}");
        for headers in [
            &[][..],
            &[("Origin", MAIN)],
            &[("Origin", "https://localhost:8444"), ("Sec-Fetch-Site", "same-site")],
            &[("Origin", "https://localhost:8444"), ("Sec-Fetch-Site", "same-origin")],
            &[("Origin", MAIN), ("Sec-Fetch-Site", "same-site")],
            &[("Sec-Fetch-Site", "none")],
        ] {
            let mut call = fixture.post(SESSION).from(LAN).header("Cookie", &shown);
            for (name, value) in headers {
                call = call.header(name, value);
            }
            call.send().await.refused(403, "FORBIDDEN");
        }
        let body = json!({ "username": "ada", "password": PASSWORD });
        let program = fixture.post("/api/v1/auth/login").from(LAN).body(&body).send().await;
        program.expect(StatusCode::OK);
        assert!(cookie_of(&program).is_none(), "programs keep their token");
        for wrong in ["", "x", ".", &format!("{cookie}0")] {
            resume(&fixture, wrong).await.expect(StatusCode::NO_CONTENT);
        }
    })
    .await;
}

#[tokio::test]
async fn nobody_is_remembered_while_apps_share_the_origin() {
    both(async |fixture| {
        let admin = fixture.administrator().await;
        let decided = listen(&fixture, false).await;
        let place = fixture.get("/api/v1/admin/apps-origin").send().await.expect(StatusCode::OK);
        assert_eq!(place, json!({ "mode": "shared", "port": 8444, "undecided": true }));
        let body = json!({ "username": "ada", "password": PASSWORD });
        let answer = page(fixture.post("/api/v1/auth/login")).body(&body).send().await;
        answer.expect(StatusCode::OK);
        assert!(cookie_of(&answer).is_none());

        let phone = fixture.device("phone", "ios").await;
        let own = json!({ "mode": "own" });
        let put = |token: &str| page(fixture.put("/api/v1/admin/apps-origin")).token(token);
        put(&phone).body(&own).send().await.refused(403, "FORBIDDEN");
        let wrong = put(&admin).body(&json!({ "mode": "both" })).send().await;
        wrong.refused(400, "INVALID_REQUEST");
        assert_eq!(decided.get(), None);
        let done = put(&admin).body(&own).send().await;
        assert_eq!(done.expect(StatusCode::OK)["mode"], "own");
        assert_eq!(decided.get(), Some(8444));
        let cookie = cookie_of(&done).expect("the browser that decided stays signed in").0;
        resume(&fixture, &cookie).await.expect(StatusCode::OK);

        let restarted = fixture.restarted(settings()).await;
        assert_eq!(listen(&restarted, false).await.get(), Some(8444), "it is kept");
        let shared = json!({ "mode": "shared" });
        put(&admin).body(&shared).send().await.expect(StatusCode::OK);
        assert_eq!(decided.get(), None);
        assert_eq!(listen(&restarted, true).await.get(), Some(8444), "the file decides");
    })
    .await;
}

#[tokio::test]
async fn signing_out_time_and_the_list_end_it() {
    both(async |fixture| {
        fixture.administrator().await;
        apart(&fixture).await;
        let (token, cookie) = sign_in(&fixture).await;
        let logout = page(fixture.post("/api/v1/auth/logout")).token(&token).send().await;
        logout.expect(StatusCode::OK);
        resume(&fixture, &cookie).await.expect(StatusCode::NO_CONTENT);

        let (_, cookie) = sign_in(&fixture).await;
        let shown = format!("{SESSION_COOKIE}={cookie}");
        let left = page(fixture.delete(SESSION)).header("Cookie", &shown).send().await;
        left.expect(StatusCode::NO_CONTENT);
        resume(&fixture, &cookie).await.expect(StatusCode::NO_CONTENT);

        let (_, ended) = sign_in(&fixture).await;
        let (token, cookie) = sign_in(&fixture).await;
        let list = fixture.get("/api/v1/auth/sessions").from(LAN).token(&token).send().await;
        let list = list.expect(StatusCode::OK)["sessions"].clone();
        assert_eq!(list.as_array().expect("sessions").len(), 2, "{list}");
        let id = ended.split('.').next().expect("an id");
        let end = || fixture.delete(&format!("/api/v1/auth/sessions/{id}")).from(LAN).token(&token);
        end().send().await.expect(StatusCode::NO_CONTENT);
        end().send().await.refused(404, "NOT_FOUND");
        resume(&fixture, &ended).await.expect(StatusCode::NO_CONTENT);
        fixture.pass(30 * 86_400);
        resume(&fixture, &cookie).await.expect(StatusCode::NO_CONTENT);
    })
    .await;
}

#[tokio::test]
async fn only_the_dashboard_learns_whether_its_browser_gets_there() {
    both(async |fixture| {
        for (origin, allowed) in [
            (Some("https://localhost:8443"), Some("https://localhost:8443")),
            (Some("https://localhost:9000"), None),
            (Some("https://evil.example:8443"), None),
            (Some("null"), None),
            (None, None),
        ] {
            let mut call = fixture.get("/_gh/reach").from(LAN).host("localhost:8444");
            if let Some(origin) = origin {
                call = call.header("Origin", origin);
            }
            let answer = call.send().await;
            answer.expect(StatusCode::NO_CONTENT);
            let seen = answer.headers.get(header::ACCESS_CONTROL_ALLOW_ORIGIN);
            assert_eq!(seen.and_then(|seen| seen.to_str().ok()), allowed, "{origin:?}");
        }
    })
    .await;
}
