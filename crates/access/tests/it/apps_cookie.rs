//! The cookie with which a browser comes to apps.

use http::StatusCode;
use routing::{Gate, Presented};
use serde_json::json;

use crate::fixture::{Call, Fixture, LAN, SetCookie, WithCookie, both, settings};

const ATTRIBUTES: &str = "Path=/apps/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure";

/// As a page of the dashboard asks.
fn page(call: Call<'_>) -> Call<'_> {
    let call = call.from(LAN).header("Sec-Fetch-Site", "same-origin");
    call.header("Origin", "https://localhost:8443")
}

fn opens(fixture: &Fixture, cookie: &str) -> bool {
    Gate::judge(&fixture.access, Presented::Cookie(cookie)).is_ok()
}

#[tokio::test]
async fn signing_in_sets_it_and_it_opens_no_endpoint() {
    both(async |fixture| {
        let body = serde_json::json!({ "username": "ada", "password": crate::fixture::PASSWORD });
        let set_up = fixture.post("/api/v1/auth/setup").body(&body).send().await;
        set_up.expect(StatusCode::CREATED);
        assert!(!set_up.headers.contains_key("set-cookie"), "to set up is not to sign in");
        let answer = fixture.post("/api/v1/auth/login").from(LAN).body(&body).send().await;
        let (cookie, attributes) = answer.set_cookie();
        assert_eq!(attributes, ATTRIBUTES);
        assert!(opens(&fixture, &cookie));
        for path in ["/api/v1/auth/me", "/api/v1/devices", "/api/v1/apikeys"] {
            let get = || fixture.get(path).from(LAN);
            get().token(&cookie).send().await.refused(401, "UNAUTHORIZED");
            get().key(&cookie).send().await.refused(401, "UNAUTHORIZED");
            get().cookie(&cookie).send().await.refused(401, "UNAUTHORIZED");
        }
        let refresh = fixture.post("/api/v1/auth/refresh").from(LAN).token(&cookie).send().await;
        refresh.refused(401, "UNAUTHORIZED");
    })
    .await;
}

#[tokio::test]
async fn signing_out_ends_it_together_with_all_that_came_of_the_sign_in() {
    both(async |fixture| {
        fixture.administrator().await;
        let (first, first_cookie) = fixture.sign_in_with_cookie().await;
        let (_, other_cookie) = fixture.sign_in_with_cookie().await;
        fixture.pass(60);
        let refreshed = fixture.post("/api/v1/auth/refresh").from(LAN).token(&first).send().await;
        let second = refreshed.expect(StatusCode::OK)["token"].as_str().expect("text").to_owned();
        let (second_cookie, attributes) = refreshed.set_cookie();
        assert_eq!(attributes, ATTRIBUTES);
        assert!(opens(&fixture, &first_cookie) && opens(&fixture, &second_cookie));

        let out = fixture.post("/api/v1/auth/logout").from(LAN).token(&second).send().await;
        out.expect(StatusCode::OK);
        assert_eq!(out.set_cookie(), (String::new(), ATTRIBUTES.replace("43200", "0")));
        assert!(!opens(&fixture, &first_cookie) && !opens(&fixture, &second_cookie));
        assert!(opens(&fixture, &other_cookie), "another sign-in is another matter");
        let me = fixture.get("/api/v1/auth/me").from(LAN).token(&first).send().await;
        me.refused(401, "UNAUTHORIZED");
        let restarted = fixture.restarted(settings()).await;
        assert!(!opens(&restarted, &first_cookie) && !opens(&restarted, &second_cookie));
        assert!(opens(&restarted, &other_cookie));
    })
    .await;
}

#[tokio::test]
async fn a_new_password_ends_it() {
    both(async |fixture| {
        let _running = fixture.run();
        fixture.administrator().await;
        let (_, cookie) = fixture.sign_in_with_cookie().await;
        let new = kit::Secret::new("another fine password");
        let command_line = fixture.other_program().await;
        access::reset_password(&command_line, "ada", new).await.expect("reset");
        let ends = async || !opens(&fixture, &cookie);
        testkit::deadline("the cookie ends", testkit::PATIENCE, ends).await;
    })
    .await;
}

#[tokio::test]
async fn devices_get_none() {
    both(async |fixture| {
        let phone = fixture.device("phone", "ios").await;
        let refreshed = fixture.post("/api/v1/auth/refresh").from(LAN).token(&phone).send().await;
        refreshed.expect(StatusCode::OK);
        assert!(!refreshed.headers.contains_key("set-cookie"));
        let out = fixture.post("/api/v1/auth/logout").from(LAN).token(&phone).send().await;
        out.expect(StatusCode::OK);
        assert!(!out.headers.contains_key("set-cookie"), "it would be another one's");
    })
    .await;
}

#[tokio::test]
async fn a_browser_that_pairs_has_it_for_as_long_as_it_is_paired() {
    both(async |fixture| {
        fixture.administrator().await;
        let bootstrap = fixture.redeemed(&fixture.code().await).await;
        let program = fixture.pair(&bootstrap, "phone-1", "android").await;
        program.expect(StatusCode::OK);
        assert!(!program.headers.contains_key("set-cookie"), "it was no browser");

        let bootstrap = fixture.redeemed(&fixture.code().await).await;
        let device = json!({ "id": "browser-1", "model": "Firefox", "platform": "web" });
        let pair = page(fixture.post("/api/v1/auth/pair")).token(&bootstrap);
        let paired = pair.body(&json!({ "device": device })).send().await;
        let token = paired.expect(StatusCode::OK)["accessToken"].as_str().expect("text").to_owned();
        let (cookie, attributes) = paired.set_cookie();
        assert_eq!(attributes, ATTRIBUTES);
        assert!(opens(&fixture, &cookie));
        let refreshed = page(fixture.post("/api/v1/auth/refresh")).token(&token).send().await;
        refreshed.expect(StatusCode::OK);
        let (second, _) = refreshed.set_cookie();
        assert!(opens(&fixture, &second));

        fixture.delete("/api/v1/devices/browser-1").send().await.expect(StatusCode::OK);
        assert!(!opens(&fixture, &cookie) && !opens(&fixture, &second));
    })
    .await;
}
