//! From an app's address to an open connection.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use futures::stream::{FuturesUnordered, StreamExt};
use routing::{Endpoint, Scheme, Targets};
use rustls::pki_types::ServerName;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_rustls::client::TlsStream;
use tokio_util::either::Either;

use super::tls::{ClientTls, HTTP2};
use crate::failure::{Failure, FailureKind};
use crate::stream;

/// Plain or encrypted.
pub(crate) type Transport = Either<TcpStream, Box<TlsStream<TcpStream>>>;

/// When one address of an app does not answer at once, the next is tried beside it.
const NEXT_ADDRESS: Duration = Duration::from_millis(250);
const MOST_ADDRESSES: usize = 8;

/// What is to be spoken over the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// HTTP/2 where the app offers it, else HTTP/1.1.
    Any,
    Http1,
    Http2,
}

pub(crate) struct Connector {
    targets: Arc<ArcSwap<Targets>>,
    tls: Arc<ClientTls>,
}

impl Connector {
    pub(crate) fn new(targets: Arc<ArcSwap<Targets>>) -> Self {
        Connector { targets, tls: Arc::default() }
    }

    /// The connection, and whether HTTP/2 is spoken on it.
    pub(crate) async fn connect(
        &self,
        endpoint: &Endpoint,
        protocol: Protocol,
        limit: Duration,
    ) -> Result<(Transport, bool), Failure> {
        let connecting = self.connect_unbounded(endpoint, protocol);
        timeout(limit, connecting).await.unwrap_or(Err(FailureKind::ConnectTimeout.into()))
    }

    async fn connect_unbounded(
        &self,
        endpoint: &Endpoint,
        protocol: Protocol,
    ) -> Result<(Transport, bool), Failure> {
        let addresses = self.resolve(endpoint).await?;
        let tcp = race(addresses).await.map_err(|error| FailureKind::Unreachable.because(error))?;
        stream::prepare(&tcp).map_err(|error| FailureKind::Unreachable.because(error))?;
        if endpoint.scheme != Scheme::Https {
            return Ok((Either::Left(tcp), protocol == Protocol::Http2));
        }
        let name = ServerName::try_from(endpoint.host.clone())
            .map_err(|error| FailureKind::Tls.because(error))?;
        let http1 = protocol == Protocol::Http1;
        let connector = self.tls.connector(endpoint.trust, http1).await;
        let stream = connector.connect(name, tcp).await;
        let stream = stream.map_err(|error| FailureKind::Tls.because(error))?;
        let http2 = stream.get_ref().1.alpn_protocol() == Some(HTTP2);
        Ok((Either::Right(Box::new(stream)), http2))
    }

    /// The addresses that may be called. They are called themselves, not their name again, so
    /// that what was checked is what is reached.
    async fn resolve(&self, endpoint: &Endpoint) -> Result<Vec<SocketAddr>, Failure> {
        let found: Vec<SocketAddr> = match endpoint.host.parse::<IpAddr>() {
            Ok(address) => vec![(address, endpoint.port).into()],
            Err(_) => tokio::net::lookup_host((endpoint.host.as_str(), endpoint.port))
                .await
                .map_err(|error| FailureKind::Unreachable.because(error))?
                .take(MOST_ADDRESSES)
                .collect(),
        };
        let targets = self.targets.load();
        let allowed: Vec<_> = found.iter().copied().filter(|a| targets.allow(*a)).collect();
        match (found.is_empty(), allowed.is_empty()) {
            (true, _) => Err(FailureKind::Unreachable.into()),
            (false, true) => Err(FailureKind::NotAllowed.into()),
            _ => Ok(allowed),
        }
    }
}

/// The first address that accepts; each later one starts a little after the one before it, or at
/// once when all earlier ones have failed.
async fn race(addresses: Vec<SocketAddr>) -> io::Result<TcpStream> {
    let mut waiting = addresses.into_iter();
    let mut trying = FuturesUnordered::new();
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    trying.extend(waiting.next().map(TcpStream::connect));
    while !trying.is_empty() {
        let ended = match waiting.len() {
            0 => trying.next().await,
            _ => tokio::select! {
                ended = trying.next() => ended,
                () = sleep(NEXT_ADDRESS) => None,
            },
        };
        match ended {
            Some(Ok(tcp)) => return Ok(tcp),
            Some(Err(error)) => last = error,
            None => {}
        }
        trying.extend(waiting.next().map(TcpStream::connect));
    }
    Err(last)
}
