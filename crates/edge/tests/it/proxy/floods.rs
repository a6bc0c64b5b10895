//! HTTP/2 clients that make much work with few bytes. Their connections end or cost nothing that
//! grows, and others are served meanwhile.

use edge::Limits;
use tokio::io::AsyncReadExt;

use crate::client::{asking, bodiless};
use crate::frames::{
    CONTINUATION, DATA, END_HEADERS, END_STREAM, Frames, HEADERS, PING, RESET, SETTINGS,
    WINDOW_UPDATE, frame, head, literal,
};
use crate::lab::{Lab, Setup};
use crate::raw_app::RawApp;
use crate::routes::route;

const CANCEL: [u8; 4] = [0, 0, 0, 8];
/// What the gateway says to those who overdo it, and to those who break the rules.
const ENHANCE_YOUR_CALM: u32 = 11;

/// A lab with an app that never answers, so that every request stays open, and one that does.
async fn silent() -> (Lab, RawApp, RawApp) {
    let app = RawApp::start(|mut talk| async move { talk.until_closed().await }).await;
    let lab = Lab::new();
    let fine = RawApp::fine().await;
    lab.publish([route("x", &app.to()), route("fine", &fine.to())]);
    (lab, app, fine)
}

/// Others are served, and nothing is left of the flood.
async fn recovers(lab: &Lab) {
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/fine/"))).await.status, 200);
    assert_eq!(lab.ask_http2(bodiless(asking("GET", "/apps/fine/"))).await.status, 200);
    lab.counts("gatehouse_connections_open{transport=\"plain\"} 0").await;
    lab.holds(1).await;
}

/// Sends pieces until the gateway does not want any more, and returns how many it took.
async fn flood(frames: &mut Frames, most: usize, mut piece: impl FnMut(u32) -> Vec<u8>) -> usize {
    for number in 0..most {
        if !frames.send(&piece(number as u32)).await {
            return number;
        }
    }
    most
}

#[tokio::test]
async fn rapid_resets_end_the_connection() {
    let (lab, app, _fine) = silent().await;
    let mut frames = Frames::open(lab.tcp().await).await;
    let block = head("GET", "/apps/x/", &[]);
    flood(&mut frames, 20_000, |number| {
        let stream = 2 * number + 1;
        let asked = frame(HEADERS, END_HEADERS | END_STREAM, stream, &block);
        [asked, frame(RESET, 0, stream, &CANCEL)].concat()
    })
    .await;
    let reason = frames.goodbye().await;
    assert!(matches!(reason, None | Some(ENHANCE_YOUR_CALM)), "{reason:?}");
    drop(frames);
    recovers(&lab).await;
    assert!(app.connections() < 1000, "{}", app.connections());
}

/// The client breaks a rule on each stream, so that the gateway resets it and starts the next.
#[tokio::test]
async fn resets_that_the_gateway_was_made_to_send_end_the_connection() {
    let (lab, _app, _fine) = silent().await;
    let block = head("POST", "/apps/x/", &[]);
    for violation in [
        frame(WINDOW_UPDATE, 0, 1, &[0, 0, 0, 0]),
        frame(WINDOW_UPDATE, 0, 1, &[0x7f, 0xff, 0xff, 0xff]),
        frame(HEADERS, END_HEADERS, 1, &[0x82]),
        frame(DATA, END_STREAM, 1, b"too much"),
    ] {
        let mut frames = Frames::open(lab.tcp().await).await;
        let declared = head("POST", "/apps/x/", &[("content-length", "3")]);
        let block = if violation[3] == DATA { &declared } else { &block };
        flood(&mut frames, 20_000, |number| {
            let stream = 2 * number + 1;
            let mut broken = violation.clone();
            broken[5..9].copy_from_slice(&stream.to_be_bytes());
            [frame(HEADERS, END_HEADERS, stream, block), broken].concat()
        })
        .await;
        frames.goodbye().await;
        drop(frames);
        recovers(&lab).await;
    }
}

#[tokio::test]
async fn continuations_without_end_are_refused() {
    let (lab, app, _fine) = silent().await;
    let mut piece = Vec::new();
    literal(&mut piece, "x-flood", &"y".repeat(4000));
    for end_stream in [0, END_STREAM] {
        let mut frames = Frames::open(lab.tcp().await).await;
        let begin = frame(HEADERS, end_stream, 1, &head("GET", "/apps/x/", &[]));
        assert!(frames.send(&begin).await);
        let taken = flood(&mut frames, 50_000, |_| frame(CONTINUATION, 0, 1, &piece)).await;
        assert!(taken < 50_000, "200 MB of headers were taken");
        drop(frames);
    }
    let mut frames = Frames::open(lab.tcp().await).await;
    assert!(frames.send(&frame(HEADERS, END_STREAM, 1, &head("GET", "/apps/x/", &[]))).await);
    let taken = flood(&mut frames, 1_000_000, |_| frame(CONTINUATION, 0, 1, &[])).await;
    assert!(taken < 1_000_000, "empty pieces of headers were taken without end");
    drop(frames);
    recovers(&lab).await;
    assert_eq!(app.connections(), 0);
}

/// A large field is put into the table once and then named by a byte.
#[tokio::test]
async fn headers_that_unpack_to_more_than_allowed_are_refused() {
    let (lab, app, _fine) = silent().await;
    let mut frames = Frames::open(lab.tcp().await).await;
    let mut block = head("GET", "/apps/x/", &[]);
    let mut large = Vec::new();
    literal(&mut large, "x-bomb", &"y".repeat(3000));
    // With indexing: the first entry of the table from now on.
    large[0] = 0x40;
    block.extend(large);
    block.extend(std::iter::repeat_n(0xbe, 12_000));
    frames.request(1, END_STREAM, &block).await;
    let status = frames.status(1).await;
    assert!(status.is_none_or(|status| status == 431), "{status:?}");
    drop(frames);
    recovers(&lab).await;
    assert_eq!(app.connections(), 0);
}

#[tokio::test]
async fn empty_frames_without_end_cost_nothing() {
    let (lab, _app, _fine) = silent().await;
    let block = head("POST", "/apps/x/", &[]);
    let floods: [(&str, Vec<u8>); 4] = [
        ("data", frame(DATA, 0, 1, &[])),
        ("padding", frame(DATA, 8, 1, &[0])),
        ("pings", frame(PING, 0, 0, &[0; 8])),
        ("settings", frame(SETTINGS, 0, 0, &[])),
    ];
    for (kind, piece) in floods {
        let mut frames = Frames::open(lab.tcp().await).await;
        assert!(frames.send(&frame(HEADERS, END_HEADERS, 1, &block)).await);
        let many = piece.repeat(1000);
        let before = resident();
        let taken = flood_unread(&mut frames, 3000, &many).await;
        let grown = resident().saturating_sub(before);
        assert!(grown < 250_000_000, "{kind}: {taken} thousand frames took {grown} bytes");
        drop(frames);
        recovers(&lab).await;
    }
}

/// Like a flood, but gives up where the gateway does not read on because it cannot write.
async fn flood_unread(frames: &mut Frames, most: usize, piece: &[u8]) -> usize {
    for number in 0..most {
        let sending = frames.send(piece);
        match tokio::time::timeout(std::time::Duration::from_secs(2), sending).await {
            Ok(true) => {}
            Ok(false) | Err(_) => return number,
        }
    }
    most
}

/// The memory that this process has, which is the gateway's as well.
pub(super) fn resident() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").expect("the system says it");
    let pages = pages.split(' ').nth(1).and_then(|count| count.parse::<u64>().ok());
    pages.expect("a count") * 4096
}

#[tokio::test]
async fn more_streams_than_allowed_are_refused() {
    let (lab, app, _fine) = silent().await;
    let most = Limits::default().streams;
    let mut frames = Frames::open(lab.tcp().await).await;
    let mut refused = 0;
    for number in 0..most + 100 {
        frames.get(2 * number + 1, "/apps/x/").await;
    }
    while refused < 100 {
        let frame = frames.next().await.expect("the connection lives");
        refused += u32::from(frame.kind == RESET);
    }
    assert!(app.connections() <= most as usize, "{}", app.connections());
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/fine/"))).await.status, 200);
    drop(frames);
    recovers(&lab).await;
}

/// The client asks for much and never lets anything through.
#[tokio::test]
async fn windows_that_stay_shut_keep_nobody_else_waiting() {
    let app = RawApp::start(|mut talk| async move {
        talk.request().await;
        talk.say("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n").await;
        let piece = vec![b'x'; 64 * 1024];
        while talk.say(&piece).await {}
    })
    .await;
    let (lab, fine) = (Lab::with(Setup::default()), RawApp::fine().await);
    lab.publish([route("x", &app.to()), route("fine", &fine.to())]);
    let mut frames = Frames::open_with(lab.tcp().await, &[(4, 0)]).await;
    for number in 0..100 {
        assert!(frames.get(2 * number + 1, "/apps/x/").await);
    }
    let mut answered = 0;
    while answered < 100 {
        let frame = frames.next().await.expect("the connection lives");
        assert_ne!(frame.kind, DATA, "nothing was let through");
        answered += u32::from(frame.kind == HEADERS);
    }
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/fine/"))).await.status, 200);
    drop(frames);
    lab.holds(1).await;
}

/// A client that takes nothing for longer than any client may is not waited for, whether it
/// leaves its socket unread or its window shut.
#[tokio::test]
async fn windows_that_stay_shut_too_long_free_the_apps_connections() {
    let answer =
        format!("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n{}", "x".repeat(100_000));
    let app = RawApp::answering_once(answer).await;
    let short = std::time::Duration::from_millis(500);
    let limits = Limits { lanes: 1, write_time: short, ..Limits::default() };
    let lab = Lab::with(Setup { limits, ..Setup::default() });
    lab.lead(route("x", &app.to()));
    let mut frames = Frames::open_with(lab.tcp().await, &[(4, 0)]).await;
    for number in 0..10 {
        assert!(frames.get(2 * number + 1, "/apps/x/").await);
    }
    let mut ended = 0;
    while ended < 10 {
        let Some(frame) = frames.next().await else { break };
        if frame.kind == PING && frame.flags == 0 {
            frames.send(&crate::frames::frame(PING, 1, 0, &frame.payload)).await;
        }
        ended += u32::from(frame.kind == RESET);
    }
    lab.holds(0).await;
}

#[tokio::test]
async fn what_is_not_http2_behind_the_preface_ends_the_connection() {
    let (lab, app, _fine) = silent().await;
    for rubbish in [
        frame(DATA, 0, 1, b"before any request"),
        frame(HEADERS, END_HEADERS, 2, &head("GET", "/apps/x/", &[])),
        frame(HEADERS, END_HEADERS, 0, &head("GET", "/apps/x/", &[])),
        frame(CONTINUATION, END_HEADERS, 1, &head("GET", "/apps/x/", &[])),
        frame(HEADERS, END_HEADERS, 1, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
        frame(SETTINGS, 0, 0, &[0; 5]),
        vec![0xff; 100],
    ] {
        let mut frames = Frames::open(lab.tcp().await).await;
        frames.send(&rubbish).await;
        frames.goodbye().await;
    }
    let mut tcp = lab.tcp().await;
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    tokio::io::AsyncWriteExt::write_all(&mut tcp, preface).await.expect("sent");
    let _ = crate::lab::soon(tcp.read_to_end(&mut Vec::new())).await;
    recovers(&lab).await;
    assert_eq!(app.connections(), 0);
}
