//! Apps that cannot be reached, or give no answer that could be passed on. Each is told apart,
//! counted once, and leaves no connection behind.

use std::net::TcpListener;
use std::time::Duration;

use edge::ProxyConfig;
use kit::Span;
use routing::{Fault, Phase, Route};
use socket2::{Domain, Socket, Type};
use strum::VariantArray;

use crate::client::{Answer, asking, bodiless};
use crate::lab::{Lab, Setup};
use crate::raw_app::RawApp;
use crate::routes::route;

/// Time limits that a test can wait for.
fn impatient() -> Setup {
    let short = Span(Duration::from_millis(300));
    let proxy =
        ProxyConfig { connect_timeout: short, response_timeout: short, ..ProxyConfig::default() };
    Setup { proxy, ..Setup::default() }
}

/// An address where nobody listens.
fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    format!("http://{}", listener.local_addr().expect("an address"))
}

fn assert_counted(route: &Route, fault: Option<Fault>, answers: [u64; 5]) {
    let figures = route.app.traffic.figures();
    assert_eq!(figures.answers, answers);
    for (kind, count) in Fault::VARIANTS.iter().zip(figures.faults) {
        assert_eq!(count, u64::from(fault == Some(*kind)), "{kind:?}");
    }
    assert_eq!(figures.latency.iter().sum::<u64>(), answers.iter().sum::<u64>());
}

/// Asks once over HTTP/1.1, and returns the answer after the counters were looked at.
async fn fails(to: &str, fault: Fault) -> Answer {
    let setup = if fault == Fault::Timeout { impatient() } else { Setup::default() };
    let lab = Lab::with(setup);
    let route = lab.lead(route("x", to));
    let answer = lab.ask(bodiless(asking("GET", "/apps/x/"))).await;
    assert_eq!(answer.value("content-type"), Some("application/json"));
    assert_eq!(answer.value("cache-control"), Some("no-store"));
    assert_counted(&route, Some(fault), [0, 0, 0, 0, 1]);
    lab.holds(0).await;
    answer
}

fn assert_is(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (status, code), "{answer:?}");
}

#[tokio::test]
async fn an_app_that_refuses_connections_is_a_bad_gateway() {
    assert_is(&fails(&nobody(), Fault::Connect).await, 502, "BAD_GATEWAY");
}

#[tokio::test]
async fn a_name_that_leads_nowhere_is_a_bad_gateway() {
    let lab = Lab::new();
    let route = lab.lead(route("x", "http://nobody.invalid:80"));
    let answer = lab.ask(bodiless(asking("GET", "/apps/x/"))).await;
    assert_is(&answer, 502, "BAD_GATEWAY");
    assert_counted(&route, Some(Fault::Connect), [0, 0, 0, 0, 1]);
}

#[tokio::test]
async fn addresses_that_are_never_called_are_a_bad_gateway() {
    for to in ["http://169.254.169.254", "http://0.0.0.0:80", "http://[::ffff:169.254.169.254]"] {
        assert_is(&fails(to, Fault::Connect).await, 502, "BAD_GATEWAY");
    }
}

/// A socket whose queue is full takes no further connection.
#[tokio::test]
async fn an_app_that_accepts_no_connection_is_a_gateway_timeout() {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    let any: std::net::SocketAddr = "127.0.0.1:0".parse().expect("an address");
    socket.bind(&any.into()).expect("a free port");
    socket.listen(0).expect("a queue");
    let address = socket.local_addr().expect("an address").as_socket().expect("of IPv4");
    let mut waiting = Vec::new();
    for _ in 0..8 {
        let connecting = tokio::net::TcpStream::connect(address);
        waiting.push(tokio::time::timeout(Duration::from_millis(50), connecting).await);
    }
    assert!(waiting.iter().any(Result::is_err), "the queue is not full");
    let answer = fails(&format!("http://{address}"), Fault::Timeout).await;
    assert_is(&answer, 504, "GATEWAY_TIMEOUT");
}

#[tokio::test]
async fn an_app_that_does_not_answer_is_a_gateway_timeout() {
    let app = RawApp::start(|mut talk| async move { talk.until_closed().await }).await;
    assert_is(&fails(&app.to(), Fault::Timeout).await, 504, "GATEWAY_TIMEOUT");
    let app = RawApp::start(|mut talk| async move {
        talk.request().await;
        talk.say("HTTP/1.1 200 OK\r\nContent-Le").await;
        talk.until_closed().await;
    })
    .await;
    assert_is(&fails(&app.to(), Fault::Timeout).await, 504, "GATEWAY_TIMEOUT");
}

#[tokio::test]
async fn an_app_that_hangs_up_without_an_answer_is_a_bad_gateway() {
    let resets = RawApp::start(|mut talk| async move {
        talk.request().await;
        talk.reset();
    })
    .await;
    let closes = RawApp::start(|mut talk| async move {
        talk.request().await;
    })
    .await;
    let breaks_off = RawApp::answering_once("HTTP/1.1 200 OK\r\nContent-").await;
    for app in [resets, closes, breaks_off] {
        assert_is(&fails(&app.to(), Fault::Closed).await, 502, "BAD_GATEWAY");
        assert_eq!(app.connections(), 1, "a new connection is not tried again");
    }
}

#[tokio::test]
async fn what_is_not_http_is_a_bad_gateway() {
    let huge = format!("HTTP/1.1 200 OK\r\nX: {}\r\n\r\n", "y".repeat(200 * 1024));
    let many = format!("HTTP/1.1 200 OK\r\n{}\r\n", "X: y\r\n".repeat(2000));
    for answer in [
        "rubbish\r\n\r\n",
        "\0\x01\x02\x03\r\n\r\n",
        "SSH-2.0-OpenSSH_9.6\r\n\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/3.0 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX y: z\r\n\r\n",
        &huge,
        &many,
    ] {
        let app = RawApp::answering(answer).await;
        let answer = fails(&app.to(), Fault::Protocol).await;
        assert_is(&answer, 502, "BAD_GATEWAY");
    }
}

#[tokio::test]
async fn answers_for_the_meantime_are_passed_over() {
    for early in ["100 Continue", "102 Processing", "103 Early Hints\r\nLink: </a>"] {
        let answer =
            format!("HTTP/1.1 {early}\r\n\r\nHTTP/1.1 {early}\r\n\r\n{}", crate::raw_app::OK);
        let (lab, app) = (Lab::new(), RawApp::answering(answer).await);
        let route = lab.lead(route("x", &app.to()));
        for answer in lab.ask_both(bodiless(asking("GET", "/apps/x/"))).await {
            assert_eq!((answer.status.as_u16(), answer.body.as_str()), (200, "ok"), "{early}");
        }
        assert_counted(&route, None, [0, 2, 0, 0, 0]);
    }
}

#[tokio::test]
async fn people_get_a_page_that_says_what_is_wrong() {
    let lab = Lab::with(impatient());
    let silent = RawApp::start(|mut talk| async move { talk.until_closed().await }).await;
    lab.publish([route("gone", &nobody()), route("slow", &silent.to())]);
    for (path, status, title) in
        [("/apps/gone/", 502, "not answering"), ("/apps/slow/", 504, "too long")]
    {
        let asked = asking("GET", path).header("accept", "text/html");
        let answer = lab.ask(bodiless(asked)).await;
        assert_eq!(answer.status, status);
        assert_eq!(answer.value("content-type"), Some("text/html; charset=utf-8"));
        assert!(answer.body.contains(title), "{}", answer.body);
        assert_eq!(answer.value("retry-after"), None);
    }
}

#[tokio::test]
async fn an_app_that_is_starting_or_stopped_is_worth_another_try() {
    let lab = Lab::new();
    let leading = lab.lead(route("x", &nobody()));
    for (phase, word) in [(Phase::Starting, "starting"), (Phase::Stopped, "stopped")] {
        leading.app.lifecycle.set(phase);
        for answer in lab.ask_both(bodiless(asking("GET", "/apps/x/"))).await {
            assert_is(&answer, 503, "SERVICE_UNAVAILABLE");
            assert!(answer.body.contains(word), "{}", answer.body);
            assert!(answer.value("retry-after").expect("a pause").parse::<u32>().is_ok());
        }
        let asked = asking("GET", "/apps/x/").header("accept", "text/html");
        let page = lab.ask(bodiless(asked)).await;
        assert_eq!(page.status, 503);
        let pause = page.value("retry-after").expect("a pause");
        let refresh = format!("<meta http-equiv=refresh content={pause}>");
        assert!(page.body.contains(&refresh), "{}", page.body);
        assert!(page.body.contains(word), "{}", page.body);
    }
    leading.app.lifecycle.set(Phase::Running);
    assert_is(&lab.ask(bodiless(asking("GET", "/apps/x/"))).await, 502, "BAD_GATEWAY");
}

#[tokio::test]
async fn an_app_that_answers_is_up_whatever_is_thought_of_it() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    let route = lab.lead(route("x", &app.to()));
    for phase in [Phase::Starting, Phase::Stopped] {
        route.app.lifecycle.set(phase);
        assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.status, 200);
    }
    assert_counted(&route, None, [0, 2, 0, 0, 0]);
}

#[tokio::test]
async fn nothing_is_sent_to_an_address_that_its_app_has_left() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    let route = lab.lead(route("x", &app.to()));
    route.app.lifecycle.set(Phase::Away);
    for answer in lab.ask_both(bodiless(asking("GET", "/apps/x/"))).await {
        assert_is(&answer, 503, "SERVICE_UNAVAILABLE");
        assert!(answer.value("retry-after").is_some());
    }
    route.app.lifecycle.set(Phase::Running);
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.status, 200);
}

#[tokio::test]
async fn new_time_limits_count_from_the_next_request() {
    let lab = Lab::new();
    let app = RawApp::start(|mut talk| async move { talk.until_closed().await }).await;
    lab.lead(route("x", &app.to()));
    lab.reload(impatient().proxy);
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/"))).await.status, 504);
}
