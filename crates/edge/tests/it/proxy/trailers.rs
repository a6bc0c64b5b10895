//! Fields behind a body. An app that reads them like headers must not be told lies there.

use http_body_util::BodyExt;

use crate::bodies::{Fed, feed};
use crate::client::{Serving, asking, for_http2, read};
use crate::lab::{Lab, soon};
use crate::raw_app::RawApp;
use crate::real_app::RealApp;
use crate::routes::route;

/// What must not be said behind a body either.
const FORGED: [(&str, &str); 10] = [
    ("remote-user", "forged"),
    ("x-forwarded-for", "forged"),
    ("x-forwarded-user", "forged"),
    ("x_real_ip", "forged"),
    ("authorization", "forged"),
    ("cookie", "svc_apps=forged"),
    ("host", "forged"),
    ("content-length", "7"),
    ("transfer-encoding", "chunked"),
    ("connection", "forged"),
];

#[tokio::test]
async fn trailers_of_a_client_arrive_without_what_only_the_gateway_may_say() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    for (name, value) in FORGED {
        let mut wire = lab.wire().await;
        let head = "Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n";
        let trailers = format!("X-Fine: 1\r\n{name}: {value}\r\n\r\n");
        wire.send(format!("POST /apps/x/ HTTP/1.1\r\n{head}{trailers}")).await;
        let answer = wire.answer().await;
        assert!(matches!(answer.status(), 200 | 400), "{name}: {}", answer.start);
    }
    let seen = String::from_utf8_lossy(&app.bytes()).into_owned();
    assert!(!seen.contains("forged"), "{seen}");
    assert!(!seen.to_lowercase().contains("0\r\ncontent-length"), "{seen}");
    for behind in seen.split("\r\n0\r\n").skip(1) {
        let behind = behind.split("\r\n\r\n").next().unwrap_or_default();
        assert!(!behind.contains("content-length") && !behind.contains("transfer"), "{seen}");
    }
}

/// An app of HTTP/2 that answers with the names of the trailers that it got.
fn names(request: http::Request<hyper::body::Incoming>) -> Serving {
    Box::pin(async move {
        let whole = request.into_body().collect().await;
        let trailers = whole.ok().and_then(|whole| whole.trailers().cloned()).unwrap_or_default();
        let names: Vec<_> = trailers.keys().map(http::HeaderName::as_str).collect();
        http::Response::new(routing::full(names.join(" ")))
    })
}

#[tokio::test]
async fn over_http2_they_are_looked_at_as_well() {
    let app = RealApp::start(names).await;
    let lab = Lab::new();
    lab.lead(route("x", &app.to_http2()));
    let (sending, body): (_, Fed) = feed();
    sending.send("hi");
    sending.trailers(&[
        ("x-fine", "1"),
        ("remote-user", "forged"),
        ("x-forwarded-for", "forged"),
        ("authorization", "forged"),
        ("cookie", "svc_apps=forged"),
    ]);
    drop(sending);
    let mut sender = lab.http2(lab.connect("h2").await).await;
    let request = for_http2(asking("POST", "/apps/x/").body(body).expect("a request"), false);
    let answer = read(soon(sender.send_request(request)).await.expect("an answer")).await;
    assert_eq!(answer.body, "x-fine");
}

#[tokio::test]
async fn trailers_of_an_app_reach_a_client_that_wants_them() {
    let said = "HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n\
                2\r\nhi\r\n0\r\nX-Sum: 42\r\n\r\n";
    let (lab, app) = (Lab::new(), RawApp::answering(said).await);
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    for _ in 0..2 {
        wire.send("GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\nTE: trailers\r\n\r\n").await;
        let head = wire.head().await;
        assert_eq!(head.value("trailer"), Some("X-Sum"));
        let mut lines = Vec::new();
        while lines.last() != Some(&String::new()) || lines.len() < 4 {
            lines.push(wire.line().await);
        }
        let lines: Vec<_> = lines.iter().map(|line| line.to_lowercase()).collect();
        assert_eq!(lines, ["2", "hi", "0", "x-sum: 42", ""]);
    }
    let mut sender = lab.http2(lab.connect("h2").await).await;
    let request = for_http2(crate::client::bodiless(asking("GET", "/apps/x/")), false);
    let answer = soon(sender.send_request(request)).await.expect("an answer");
    let whole = soon(answer.into_body().collect()).await.expect("a whole body");
    assert_eq!(whole.trailers().expect("trailers")["x-sum"], "42");
    assert_eq!(app.connections(), 1);
}

#[tokio::test]
async fn a_client_that_takes_no_trailers_gets_none_and_nobody_gets_what_belongs_in_a_head() {
    let said = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\
                2\r\nhi\r\n0\r\nX-Sum: 42\r\nSet-Cookie: a=b\r\nContent-Length: 7\r\n\r\n";
    let (lab, app) = (Lab::new(), RawApp::answering(said).await);
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    for (te, trailers) in [("", ""), ("TE: trailers\r\n", "x-sum: 42\r\n")] {
        wire.send(format!("GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n{te}\r\n")).await;
        wire.head().await;
        let body = format!("2\r\nhi\r\n0\r\n{trailers}\r\n");
        assert_eq!(wire.exactly(body.len()).await, body);
    }
}
