//! Memory does not depend on how much goes through, nor on how slowly.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use futures::{StreamExt, stream};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;
use testkit::{Gateway, PATIENCE, deadline};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use crate::routes::{metric, put_route};
use crate::upstream::{Upstream, read_head};
use crate::weight::{open_files, resident};

const MIB: u64 = 1 << 20;
const PIECE: usize = 64 << 10;
/// What counts as flat.
const FLAT: u64 = 5 * MIB;
/// What may stay when thousands have left: tables that have grown, and the allocator's own.
const LEFT_OVER: u64 = 20 * MIB;
/// How many clients connect at a time: more than the system's queue holds would be turned away.
const AT_ONCE: usize = 200;

fn pieces(size: u64) -> Body {
    let piece = Bytes::from_static(&[b'x'; PIECE]);
    let count = usize::try_from(size / PIECE as u64).expect("a number");
    Body::from_stream(stream::iter((0..count).map(move |_| Ok::<_, Infallible>(piece.clone()))))
}

/// Much text, and an address to be moved.
fn paragraph() -> String {
    let text = "Words that say nothing, as many as people use to say something. ".repeat(32);
    format!("<p>{text}<a href=\"/all/of/it\">All of it.</a></p>\n")
}

fn paragraphs_in_a_megabyte() -> usize {
    (1 << 20) / paragraph().len()
}

fn page(megabytes: usize) -> impl IntoResponse {
    let piece = Bytes::from(paragraph().repeat(paragraphs_in_a_megabyte()));
    let pieces = (0..megabytes).map(move |_| Ok::<_, Infallible>(piece.clone()));
    ([("content-type", "text/html")], Body::from_stream(stream::iter(pieces)))
}

/// An app that takes everything and gives without end.
fn app() -> Router {
    let take = async |request: Request| {
        let mut body = request.into_body().into_data_stream();
        let mut size = 0;
        while let Some(piece) = body.next().await {
            size += piece.expect("a piece").len();
        }
        size.to_string()
    };
    let give = async |request: Request| {
        let size = request.uri().query().and_then(|query| query.parse().ok());
        pieces(size.expect("a size"))
    };
    let show = async |Path(megabytes): Path<usize>| page(megabytes);
    Router::new()
        .route("/take", post(take))
        .route("/give", get(give))
        .route("/page/{megabytes}", get(show))
}

async fn gateway() -> (Gateway, Upstream) {
    let config = "rate_limits: {enabled: false}\nhealth_checks: {enabled: false}\n";
    let gateway = Gateway::launch().config(config).start().await;
    let app = Upstream::serve(app()).await;
    put_route(&gateway, "app", json!({ "to": app.url() })).await;
    (gateway, app)
}

async fn upload(gateway: &Gateway, size: u64) {
    let mut stream = TcpStream::connect(("127.0.0.1", gateway.port())).await.expect("a connection");
    let head = format!(
        "POST /apps/app/take HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Length: {size}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    for _ in 0..size / PIECE as u64 {
        stream.write_all(&[b'x'; PIECE]).await.expect("sent");
    }
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.contains(&format!("\r\n\r\n{size}")), "{answer}");
}

async fn download(gateway: &Gateway, size: u64) {
    let url = gateway.url(&format!("/apps/app/give?{size}"));
    let call = gateway.client().get(url).timeout(PATIENCE);
    let mut answer = call.send().await.expect("an answer");
    let mut got = 0;
    while let Some(piece) = answer.chunk().await.expect("a piece") {
        got += piece.len() as u64;
    }
    assert_eq!(got, size);
}

/// Runs `work`, in which memory must stay flat, and tells of it.
async fn weighed(gateway: &Gateway, what: &str, work: impl Future<Output = ()>) -> String {
    let (before, began) = (resident(gateway), Instant::now());
    let mut most = before;
    let watch = async {
        loop {
            most = most.max(resident(gateway));
            sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::select! {
        () = work => {}
        () = watch => unreachable!("it has no end"),
    }
    let figures = format!("{what} in {:.1?}: {} and {}", began.elapsed(), mib(before), mib(most));
    assert!(most <= before + FLAT, "{figures}");
    figures
}

fn mib(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / MIB as f64)
}

/// Opens the page, in which every address leads into the app.
async fn open(gateway: &Gateway, megabytes: usize) {
    let url = gateway.url(&format!("/apps/app/page/{megabytes}"));
    let call = gateway.client().get(url).timeout(PATIENCE);
    let mut answer = call.send().await.expect("an answer");
    let mut got = 0;
    while let Some(piece) = answer.chunk().await.expect("a piece") {
        got += piece.len();
    }
    let paragraphs = paragraphs_in_a_megabyte() * megabytes;
    assert_eq!(got, paragraphs * (paragraph().len() + "/apps/app".len()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "weighs the program: make soak"]
async fn a_page_of_any_size_is_moved_in_the_same_room() {
    let (gateway, _app) = gateway().await;
    for _ in 0..2 {
        open(&gateway, 16).await;
    }
    println!("{}", weighed(&gateway, "a page of 200 MiB", open(&gateway, 200)).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "weighs the program: make soak"]
async fn two_gigabytes_take_no_more_memory_than_two_bytes() {
    let (gateway, _app) = gateway().await;
    // Buffers, threads and the allocator's arenas come with the first use.
    for _ in 0..2 {
        upload(&gateway, 64 * MIB).await;
        download(&gateway, 64 * MIB).await;
    }
    println!("{}", weighed(&gateway, "2 GiB up", upload(&gateway, 2048 * MIB)).await);
    println!("{}", weighed(&gateway, "2 GiB down", download(&gateway, 2048 * MIB)).await);
}

/// How many clients this machine lets us be: each has two ends here and two in the program.
fn clients(wanted: u64) -> usize {
    let limit = getrlimit(Resource::Nofile);
    // The program inherits it.
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).expect("a limit");
    let files = limit.maximum.unwrap_or(u64::MAX);
    usize::try_from(wanted.min((files - 500) / 2)).expect("a number")
}

/// Asks for a body without end and reads a little of it every second. Its buffer is so small that
/// this moves something in the program, too.
async fn read_slowly(port: u16, begun: Arc<Semaphore>) {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4_096).expect("a small buffer");
    let mut stream = socket.connect(([127, 0, 0, 1], port).into()).await.expect("a connection");
    let request = "GET /apps/app/ HTTP/1.1\r\nHost: localhost\r\n\r\n";
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut piece = [0; 256];
    stream.read_exact(&mut piece).await.expect("the beginning");
    begun.add_permits(1);
    loop {
        stream.read_exact(&mut piece).await.expect("more");
        sleep(Duration::from_secs(1)).await;
    }
}

/// Memory after it has stopped growing.
async fn settled(gateway: &Gateway) -> u64 {
    let mut before = 0;
    deadline("memory settles", PATIENCE, async || {
        sleep(Duration::from_secs(2)).await;
        let now = resident(gateway);
        let grown = now.saturating_sub(before);
        before = now;
        grown < MIB
    })
    .await;
    before
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "weighs the program: make soak"]
async fn slow_clients_do_not_make_memory_grow() {
    let count = clients(5_000);
    let config = "rate_limits: {enabled: false}\nhealth_checks: {enabled: false}\n";
    let gateway = Gateway::launch().config(config).start().await;
    let app = Upstream::raw(trickle).await;
    put_route(&gateway, "app", json!({ "to": app.url() })).await;
    let is_open = async |wanted: usize| {
        metric(&gateway, "gatehouse_upstream_connections_open").await == wanted as f64
    };
    let (begin, files) = (resident(&gateway), open_files(&gateway));
    let mut clients = JoinSet::new();
    let begun = Arc::new(Semaphore::new(0));
    for group in (0..count).collect::<Vec<_>>().chunks(AT_ONCE) {
        for _ in group {
            clients.spawn(read_slowly(gateway.port(), begun.clone()));
        }
        let all = begun.acquire_many(u32::try_from(group.len()).expect("a number"));
        timeout(PATIENCE, all).await.expect("all are served").expect("an open gate").forget();
    }
    deadline("all are served", PATIENCE, async || is_open(count).await).await;
    let early = settled(&gateway).await;
    sleep(Duration::from_secs(6)).await;
    let late = resident(&gateway);
    assert!(is_open(count).await, "somebody was dropped");

    clients.shutdown().await;
    deadline("all have left", PATIENCE, async || is_open(0).await).await;
    deadline("no file is left open", PATIENCE, async || open_files(&gateway) <= files + 2).await;
    // The allocator gives pages back over ten seconds.
    let is_light = async || resident(&gateway) <= begin + LEFT_OVER;
    deadline("memory comes back", PATIENCE, is_light).await;
    let each = (late - begin) / count as u64;
    let [begin, with, later, after] = [begin, early, late, resident(&gateway)].map(mib);
    println!(
        "{count} slow clients: {begin} before, {with} with them, {later} six seconds later \
         ({} kB each), {after} after",
        each >> 10,
    );
    assert!(late <= early + FLAT, "{with} grew to {later}");
    assert!(each < 256 << 10, "{each} bytes for each client");
}

/// Sends more at once than the program takes ahead, and then as much as is read.
async fn trickle(mut stream: TcpStream) {
    read_head(&mut stream).await;
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    let chunk = [b"100\r\n".as_slice(), &[b'x'; 256], b"\r\n"].concat();
    let first = [head.as_bytes(), &chunk.repeat(768)].concat();
    let mut taken = stream.write_all(&first).await;
    while taken.is_ok() {
        sleep(Duration::from_secs(1)).await;
        taken = stream.write_all(&chunk).await;
    }
}
