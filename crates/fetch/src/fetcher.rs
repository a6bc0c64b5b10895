use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use arc_swap::ArcSwap;
use routing::{Scheme, Targets};
use tokio::time::{Instant, timeout};

use crate::connect::connect;
use crate::exchange::{http1, http2};
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
        if request.carries_credentials() {
            let message = "a request of our own carries no credentials";
            return Err(FetchError::new(FetchErrorKind::NotAllowed, message));
        }
        let limit = request.limits.time;
        timeout(limit, self.0.send(request)).await.unwrap_or(Err(FetchError::timeout(limit)))
    }
}

impl Inner {
    async fn send(&self, request: &Request<'_>) -> Result<Fetched, FetchError> {
        let begun = Instant::now();
        let endpoint = request.endpoint;
        let targets = self.targets.load_full();
        let addresses = self.resolver.allowed(endpoint, &targets).await?;
        let stream = connect(addresses).await?;
        match endpoint.scheme {
            Scheme::Http => http1(Box::new(stream), request, begun).await,
            Scheme::H2c => http2(Box::new(stream), request, begun).await,
            Scheme::Https => {
                let stream = self.tls.handshake(stream, endpoint).await?;
                match stream.get_ref().1.alpn_protocol() {
                    Some(HTTP2) => http2(Box::new(stream), request, begun).await,
                    _ => http1(Box::new(stream), request, begun).await,
                }
            }
        }
    }
}
