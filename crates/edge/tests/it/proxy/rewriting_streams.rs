//! Pages that come slowly, are damaged, or never end.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use edge::Limits;
use http_body_util::{BodyExt, StreamBody};
use hyper::body::Frame;
use rewrite::codec::{Encoder, Encoding};
use routing::Fault;
use tokio::sync::Semaphore;

use super::rewriting::{decoded, encoded, given, rewritten, saying};
use crate::client::{asking, bodiless};
use crate::frames::{END_STREAM, Frames, HEADERS, head};
use crate::lab::{Lab, Setup, soon, until};
use crate::raw_app::RawApp;
use crate::real_app::RealApp;

const ASK: &str = "GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Dest: document\r\n\r\n";
const CHUNKED: &str =
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n";

fn chunk(bytes: &[u8]) -> Vec<u8> {
    [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat()
}

/// An app that says the second half of its page only when it is told to.
async fn halting(lines: &str, first: Vec<u8>, second: Vec<u8>) -> (RawApp, Arc<Semaphore>) {
    let go = Arc::new(Semaphore::new(0));
    let told = go.clone();
    let head = format!("{CHUNKED}{lines}\r\n");
    let app = RawApp::start(move |mut talk| {
        let (told, head, first, second) =
            (told.clone(), head.clone(), first.clone(), second.clone());
        async move {
            while talk.request().await.is_some() {
                talk.say([head.as_bytes(), &chunk(&first)].concat()).await;
                told.acquire().await.expect("an open semaphore").forget();
                talk.say([chunk(&second), b"0\r\n\r\n".to_vec()].concat()).await;
            }
        }
    });
    (app.await, go)
}

#[tokio::test]
async fn what_is_certain_is_not_held_back() {
    let (first, second) = (b"<p>one <a href=/1>".to_vec(), b"<a href=/2>".to_vec());
    let (app, go) = halting("", first, second).await;
    let lab = Lab::new();
    lab.lead(rewritten(&app.to()));
    let mut wire = lab.wire().await;
    wire.send(ASK).await;
    assert_eq!(wire.head().await.status(), 200);
    let size = usize::from_str_radix(&wire.line().await, 16).expect("a chunk");
    assert_eq!(wire.exactly(size).await, "<p>one <a href=\"/apps/x/1\">".as_bytes());
    assert_eq!(wire.line().await, "");
    go.add_permits(1);
    let size = usize::from_str_radix(&wire.line().await, 16).expect("a chunk");
    assert_eq!(wire.exactly(size).await, "<a href=\"/apps/x/2\">".as_bytes());
}

/// In a coding, too, the client can read everything that the app has said so far.
#[tokio::test]
async fn a_coding_is_flushed_when_the_app_pauses() {
    for coding in [Encoding::Gzip, Encoding::Brotli, Encoding::Zstd] {
        let mut encoder = Encoder::new(coding);
        let (mut first, mut second) = (Vec::new(), Vec::new());
        encoder.push(b"<a href=/1>", &mut first).expect("it is encoded");
        encoder.flush(&mut first).expect("it is encoded");
        encoder.push(b"<a href=/2>", &mut second).expect("it is encoded");
        encoder.finish(&mut second).expect("it is encoded");
        let lines = format!("Content-Encoding: {}\r\n", coding.name());
        let (app, go) = halting(&lines, first, second).await;
        let lab = Lab::new();
        lab.lead(rewritten(&app.to()));
        let mut wire = lab.wire().await;
        wire.send(ASK).await;
        assert_eq!(wire.head().await.status(), 200);
        let size = usize::from_str_radix(&wire.line().await, 16).expect("a chunk");
        let mut all = wire.exactly(size).await.to_vec();
        let mut seen = Vec::new();
        let step = rewrite::codec::Decoder::new(coding).push(&all, &mut seen);
        assert!(step.is_ok() && seen == b"<a href=\"/apps/x/1\">", "{coding:?}: {seen:?}");
        go.add_permits(1);
        assert_eq!(wire.line().await, "");
        loop {
            let size = usize::from_str_radix(&wire.line().await, 16).expect("a chunk");
            all.extend_from_slice(&wire.exactly(size).await);
            assert_eq!(wire.line().await, "");
            if size == 0 {
                break;
            }
        }
        assert_eq!(decoded(coding, &all), b"<a href=\"/apps/x/1\"><a href=\"/apps/x/2\">");
    }
}

#[tokio::test]
async fn a_head_does_not_wait_long_for_its_body() {
    let go = Arc::new(Semaphore::new(0));
    let told = go.clone();
    let app = RawApp::start(move |mut talk| {
        let told = told.clone();
        async move {
            talk.request().await;
            talk.say(format!("{CHUNKED}Content-Encoding: gzip\r\n\r\n")).await;
            told.acquire().await.expect("an open semaphore").forget();
            let body = encoded(Encoding::Gzip, b"<p>late");
            talk.say([chunk(&body), b"0\r\n\r\n".to_vec()].concat()).await;
        }
    })
    .await;
    let lab = Lab::new();
    lab.lead(rewritten(&app.to()));
    let mut wire = lab.wire().await;
    wire.send(ASK).await;
    let head = wire.head().await;
    assert_eq!(head.status(), 200);
    go.add_permits(1);
    let body = wire.body_of(&head).await.expect("a whole body");
    assert_eq!(decoded(Encoding::Gzip, &body), b"<p>late");
}

#[tokio::test]
async fn a_damaged_coding_is_a_bad_gateway() {
    let mut cut = encoded(Encoding::Gzip, b"<a href=/1>");
    cut.truncate(cut.len() - 9);
    for (coding, body) in [
        ("gzip", b"<html>this is not gzip".to_vec()),
        ("br", vec![0xff; 100]),
        ("zstd", b"nonsense".to_vec()),
        ("deflate", vec![0xff; 100]),
        ("gzip", cut),
    ] {
        let lines = format!("Content-Type: text/html\r\nContent-Encoding: {coding}\r\n");
        let (lab, app) = (Lab::new(), RawApp::answering(saying(&lines, body)).await);
        let leading = lab.lead(rewritten(&app.to()));
        for answer in lab.ask_both(bodiless(asking("GET", "/apps/x/"))).await {
            assert_eq!((answer.status.as_u16(), answer.code().as_str()), (502, "BAD_GATEWAY"));
        }
        let faults = leading.app.traffic.figures().faults;
        assert_eq!(faults[Fault::Protocol as usize], 2, "{faults:?}");
        assert_eq!(faults.iter().sum::<u64>(), 2, "{faults:?}");
    }
}

#[tokio::test]
async fn a_bomb_is_a_bad_gateway() {
    for coding in [Encoding::Gzip, Encoding::Brotli, Encoding::Zstd] {
        let bomb = encoded(coding, &vec![b' '; 16 << 20]);
        let lines = format!("Content-Type: text/html\r\nContent-Encoding: {}\r\n", coding.name());
        let answer = given(saying(&lines, bomb), "").await;
        assert_eq!(answer.status(), 502, "{coding:?}");
    }
}

#[tokio::test]
async fn damage_that_comes_later_breaks_the_answer_off() {
    let mut damaged = encoded(Encoding::Gzip, &noise(400_000));
    let middle = damaged.len() / 2;
    damaged[middle..middle + 64].fill(0xff);
    let lines = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
    let (lab, app) = (Lab::new(), RawApp::answering(saying(lines, damaged)).await);
    let leading = lab.lead(rewritten(&app.to()));
    let mut wire = lab.wire().await;
    wire.send(ASK).await;
    let head = wire.head().await;
    assert_eq!(head.status(), 200);
    assert!(wire.body_of(&head).await.is_err(), "it must not look whole");
    let faults = || leading.app.traffic.figures().faults;
    until("it is counted", || faults()[Fault::Protocol as usize] == 1).await;
    assert_eq!(faults().iter().sum::<u64>(), 1, "{:?}", faults());
}

/// Text that cannot be packed well.
pub(super) fn noise(length: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let letters = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        b"abcdefghijklmnopqrstuvwxyz \n012345"[(state >> 16) as usize % 34]
    });
    letters.take(length).collect()
}

#[tokio::test]
async fn an_app_that_breaks_off_breaks_the_page_off() {
    let app = RawApp::start(|mut talk| async move {
        talk.request().await;
        talk.say([CHUNKED.as_bytes(), b"\r\n", &chunk(b"<a href=/1>")].concat()).await;
    })
    .await;
    let lab = Lab::new();
    lab.lead(rewritten(&app.to()));
    let mut wire = lab.wire().await;
    wire.send(ASK).await;
    let head = wire.head().await;
    assert_eq!(head.status(), 200);
    assert!(wire.body_of(&head).await.is_err());
}

#[tokio::test]
async fn trailers_follow_the_page() {
    let app = RealApp::start(|_| {
        Box::pin(async {
            let trailers = [("x-sum".parse().expect("a name"), "1".parse().expect("a value"))];
            let frames = [
                Ok(Frame::data(Bytes::from_static(b"<a href=/1>"))),
                Ok(Frame::trailers(http::HeaderMap::from_iter(trailers))),
            ];
            let body = StreamBody::new(futures::stream::iter(frames)).boxed_unsync();
            let response = http::Response::builder().header("content-type", "text/html");
            response.header("trailer", "x-sum").body(body).expect("a response")
        })
    })
    .await;
    let lab = Lab::new();
    lab.lead(rewritten(&format!("h2c://{}", app.address)));
    let request = bodiless(asking("GET", "/apps/x/").header("te", "trailers"));
    let mut sender = lab.http2(lab.connect("h2").await).await;
    let request = crate::client::for_http2(request, false);
    let answer = sender.send_request(request).await.expect("an answer");
    let whole = answer.into_body().collect().await.expect("a whole body");
    assert_eq!(whole.trailers().and_then(|all| all.get("x-sum")).expect("a trailer"), "1");
    assert_eq!(whole.to_bytes(), "<a href=\"/apps/x/1\">");
}

#[tokio::test]
async fn a_reader_that_stands_still_keeps_the_app_waiting() {
    let said = Arc::new(AtomicUsize::new(0));
    let counted = said.clone();
    let app = RawApp::start(move |mut talk| {
        let counted = counted.clone();
        async move {
            talk.request().await;
            talk.say(format!("{CHUNKED}\r\n")).await;
            let piece = chunk(&b"<a href=/1>one</a>\n".repeat(1_000));
            while talk.say(&piece).await {
                counted.fetch_add(piece.len(), Ordering::SeqCst);
            }
        }
    })
    .await;
    let lab = Lab::new();
    lab.lead(rewritten(&app.to()));
    let mut wire = lab.wire().await;
    wire.send(ASK).await;
    assert_eq!(wire.head().await.status(), 200);
    let mut before = usize::MAX;
    // What the sockets on both sides hold comes first, then nothing more.
    while said.load(Ordering::SeqCst) != before {
        before = said.load(Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    assert!(before < 64 << 20, "{before} bytes were taken for nobody");
    let seen = wire.exactly(1 << 20).await;
    assert!(seen.windows(11).any(|part| part == b"/apps/x/1\">"), "it goes on");
    drop(wire);
    until("the app is let go", || app.open() == 0).await;
}

/// A client asks for more pages at once than there is memory for, and takes none of them.
#[tokio::test]
async fn stalled_pages_share_one_budget() {
    const ROOM: u32 = 8;
    let page = [b"<a href=/1>".to_vec(), noise(2 << 20)].concat();
    let lines = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
    let app = RawApp::answering(saying(lines, encoded(Encoding::Gzip, &page))).await;
    let limits = Limits {
        lanes: 1,
        rewriting_bytes: ROOM as usize * (2 << 20),
        rewriting_wait: Duration::from_millis(100),
        ..Limits::default()
    };
    let lab = Lab::with(Setup { limits, ..Setup::default() });
    lab.lead(rewritten(&app.to()));
    let mut frames = Frames::open_with(lab.tcp().await, &[(4, 0)]).await;
    let block = head("GET", "/apps/x/", &[("sec-fetch-dest", "document")]);
    for number in 0..3 * ROOM {
        assert!(frames.request(2 * number + 1, END_STREAM, &block).await);
    }
    let (mut begun, mut refused) = (0, 0);
    while begun + refused < 3 * ROOM {
        let frame = frames.next().await.expect("the connection lives");
        if frame.kind == HEADERS {
            begun += u32::from(frame.is_fine());
            refused += u32::from(!frame.is_fine());
        }
    }
    assert_eq!((begun, refused), (ROOM, 2 * ROOM));
    let alone = lab.ask(bodiless(asking("GET", "/apps/x/"))).await;
    assert_eq!((alone.status.as_u16(), alone.code().as_str()), (503, "SERVICE_UNAVAILABLE"));
    drop(frames);
    soon(async {
        // The memory is free as soon as the gateway has seen that the client is gone.
        loop {
            let mut wire = lab.wire().await;
            wire.send(ASK).await;
            if wire.head().await.status() == 200 {
                return;
            }
        }
    })
    .await;
}
