use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use dial::{Dialer, Protocol};
use routing::{Endpoint, Scheme, Targets};
use tokio::time::{Instant, timeout};

use crate::exchange::Exchange;
use crate::{FetchError, FetchErrorKind, Fetched, Request};

/// Makes requests. Cheap to clone; clones share what is known about certificates.
#[derive(Clone)]
pub struct Fetcher(Arc<Dialer>);

impl Fetcher {
    pub fn new(targets: Arc<ArcSwap<Targets>>) -> Self {
        Fetcher(Arc::new(Dialer::new(targets)))
    }

    pub async fn send(&self, request: &Request<'_>) -> Result<Fetched, FetchError> {
        if request.oversteps() {
            let message = "a request of our own carries no credentials";
            return Err(FetchError::new(FetchErrorKind::NotAllowed, message));
        }
        within(request.limits.time, send(&self.0, request)).await
    }

    /// Whether somebody takes connections there, whatever they do with them.
    pub async fn connects(&self, endpoint: &Endpoint, limit: Duration) -> Result<(), FetchError> {
        within(limit, self.0.tcp(endpoint)).await.map(drop)
    }

    /// The key of a server that proves to have it, as `sha256/<base64>`, whoever signed its
    /// certificate.
    pub async fn key(&self, endpoint: &Endpoint, limit: Duration) -> Result<String, FetchError> {
        let key = within(limit, self.0.key(endpoint)).await?;
        Ok(format!("sha256/{}", BASE64_STANDARD.encode(key)))
    }
}

async fn within<T, E: Into<FetchError>>(
    limit: Duration,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, FetchError> {
    match timeout(limit, work).await {
        Ok(ended) => ended.map_err(E::into),
        Err(_) => Err(FetchError::timeout(limit)),
    }
}

async fn send(dialer: &Dialer, request: &Request<'_>) -> Result<Fetched, FetchError> {
    let begun = Instant::now();
    let connection = dialer.connect(request.endpoint, protocol(request)).await?;
    let exchange = Exchange::new(request, begun)?;
    if connection.http2 {
        exchange.http2(connection.transport).await
    } else {
        exchange.http1(connection.transport).await
    }
}

fn protocol(request: &Request<'_>) -> Protocol {
    match request.endpoint.scheme {
        // HTTP/2 has no word for a WebSocket that servers would know.
        _ if request.upgrade => Protocol::Http1,
        Scheme::Http => Protocol::Http1,
        Scheme::H2c => Protocol::Http2,
        Scheme::Https => Protocol::Any,
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
