use futures::future::join_all;
use http::StatusCode;
use serde_json::json;

use crate::fixture::{LAN, PASSWORD, both};

#[tokio::test]
async fn the_first_administrator_is_made_once() {
    both(async |fixture| {
        let status = fixture.get("/api/v1/auth/setup-status").from(LAN).send().await;
        assert_eq!(
            status.expect(StatusCode::OK),
            json!({"setupRequired": true, "hasUsers": false, "staysSignedIn": false})
        );
        let body = json!({ "username": "ada", "password": PASSWORD });
        let made = fixture.post("/api/v1/auth/setup").body(&body).send().await;
        assert_eq!(made.expect(StatusCode::CREATED)["username"], "ada");
        let again = fixture.post("/api/v1/auth/setup").body(&body).send().await;
        again.refused(409, "SETUP_ALREADY_COMPLETED");
        let status = fixture.get("/api/v1/auth/setup-status").send().await;
        assert_eq!(
            status.expect(StatusCode::OK),
            json!({"setupRequired": false, "hasUsers": true, "staysSignedIn": false})
        );
        assert_eq!(fixture.last_audit().await.action, "user.created");
    })
    .await;
}

#[tokio::test]
async fn fifty_at_once_make_one_administrator() {
    both(async |fixture| {
        let attempts = (0..50).map(|number| {
            let body = json!({ "username": format!("user{number}"), "password": PASSWORD });
            fixture.post("/api/v1/auth/setup").body(&body).send()
        });
        let answers = join_all(attempts).await;
        let made = answers.iter().filter(|answer| answer.status == StatusCode::CREATED).count();
        let late = answers.iter().filter(|answer| answer.status == StatusCode::CONFLICT).count();
        assert_eq!((made, late), (1, 49));
        let restarted = fixture.restarted(crate::fixture::settings()).await;
        assert!(restarted.access.setup_code().is_none());
    })
    .await;
}

#[tokio::test]
async fn a_stranger_needs_the_printed_code() {
    both(async |fixture| {
        let code = fixture.access.setup_code().expect("a code").expose().to_owned();
        let with =
            |code: &str| json!({ "username": "eve", "password": PASSWORD, "setupCode": code });
        let setup = |body| fixture.post("/api/v1/auth/setup").from(LAN).body(&body).send();
        setup(json!({ "username": "eve", "password": PASSWORD })).await.refused(403, "FORBIDDEN");
        setup(with("AAAAAAAA")).await.refused(403, "FORBIDDEN");
        setup(with("")).await.refused(403, "FORBIDDEN");
        let forwarded = fixture.post("/api/v1/auth/setup").header("X-Forwarded-For", "127.0.0.1");
        let body = json!({ "username": "eve", "password": PASSWORD });
        forwarded.body(&body).send().await.refused(403, "FORBIDDEN");
        let spelled = format!(" {}-{} ", &code[..4], code[4..].to_lowercase());
        setup(with(&spelled)).await.expect(StatusCode::CREATED);
        assert!(fixture.access.setup_code().is_none());
    })
    .await;
}

#[tokio::test]
async fn the_dashboard_on_this_machine_is_local_and_another_site_is_not() {
    both(async |fixture| {
        let body = json!({ "username": "ada", "password": PASSWORD });
        let from = |origin: &str| fixture.post("/api/v1/auth/setup").header("Origin", origin);
        for origin in ["https://evil.example", "null", "http://localhost:3000"] {
            from(origin).body(&body).send().await.refused(403, "FORBIDDEN");
        }
        let page = |page: &str| from("https://localhost:8443").header("Referer", page).body(&body);
        page("https://localhost:8443/").send().await.expect(StatusCode::CREATED);
    })
    .await;
}

/// An app's page may be of the same origin as the dashboard.
#[tokio::test]
async fn an_apps_page_on_this_machine_needs_the_printed_code() {
    both(async |fixture| {
        let code = fixture.access.setup_code().expect("a code").expose().to_owned();
        let from = || fixture.post("/api/v1/auth/setup").header("Origin", "https://localhost:8443");
        let body = json!({ "username": "eve", "password": PASSWORD });
        from().body(&body).send().await.refused(403, "FORBIDDEN");
        let page = || from().header("Referer", "https://localhost:8443/apps/x/page");
        page().body(&body).send().await.refused(403, "FORBIDDEN");
        let with_code = json!({ "username": "eve", "password": PASSWORD, "setupCode": code });
        page().body(&with_code).send().await.expect(StatusCode::CREATED);
    })
    .await;
}

#[tokio::test]
async fn bad_names_and_passwords_change_nothing() {
    both(async |fixture| {
        let long = "x".repeat(129);
        for (username, password) in [
            ("", PASSWORD),
            ("a b", PASSWORD),
            ("ädä", PASSWORD),
            (&"u".repeat(65), PASSWORD),
            ("ada", "short"),
            ("ada", &long),
        ] {
            let body = json!({ "username": username, "password": password });
            let answer = fixture.post("/api/v1/auth/setup").body(&body).send().await;
            answer.refused(400, "INVALID_REQUEST");
            assert!(!String::from_utf8_lossy(&answer.bytes).contains(&long));
        }
        assert!(fixture.access.setup_code().is_some());
    })
    .await;
}
