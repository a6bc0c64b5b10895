//! Addresses in the headers of answers: inside the app they gain its prefix, others are left.

use routing::{HostHeader, Route};

use crate::client::{asking, bodiless};
use crate::lab::Lab;
use crate::message::Message;
use crate::raw_app::RawApp;
use crate::routes::{choosing, route};

/// The answer that a client gets; `{own}` stands for the app's own address.
async fn answer(make: impl Fn(&str) -> Route, header: &str, host: &str) -> Message {
    let header = header.to_owned();
    let app = RawApp::start(move |mut talk| {
        let header = header.clone();
        async move {
            while let Some(request) = talk.request().await {
                let own = request.value("x-test-own").expect("the test says it").to_owned();
                let header = header.replace("{own}", &own);
                talk.say(format!("HTTP/1.1 302 Found\r\n{header}\r\nContent-Length: 0\r\n\r\n"))
                    .await;
            }
        }
    })
    .await;
    let lab = Lab::new();
    lab.lead(choosing(make(&app.to()), |options| options.public_access = true));
    let path = if host == "x.home.test" { "/" } else { "/apps/x/" };
    let own = app.address;
    let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nX-Test-Own: {own}\r\n\r\n");
    lab.wire().await.ask(head).await
}

async fn moved(make: impl Fn(&str) -> Route, name: &str, value: &str) -> String {
    let answer = answer(make, &format!("{name}: {value}"), "localhost:8443").await;
    answer.value(name).expect("the header").to_owned()
}

fn plain(to: &str) -> Route {
    route("x", to)
}

#[tokio::test]
async fn addresses_of_the_app_are_moved_into_its_prefix() {
    for (said, expected) in [
        ("/", "/apps/x/"),
        ("/login?next=/a#b", "/apps/x/login?next=/a#b"),
        ("http://{own}/a", "/apps/x/a"),
        ("https://{own}/a?b", "/apps/x/a?b"),
        ("//{own}/a", "/apps/x/a"),
        ("http://{own}", "/apps/x/"),
        ("http://{own}?q", "/apps/x/?q"),
        ("http://localhost:8443/a", "/apps/x/a"),
        ("https://LOCALHOST:8443/a", "/apps/x/a"),
        ("/apps/xylophone", "/apps/x/apps/xylophone"),
        ("../up", "/apps/x/up"),
    ] {
        assert_eq!(moved(plain, "Location", said).await, expected, "{said}");
        assert_eq!(moved(plain, "Content-Location", said).await, expected, "{said}");
        let refresh = moved(plain, "Refresh", &format!("5; url={said}")).await;
        assert_eq!(refresh, format!("5; url={expected}"), "{said}");
    }
}

#[tokio::test]
async fn other_addresses_are_left_alone() {
    for said in [
        "next",
        "./here",
        "?q",
        "#top",
        "https://example.org/",
        "//example.org/a",
        "http://localhost:1/a",
        "mailto:x@example.org",
        "/apps/x",
        "/apps/x/already",
        "/apps/x?q",
        "http://localhost:8443/apps/x/a",
        "intent://{own}/a",
    ] {
        let found = moved(plain, "Location", said).await;
        let expected = said.replace("{own}", "");
        assert!(found == said || found.replace("127.0.0.1", "").contains(&expected[..4]), "{said}");
        assert!(!found.contains("/apps/x/apps/x"), "{said}: {found}");
    }
    for said in ["5", "0", "5; url=next", "5; other=/a"] {
        assert_eq!(moved(plain, "Refresh", said).await, said);
    }
}

#[tokio::test]
async fn the_upstreams_own_path_is_taken_off() {
    let below = |to: &str| route("x", &format!("{to}/photos"));
    for (said, expected) in [
        ("/photos/login", "/apps/x/login"),
        ("/photos", "/apps/x/"),
        ("/photos?a", "/apps/x/?a"),
        ("http://{own}/photos/a", "/apps/x/a"),
        ("/photoset/a", "/apps/x/photoset/a"),
    ] {
        assert_eq!(moved(below, "Location", said).await, expected, "{said}");
    }
}

#[tokio::test]
async fn with_the_prefix_kept_the_app_names_right_addresses_itself() {
    let kept = |to: &str| choosing(route("x", to), |options| options.strip_prefix = false);
    for said in ["/apps/x/login", "/elsewhere", "next", "https://example.org/"] {
        assert_eq!(moved(kept, "Location", said).await, said);
    }
}

#[tokio::test]
async fn at_its_own_host_name_an_app_is_at_the_root() {
    let named = |to: &str| Route { host: Some("x.home.test".into()), ..route("x", to) };
    for said in ["/login", "next", "https://example.org/", "http://x.home.test/a"] {
        let answer = answer(named, &format!("Location: {said}"), "x.home.test").await;
        assert_eq!(answer.value("location"), Some(said));
    }
}

/// An app that is told its own address redirects to it, where no browser can follow.
#[tokio::test]
async fn a_browser_is_never_sent_to_the_apps_inner_address() {
    let inner =
        |to: &str| choosing(route("x", to), |options| options.host_header = HostHeader::Upstream);
    let kept = |to: &str| choosing(inner(to), |options| options.strip_prefix = false);
    let found = moved(kept, "Location", "http://{own}/apps/x/login").await;
    assert!(found.ends_with("/apps/x/login") && !found.contains("127.0.0.1"), "{found}");
    let named = |to: &str| Route { host: Some("x.home.test".into()), ..inner(to) };
    let answer = answer(named, "Location: http://{own}/login", "x.home.test").await;
    let found = answer.value("location").expect("a location");
    assert!(found.ends_with("/login") && !found.contains("127.0.0.1"), "{found}");
}

#[tokio::test]
async fn a_prefix_without_its_slash_leads_to_the_one_with_it() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    for (asked, location) in [
        ("/apps/x", "/apps/x/"),
        ("/apps/x?a=1&b=%2F", "/apps/x/?a=1&b=%2F"),
        ("/apps/x?", "/apps/x/?"),
    ] {
        for answer in lab.ask_both(bodiless(asking("GET", asked))).await {
            assert_eq!((answer.status.as_u16(), answer.value("location")), (308, Some(location)));
        }
    }
    assert_eq!(app.connections(), 0);
}
