//! What is connected to is what was allowed, and nothing else.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use arc_swap::ArcSwap;
use fetch::{FetchErrorKind, Fetcher, Take};
use routing::Targets;
use tokio::net::TcpListener;

use crate::server::{Server, failure, fetcher, get};

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

/// Looks every name up as `answers`, one after the other, the last one again and again.
fn knowing(answers: Vec<Vec<SocketAddr>>, asked: Arc<AtomicUsize>) -> Fetcher {
    let targets = Arc::new(ArcSwap::from_pointee(Targets::default()));
    Fetcher::with_lookup(targets, move |_, _| {
        let turn = asked.fetch_add(1, Ordering::SeqCst);
        Ok(answers[turn.min(answers.len() - 1)].clone())
    })
}

fn metadata(port: u16) -> SocketAddr {
    SocketAddr::from(([169, 254, 169, 254], port))
}

#[tokio::test]
async fn a_redirect_is_an_answer_like_any_other() {
    let inner = Server::answering(OK).await;
    let location = format!("HTTP/1.1 302 Found\r\nLocation: {}/\r\n\r\n", inner.url());
    let server = Server::answering(location).await;
    let fetched = get(&fetcher(), &server.url(), Take::Whole(10)).await.expect("an answer");
    assert_eq!(fetched.status, 302);
    assert_eq!(fetched.headers["location"], format!("{}/", inner.url()));
    assert_eq!(inner.connections(), 0);
}

#[tokio::test]
async fn addresses_that_are_out_of_bounds_are_not_called() {
    let own = Server::answering(OK).await;
    let targets = Targets::new(vec![own.address], Vec::new());
    let fetcher = Fetcher::new(Arc::new(ArcSwap::from_pointee(targets)));
    let by_name = format!("http://localhost:{}", own.address.port());
    for url in [own.url().as_str(), &by_name, "http://169.254.169.254", "http://0.0.0.0:1"] {
        // `localhost` may have an IPv6 address, too, where nothing listens.
        let kind = failure(&fetcher, url, Take::Head).await;
        let refused = [FetchErrorKind::NotAllowed, FetchErrorKind::Refused];
        assert!(kind == refused[0] || url == by_name && kind == refused[1], "{url}: {kind:?}");
    }
    assert_eq!(own.connections(), 0);
}

#[tokio::test]
async fn a_change_of_what_is_allowed_counts_at_once() {
    let server = Server::answering(OK).await;
    let targets = Arc::new(ArcSwap::from_pointee(Targets::default()));
    let fetcher = Fetcher::new(targets.clone());
    get(&fetcher, &server.url(), Take::Head).await.expect("an answer");
    targets.store(Arc::new(Targets::new(vec![server.address], Vec::new())));
    let kind = failure(&fetcher, &server.url(), Take::Head).await;
    assert_eq!(kind, FetchErrorKind::NotAllowed);
}

#[tokio::test]
async fn a_name_is_judged_by_its_addresses() {
    let server = Server::answering(OK).await;
    let asked = Arc::<AtomicUsize>::default();
    let secret = knowing(vec![vec![metadata(80)]], asked.clone());
    let kind = failure(&secret, "http://innocent.lan", Take::Head).await;
    assert_eq!(kind, FetchErrorKind::NotAllowed);

    let mixed = vec![metadata(server.address.port()), server.address];
    let mixed = knowing(vec![mixed], asked.clone());
    get(&mixed, "http://both.lan", Take::Head).await.expect("the allowed address answers");

    let nothing = knowing(vec![Vec::new()], asked);
    let kind = failure(&nothing, "http://nobody.lan", Take::Head).await;
    assert_eq!(kind, FetchErrorKind::Resolve);
}

#[tokio::test]
async fn a_name_that_changes_between_look_and_call_gains_nothing() {
    let good = Server::answering(OK).await;
    let bad = Server::answering(OK).await;
    let asked = Arc::<AtomicUsize>::default();
    let fetcher = knowing(vec![vec![good.address], vec![bad.address]], asked.clone());
    get(&fetcher, "http://rebinding.lan", Take::Head).await.expect("an answer");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    assert_eq!((good.connections(), bad.connections()), (1, 0));
}

#[tokio::test]
async fn an_address_that_does_not_answer_does_not_hide_the_next() {
    let server = Server::answering(OK).await;
    let gone = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let closed = gone.local_addr().expect("an address");
    drop(gone);
    let fetcher = knowing(vec![vec![closed, server.address]], Arc::default());
    get(&fetcher, "http://two.lan", Take::Head).await.expect("the second address answers");
    let fetcher = knowing(vec![vec![closed]], Arc::default());
    let kind = failure(&fetcher, "http://one.lan", Take::Head).await;
    assert_eq!(kind, FetchErrorKind::Refused);
}
