//! Answers without an end cost no more than their bound, in bytes and in time.

use std::time::{Duration, Instant};

use fetch::{FetchErrorKind, Take};
use tokio::io::AsyncReadExt;
use tokio::sync::mpsc;

use crate::server::{PATIENCE, Server, failure, fetcher, get, get_within, read_head};

const KIB: usize = 1024;
const GIGABYTE_ANNOUNCED: &str = "HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n";
const GIGABYTE_UNTOLD: &str = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
/// What two sockets between them may hold in the operating system, generously.
const IN_FLIGHT: u64 = 32 * 1024 * 1024;

#[tokio::test]
async fn of_a_gigabyte_no_more_is_read_than_was_asked_for() {
    for first in [GIGABYTE_ANNOUNCED, GIGABYTE_UNTOLD] {
        let server = Server::endless(first, vec![b'x'; 64 * KIB], Duration::ZERO).await;
        let fetcher = fetcher();
        let whole = failure(&fetcher, &server.url(), Take::Whole(256 * KIB)).await;
        assert_eq!(whole, FetchErrorKind::TooLarge);
        let start = get(&fetcher, &server.url(), Take::Start(100_000)).await.expect("a beginning");
        assert_eq!(start.body.len(), 100_000);
        let head = get(&fetcher, &server.url(), Take::Head).await.expect("a head");
        assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
        assert!(server.written() < 3 * IN_FLIGHT, "{} bytes were taken", server.written());
    }
}

#[tokio::test]
async fn a_body_of_exactly_the_bound_is_whole() {
    let server = Server::answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello").await;
    let fetcher = fetcher();
    let fetched = get(&fetcher, &server.url(), Take::Whole(5)).await.expect("an answer");
    assert_eq!(&fetched.body[..], b"hello");
    let smaller = failure(&fetcher, &server.url(), Take::Whole(4)).await;
    assert_eq!(smaller, FetchErrorKind::TooLarge);
}

#[tokio::test]
async fn headers_without_an_end_are_refused() {
    let line = format!("X-Fill: {}\r\n", "x".repeat(1000)).into_bytes();
    for again in [line, vec![b'x'; 1000]] {
        let first = "HTTP/1.1 200 OK\r\nX-Long: ";
        let server = Server::endless(first, again, Duration::ZERO).await;
        let kind = failure(&fetcher(), &server.url(), Take::Head).await;
        assert_eq!(kind, FetchErrorKind::TooLarge);
        assert!(server.written() < IN_FLIGHT, "{} bytes were taken", server.written());
    }
}

#[tokio::test]
async fn one_deadline_holds_for_silence_and_for_trickles() {
    let pause = Duration::from_millis(10);
    let silent = Server::start(|mut stream, _| async move {
        read_head(&mut stream).await;
        std::future::pending::<()>().await;
    });
    let servers = [
        silent.await,
        Server::endless("HTTP/1.1 200 OK\r\n", b"X: y\r\n".to_vec(), pause).await,
        Server::endless(GIGABYTE_ANNOUNCED, vec![b'x'], pause).await,
    ];
    for server in servers {
        let (begun, limit) = (Instant::now(), Duration::from_millis(200));
        let take = Take::Whole(usize::MAX);
        let error = get_within(&fetcher(), &server.url(), take, limit).await.expect_err("too slow");
        assert_eq!(error.kind, FetchErrorKind::Timeout);
        assert_eq!(error.to_string(), "no whole answer within 200ms");
        assert!(begun.elapsed() >= limit && begun.elapsed() < PATIENCE);
    }
}

#[tokio::test]
async fn a_request_that_nobody_waits_for_ends_its_connection() {
    let (ended, mut end) = mpsc::unbounded_channel();
    let server = Server::start(move |mut stream, _| {
        let ended = ended.clone();
        async move {
            read_head(&mut stream).await;
            let rest = stream.read(&mut [0; 8]).await;
            let _ = ended.send(rest.unwrap_or(0));
        }
    });
    let server = server.await;
    let limit = Duration::from_millis(50);
    get_within(&fetcher(), &server.url(), Take::Head, limit).await.expect_err("no answer");
    let seen = tokio::time::timeout(PATIENCE, end.recv()).await.expect("the connection ended");
    assert_eq!(seen, Some(0));
}
