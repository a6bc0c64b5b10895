//! Apps that die, hang, break off and talk nonsense: the client is told what is true, a broken
//! connection is not used again, and nothing is left behind.

use std::net::Ipv4Addr;
use std::time::Duration;

use reqwest::Client;
use serde_json::json;
use testkit::{Gateway, PATIENCE, deadline};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::people::Calls;
use crate::routes::{metric, put_route};
use crate::upstream::{Upstream, read_head};
use crate::weight::open_files;

pub(crate) const OPEN: &str = "gatehouse_upstream_connections_open";
const CLIENTS: &str = "gatehouse_connections_open{transport=\"plain\"}";
/// How many connections the tests' own client may keep for its next request.
const KEPT_BY_US: f64 = 3.0;

/// A gateway of little patience whose only connections to apps are those of requests.
pub(crate) struct Fixture {
    pub(crate) gateway: Gateway,
    /// What it holds besides the connections of clients.
    files: f64,
}

impl Fixture {
    pub(crate) async fn new() -> Self {
        let config = "rate_limits: {enabled: false}\nhealth_checks: {enabled: false}\n\
            proxy: {connect_timeout: 1s, response_timeout: 1s, idle_timeout: 1s}\n";
        let gateway = Gateway::launch().config(config).start().await;
        put_route(&gateway, "app", json!({ "to": "http://127.0.0.1:9" })).await;
        let clients = metric(&gateway, CLIENTS).await;
        let files = open_files(&gateway) as f64 - clients;
        Fixture { gateway, files }
    }

    pub(crate) async fn leads_to(&self, app: &Upstream) {
        put_route(&self.gateway, "app", json!({ "to": app.url() })).await;
    }

    /// Status and code of the answer to a `GET`.
    pub(crate) async fn ask(&self) -> (u16, String) {
        let (status, body) = self.client().get(self.url()).answer().await;
        (status, body["error"]["code"].as_str().unwrap_or_default().to_owned())
    }

    pub(crate) fn url(&self) -> String {
        self.gateway.url("/apps/app/")
    }

    /// Has connections of its own, which end with it.
    pub(crate) fn client(&self) -> Client {
        self.gateway.client_builder().build().expect("a client")
    }

    pub(crate) async fn nothing_is_left(&self) {
        deadline("no connection to an app is open", PATIENCE, async || {
            metric(&self.gateway, OPEN).await == 0.0
        })
        .await;
        deadline("no file is left open", PATIENCE, async || {
            let clients = metric(&self.gateway, CLIENTS).await;
            let files = open_files(&self.gateway) as f64;
            clients <= KEPT_BY_US && files - clients <= self.files
        })
        .await;
    }
}

pub(crate) fn told(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[tokio::test]
async fn an_app_that_is_killed_is_a_502_until_it_is_back() {
    let fixture = Fixture::new().await;
    let app = Upstream::echo("app").await;
    let port = app.port();
    fixture.leads_to(&app).await;
    for _ in 0..4 {
        assert_eq!(fixture.ask().await, told(200, ""));
    }
    app.kill().await;
    // The kept connections are dead, too.
    for _ in 0..4 {
        assert_eq!(fixture.ask().await, told(502, "BAD_GATEWAY"));
    }
    let post = fixture.client().post(fixture.url()).body("x");
    assert_eq!(post.answer().await.0, 502);
    let _app = Upstream::echo_at(port, "app").await;
    assert_eq!(fixture.ask().await, told(200, ""));
}

#[tokio::test]
async fn an_app_that_hangs_is_a_504() {
    let fixture = Fixture::new().await;
    let hung = Upstream::raw(async |mut stream| {
        read_head(&mut stream).await;
        let _ = stream.read(&mut [0; 64]).await;
    })
    .await;
    fixture.leads_to(&hung).await;
    assert_eq!(fixture.ask().await, told(504, "GATEWAY_TIMEOUT"));
    let page = fixture.client().get(fixture.url()).header("Accept", "text/html");
    let page = page.send().await.expect("an answer");
    assert_eq!(page.status(), 504);
    assert!(page.headers()["content-type"].to_str().expect("text").starts_with("text/html"));
    fixture.nothing_is_left().await;
}

#[tokio::test]
async fn an_app_that_does_not_accept_is_a_504() {
    let fixture = Fixture::new().await;
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((Ipv4Addr::LOCALHOST, 0).into()).expect("a port");
    let full = socket.listen(1).expect("a queue");
    let address = full.local_addr().expect("an address");
    // Nobody takes them out of the queue, and behind them there is no place.
    let queued = [TcpStream::connect(address).await, TcpStream::connect(address).await];
    assert!(queued.iter().all(Result::is_ok));
    put_route(&fixture.gateway, "app", json!({ "to": format!("http://{address}") })).await;
    assert_eq!(fixture.ask().await, told(504, "GATEWAY_TIMEOUT"));
    fixture.nothing_is_left().await;
}

/// Everything an app can say instead of an answer.
#[tokio::test]
async fn nonsense_is_a_502() {
    let fixture = Fixture::new().await;
    let endless = format!("HTTP/1.1 200 OK\r\nX: {}\r\n\r\n", "x".repeat(1 << 20));
    let many = format!("HTTP/1.1 200 OK\r\n{}\r\n", "X: y\r\n".repeat(5_000));
    let nonsense = [
        "",
        "\r\n",
        "hello\r\n\r\n",
        "220 smtp.example ESMTP\r\n",
        "\u{16}\u{3}\u{1}\0\u{2}",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/1.1 99 Low\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        "HTTP/1.1 200 OK\r\nBad Name: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: \0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok!",
        "HTTP/1.1 200 OK\r\nContent-Len",
        &endless,
        &many,
    ];
    for nonsense in nonsense {
        is_a_502(&fixture, nonsense).await;
    }
    fixture.nothing_is_left().await;
}

async fn is_a_502(fixture: &Fixture, nonsense: &str) {
    let says = nonsense.to_owned();
    let app = Upstream::raw(move |mut stream: TcpStream| {
        let says = says.clone();
        async move {
            read_head(&mut stream).await;
            let _ = stream.write_all(says.as_bytes()).await;
            let _ = stream.shutdown().await;
            let _ = stream.read(&mut [0; 64]).await;
        }
    })
    .await;
    fixture.leads_to(&app).await;
    let shown: String = nonsense.chars().take(60).collect();
    assert_eq!(fixture.ask().await, told(502, "BAD_GATEWAY"), "{shown:?}");
    assert_eq!(app.connections(), 1, "{shown:?} is not asked for again");
}

#[tokio::test]
async fn a_change_of_protocol_that_nobody_asked_for_is_a_502() {
    let fixture = Fixture::new().await;
    let change = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n";
    is_a_502(&fixture, change).await;
    fixture.nothing_is_left().await;
}

/// An app may say no before it has heard all: the client gets to know.
#[tokio::test]
async fn an_answer_in_the_middle_of_an_upload_reaches_the_client() {
    let fixture = Fixture::new().await;
    let app = Upstream::raw(async |mut stream: TcpStream| {
        read_head(&mut stream).await;
        let no = "HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno";
        let _ = stream.write_all(no.as_bytes()).await;
        let mut rest = [0; 4096];
        while stream.read(&mut rest).await.is_ok_and(|count| count > 0) {}
    })
    .await;
    fixture.leads_to(&app).await;
    let large = vec![0; 4 << 20];
    let answer = fixture.client().post(fixture.url()).body(large).send().await.expect("an answer");
    assert_eq!(
        (answer.status().as_u16(), answer.text().await.expect("a body")),
        (413, "no".into())
    );
    fixture.nothing_is_left().await;
}

#[tokio::test]
async fn a_client_that_leaves_takes_its_connection_to_the_app_along() {
    let fixture = Fixture::new().await;
    let app = Upstream::raw(async |mut stream: TcpStream| {
        read_head(&mut stream).await;
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        let _ = stream.write_all(head.as_bytes()).await;
        while stream.write_all(b"1\r\nx\r\n").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await;
    fixture.leads_to(&app).await;
    let mut answers = Vec::new();
    for _ in 0..20 {
        let mut answer = fixture.client().get(fixture.url()).send().await.expect("a head");
        assert!(answer.chunk().await.expect("a piece").is_some());
        answers.push(answer);
    }
    assert_eq!(metric(&fixture.gateway, OPEN).await, 20.0);
    drop(answers);
    fixture.nothing_is_left().await;
}
