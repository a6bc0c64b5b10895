//! Browsers at the main address: the cookie of a sign-in opens apps, and nothing else.

use futures::SinkExt;
use reqwest::Method;
use serde_json::json;
use testkit::{Gateway, PATIENCE, deadline};
use tokio::net::TcpStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::browser::{Browser, PASSWORD};
use crate::people::{Calls, api_key, pair};
use crate::routes::put_route;
use crate::socket::{close_code, message};
use crate::upstream::Upstream;

/// A gateway with an administrator and the app `tv`.
async fn gateway() -> (Gateway, Upstream) {
    let gateway = Gateway::launch().without_rate_limits().start().await;
    let app = Upstream::echo("tv").await;
    put_route(&gateway, "tv", json!({ "to": app.url() })).await;
    gateway.admin_token().await;
    (gateway, app)
}

#[tokio::test]
async fn a_browser_signs_in_once_and_comes_back_to_where_it_wanted_to_go() {
    let (gateway, _app) = gateway().await;
    let mut browser = Browser::new(&gateway, &[]);
    let wanted = gateway.url("/apps/tv/watch?id=7&t=1:02");
    let sent_away = browser.open(&wanted).await;
    assert_eq!(sent_away.status, 303);
    let place = sent_away.location().expect("a place to sign in");
    assert_eq!(place.path(), "/");
    let (_, next) = place.query_pairs().next().expect("the way back");
    assert_eq!(next, "/apps/tv/watch?id=7&t=1:02");
    assert_eq!(sent_away.headers["cache-control"], "no-store");
    let script = browser.script(&wanted, Method::GET, &wanted).await;
    assert_eq!((script.status, &script.json()["error"]["code"]), (401, &json!("UNAUTHORIZED")));

    browser.sign_in(&gateway.base_url()).await;
    browser.plant(&wanted, "theme", "dark");
    let shown = browser.open(&gateway.url(&next)).await;
    assert_eq!(shown.status, 200);
    let seen = shown.json();
    assert_eq!((&seen["path"], &seen["query"]), (&json!("/watch"), &json!("id=7&t=1:02")));
    let headers = &seen["headers"];
    assert_eq!(headers["cookie"], "theme=dark", "the gateway's cookie is not for apps");
    assert_eq!(headers["remote-user"], "admin");
    assert!(headers["authorization"].is_null());
}

#[tokio::test]
async fn the_cookie_is_for_apps_and_for_the_browser_alone() {
    let (gateway, _app) = gateway().await;
    let who = json!({ "username": "admin", "password": PASSWORD });
    let login = gateway.post("/api/v1/auth/login", &who).send().await.expect("an answer");
    let cookie = login.headers()["set-cookie"].to_str().expect("text").to_owned();
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/apps/"] {
        assert!(cookie.split("; ").any(|part| part == attribute), "{attribute} in {cookie}");
    }
    assert!(!cookie.contains("Secure") && !cookie.contains("Domain"), "{cookie}");

    let gateway = Gateway::launch().https().without_rate_limits().start().await;
    gateway.admin_token().await;
    let login = gateway.post("/api/v1/auth/login", &who).send().await.expect("an answer");
    let cookie = login.headers()["set-cookie"].to_str().expect("text").to_owned();
    assert!(cookie.split("; ").any(|part| part == "Secure"), "{cookie}");
}

/// The page shares the gateway's origin, so that the browser sends it everything as our own. Even
/// if the cookie went along to the API, it would be worth nothing there.
#[tokio::test]
async fn a_page_of_an_app_gets_nothing_out_of_the_api() {
    let (gateway, _app) = gateway().await;
    pair(&gateway, "phone", "ios").await;
    let (key_id, _) = api_key(&gateway, &["read:*"]).await;
    let mut browser = Browser::new(&gateway, &[]);
    browser.sign_in(&gateway.base_url()).await;
    let page = gateway.url("/apps/tv/evil.html");
    let cookie = browser.cookie(&page, "svc_apps").expect("signed in").value.clone();
    browser.plant(&page, "svc_apps", &cookie);

    let key = format!("/api/v1/apikeys/{key_id}");
    let attempts = [
        (Method::GET, "/api/v1/apikeys"),
        (Method::POST, "/api/v1/apikeys"),
        (Method::DELETE, &key),
        (Method::GET, "/api/v1/devices"),
        (Method::DELETE, "/api/v1/devices/phone"),
        (Method::PATCH, "/api/v1/devices/phone"),
        (Method::PUT, "/api/v1/routes/tv"),
        (Method::DELETE, "/api/v1/routes/tv"),
        (Method::POST, "/api/v1/routes"),
        (Method::GET, "/api/v1/audit-logs"),
        (Method::GET, "/api/v1/auth/me"),
        (Method::GET, "/api/v1/session-cookies"),
    ];
    for (method, path) in attempts {
        let answer = browser.script(&page, method.clone(), &gateway.url(path)).await;
        assert_eq!(answer.status, 401, "{method} {path}: {}", answer.body);
        // The same page in a browser on the gateway's own machine.
        let call = gateway.request(method.clone(), path).header("Referer", &page);
        let call = call.header("Sec-Fetch-Site", "same-origin").header("Sec-Fetch-Mode", "cors");
        let call = call.header("Cookie", format!("svc_apps={cookie}"));
        let status = call.header("Origin", gateway.base_url()).json(&json!({})).answer().await.0;
        assert_eq!(status, 401, "{method} {path} on this machine");
    }
    assert_eq!(gateway.get("/api/v1/devices/phone").answer().await.0, 200);
    assert_eq!(gateway.get("/apps/tv/").answer().await.0, 200);
    let keys = gateway.get("/api/v1/apikeys").answer().await.1;
    assert_eq!(keys.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_page_of_an_app_cannot_use_the_management_socket() {
    let (gateway, _app) = gateway().await;
    let mut browser = Browser::new(&gateway, &[]);
    browser.sign_in(&gateway.base_url()).await;
    let page = gateway.url("/apps/tv/");
    let cookie = browser.cookie(&page, "svc_apps").expect("signed in").value.clone();
    for token in ["", &cookie] {
        let url = gateway.url("/api/v1/ws").replace("http://", "ws://");
        let mut request = url.into_client_request().expect("a request");
        let headers = request.headers_mut();
        headers.insert("Origin", gateway.base_url().parse().expect("a value"));
        headers.insert("Cookie", format!("svc_apps={cookie}").parse().expect("a value"));
        let stream = TcpStream::connect(("127.0.0.1", gateway.port())).await.expect("connected");
        let mut socket = client_async(request, stream).await.expect("a socket").0;
        let auth = json!({ "type": "auth", "data": { "token": token } });
        socket.send(Message::text(auth.to_string())).await.expect("sent");
        assert_eq!(message(&mut socket).await["type"], "auth_failed", "{token}");
        assert_eq!(close_code(&mut socket).await, 4003);
    }
    for (scheme, value) in [("Bearer", &cookie), ("bearer", &cookie)] {
        let call =
            gateway.get("/api/v1/devices").header("Authorization", format!("{scheme} {value}"));
        assert_eq!(call.answer().await.0, 401, "the cookie is no token");
    }
}

#[tokio::test]
async fn signing_out_ends_the_cookie_wherever_it_went() {
    let (gateway, _app) = gateway().await;
    let mut browser = Browser::new(&gateway, &[]);
    let mut other = Browser::new(&gateway, &[]);
    let token = browser.sign_in(&gateway.base_url()).await;
    other.sign_in(&gateway.base_url()).await;
    let app = gateway.url("/apps/tv/");
    let stolen = browser.cookie(&app, "svc_apps").expect("signed in").value.clone();
    assert_eq!(browser.open(&app).await.status, 200);

    let out = gateway.post("/api/v1/auth/logout", &json!({})).bearer_auth(&token);
    let out = out.send().await.expect("an answer");
    assert_eq!(out.status(), 200);
    let cleared = out.headers()["set-cookie"].to_str().expect("text");
    assert!(cleared.starts_with("svc_apps=;") && cleared.contains("Max-Age=0"), "{cleared}");
    browser.plant(&app, "svc_apps", &stolen);
    assert_eq!(browser.open(&app).await.status, 303, "a copy of the cookie");
    assert_eq!(other.open(&app).await.status, 200, "another browser stays signed in");
}

#[tokio::test]
async fn a_new_password_ends_the_cookies_of_the_old_one() {
    let (gateway, _app) = gateway().await;
    let mut browser = Browser::new(&gateway, &[]);
    browser.sign_in(&gateway.base_url()).await;
    let app = gateway.url("/apps/tv/");
    assert_eq!(browser.open(&app).await.status, 200);
    let reset = gateway.run(&["reset-password", "admin"], "another horse battery\n");
    assert!(reset.status.success(), "{}", String::from_utf8_lossy(&reset.stderr));
    deadline("the cookie ends", PATIENCE, async || browser.open(&app).await.status == 303).await;
}

#[tokio::test]
async fn another_site_cannot_act_with_the_cookie() {
    let (gateway, app) = gateway().await;
    let mut browser = Browser::new(&gateway, &[]);
    browser.sign_in(&gateway.base_url()).await;
    let place = gateway.url("/apps/tv/delete");
    let before = app.requests();
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
        let tried = browser.script("https://evil.example/", method.clone(), &place).await;
        assert_eq!(tried.status, 403, "{method}");
    }
    assert_eq!(app.requests(), before);
    // A link from there is a way to come here.
    assert_eq!(browser.script("https://evil.example/", Method::GET, &place).await.status, 200);
    assert_eq!(browser.script(&place, Method::POST, &place).await.status, 200, "its own page may");
}

#[tokio::test]
async fn a_worthless_cookie_is_worth_nothing() {
    let (gateway, app) = gateway().await;
    let place = gateway.url("/apps/tv/");
    let before = app.requests();
    for value in ["", "x", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c2VyLWFkbWluIn0."] {
        let mut browser = Browser::new(&gateway, &[]);
        browser.plant(&place, "svc_apps", value);
        assert_eq!(browser.open(&place).await.status, 303, "{value}");
    }
    // A token for the API is no cookie, and on this machine a bad cookie is judged as well.
    let admin = browser_token(&gateway).await;
    let call = gateway.get("/apps/tv/").header("Cookie", format!("svc_apps={admin}"));
    assert_eq!(call.answer().await.0, 401);
    assert_eq!(app.requests(), before);
}

async fn browser_token(gateway: &Gateway) -> String {
    Browser::new(gateway, &[]).sign_in(&gateway.base_url()).await
}
