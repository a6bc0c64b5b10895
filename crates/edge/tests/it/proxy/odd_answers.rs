//! Answers that are unusual, in odd pieces, or false in where they end.

use std::time::Duration;

use edge::ProxyConfig;
use kit::Span;

use crate::client::{asking, bodiless};
use crate::lab::{Lab, Setup};
use crate::message::Kind;
use crate::raw_app::{OK, RawApp};
use crate::routes::route;

const GET: &str = "GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n";

#[tokio::test]
async fn an_answer_that_comes_byte_by_byte_is_the_same() {
    for (said, body) in [
        (OK, "ok"),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=\"y\"\r\nok\r\n0\r\nT: 1\r\n\r\n",
            "ok",
        ),
        ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "ok"),
    ] {
        let app = RawApp::start(move |mut talk| async move {
            while talk.request().await.is_some() {
                for byte in said.bytes() {
                    talk.say([byte]).await;
                    tokio::task::yield_now().await;
                }
            }
        })
        .await;
        let lab = Lab::new();
        lab.lead(route("x", &app.to()));
        let mut wire = lab.wire().await;
        for _ in 0..3 {
            let answer = wire.ask(GET).await;
            assert_eq!((answer.status(), answer.text()), (200, body), "{said:?}");
        }
        assert_eq!(app.connections(), 1, "{said:?}");
    }
}

#[tokio::test]
async fn answers_of_lenient_servers_are_understood() {
    for (said, body) in [
        ("HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", "ok"),
        ("HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok", "ok"),
        ("HTTP/1.1 200 OK\nContent-Length: 2\n\nok", "ok"),
        ("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "ok"),
        ("HTTP/1.1 200 OK\r\nContent-Length:2   \r\n\r\nok", "ok"),
        ("HTTP/1.1 200 OK\r\nX-Latin: caf\u{e9}\r\nX-Empty:\r\nContent-Length: 2\r\n\r\nok", "ok"),
        ("HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n2 \r\nok\r\n000\r\n\r\n", "ok"),
        ("HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\nok", "ok"),
    ] {
        let (lab, app) = (Lab::new(), RawApp::answering_once(said).await);
        lab.lead(route("x", &app.to()));
        let answer = lab.wire().await.ask(GET).await;
        assert_eq!(answer.text(), body, "{said:?}");
    }
}

/// Where the end of an answer is in doubt, nothing of it can be passed on as a whole.
#[tokio::test]
async fn answers_whose_end_is_in_doubt_are_bad() {
    for said in [
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nX: 1\r\n folded: 2\r\nContent-Length: 2\r\n\r\nok",
    ] {
        let (lab, app) = (Lab::new(), RawApp::answering(said).await);
        lab.lead(route("x", &app.to()));
        let answer = lab.wire().await.ask(GET).await;
        assert_eq!(answer.status(), 502, "{said:?}");
        lab.holds(0).await;
    }
}

#[tokio::test]
async fn a_length_that_is_said_twice_is_passed_on_once() {
    let said = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok";
    let (lab, app) = (Lab::new(), RawApp::answering(said).await);
    lab.lead(route("x", &app.to()));
    let answer = lab.wire().await.ask(GET).await;
    match answer.status() {
        502 => {}
        status => {
            let lengths = answer.values("content-length");
            assert_eq!((status, answer.text(), lengths), (200, "ok", vec!["2"]));
        }
    }
    let answer = lab.ask_http2(bodiless(asking("GET", "/apps/x/"))).await;
    assert!(answer.status == 502 || answer.body == "ok", "{answer:?}");
}

#[tokio::test]
async fn chunks_that_lie_break_the_answer_off() {
    let long = format!("2;{}\r\nok\r\n0\r\n\r\n", "x".repeat(100_000));
    for chunks in [
        "5\r\nok\r\n0\r\n\r\n",
        "2\r\nokay\r\n0\r\n\r\n",
        "x\r\nok\r\n0\r\n\r\n",
        "-2\r\nok\r\n0\r\n\r\n",
        "ffffffffffffffffff\r\nok\r\n0\r\n\r\n",
        "2\nok\n0\n\n",
        "2\r\nok\r\n0\r\nNo colon\r\n\r\n",
        "\r\nok\r\n0\r\n\r\n",
        &long,
    ] {
        let said = format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}");
        let (lab, app) = (Lab::new(), RawApp::answering_once(said).await);
        lab.lead(route("x", &app.to()));
        let mut wire = lab.wire().await;
        wire.send(GET).await;
        let answer = wire.next(Kind::Answer).await;
        let case = &chunks[..chunks.len().min(30)];
        let whole = matches!(&answer, Ok(Some(answer)) if answer.status() != 502);
        assert!(!whole, "{case:?}: {answer:?}");
        lab.holds(0).await;
    }
}

/// An app that never comes to its answer must not keep others from theirs.
#[tokio::test]
async fn early_answers_without_end_are_not_listened_to_for_ever() {
    let app = RawApp::start(|mut talk| async move {
        talk.request().await;
        let many = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(1000);
        while talk.say(&many).await {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let short = Span(Duration::from_millis(500));
    let proxy = ProxyConfig { response_timeout: short, ..ProxyConfig::default() };
    let (lab, fine) = (Lab::with(Setup { proxy, ..Setup::default() }), RawApp::fine().await);
    lab.publish([route("x", &app.to()), route("fine", &fine.to())]);
    let mut wire = lab.wire().await;
    wire.send(GET).await;
    for _ in 0..10 {
        assert_eq!(lab.ask(bodiless(asking("GET", "/apps/fine/"))).await.body, "ok");
    }
    assert!(matches!(wire.answer().await.status(), 502 | 504));
    lab.holds(1).await;
}

/// An app that sends as fast as it can must not keep others on its lane waiting.
#[tokio::test]
async fn a_fast_download_leaves_others_their_turn() {
    let app = RawApp::start(|mut talk| async move {
        talk.request().await;
        talk.say("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n").await;
        let piece = vec![b'x'; 256 * 1024];
        while talk.say(&piece).await {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let (lab, fine) = (Lab::new(), RawApp::fine().await);
    lab.publish([route("x", &app.to()), route("fine", &fine.to())]);
    let mut wire = lab.wire().await;
    wire.send(GET).await;
    wire.head().await;
    lab.spawn(async move { while wire.some().await.is_some() {} });
    for _ in 0..20 {
        assert_eq!(lab.ask(bodiless(asking("GET", "/apps/fine/"))).await.body, "ok");
    }
}
