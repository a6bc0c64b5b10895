//! What apps are told about the client: only what the gateway knows itself.

use edge::Limits;
use http::Request;
use kit::Identity;
use routing::TrustPolicy;

use crate::client::{bodiless, stranger};
use crate::lab::{Lab, Setup};
use crate::message::Message;
use crate::raw_app::RawApp;
use crate::routes::{ada, caller, choosing, phone, route};

fn told(request: &Message) -> [Option<&str>; 9] {
    [
        "x-forwarded-for",
        "x-forwarded-host",
        "x-forwarded-proto",
        "x-forwarded-port",
        "x-forwarded-prefix",
        "x-real-ip",
        "x-script-name",
        "x-ingress-path",
        "remote-user",
    ]
    .map(|name| request.value(name))
}

/// The headers of proxies and of single sign-on, in the spellings that servers mix up.
const FORGED: [&str; 44] = [
    "X-Forwarded-For",
    "x_forwarded_for",
    "X.Forwarded.For",
    "X-Forwarded_For",
    "X-FORWARDED-FOR",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Forwarded-Port",
    "X-Forwarded-Prefix",
    "X-Forwarded-Server",
    "X-Forwarded-Scheme",
    "X-Forwarded-Ssl",
    "X-Forwarded-User",
    "X_Forwarded_User",
    "X-Forwarded-Preferred-Username",
    "X-Forwarded-Email",
    "X-Forwarded-Groups",
    "X-Forwarded-Access-Token",
    "Forwarded",
    "X-Real-IP",
    "X_Real_IP",
    "x.real.ip",
    "X-Client-IP",
    "X-Cluster-Client-IP",
    "True-Client-IP",
    "CF-Connecting-IP",
    "X-Script-Name",
    "X_Script_Name",
    "X-Ingress-Path",
    "X_Ingress_Path",
    "Remote-User",
    "REMOTE_USER",
    "remote.user",
    "Remote-Groups",
    "Remote-Name",
    "Remote-Email",
    "X-Remote-User",
    "X_Remote_User",
    "X-Remote-Group",
    "X-Auth-Request-User",
    "X-WebAuth-User",
    "X-Original-URL",
    "X-Rewrite-URL",
    "X-Authentik-Username",
];

fn forged() -> String {
    FORGED.iter().map(|name| format!("{name}: forged\r\n")).collect()
}

#[tokio::test]
async fn an_app_is_told_exactly_who_asks_and_where() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    lab.gate.add("ours-a", ada());
    let head = "GET /apps/x/ HTTP/1.1\r\nHost: gatehouse.test:8080\r\nAuthorization: Bearer ours-a\r\n\r\n";
    assert_eq!(lab.wire().await.ask(head).await.status(), 200);
    let expected = [
        "127.0.0.1",
        "gatehouse.test:8080",
        "http",
        "8080",
        "/apps/x",
        "127.0.0.1",
        "/apps/x",
        "/apps/x",
        "user-ada",
    ];
    assert_eq!(told(&app.request().await), expected.map(Some));
}

#[tokio::test]
async fn over_tls_the_scheme_and_the_port_follow() {
    let lab = Lab::tls(Limits { lanes: 1, ..Limits::default() });
    let app = RawApp::fine().await;
    lab.lead(route("x", &app.to()));
    lab.gate.add("ours-p", phone());
    let asked = stranger("GET", "/apps/x/").header("authorization", "bearer ours-p");
    for answer in lab.ask_both(bodiless(asked)).await {
        assert_eq!(answer.status, 200);
    }
    let requests = app.requests().await;
    assert_eq!(requests.len(), 2);
    for request in requests {
        assert_eq!(request.value("x-forwarded-proto"), Some("https"));
        assert_eq!(request.value("x-forwarded-port"), Some("443"));
        assert_eq!(request.value("x-forwarded-host"), Some("gatehouse.test"));
        assert_eq!(request.value("remote-user"), Some("phone-1"));
    }
}

#[tokio::test]
async fn a_local_caller_and_a_stranger_have_no_name() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(choosing(route("x", &app.to()), |options| options.public_access = true));
    for host in ["localhost", "gatehouse.test"] {
        let head = format!("GET /apps/x/ HTTP/1.1\r\nHost: {host}\r\n\r\n");
        assert_eq!(lab.wire().await.ask(head).await.status(), 200);
    }
    for request in app.requests().await {
        assert_eq!(request.value("remote-user"), None);
    }
}

#[tokio::test]
async fn what_a_client_says_of_itself_never_arrives_in_any_spelling() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    lab.gate.add("ours-a", ada());
    let head = format!(
        "GET /apps/x/ HTTP/1.1\r\nHost: gatehouse.test\r\nAuthorization: Bearer ours-a\r\n{}\r\n",
        forged()
    );
    assert_eq!(lab.wire().await.ask(head).await.status(), 200);
    let mut asked = stranger("GET", "/apps/x/").header("authorization", "Bearer ours-a");
    for name in FORGED {
        asked = asked.header(name, "forged");
    }
    assert_eq!(lab.ask_http2(bodiless(asked)).await.status, 200);
    let seen = String::from_utf8(app.bytes()).expect("text");
    assert!(!seen.contains("forged"), "{seen}");
    for request in app.requests().await {
        assert_eq!(request.value("x-forwarded-for"), Some("127.0.0.1"));
        assert_eq!(request.value("remote-user"), Some("user-ada"));
    }
}

fn behind_a_proxy() -> Setup {
    let proxies = vec!["127.0.0.0/8".parse().expect("a network")];
    let names = ["gatehouse.test", "home.example"];
    let trust = TrustPolicy::new(Vec::new(), proxies, names).expect("a policy");
    Setup { trust, ..Setup::default() }
}

#[tokio::test]
async fn a_trusted_proxy_is_believed_and_added_to_the_list() {
    let (lab, app) = (Lab::with(behind_a_proxy()), RawApp::fine().await);
    lab.lead(choosing(route("x", &app.to()), |options| options.public_access = true));
    let head = "GET /apps/x/ HTTP/1.1\r\nHost: inner:8080\r\nX-Forwarded-For: 6.6.6.6, 192.0.2.7\r\n\
                X-Forwarded-Proto: https\r\nX-Forwarded-Host: home.example\r\n\
                X-Forwarded-User: forged\r\nRemote-User: forged\r\nX-Real-IP: 6.6.6.6\r\n\r\n";
    assert_eq!(lab.wire().await.ask(head).await.status(), 200);
    let request = app.request().await;
    assert_eq!(request.value("x-forwarded-for"), Some("6.6.6.6, 192.0.2.7, 127.0.0.1"));
    assert_eq!(request.value("x-real-ip"), Some("192.0.2.7"));
    assert_eq!(request.value("x-forwarded-proto"), Some("https"));
    assert_eq!(request.value("x-forwarded-host"), Some("home.example"));
    assert_eq!(request.value("x-forwarded-port"), Some("443"));
    assert_eq!(request.value("host"), Some("home.example"));
    assert_eq!(request.value("remote-user"), None);
    assert_eq!(request.value("x-forwarded-user"), None);
}

#[tokio::test]
async fn a_trusted_proxy_that_reports_nothing_is_the_client() {
    let (lab, app) = (Lab::with(behind_a_proxy()), RawApp::fine().await);
    lab.lead(choosing(route("x", &app.to()), |options| options.public_access = true));
    let asked = Request::get("/apps/x/").header("host", "home.example");
    assert_eq!(lab.ask(bodiless(asked)).await.status, 200);
    let request = app.request().await;
    assert_eq!(request.value("x-forwarded-for"), Some("127.0.0.1"));
    assert_eq!(request.value("x-real-ip"), Some("127.0.0.1"));
    assert_eq!(request.value("x-forwarded-proto"), Some("http"));
}

#[tokio::test]
async fn a_request_of_old_that_names_no_host_is_answered() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(choosing(route("x", &app.to()), |options| options.public_access = true));
    let answer = lab.raw(b"GET /apps/x/ HTTP/1.0\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.0 200") || answer.starts_with("HTTP/1.1 200"), "{answer}");
    let request = app.request().await;
    let own = app.address.to_string();
    assert_eq!(request.value("host"), Some(own.as_str()));
    assert_eq!(request.value("x-forwarded-for"), Some("127.0.0.1"));
    assert_ne!(request.value("x-forwarded-port"), Some("0"));
}

#[tokio::test]
async fn the_name_of_a_caller_without_one_is_left_out() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    lab.gate.add("ours-n", caller(Identity::User("line\nbreak".into()), &["access:*"]));
    let head = "GET /apps/x/ HTTP/1.1\r\nHost: gatehouse.test\r\nAuthorization: Bearer ours-n\r\n\
                Remote-User: admin\r\n\r\n";
    assert_eq!(lab.wire().await.ask(head).await.status(), 200);
    assert_eq!(app.request().await.value("remote-user"), None);
}
