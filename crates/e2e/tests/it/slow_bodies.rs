//! Bodies may take as long as they like, as long as they move; only standing still has a limit.

use std::time::Duration;

use serde_json::json;
use testkit::Gateway;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};

use crate::routes::put_route;
use crate::upstream::{Upstream, read_head};

/// Both limits of the gateway.
const LIMIT: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(250);
/// Together they take three times as long as either limit.
const PIECES: usize = 12;

async fn gateway(app: &Upstream) -> Gateway {
    let config = "rate_limits: {enabled: false}\nhealth_checks: {enabled: false}\n\
                  proxy: {response_timeout: 1s, idle_timeout: 1s}\n";
    let gateway = Gateway::launch().config(config).start().await;
    put_route(&gateway, "app", json!({ "to": app.url() })).await;
    gateway
}

async fn connect(gateway: &Gateway, head: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", gateway.port())).await.expect("a connection");
    let head = format!("{head} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
    stream.write_all(head.as_bytes()).await.expect("sent");
    stream
}

#[tokio::test]
async fn a_slow_upload_and_a_slow_download_come_through() {
    let app = Upstream::raw(async |mut stream: TcpStream| {
        let Some(head) = read_head(&mut stream).await else { return };
        if head.starts_with("POST") {
            let mut body = [0; PIECES];
            stream.read_exact(&mut body).await.expect("all of it");
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nall!").await;
            return;
        }
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n").await;
        for _ in 0..PIECES {
            sleep(PAUSE).await;
            let _ = stream.write_all(b"1\r\nx\r\n").await;
        }
        let _ = stream.write_all(b"0\r\n\r\n").await;
    })
    .await;
    let gateway = gateway(&app).await;
    let up = async {
        let mut stream = connect(&gateway, "POST /apps/app/").await;
        let length = format!("Content-Length: {PIECES}\r\n\r\n");
        stream.write_all(length.as_bytes()).await.expect("sent");
        for _ in 0..PIECES {
            sleep(PAUSE).await;
            stream.write_all(b"x").await.expect("sent");
        }
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("all!"), "{answer}");
    };
    let down = async {
        let mut answer = gateway.get("/apps/app/").send().await.expect("an answer");
        let mut got = 0;
        while let Some(piece) = answer.chunk().await.expect("a piece") {
            got += piece.len();
        }
        assert_eq!(got, PIECES);
    };
    let began = Instant::now();
    tokio::join!(up, down);
    assert!(began.elapsed() > LIMIT * 2, "it was not slow");
}

#[tokio::test]
async fn an_upload_that_stands_still_is_given_up() {
    let app = Upstream::raw(async |mut stream: TcpStream| {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest).await;
    })
    .await;
    let gateway = gateway(&app).await;
    let mut stream = connect(&gateway, "POST /apps/app/").await;
    stream.write_all(b"Content-Length: 10\r\n\r\nhalf").await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
}

/// Lengths beyond 32 bits are lengths like others.
#[tokio::test]
async fn a_body_of_five_gigabytes_is_begun_like_any_other() {
    const LENGTH: &str = "5368709120";
    let app = Upstream::raw(async |mut stream: TcpStream| {
        let Some(head) = read_head(&mut stream).await else { return };
        assert!(!head.starts_with("POST") || head.contains(LENGTH), "{head}");
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {LENGTH}\r\n\r\n");
        let _ = stream.write_all(head.as_bytes()).await;
        while stream.write_all(&[b'x'; 4_096]).await.is_ok() {}
    })
    .await;
    let gateway = gateway(&app).await;
    let mut answer = gateway.get("/apps/app/").send().await.expect("an answer");
    assert_eq!(answer.headers()["content-length"], LENGTH);
    assert!(answer.chunk().await.expect("a piece").is_some());
    drop(answer);
    let mut stream = connect(&gateway, "POST /apps/app/").await;
    let begin = format!("Content-Length: {LENGTH}\r\n\r\nbegun");
    stream.write_all(begin.as_bytes()).await.expect("sent");
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.expect("an answer");
    assert_eq!(&status, b"HTTP/1.1 200");
}
