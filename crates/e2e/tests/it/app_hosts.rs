//! Host names of their own for apps: what one of them has is worth nothing at another.

use reqwest::{Method, Url};
use serde_json::json;
use testkit::{Gateway, free_port};

use crate::browser::Browser;
use crate::people::{Calls, pair};
use crate::routes::put_route;
use crate::upstream::Upstream;

const NAMES: [&str; 4] = ["gate.home.test", "tv.home.test", "nas.home.test", "both.home.test"];

struct Hosts {
    gateway: Gateway,
    main: String,
    port: u16,
    _app: Upstream,
}

/// Three apps: two with a host name alone, one that is found by a path as well.
async fn hosts() -> Hosts {
    let port = free_port();
    let config = format!(
        "server: {{base_url: 'http://gate.home.test:{port}', base_domain: home.test}}\n\
         rate_limits: {{enabled: false}}\n"
    );
    let gateway = Gateway::launch().config(config).port(port).start().await;
    let app = Upstream::echo("app").await;
    for (id, mode) in [("tv", "subdomain"), ("nas", "subdomain"), ("both", "both")] {
        put_route(&gateway, id, json!({ "to": app.url(), "routingMode": mode })).await;
    }
    gateway.admin_token().await;
    Hosts { gateway, main: format!("http://gate.home.test:{port}"), port, _app: app }
}

impl Hosts {
    fn at(&self, name: &str, path: &str) -> String {
        format!("http://{name}.home.test:{}{path}", self.port)
    }

    fn browser(&self) -> Browser {
        Browser::new(&self.gateway, &NAMES)
    }
}

#[tokio::test]
async fn a_browser_gets_to_an_apps_own_host_by_way_of_the_main_address() {
    let hosts = hosts().await;
    let mut browser = hosts.browser();
    let wanted = hosts.at("tv", "/watch?id=7");
    let chain = browser.follow(&wanted).await;
    let handoff = chain[0].location().expect("a place");
    assert!(handoff.as_str().starts_with(&format!("{}/apps/_gh/handoff?to=", hosts.main)));
    let last = chain.last().expect("a page");
    assert_eq!((last.url.path(), last.status), ("/", 200), "the sign-in page");
    let (_, next) = last.url.query_pairs().next().expect("the way back");

    browser.sign_in(&hosts.main).await;
    let chain = browser.follow(&format!("{}{next}", hosts.main)).await;
    let [handoff, enter, shown] = &chain[..] else { panic!("{chain:?}") };
    assert_eq!((handoff.url.path(), handoff.status), ("/apps/_gh/handoff", 303));
    assert_eq!((enter.url.path(), enter.status), ("/_gh/enter", 303));
    assert_eq!(enter.url.host_str(), Some("tv.home.test"));
    assert_eq!((shown.url.as_str(), shown.status), (wanted.as_str(), 200));
    for page in [handoff, enter] {
        assert_eq!(page.headers["cache-control"], "no-store");
        assert_eq!(page.headers["referrer-policy"], "no-referrer");
    }
    let cookie = enter.headers["set-cookie"].to_str().expect("text");
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.split("; ").any(|part| part == attribute), "{attribute} in {cookie}");
    }
    let seen = shown.json();
    assert_eq!(
        (&seen["path"], &seen["headers"]["remote-user"]),
        (&json!("/watch"), &json!("admin"))
    );
    assert!(seen["headers"]["cookie"].is_null(), "{seen}");
    assert_eq!(browser.open(&wanted).await.status, 200, "no detour the next time");
}

/// What a browser got when it was sent away from the app's host.
const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// Where a browser with that secret is sent that wants to go `to`.
fn handoff(hosts: &Hosts, to: &str) -> Url {
    let place = format!("{}/apps/_gh/handoff", hosts.main);
    let browser = kit::sha256_hex(SECRET);
    let url = Url::parse_with_params(&place, [("to", to), ("browser", &browser)]);
    url.expect("an address")
}

/// The address with the code that leads a signed-in browser to `to`.
async fn entrance(hosts: &Hosts, browser: &mut Browser, to: &str) -> Url {
    browser.plant(to, "gh-handoff", SECRET);
    let page = browser.open(handoff(hosts, to).as_str()).await;
    assert_eq!(page.status, 303, "{}", page.body);
    page.location().expect("a place")
}

#[tokio::test]
async fn a_code_works_once_and_where_it_was_made_for() {
    let hosts = hosts().await;
    let mut browser = hosts.browser();
    browser.sign_in(&hosts.main).await;

    let enter = entrance(&hosts, &mut browser, &hosts.at("tv", "/")).await;
    assert_eq!(browser.open(enter.as_str()).await.status, 303);
    let mut thief = hosts.browser();
    thief.plant(&hosts.at("tv", "/"), "gh-handoff", SECRET);
    let replayed = thief.open(enter.as_str()).await;
    assert_eq!((replayed.status, replayed.headers.get("set-cookie")), (400, None));

    let mut enter = entrance(&hosts, &mut browser, &hosts.at("tv", "/")).await;
    let there = enter.clone();
    enter.set_host(Some("nas.home.test")).expect("a host");
    let elsewhere = thief.open(enter.as_str()).await;
    assert_eq!((elsewhere.status, elsewhere.headers.get("set-cookie")), (400, None));
    assert_eq!(thief.open(there.as_str()).await.status, 400, "a code that was tried is gone");

    let mut stranger = hosts.browser();
    let enter = entrance(&hosts, &mut browser, &hosts.at("tv", "/")).await;
    let caught = stranger.open(enter.as_str()).await;
    assert_eq!((caught.status, caught.headers.get("set-cookie")), (400, None), "another browser");

    let enter = entrance(&hosts, &mut browser, &hosts.at("tv", "/")).await;
    let main = format!("{}{}?{}", hosts.main, enter.path(), enter.query().expect("a query"));
    let at_main = thief.open(&main).await;
    assert!(at_main.status >= 400 && at_main.headers.get("set-cookie").is_none());
}

#[tokio::test]
async fn nobody_is_sent_to_another_site() {
    let hosts = hosts().await;
    let mut browser = hosts.browser();
    browser.sign_in(&hosts.main).await;
    for to in [
        "https://evil.example/",
        "http://evil.home.test/",
        "http://tv.home.test.evil.example/",
        "http://tv.home.test@evil.example/",
        "http://evil.example\\@tv.home.test/",
        "//evil.example/",
        "/apps/tv/",
        "javascript:alert(1)",
        "",
        &format!("{}/", hosts.main),
    ] {
        let page = browser.open(handoff(&hosts, to).as_str()).await;
        assert_eq!((page.status, page.location()), (400, None), "{to}");
    }
    for next in ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:x"] {
        let mut enter = entrance(&hosts, &mut browser, &hosts.at("tv", "/")).await;
        let code = enter.query_pairs().find(|(name, _)| name == "code").expect("a code").1;
        let code = code.into_owned();
        enter.query_pairs_mut().clear().append_pair("code", &code).append_pair("next", next);
        let page = browser.open(enter.as_str()).await;
        let place = page.location().expect("a place");
        assert_eq!((place.host_str(), place.path()), (Some("tv.home.test"), "/"), "{next}");
    }
}

#[tokio::test]
async fn the_cookie_of_one_host_is_worth_nothing_elsewhere() {
    let hosts = hosts().await;
    let mut browser = hosts.browser();
    browser.sign_in(&hosts.main).await;
    let tv = hosts.at("tv", "/");
    let enter = entrance(&hosts, &mut browser, &tv).await;
    browser.follow(enter.as_str()).await;
    let stolen = browser.cookie(&tv, "svc_apps").expect("a cookie").value.clone();

    let main = hosts.main.clone();
    for (place, status) in [
        (hosts.at("tv", "/"), 200),
        (hosts.at("nas", "/"), 401),
        (hosts.at("both", "/"), 401),
        (format!("{main}/apps/both/"), 401),
        (format!("{main}/api/v1/devices"), 401),
        (format!("{main}/api/v1/auth/me"), 401),
    ] {
        let mut thief = hosts.browser();
        thief.plant(&place, "svc_apps", &stolen);
        let asked = thief.script(&place, Method::GET, &place).await;
        assert_eq!(asked.status, status, "{place}");
    }
    // Nor does it lead on to the next host.
    let mut thief = hosts.browser();
    thief.plant(&main, "svc_apps", &stolen);
    let led = thief
        .open(handoff(&hosts, &hosts.at("nas", "/")).as_str())
        .await
        .location()
        .expect("a place");
    assert_eq!((led.path(), led.host_str()), ("/", Some("gate.home.test")), "to sign in");
}

#[tokio::test]
async fn signing_out_at_the_main_address_ends_the_cookies_of_the_hosts() {
    let hosts = hosts().await;
    let mut browser = hosts.browser();
    let token = browser.sign_in(&hosts.main).await;
    let tv = hosts.at("tv", "/");
    let enter = entrance(&hosts, &mut browser, &tv).await;
    browser.follow(enter.as_str()).await;
    assert_eq!(browser.script(&tv, Method::GET, &tv).await.status, 200);
    let unused = entrance(&hosts, &mut browser, &tv).await;
    let out = hosts.gateway.post("/api/v1/auth/logout", &json!({})).bearer_auth(&token);
    assert_eq!(out.answer().await.0, 200);
    assert_eq!(browser.script(&tv, Method::GET, &tv).await.status, 401);
    assert_eq!(browser.open(unused.as_str()).await.status, 400, "a code that was not used yet");
}

#[tokio::test]
async fn an_apps_host_has_no_api_and_a_name_in_any_spelling_is_the_same() {
    let hosts = hosts().await;
    let token = pair(&hosts.gateway, "phone", "ios").await.token;
    let ask = |host: &str, path: &str| {
        let call = hosts.gateway.get(path).header("Host", host.to_owned());
        call.bearer_auth(&token).answer()
    };
    let port = hosts.port;
    for path in ["/api/v1/devices", "/healthz", "/metrics", "/apps/both/", "/apps/_gh/handoff"] {
        let (status, seen) = ask(&format!("tv.home.test:{port}"), path).await;
        assert_eq!((status, &seen["path"]), (200, &json!(path)), "the app has all its paths");
    }
    for host in ["TV.Home.TEST", "tv.home.test.", "tv.home.test"] {
        let call = hosts.gateway.get("/").header("Host", host);
        assert_eq!(call.remote().answer().await.0, 401, "{host}");
        assert_eq!(ask(host, "/x").await.1["path"], "/x", "{host}");
    }
    let (status, _) = ask("none.home.test", "/x").await;
    assert_eq!(status, 404, "a name that no app has");
    assert_eq!(hosts.gateway.get("/apps/tv/").answer().await.0, 404, "by its name alone");
    assert_eq!(hosts.gateway.get("/apps/both/").answer().await.0, 200);
}

#[tokio::test]
async fn the_certificate_is_good_for_the_hosts_of_apps() {
    let config = "server: {base_url: 'https://gate.home.test', base_domain: home.test}\n";
    let gateway = Gateway::launch().https().config(config).start().await;
    let app = Upstream::echo("app").await;
    let route = json!({ "to": app.url(), "routingMode": "subdomain", "publicAccess": true });
    put_route(&gateway, "tv", route).await;
    let mut browser = Browser::new(&gateway, &NAMES);
    for name in ["gate", "tv"] {
        let url = format!("https://{name}.home.test:{}/", gateway.port());
        assert_eq!(browser.open(&url).await.status, 200, "{name}");
    }
}
