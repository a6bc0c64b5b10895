use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use routing::{Endpoint, Scheme, Targets};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};

use crate::connect::connect;
use crate::exchange::Exchange;
use crate::resolve::Resolver;
use crate::tls::{HTTP2, Tls};
use crate::{FetchError, FetchErrorKind, Fetched, Request};

/// Makes requests. Cheap to clone; clones share what is known about certificates.
#[derive(Clone)]
pub struct Fetcher(Arc<Inner>);

struct Inner {
    targets: Arc<ArcSwap<Targets>>,
    resolver: Resolver,
    tls: Tls,
}

impl Fetcher {
    pub fn new(targets: Arc<ArcSwap<Targets>>) -> Self {
        Fetcher::with_resolver(targets, Resolver::of_the_system())
    }

    /// With names looked up by `lookup`, which may block.
    pub fn with_lookup(
        targets: Arc<ArcSwap<Targets>>,
        lookup: impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static,
    ) -> Self {
        Fetcher::with_resolver(targets, Resolver::new(Arc::new(lookup)))
    }

    fn with_resolver(targets: Arc<ArcSwap<Targets>>, resolver: Resolver) -> Self {
        Fetcher(Arc::new(Inner { targets, resolver, tls: Tls::default() }))
    }

    pub async fn send(&self, request: &Request<'_>) -> Result<Fetched, FetchError> {
        if request.oversteps() {
            let message = "a request of our own carries no credentials";
            return Err(FetchError::new(FetchErrorKind::NotAllowed, message));
        }
        let limit = request.limits.time;
        timeout(limit, self.0.send(request)).await.unwrap_or(Err(FetchError::timeout(limit)))
    }

    /// Whether somebody takes connections there, whatever they do with them.
    pub async fn connects(&self, endpoint: &Endpoint, limit: Duration) -> Result<(), FetchError> {
        let connected = timeout(limit, self.0.connect(endpoint)).await;
        connected.unwrap_or(Err(FetchError::timeout(limit))).map(drop)
    }

    /// The key of a server that proves to have it, as `sha256/<base64>`, whoever signed its
    /// certificate.
    pub async fn key(&self, endpoint: &Endpoint, limit: Duration) -> Result<String, FetchError> {
        let shown = async { self.0.tls.key(self.0.connect(endpoint).await?, endpoint).await };
        timeout(limit, shown).await.unwrap_or(Err(FetchError::timeout(limit)))
    }
}

impl Inner {
    async fn connect(&self, endpoint: &Endpoint) -> Result<TcpStream, FetchError> {
        let targets = self.targets.load_full();
        connect(self.resolver.allowed(endpoint, &targets).await?).await
    }

    async fn send(&self, request: &Request<'_>) -> Result<Fetched, FetchError> {
        let begun = Instant::now();
        let endpoint = request.endpoint;
        let stream = self.connect(endpoint).await?;
        let exchange = Exchange::new(request, begun)?;
        match endpoint.scheme {
            Scheme::Http => exchange.http1(stream).await,
            // HTTP/2 has no word for a WebSocket that servers would know.
            Scheme::H2c if request.upgrade => exchange.http1(stream).await,
            Scheme::H2c => exchange.http2(stream).await,
            Scheme::Https => {
                let stream = self.tls.handshake(stream, endpoint, request.upgrade).await?;
                match stream.get_ref().1.alpn_protocol() {
                    Some(HTTP2) => exchange.http2(stream).await,
                    _ => exchange.http1(stream).await,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use http::uri::PathAndQuery;
    use routing::Upstream;

    use super::*;
    use crate::{Limits, Take};

    #[tokio::test]
    async fn a_request_can_be_made_by_any_task() {
        let upstream = Upstream::parse("http://0.0.0.0", false).expect("an address");
        let limits = Limits { time: Duration::from_secs(5), take: Take::Head };
        let request = Request::get(&upstream.endpoint, PathAndQuery::from_static("/"), limits);
        let sent = Fetcher::new(Arc::default()).send(&request).boxed().await;
        assert_eq!(sent.expect_err("nobody is there").kind, FetchErrorKind::NotAllowed);
    }
}
