//! A second address for all apps: a page of an app has another origin than the API.

use reqwest::{Method, Url};
use serde_json::json;
use testkit::{Gateway, free_port};

use crate::browser::Browser;
use crate::people::{Calls, pair};
use crate::routes::put_route;
use crate::upstream::Upstream;

struct Second {
    gateway: Gateway,
    main: String,
    apps: String,
    _app: Upstream,
}

/// Apps have an address of their own, the same host with another port.
async fn second() -> Second {
    let (port, apps) = (free_port(), free_port());
    let config = format!(
        "server: {{base_url: 'http://gate.test:{port}', apps_addr: '127.0.0.1:{apps}'}}\n\
         rate_limits: {{enabled: false}}\n"
    );
    let gateway = Gateway::launch().config(config).port(port).start().await;
    let app = Upstream::echo("tv").await;
    put_route(&gateway, "tv", json!({ "to": app.url() })).await;
    gateway.admin_token().await;
    let (main, apps) = (format!("http://gate.test:{port}"), format!("http://gate.test:{apps}"));
    Second { gateway, main, apps, _app: app }
}

#[tokio::test]
async fn the_main_address_sends_people_to_the_second_one_and_back_to_sign_in() {
    let Second { gateway, main, apps, _app } = second().await;
    let mut browser = Browser::new(&gateway, &["gate.test"]);
    let sent = browser.open(&format!("{main}/apps/tv/a?b=c")).await;
    assert_eq!(sent.status, 307);
    assert_eq!(sent.location().expect("a place").as_str(), format!("{apps}/apps/tv/a?b=c"));

    let chain = browser.follow(&format!("{apps}/apps/tv/a?b=c")).await;
    let last = chain.last().expect("a page");
    assert_eq!(
        (last.url.as_str().split('?').next(), last.status),
        (Some(&*format!("{main}/")), 200)
    );
    let (_, next) = last.url.query_pairs().next().expect("the way back");
    browser.sign_in(&main).await;
    let chain = browser.follow(&format!("{main}{next}")).await;
    let shown = chain.last().expect("a page");
    assert_eq!((shown.url.as_str(), shown.status), (&*format!("{apps}/apps/tv/a?b=c"), 200));
    assert_eq!((&shown.json()["app"], &shown.json()["path"]), (&json!("tv"), &json!("/a")));
}

#[tokio::test]
async fn the_second_address_has_apps_and_nothing_else() {
    let Second { gateway, main, apps, _app } = second().await;
    let token = pair(&gateway, "phone", "ios").await.token;
    let mut browser = Browser::new(&gateway, &["gate.test"]);
    browser.sign_in(&main).await;
    let page = format!("{apps}/apps/tv/");
    for path in ["/api/v1/devices", "/api/v1/auth/login", "/healthz", "/metrics", "/livez", "/x"] {
        let there = format!("{apps}{path}");
        // What a page of an app asks for at the root is the app's own, whatever it is called.
        let answer = browser.script(&page, Method::GET, &there).await;
        let back = answer.location().expect("the way back");
        assert_eq!((answer.status, back.as_str()), (307, &*format!("{apps}/apps/tv{path}")));
        let port = Url::parse(&apps).expect("an address").port().expect("a port");
        let local = gateway.client().get(format!("http://127.0.0.1:{port}{path}"));
        assert_eq!(local.bearer_auth(&token).answer().await.0, 404, "{path} with a token");
    }
    let home = browser.open(&apps).await;
    assert_eq!(home.location().expect("the dashboard").as_str(), format!("{main}/"));
    // The API, asked by a page of the second origin, is asked by another site.
    let call = browser.script(&page, Method::POST, &format!("{main}/api/v1/apikeys")).await;
    assert!(matches!(call.status, 401 | 403), "{}", call.status);
}

#[tokio::test]
async fn the_same_credentials_count_at_both_addresses() {
    let Second { gateway, main, apps, _app } = second().await;
    let names = ["gate.test"];
    let builder = names.iter().fold(gateway.client_builder(), |builder, name| {
        builder.resolve(name, ([127, 0, 0, 1], gateway.port()).into())
    });
    let client = builder.build().expect("a client");
    let token = pair(&gateway, "phone", "ios").await.token;
    let weak = pair(&gateway, "weak", "linux").await.token;
    let narrow = json!({ "scopes": ["read:catalog"] });
    let patch = gateway.request(Method::PATCH, "/api/v1/devices/weak").json(&narrow);
    assert_eq!(patch.answer().await.0, 200);
    for origin in [&main, &apps] {
        let call = || client.get(format!("{origin}/apps/tv/")).remote();
        assert_eq!(call().answer().await.0, 401, "{origin}");
        assert_eq!(call().bearer_auth(&token).answer().await.0, 200, "{origin}");
        assert_eq!(call().bearer_auth(&weak).answer().await.0, 403, "{origin}");
        assert_eq!(call().bearer_auth("a.b.c").answer().await.0, 401, "{origin}");
        assert_eq!(call().header("X-API-Key", "svc_0").answer().await.0, 401, "{origin}");
    }
}

/// Whoever listens there would get in as the person who clicked.
#[tokio::test]
async fn no_code_goes_to_the_same_port_of_another_host() {
    let Second { gateway, main, apps, _app } = second().await;
    let mut browser = Browser::new(&gateway, &["gate.test"]);
    browser.sign_in(&main).await;
    let port = Url::parse(&apps).expect("an address").port().expect("a port");
    for host in ["evil.example", "gate.test.evil.example", "192.0.2.1", "127.0.0.1", "localhost"] {
        let to = format!("http://{host}:{port}/apps/tv/");
        let pairs = [("to", to), ("browser", kit::sha256_hex("secret"))];
        let handoff = Url::parse_with_params(&format!("{main}/apps/_gh/handoff"), pairs);
        let page = browser.open(handoff.expect("an address").as_str()).await;
        assert_eq!((page.status, page.location()), (400, None), "{host}");
    }
}
