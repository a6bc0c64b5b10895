//! What is said, in which protocol, and to whom.

use bytes::Bytes;
use fetch::{FetchErrorKind, Fetched, Limits, Request, Take};
use http::header::{AUTHORIZATION, COOKIE, HeaderName, HeaderValue};
use http::uri::PathAndQuery;
use http::{Method, Version};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use routing::Upstream;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;

use crate::server::{PATIENCE, Server, failure, fetcher, read_head, self_signed};

const WHOLE: Limits = Limits { time: PATIENCE, take: Take::Whole(1_000_000) };

/// Answers with the version, the method, the target, the host and the body it was asked with.
async fn mirror(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static) {
    let service = service_fn(async |request: http::Request<Incoming>| {
        let version = match request.version() {
            Version::HTTP_2 => "2",
            _ => "1",
        };
        let (method, uri) = (request.method().clone(), request.uri().clone());
        let body = request.into_body().collect().await?.to_bytes();
        let text = format!("{version} {method} {uri} {}", String::from_utf8_lossy(&body));
        Ok::<_, hyper::Error>(http::Response::new(Full::new(Bytes::from(text))))
    });
    let builder = auto::Builder::new(TokioExecutor::new());
    // The client closes without a word when it has its answer.
    let _ = builder.serve_connection(TokioIo::new(stream), service).await;
}

async fn tls_mirror(protocols: &'static [&'static [u8]]) -> Server {
    let acceptor = TlsAcceptor::from(self_signed(protocols));
    Server::start(move |stream, _| {
        let acceptor = acceptor.clone();
        async move {
            if let Ok(stream) = acceptor.accept(stream).await {
                mirror(stream).await;
            }
        }
    })
    .await
}

async fn ask(url: &str, insecure: bool) -> Result<Fetched, fetch::FetchError> {
    let upstream = Upstream::parse(url, insecure).expect(url);
    let path = PathAndQuery::from_static("/a?b=c");
    let mut request = Request::get(&upstream.endpoint, path, WHOLE);
    request.method = Method::POST;
    request.body = Bytes::from_static(b"hello");
    fetcher().send(&request).await
}

fn text(fetched: Fetched) -> String {
    String::from_utf8_lossy(&fetched.body).into_owned()
}

#[tokio::test]
async fn http_2_is_spoken_where_the_server_agrees() {
    let (both, old) = (tls_mirror(&[b"h2", b"http/1.1"]).await, tls_mirror(&[]).await);
    let at = |server: &Server| format!("https://{}", server.address);
    let said = text(ask(&at(&both), true).await.expect("an answer"));
    assert_eq!(said, format!("2 POST {}/a?b=c hello", at(&both)));
    assert_eq!(text(ask(&at(&old), true).await.expect("an answer")), "1 POST /a?b=c hello");

    let clear = Server::start(|stream, _| mirror(stream)).await;
    let said = text(ask(&format!("h2c://{}", clear.address), false).await.expect("an answer"));
    assert_eq!(said, format!("2 POST http://{}/a?b=c hello", clear.address));
    assert_eq!(text(ask(&clear.url(), false).await.expect("an answer")), "1 POST /a?b=c hello");
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_needs_a_word_of_the_owner() {
    let server = tls_mirror(&[b"h2"]).await;
    for host in ["127.0.0.1", "localhost"] {
        let url = format!("https://{host}:{}", server.address.port());
        let error = ask(&url, false).await.expect_err("a stranger");
        assert_eq!(error.kind, FetchErrorKind::Tls, "{error}");
        ask(&url, true).await.expect("any certificate will do");
    }
}

#[tokio::test]
async fn what_is_not_an_answer_is_told_apart() {
    let fetcher = fetcher();
    for (answer, kind) in [
        ("220 mail.example ESMTP\r\n", FetchErrorKind::Protocol),
        ("\u{0}\u{1}\u{2}garbage\r\n\r\n", FetchErrorKind::Protocol),
        ("", FetchErrorKind::Protocol),
        ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort", FetchErrorKind::Protocol),
        ("HTTP/1.1 200 OK\r\nContent-Length: nine\r\n\r\n", FetchErrorKind::Protocol),
    ] {
        let server = Server::answering(answer).await;
        let found = failure(&fetcher, &server.url(), Take::Whole(100)).await;
        assert_eq!(found, kind, "{answer:?}");
    }
    let clear = Server::start(|mut stream, _| async move {
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        let _ = stream.read_to_end(&mut Vec::new()).await;
    });
    let clear = clear.await;
    let url = format!("https://{}", clear.address);
    assert_eq!(failure(&fetcher, &url, Take::Head).await, FetchErrorKind::Tls);
    let url = format!("h2c://{}", clear.address);
    assert_eq!(failure(&fetcher, &url, Take::Head).await, FetchErrorKind::Protocol);
}

#[tokio::test]
async fn a_request_says_who_asks_and_nothing_that_speaks_for_somebody() {
    let (heard, mut heads) = mpsc::unbounded_channel();
    let server = Server::start(move |mut stream, _| {
        let heard = heard.clone();
        async move {
            let _ = heard.send(read_head(&mut stream).await);
            let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await;
        }
    });
    let server = server.await;
    let fetcher = fetcher();
    let upstream = Upstream::parse(&server.url(), false).expect("an address");
    let path = PathAndQuery::from_static("/health");
    let request = Request::get(&upstream.endpoint, path, WHOLE);
    fetcher.send(&request).await.expect("an answer");
    let head = heads.recv().await.expect("a request").to_ascii_lowercase();
    assert!(head.starts_with("get /health http/1.1\r\n"), "{head}");
    for line in [&format!("host: {}", server.address), "user-agent: gatehouse/", "accept: */*"] {
        assert!(head.contains(line), "{line} is not in {head}");
    }
    for name in [AUTHORIZATION, COOKIE, HeaderName::from_static("x-api-key")] {
        let mut request = request.clone();
        request.headers.insert(name, HeaderValue::from_static("a secret"));
        let error = fetcher.send(&request).await.expect_err("it is not sent");
        assert_eq!(error.kind, FetchErrorKind::NotAllowed);
        assert!(!error.to_string().contains("a secret"));
    }
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn a_visit_names_another_host_and_brings_its_cookie_along() {
    let (heard, mut heads) = mpsc::unbounded_channel();
    let server = Server::start(move |mut stream, _| {
        let heard = heard.clone();
        async move {
            let _ = heard.send(read_head(&mut stream).await);
            let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await;
        }
    });
    let server = server.await;
    let upstream = Upstream::parse(&server.url(), false).expect("an address");
    let mut request = Request::get(&upstream.endpoint, PathAndQuery::from_static("/"), WHOLE);
    request.headers.insert(COOKIE, HeaderValue::from_static("a=b"));
    request.host = Some(HeaderValue::from_static("attic.local:8443"));
    request.with_credentials = true;
    fetcher().send(&request).await.expect("an answer");
    let head = heads.recv().await.expect("a request").to_ascii_lowercase();
    for line in ["host: attic.local:8443\r\n", "cookie: a=b\r\n"] {
        assert!(head.contains(line), "{line} is not in {head}");
    }
}

#[tokio::test]
async fn a_socket_is_asked_for_in_words_that_servers_know() {
    let agreed = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\n\
                  Upgrade: websocket\r\n\r\n";
    let clear = Server::answering(agreed).await;
    let acceptor = TlsAcceptor::from(self_signed(&[b"h2", b"http/1.1"]));
    let secure = Server::start(move |stream, _| {
        let acceptor = acceptor.clone();
        async move {
            let Ok(mut stream) = acceptor.accept(stream).await else { return };
            assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(stream.read_u8().await.expect("a request"));
            }
            let head = String::from_utf8_lossy(&head).to_ascii_lowercase();
            assert!(head.contains("connection: upgrade\r\n"), "{head}");
            assert!(head.contains("upgrade: websocket\r\n"), "{head}");
            let _ = stream.write_all(agreed.as_bytes()).await;
            // Until the client has gone.
            let _ = stream.read_u8().await;
        }
    });
    let secure = secure.await;
    for url in [clear.url(), format!("https://{}", secure.address)] {
        let upstream = Upstream::parse(&url, true).expect("an address");
        let limits = Limits { time: PATIENCE, take: Take::Head };
        let path = PathAndQuery::from_static("/ws");
        let mut request = Request::get(&upstream.endpoint, path, limits);
        request.upgrade = true;
        let answer = fetcher().send(&request).await.expect("an answer");
        assert_eq!(answer.status, 101, "{url}");
    }
}
