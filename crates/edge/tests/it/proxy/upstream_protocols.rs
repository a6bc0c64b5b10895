//! Apps that speak HTTP/1.1, HTTP/2 and TLS.

use bytes::Bytes;
use http::{Request, Response, Version};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use routing::{Route, Upstream, full};

use crate::bodies::{Fed, feed};
use crate::client::{Serving, asking, bodiless, for_http2};
use crate::lab::{Lab, soon};
use crate::raw_app::RawApp;
use crate::real_app::RealApp;
use crate::routes::route;

/// Says which version it was asked with, by whom, and what came.
fn report(request: Request<Incoming>) -> Serving {
    Box::pin(async move {
        let (head, body) = request.into_parts();
        let body = body.collect().await.expect("a whole body").to_bytes();
        let host = head.uri.authority().map(|name| name.as_str().to_owned());
        let named = head.headers.get("host").map(|value| value.to_str().expect("text").to_owned());
        let said = format!(
            "{:?} {} {} {}",
            head.version,
            head.uri.path(),
            host.or(named).unwrap_or_default(),
            String::from_utf8_lossy(&body)
        );
        Response::new(full(said))
    })
}

async fn asked(to: &str, insecure: bool) -> (u16, String) {
    let lab = Lab::new();
    let upstream = Upstream::parse(to, insecure).expect("an address");
    lab.lead(Route { upstream, ..route("x", "http://unused") });
    let request = asking("POST", "/apps/x/a").body(Full::new(Bytes::from("hi")));
    let [one, two] = lab.ask_both(request.expect("a request")).await;
    assert_eq!((one.status, &one.body), (two.status, &two.body));
    (one.status.as_u16(), one.body)
}

#[tokio::test]
async fn the_address_says_what_is_spoken() {
    let app = RealApp::start(report).await;
    assert_eq!(asked(&app.to(), false).await, (200, "HTTP/1.1 /a localhost hi".to_owned()));
    assert_eq!(asked(&app.to_http2(), false).await, (200, "HTTP/2.0 /a localhost hi".to_owned()));
    for (protocols, version) in
        [(&["h2", "http/1.1"][..], "HTTP/2.0"), (&["http/1.1"], "HTTP/1.1"), (&[], "HTTP/1.1")]
    {
        let app = RealApp::tls(protocols, report).await;
        let expected = format!("{version} /a localhost hi");
        assert_eq!(asked(&app.to(), true).await, (200, expected), "{protocols:?}");
    }
}

#[tokio::test]
async fn a_certificate_that_nobody_signed_counts_only_where_the_route_says_so() {
    let app = RealApp::tls(&["h2"], report).await;
    let (status, body) = asked(&app.to(), false).await;
    assert_eq!(status, 502);
    assert!(body.contains("BAD_GATEWAY") && body.contains("certificate"), "{body}");
}

#[tokio::test]
async fn an_app_without_tls_at_an_https_address_is_a_bad_gateway() {
    let app = RawApp::start(|mut talk| async move {
        talk.some().await;
        talk.say("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n").await;
    })
    .await;
    assert_eq!(asked(&format!("https://{}", app.address), true).await.0, 502);
}

#[tokio::test]
async fn many_requests_share_one_connection_of_http2() {
    let lab = Lab::new();
    let app = RealApp::start(report).await;
    lab.lead(route("x", &app.to_http2()));
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.status, 200);
    let mut sender = lab.http2(lab.connect("h2").await).await;
    let requests = (0..50).map(|number| {
        let request = bodiless(asking("GET", &format!("/apps/x/{number}")));
        sender.send_request(for_http2(request, false))
    });
    for (number, answer) in soon(futures::future::join_all(requests)).await.into_iter().enumerate()
    {
        let body = answer.expect("an answer").into_body().collect().await.expect("a body");
        let body = String::from_utf8(body.to_bytes().to_vec()).expect("text");
        assert!(body.starts_with(&format!("HTTP/2.0 /{number} ")), "{body}");
    }
    assert_eq!(app.connections(), 1);
    lab.holds(1).await;
}

#[tokio::test]
async fn an_http2_app_that_restarts_is_connected_to_again() {
    let lab = Lab::new();
    let first = RealApp::start(report).await;
    let mut leading = route("x", &first.to_http2());
    lab.lead(leading.clone());
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.status, 200);
    first.stop();
    lab.holds(0).await;
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.status, 502);
    let second = RealApp::start(report).await;
    leading.upstream = Upstream::parse(&second.to_http2(), false).expect("an address");
    lab.lead(leading);
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.status, 200);
}

/// Answers with what came, and with trailers that repeat those that came.
fn grpc(request: Request<Incoming>) -> Serving {
    Box::pin(async move {
        let version = request.version();
        let te = request.headers().get("te").cloned();
        let whole = request.into_body().collect().await.expect("a whole body");
        let came = whole.trailers().and_then(|fields| fields.get("x-client")).cloned();
        let (feed, body) = feed();
        feed.send(whole.to_bytes());
        feed.trailers(&[("grpc-status", "0"), ("grpc-message", "fine")]);
        let mut response = Response::builder().header("content-type", "application/grpc");
        response = response.header("x-seen", format!("{version:?} {te:?} {came:?}"));
        response.body(body.boxed()).expect("a response")
    })
}

#[tokio::test]
async fn grpc_reaches_an_app_over_http2_with_trailers_both_ways() {
    let app = RealApp::start(grpc).await;
    for to in [app.to(), app.to_http2()] {
        let lab = Lab::new();
        lab.lead(route("x", &to));
        let (sending, body): (_, Fed) = feed();
        sending.send("message");
        sending.trailers(&[("x-client", "done")]);
        drop(sending);
        let request = asking("POST", "/apps/x/pkg.Service/Call")
            .header("content-type", "application/grpc+proto")
            .header("te", "trailers");
        let request = for_http2(request.body(body).expect("a request"), false);
        let mut sender = lab.http2(lab.connect("h2").await).await;
        let answer = soon(sender.send_request(request)).await.expect("an answer");
        assert_eq!(answer.status(), 200, "{to}");
        let seen = answer.headers()["x-seen"].to_str().expect("text");
        assert_eq!(seen, "HTTP/2.0 Some(\"trailers\") Some(\"done\")", "{to}");
        let whole = soon(answer.into_body().collect()).await.expect("a whole body");
        let trailers = whole.trailers().expect("trailers").clone();
        assert_eq!(trailers["grpc-status"], "0");
        assert_eq!(trailers["grpc-message"], "fine");
        assert_eq!(whole.to_bytes(), "message");
    }
}

/// gRPC for browsers is made for HTTP/1.1, and many of its servers speak nothing else.
#[tokio::test]
async fn grpc_for_browsers_needs_no_http2() {
    let app = RealApp::start(report).await;
    let lab = Lab::new();
    lab.lead(route("x", &app.to()));
    for (kind, version) in [
        ("application/grpc-web", "HTTP/1.1"),
        ("application/grpc-web+proto", "HTTP/1.1"),
        ("application/grpc-web-text", "HTTP/1.1"),
        ("application/grpc", "HTTP/2.0"),
        ("application/grpc+json", "HTTP/2.0"),
        ("application/grpc; charset=x", "HTTP/2.0"),
    ] {
        let request = asking("POST", "/apps/x/").header("content-type", kind);
        let answer = lab.ask(request.body(Full::new(Bytes::from("hi"))).expect("a request")).await;
        assert!(answer.body.starts_with(version), "{kind}: {}", answer.body);
    }
}

#[tokio::test]
async fn an_answer_of_trailers_alone_arrives() {
    let alone = |_: Request<Incoming>| -> Serving {
        Box::pin(async {
            let head = Response::builder().header("grpc-status", "12");
            head.body(full("")).expect("a response")
        })
    };
    let (lab, app) = (Lab::new(), RealApp::start(alone).await);
    lab.lead(route("x", &app.to_http2()));
    let answer = lab.ask_http2(bodiless(asking("POST", "/apps/x/"))).await;
    assert_eq!((answer.version, answer.value("grpc-status")), (Version::HTTP_2, Some("12")));
}

#[tokio::test]
async fn an_http1_app_that_is_taken_for_http2_is_a_bad_gateway() {
    let app = RawApp::start(|mut talk| async move {
        talk.some().await;
        talk.say("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n").await;
    })
    .await;
    assert_eq!(asked(&format!("h2c://{}", app.address), false).await.0, 502);
    assert!(app.bytes().starts_with(b"PRI * HTTP/2.0"));
}
