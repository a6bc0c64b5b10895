//! Floods of every kind beside people who use their apps.

use std::net::SocketAddr;
use std::time::Duration;

use edge::{Limits, Listener};
use futures::future::join_all;
use rewrite::codec::Encoding;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::{Instant, interval, sleep, timeout};

use super::floods::resident;
use super::rewriting::{encoded, saying};
use super::rewriting_streams::noise;
use crate::client::{asking, bodiless};
use crate::frames::{
    CONTINUATION, END_HEADERS, END_STREAM, Frames, HEADERS, RESET, frame, head, literal,
};
use crate::lab::Lab;
use crate::raw_app::RawApp;
use crate::routes::{choosing, route};

const WARM_UP: Duration = Duration::from_secs(30);
/// How long an attacker keeps what it has begun.
const HELD: Duration = Duration::from_secs(3);
/// Each asks four times a second, so that there are twenty requests.
const PEOPLE: usize = 5;
const PAUSE: Duration = Duration::from_millis(250);

#[expect(clippy::disallowed_methods, reason = "tests have no configuration to read it from")]
fn length() -> Duration {
    let seconds = std::env::var("GATEHOUSE_FLOOD_SECONDS").ok();
    Duration::from_secs(seconds.and_then(|seconds| seconds.parse().ok()).unwrap_or(60))
}

#[tokio::test]
#[ignore = "weighs the program: make soak"]
async fn floods_beside_real_use_fail_nothing_and_leave_nothing() {
    let silent = RawApp::start(|mut talk| async move { talk.until_closed().await }).await;
    let html = "Content-Type: text/html\r\n";
    let small = RawApp::answering(saying(html, "<a href=/1>")).await;
    let page = encoded(Encoding::Gzip, &[b"<a href=/1>".to_vec(), noise(2 << 20)].concat());
    let large = RawApp::answering(saying(&format!("{html}Content-Encoding: gzip\r\n"), page)).await;
    let fine = RawApp::fine().await;
    let lab = Lab::tls(Limits { lanes: 2, ..Limits::default() });
    let rewritten =
        |id, app: &RawApp| choosing(route(id, &app.to()), |options| options.rewrite_html = true);
    lab.publish([
        route("x", &silent.to()),
        route("fine", &fine.to()),
        rewritten("small", &small),
        rewritten("large", &large),
    ]);
    let plain = Listener::bind("127.0.0.1:0").expect("a free port");
    lab.serve_also(&plain);

    siege(&lab, plain.local_addr(), WARM_UP).await;
    let before = settled(&lab).await;
    let answered = siege(&lab, plain.local_addr(), length()).await;
    let after = settled(&lab).await;
    let megabytes = |bytes: u64| bytes >> 20;
    println!(
        "{answered} real requests answered; memory {} MB, then {} MB",
        megabytes(before),
        megabytes(after)
    );
    assert!(after < before + before / 5 + (32 << 20), "memory keeps growing");
}

/// What the process holds when all attackers have gone.
async fn settled(lab: &Lab) -> u64 {
    for transport in ["plain", "tls"] {
        lab.counts(&format!("gatehouse_connections_open{{transport=\"{transport}\"}} 0")).await;
    }
    resident()
}

/// How many real requests were answered; one that is not is the end.
async fn siege(lab: &Lab, plain: SocketAddr, time: Duration) -> usize {
    let end = Instant::now() + time;
    let (answered, ..) = tokio::join!(
        join_all((0..PEOPLE).map(|_| real_use(lab, end))),
        rapid_resets(plain, end),
        continuations(plain, end),
        slow_bodies(plain, end),
        stalled_handshakes(lab.address, end),
        stalled_windows(plain, end),
    );
    answered.into_iter().sum()
}

async fn real_use(lab: &Lab, end: Instant) -> usize {
    let mut pause = interval(PAUSE);
    let mut answered = 0;
    while Instant::now() < end {
        for path in ["/apps/fine/", "/apps/small/"] {
            pause.tick().await;
            assert_eq!(lab.ask(bodiless(asking("GET", path))).await.status, 200, "{path}");
            pause.tick().await;
            assert_eq!(lab.ask_http2(bodiless(asking("GET", path))).await.status, 200, "{path}");
            answered += 2;
        }
    }
    answered
}

async fn connect(address: SocketAddr) -> TcpStream {
    TcpStream::connect(address).await.expect("a connection")
}

async fn rapid_resets(plain: SocketAddr, end: Instant) {
    let block = head("GET", "/apps/x/", &[]);
    while Instant::now() < end {
        let mut frames = Frames::open(connect(plain).await).await;
        for number in 0..2_000 {
            let stream = 2 * number + 1;
            let asked = frame(HEADERS, END_HEADERS | END_STREAM, stream, &block);
            let both = [asked, frame(RESET, 0, stream, &[0, 0, 0, 8])].concat();
            if !frames.send(&both).await {
                break;
            }
        }
        sleep(PAUSE).await;
    }
}

async fn continuations(plain: SocketAddr, end: Instant) {
    let mut piece = Vec::new();
    literal(&mut piece, "x-flood", &"y".repeat(4000));
    while Instant::now() < end {
        let mut frames = Frames::open(connect(plain).await).await;
        let mut going =
            frames.send(&frame(HEADERS, END_STREAM, 1, &head("GET", "/apps/x/", &[]))).await;
        while going && Instant::now() < end {
            going = frames.send(&frame(CONTINUATION, 0, 1, &piece)).await;
        }
        sleep(PAUSE).await;
    }
}

async fn slow_bodies(plain: SocketAddr, end: Instant) {
    let start = "POST /apps/fine/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n";
    while Instant::now() < end {
        let mut open = Vec::new();
        for _ in 0..50 {
            let mut tcp = connect(plain).await;
            if tcp.write_all(start.as_bytes()).await.is_ok() {
                open.push(tcp);
            }
        }
        let held = Instant::now() + HELD;
        while Instant::now() < held {
            for tcp in &mut open {
                // An attacker does not mind who hangs up.
                let _ = tcp.write_all(b"x").await;
            }
            sleep(PAUSE).await;
        }
    }
}

async fn stalled_handshakes(address: SocketAddr, end: Instant) {
    while Instant::now() < end {
        let mut open = Vec::new();
        for _ in 0..100 {
            let mut tcp = connect(address).await;
            let _ = tcp.write_all(&[0x16, 0x03, 0x01, 0x02]).await;
            open.push(tcp);
        }
        sleep(HELD).await;
    }
}

async fn stalled_windows(plain: SocketAddr, end: Instant) {
    while Instant::now() < end {
        let mut frames = Frames::open_with(connect(plain).await, &[(4, 0)]).await;
        for number in 0..20 {
            frames.get(2 * number + 1, "/apps/large/").await;
        }
        let _ = timeout(HELD, async { while frames.read_frame().await.is_some() {} }).await;
    }
}
