//! What moves may take as long as it likes; what stands still is ended.

use std::time::Duration;

use bytes::Bytes;
use edge::ProxyConfig;
use http::{Request, Response};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use kit::Span;
use routing::{Fault, full};

use crate::bodies::{Fed, Pattern, feed};
use crate::client::{Serving, asking, bodiless, for_http2, read};
use crate::lab::{Lab, Setup, soon, until};
use crate::message::Kind;
use crate::raw_app::{OK, RawApp};
use crate::real_app::RealApp;
use crate::routes::route;

const SHORT: Duration = Duration::from_secs(2);
/// More than lies in the buffers of the system between the gateway and an app.
const UPLOAD: usize = 50_000_000;
const PAUSE: Duration = Duration::from_millis(100);

/// Each limit is far shorter than what the tests do in all.
fn lab() -> Lab {
    let (response_timeout, idle_timeout) = (Span(SHORT), Span(SHORT));
    let proxy = ProxyConfig { response_timeout, idle_timeout, ..ProxyConfig::default() };
    Lab::with(Setup { proxy, ..Setup::default() })
}

fn steps() -> u32 {
    2 * SHORT.as_millis().div_ceil(PAUSE.as_millis()) as u32
}

#[tokio::test]
async fn a_slow_upload_passes() {
    let (lab, app) = (lab(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    let length = steps();
    let head = format!("Host: localhost\r\nContent-Length: {length}\r\n\r\n");
    wire.send(format!("POST /apps/x/ HTTP/1.1\r\n{head}")).await;
    for _ in 0..length {
        wire.send("x").await;
        tokio::time::sleep(PAUSE).await;
    }
    assert_eq!(wire.answer().await.text(), "ok");
    assert_eq!(app.request().await.body.len(), length as usize);
}

#[tokio::test]
async fn a_slow_upload_passes_over_http2() {
    let (lab, app) = (lab(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let (sending, body): (_, Fed) = feed();
    let mut sender = lab.http2(lab.connect("h2").await).await;
    let request = for_http2(asking("POST", "/apps/x/").body(body).expect("a request"), false);
    let uploading = async {
        for _ in 0..steps() {
            sending.send("x");
            tokio::time::sleep(PAUSE).await;
        }
        drop(sending);
    };
    let (answer, ()) = tokio::join!(sender.send_request(request), uploading);
    assert_eq!(read(answer.expect("an answer")).await.body, "ok");
    assert_eq!(app.request().await.body.len(), steps() as usize);
}

/// Reads a piece of the upload now and then, and says at the end how much it was.
fn slow_reader(request: Request<Incoming>) -> Serving {
    Box::pin(async move {
        let mut body = request.into_body();
        let (mut read, mut paused) = (0, 0);
        while let Some(Ok(frame)) = body.frame().await {
            read += frame.data_ref().map_or(0, Bytes::len);
            if read / (UPLOAD / steps() as usize) > paused {
                paused += 1;
                tokio::time::sleep(PAUSE).await;
            }
        }
        Response::new(full(read.to_string()))
    })
}

#[tokio::test]
async fn an_app_that_takes_an_upload_slowly_is_waited_for() {
    let (lab, app) = (lab(), RealApp::start(slow_reader).await);
    lab.lead(route("x", &app.to()));
    let mut sender = lab.http1(lab.connect("http/1.1").await).await;
    let request = asking("POST", "/apps/x/").body(Pattern::new(UPLOAD as u64));
    let answer = soon(sender.send_request(request.expect("a request"))).await;
    assert_eq!(read(answer.expect("an answer")).await.body, UPLOAD.to_string());
}

#[tokio::test]
async fn a_slow_download_passes() {
    let app = RawApp::start(|mut talk| async move {
        talk.request().await;
        talk.say(format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", steps())).await;
        for _ in 0..steps() {
            tokio::time::sleep(PAUSE).await;
            talk.say("x").await;
        }
    })
    .await;
    let lab = lab();
    let route = lab.lead(route("x", &app.to()));
    let answer = lab.wire().await.ask("GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert_eq!(answer.body.len(), steps() as usize);
    assert_eq!(route.app.traffic.figures().faults, [0; 6]);
}

#[tokio::test]
async fn an_answer_that_comes_in_time_after_a_long_upload_is_in_time() {
    let app = RawApp::start(|mut talk| async move {
        talk.request().await;
        tokio::time::sleep(SHORT * 3 / 5).await;
        talk.say(OK).await;
    })
    .await;
    let lab = lab();
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    wire.send("POST /apps/x/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\na").await;
    tokio::time::sleep(SHORT * 3 / 5).await;
    assert_eq!(wire.ask("b").await.text(), "ok");
}

/// The pause is the client's; from its end on, the app has no more time than with any request.
#[tokio::test]
async fn after_a_long_pause_in_an_upload_the_app_is_not_waited_for_longer() {
    let (response_timeout, idle_timeout) = (Span(SHORT), Span::seconds(600));
    let proxy = ProxyConfig { response_timeout, idle_timeout, ..ProxyConfig::default() };
    let lab = Lab::with(Setup { proxy, ..Setup::default() });
    let app = RawApp::start(|mut talk| async move { talk.until_closed().await }).await;
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    wire.send("POST /apps/x/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\na").await;
    tokio::time::sleep(SHORT * 3 / 2).await;
    assert_eq!(wire.ask("b").await.status(), 504);
}

/// The other way round: a client that stops is not waited for as long as an app would be.
#[tokio::test]
async fn an_upload_that_stalls_is_ended_by_its_own_limit() {
    let proxy = ProxyConfig { idle_timeout: Span(SHORT), ..ProxyConfig::default() };
    let (lab, app) = (Lab::with(Setup { proxy, ..Setup::default() }), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    wire.send("POST /apps/x/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx").await;
    assert_eq!(wire.answer().await.status(), 408);
}

#[tokio::test]
async fn a_download_that_stalls_is_cut() {
    let app = RawApp::start(|mut talk| async move {
        talk.request().await;
        talk.say("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart").await;
        talk.until_closed().await;
    })
    .await;
    let lab = lab();
    let route = lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    wire.send("GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert!(wire.next(Kind::Answer).await.is_err());
    let mut sender = lab.http2(lab.connect("h2").await).await;
    let request = for_http2(bodiless(asking("GET", "/apps/x/")), false);
    let answer = soon(sender.send_request(request)).await.expect("a head");
    assert!(soon(answer.into_body().collect()).await.is_err());
    let timeouts = || route.app.traffic.figures().faults[Fault::Timeout as usize];
    until("both are counted", || timeouts() == 2).await;
    lab.holds(0).await;
}

/// A client that stops sending is to blame itself.
#[tokio::test]
async fn an_upload_that_stalls_is_ended() {
    let (lab, app) = (lab(), RawApp::fine().await);
    let route = lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    wire.send("POST /apps/x/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx").await;
    let answer = wire.answer().await;
    assert_eq!(answer.status(), 408);
    assert_eq!(wire.until_closed().await.len(), 0);
    let faults = route.app.traffic.figures().faults;
    assert_eq!((faults[Fault::Client as usize], faults.iter().sum::<u64>()), (1, 1));
    assert_eq!(app.requests().await.len(), 0);
    lab.holds(0).await;
}

/// The app has stopped reading: it gives no answer, and that is its fault.
#[tokio::test]
async fn an_app_that_stops_taking_an_upload_is_a_gateway_timeout() {
    let app = RawApp::start(|mut talk| async move {
        talk.head().await;
        std::future::pending::<()>().await;
    })
    .await;
    let lab = lab();
    let route = lab.lead(route("x", &app.to()));
    let mut sender = lab.http2(lab.connect("h2").await).await;
    let request = asking("POST", "/apps/x/").body(Pattern::new(100_000_000));
    let request = for_http2(request.expect("a request"), false);
    let answer = read(soon(sender.send_request(request)).await.expect("an answer")).await;
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (504, "GATEWAY_TIMEOUT"));
    assert_eq!(route.app.traffic.figures().faults[Fault::Timeout as usize], 1);
    lab.holds(0).await;
}
