//! A largest size for request bodies counts the same whatever the protocol.

use bytes::Bytes;
use edge::ProxyConfig;
use http_body_util::Full;
use kit::ByteSize;
use routing::Fault;

use crate::bodies::Pattern;
use crate::client::{asking, for_http2, read};
use crate::lab::{Lab, Setup, soon};
use crate::raw_app::RawApp;
use crate::routes::route;

const MOST: u64 = 100_000;

fn bounded() -> Lab {
    let proxy = ProxyConfig { max_request_body: ByteSize(MOST), ..ProxyConfig::default() };
    Lab::with(Setup { proxy, ..Setup::default() })
}

#[tokio::test]
async fn http1_with_a_length() {
    let (lab, app) = (bounded(), RawApp::fine().await);
    let route = lab.lead(route("x", &app.to()));
    for (length, status) in [(MOST + 1, 413), (u64::MAX / 2, 413)] {
        let mut wire = lab.wire().await;
        let head = format!("Host: localhost\r\nContent-Length: {length}\r\n\r\n");
        let answer = wire.ask(format!("POST /apps/x/ HTTP/1.1\r\n{head}")).await;
        assert_eq!(answer.status(), status, "{length}");
        assert!(answer.text().contains("PAYLOAD_TOO_LARGE"), "{}", answer.text());
    }
    assert_eq!(app.connections(), 0);
    assert_eq!(route.app.traffic.figures().faults[Fault::Client as usize], 2);
    let fits = Full::new(Bytes::from(vec![b'x'; MOST as usize]));
    let request = asking("POST", "/apps/x/").body(fits).expect("a request");
    assert!(lab.ask_both(request).await.iter().all(|answer| answer.status == 200));
}

#[tokio::test]
async fn http1_in_chunks() {
    let (lab, app) = (bounded(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    for (length, status) in [(MOST, 200), (MOST + 1, 413)] {
        let mut wire = lab.wire().await;
        let head = "Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
        wire.send(format!("POST /apps/x/ HTTP/1.1\r\n{head}")).await;
        let half = "x".repeat(MOST as usize / 2);
        for _ in 0..2 {
            wire.send(format!("{:x}\r\n{half}\r\n", half.len())).await;
        }
        if length > MOST {
            wire.send("1\r\nx\r\n").await;
        }
        wire.send("0\r\n\r\n").await;
        let answer = wire.answer().await;
        assert_eq!(answer.status(), status, "{}", answer.text());
    }
    assert_eq!(app.requests().await.len(), 1, "only the one that fits is whole");
    lab.holds(0).await;
}

#[tokio::test]
async fn http2_with_and_without_a_length() {
    let (lab, app) = (bounded(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let mut sender = lab.http2(lab.connect("h2").await).await;
    for declared in [true, false] {
        for (length, status) in [(MOST, 200), (MOST + 1, 413), (10 * MOST, 413)] {
            let mut request = asking("POST", "/apps/x/");
            if declared {
                request = request.header("content-length", length);
            }
            let request = request.body(Pattern::new(length)).expect("a request");
            let answer = soon(sender.send_request(for_http2(request, false))).await;
            let answer = read(answer.expect("an answer")).await;
            assert_eq!(answer.status, status, "{declared} {length}");
            if status == 413 {
                assert_eq!(answer.code(), "PAYLOAD_TOO_LARGE");
            }
        }
    }
    assert_eq!(app.requests().await.len(), 2, "only those that fit are whole");
}

/// To an HTTP/2 app the broken upload is a reset stream, and the others on the connection go on.
#[tokio::test]
async fn an_http2_app_loses_nothing_but_the_upload() {
    let app = crate::real_app::RealApp::start(|request| -> crate::client::Serving {
        Box::pin(async move {
            let body = http_body_util::BodyExt::collect(request.into_body()).await;
            http::Response::new(routing::full(if body.is_ok() { "whole" } else { "broken" }))
        })
    })
    .await;
    let lab = bounded();
    lab.lead(route("x", &app.to_http2()));
    let mut sender = lab.http1(lab.connect("http/1.1").await).await;
    for (length, status) in [(MOST, 200), (2 * MOST, 413)] {
        let request = asking("POST", "/apps/x/").body(Pattern::new(length)).expect("a request");
        let answer = soon(sender.send_request(request)).await.expect("an answer");
        assert_eq!(read(answer).await.status, status);
    }
    let answer = lab.ask(crate::client::bodiless(asking("GET", "/apps/x/"))).await;
    assert_eq!((answer.body.as_str(), app.connections()), ("whole", 1));
}
