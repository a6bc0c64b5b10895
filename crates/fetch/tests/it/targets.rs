//! Where requests go. Which addresses are allowed, and that what is called is what was allowed, is
//! tested in `dial`.

use std::sync::Arc;

use arc_swap::ArcSwap;
use fetch::{FetchErrorKind, Fetcher, Take};
use routing::Targets;

use crate::server::{Server, failure, fetcher, get};

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

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
