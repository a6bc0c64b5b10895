//! Listeners that lead to apps, and those that do not.

use edge::Apps;
use routing::Route;

use crate::client::{asking, bodiless, stranger};
use crate::lab::{Lab, Setup};
use crate::raw_app::RawApp;
use crate::routes::route;

const HTML: &str = "text/html,*/*;q=0.8";

async fn behind(apps: Apps) -> (Lab, RawApp) {
    let (lab, app) = (Lab::with(Setup { apps, ..Setup::default() }), RawApp::fine().await);
    let host = Some("x.home.test".into());
    lab.lead(Route { host, ..route("x", &app.to()) });
    (lab, app)
}

/// The management application of the lab answers everything with what it knows of the client.
fn is_local(body: &str) -> bool {
    body.contains("\"requestId\"")
}

#[tokio::test]
async fn a_door_without_apps_leads_to_none() {
    let (lab, app) = behind(Apps::None).await;
    for host in ["localhost", "x.home.test"] {
        let request = http::Request::get("/apps/x/").header("host", host);
        let answer = lab.ask(bodiless(request)).await;
        assert!(is_local(&answer.body), "{}", answer.body);
    }
    assert_eq!(app.connections(), 0);
}

#[tokio::test]
async fn beside_the_apps_everything_else_is_the_gateways() {
    let (lab, app) = behind(Apps::Here).await;
    for path in ["/", "/api/v1/apps", "/appsx/", "/apps/_gh/handoff?to=x", "/_gh/enter"] {
        for answer in lab.ask_both(bodiless(asking("GET", path))).await {
            assert!(is_local(&answer.body), "{path}: {}", answer.body);
        }
    }
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.body, "ok");
    assert_eq!(app.requests().await.len(), 1);
}

/// A page of another site that has its own name point at us is not of our origin then: nobody
/// answers it, whatever it asks for.
#[tokio::test]
async fn a_name_that_is_not_ours_is_refused() {
    let (lab, app) = behind(Apps::Here).await;
    for path in ["/", "/api/v1/apps", "/apps/x/", "/apps/_gh/handoff?to=x", "/healthz"] {
        for host in ["evil.example", "localhost.evil.example:8443", "192.168.1.2.evil.example"] {
            let request = http::Request::get(path).header("host", host);
            for answer in lab.ask_both(bodiless(request)).await {
                assert_eq!(answer.status, 421, "{host}{path}");
                assert_eq!(answer.code(), "MISDIRECTED_REQUEST");
            }
        }
    }
    for host in ["nas", "nas.local", "192.168.1.2:8443", "[fd00::2]", "gate.home.arpa"] {
        let request = http::Request::get("/").header("host", host);
        assert_eq!(lab.ask(bodiless(request)).await.status, 200, "{host}");
    }
    assert_eq!(app.connections(), 0);
}

#[tokio::test]
async fn a_name_that_has_a_certificate_is_ours() {
    let (lab, _app) = behind(Apps::Here).await;
    let ask = || bodiless(http::Request::get("/").header("host", "home.example.org"));
    assert_eq!(lab.ask(ask()).await.status, 421);
    let table = lab.certs.load();
    let key = table.find(None).expect("a certificate");
    lab.certs.store(std::sync::Arc::new(table.as_ref().clone().with("home.example.org", key)));
    assert_eq!(lab.ask(ask()).await.status, 200);
}

#[tokio::test]
async fn people_are_sent_to_the_other_origin_and_programs_are_served() {
    let (lab, app) = behind(Apps::SentTo(9443)).await;
    for (asked, headers, location) in [
        ("/apps/x/a?b=%2F", &[("accept", HTML)][..], "http://localhost:9443/apps/x/a?b=%2F"),
        ("/apps/x", &[("accept", HTML)], "http://localhost:9443/apps/x"),
        (
            "/apps/x/",
            &[("accept", HTML), ("sec-fetch-mode", "navigate")],
            "http://localhost:9443/apps/x/",
        ),
    ] {
        let request = headers.iter().fold(asking("GET", asked), |r, (n, v)| r.header(*n, *v));
        let answer = lab.ask(bodiless(request)).await;
        assert_eq!((answer.status.as_u16(), answer.value("location")), (307, Some(location)));
    }
    assert_eq!(app.connections(), 0);
    for request in [
        asking("GET", "/apps/x/"),
        asking("POST", "/apps/x/").header("accept", HTML),
        asking("GET", "/apps/x/").header("accept", HTML).header("sec-fetch-mode", "cors"),
    ] {
        let answer = lab.ask(bodiless(request)).await;
        let policy = answer.value("content-security-policy");
        assert_eq!(
            (answer.status.as_u16(), policy),
            (200, Some("sandbox")),
            "never a page of ours"
        );
    }
    let nobody = asking("GET", "/apps/nobody/").header("accept", HTML);
    assert_eq!(lab.ask(bodiless(nobody)).await.status, 404);
    let own = http::Request::get("/").header("host", "x.home.test").header("accept", HTML);
    let answer = lab.ask(bodiless(own)).await;
    assert_eq!(answer.status, 303, "an app's own host is an origin of its own");
}

#[tokio::test]
async fn the_other_origin_has_nothing_but_apps() {
    let (lab, app) = behind(Apps::Only).await;
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.body, "ok");
    for path in ["/", "/api/v1/apps", "/metrics", "/apps/_gh/handoff"] {
        let answer = lab.ask(bodiless(asking("GET", path))).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (404, "NOT_FOUND"), "{path}");
    }
    let person = asking("GET", "/").header("accept", HTML);
    let answer = lab.ask(bodiless(person)).await;
    let main = Some("https://gatehouse.test/");
    assert_eq!((answer.status.as_u16(), answer.value("location")), (303, main));
    let enter = lab.ask(bodiless(asking("GET", "/_gh/enter?code=x"))).await;
    assert!(is_local(&enter.body), "{}", enter.body);
    assert_eq!(app.requests().await.len(), 1);
}

#[tokio::test]
async fn on_the_other_origin_people_sign_in_through_the_main_address() {
    let (lab, app) = behind(Apps::Only).await;
    let request = stranger("GET", "/apps/x/a?b").header("accept", HTML);
    let answer = lab.ask(bodiless(request)).await;
    assert_eq!(answer.status, 303);
    let location =
        "https://gatehouse.test/apps/_gh/handoff?to=http%3A//gatehouse.test/apps/x/a%3Fb&browser=";
    assert!(answer.value("location").expect("a place").starts_with(location));
    assert_eq!(app.connections(), 0);
}
