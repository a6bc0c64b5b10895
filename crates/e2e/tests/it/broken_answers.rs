//! Answers that break off, and connections that died or on which too much was said: the client
//! must be able to tell, and the next request must not be the one to pay.

use std::time::Duration;

use reqwest::Method;
use testkit::deadline;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::routes::metric;
use crate::upstream::{Upstream, read_head};
use crate::upstream_faults::{Fixture, OPEN, told};

/// The client has the head already: it must see that the body is not whole.
#[tokio::test]
async fn an_answer_that_breaks_off_breaks_off_for_the_client() {
    let fixture = Fixture::new().await;
    let sized = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun";
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n";
    let bad_chunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\nzz\r\n";
    for (says, end) in [
        (sized, End::Close),
        (sized, End::Reset),
        (sized, End::Hang),
        (chunked, End::Close),
        (chunked, End::Reset),
        (chunked, End::Hang),
        (bad_chunk, End::Hang),
    ] {
        let app = Upstream::raw(move |stream| break_off(stream, says, end)).await;
        fixture.leads_to(&app).await;
        for connection in 1..=2 {
            if let Ok(answer) = fixture.client().get(fixture.url()).send().await {
                assert_eq!(answer.status(), 200);
                let body = answer.bytes().await;
                assert!(body.is_err(), "{end:?} after {says:?} looks whole: {body:?}");
            }
            assert_eq!(app.connections(), connection, "a broken connection is used again");
        }
    }
    fixture.nothing_is_left().await;
}

#[tokio::test]
async fn what_came_before_the_break_reaches_the_client() {
    let fixture = Fixture::new().await;
    let says = "HTTP/1.1 404 Not Found\r\nContent-Length: 1000\r\n\r\nbegun";
    let app = Upstream::raw(move |stream| break_off(stream, says, End::Close)).await;
    fixture.leads_to(&app).await;
    for _ in 0..20 {
        let mut answer = fixture.client().get(fixture.url()).send().await.expect("a head");
        assert_eq!(answer.status(), 404);
        let begun = answer.chunk().await.expect("a piece");
        assert_eq!(begun.as_deref(), Some(&b"begun"[..]));
        assert!(answer.chunk().await.is_err());
    }
}

#[derive(Debug, Clone, Copy)]
enum End {
    Close,
    Reset,
    Hang,
}

async fn break_off(mut stream: TcpStream, says: &'static str, end: End) {
    read_head(&mut stream).await;
    let _ = stream.write_all(says.as_bytes()).await;
    match end {
        End::Close => {}
        // What was said must have arrived, or the reset would take it back.
        End::Reset => {
            tokio::time::sleep(Duration::from_millis(100)).await;
            stream.set_zero_linger().expect("an open socket");
        }
        End::Hang => drop(stream.read(&mut [0; 64]).await),
    }
}

/// The second request finds a connection on which the app has said too much.
#[tokio::test]
async fn what_an_app_says_unasked_is_never_an_answer() {
    let fixture = Fixture::new().await;
    let app = Upstream::raw(async |mut stream: TcpStream| {
        let good = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood";
        let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil";
        while read_head(&mut stream).await.is_some() {
            let _ = stream.write_all(format!("{good}{evil}").as_bytes()).await;
        }
    })
    .await;
    fixture.leads_to(&app).await;
    let client = fixture.client();
    for _ in 0..10 {
        let answer = client.get(fixture.url()).send().await.expect("an answer");
        assert_eq!(answer.text().await.expect("a body"), "good");
    }
    assert_eq!(app.connections(), 10);
    drop(client);
    fixture.nothing_is_left().await;
}

/// What may have happened already must not happen twice; what cannot do harm is tried again.
#[tokio::test]
async fn a_kept_connection_that_dies_costs_a_get_nothing_and_repeats_no_post() {
    let fixture = Fixture::new().await;
    let app = Upstream::raw(async |mut stream: TcpStream| {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
        read_head(&mut stream).await;
        let _ = stream.write_all(head.as_bytes()).await;
        // The second request on a connection is read, and the connection is dropped.
        read_head(&mut stream).await;
    })
    .await;
    fixture.leads_to(&app).await;
    let client = fixture.client();
    let ask = async |method: Method| {
        let call = client.request(method.clone(), fixture.url());
        let call = if method == Method::POST { call.body("x") } else { call };
        call.send().await.expect("an answer").status().as_u16()
    };
    assert_eq!(ask(Method::GET).await, 200);
    assert_eq!(ask(Method::GET).await, 200);
    assert_eq!(app.connections(), 2);
    assert_eq!(ask(Method::POST).await, 502);
    assert_eq!(app.connections(), 2);
}

/// Connections are kept for the next request, but not for ever.
#[tokio::test]
async fn kept_connections_are_let_go_after_a_while() {
    let fixture = Fixture::new().await;
    let app = Upstream::echo("app").await;
    fixture.leads_to(&app).await;
    let asking = (0..50).map(|_| fixture.ask());
    let answers = futures::future::join_all(asking).await;
    assert!(answers.iter().all(|answer| *answer == told(200, "")));
    let kept = metric(&fixture.gateway, OPEN).await;
    assert!((1.0..=50.0).contains(&kept), "{kept} are kept");
    deadline("they are let go", Duration::from_secs(60), async || {
        metric(&fixture.gateway, OPEN).await == 0.0
    })
    .await;
    fixture.nothing_is_left().await;
}
