use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use arc_swap::ArcSwap;
use routing::{Endpoint, KeyHash, Scheme, Targets};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;
use tokio_util::either::Either;

use crate::DialError;
use crate::race::race;
use crate::resolve::Resolver;
use crate::tcp;
use crate::tls::{self, HTTP2, Tls};

/// A name with more addresses than that has enough of them.
const MOST_ADDRESSES: usize = 8;

/// Plain or encrypted.
pub type Transport = Either<TcpStream, Box<TlsStream<TcpStream>>>;

/// What is to be spoken over a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// HTTP/2 where the other side offers it, else HTTP/1.1.
    Any,
    Http1,
    Http2,
}

/// A connection that was just made.
pub struct Connection {
    pub transport: Transport,
    /// Whether HTTP/2 is spoken on it.
    pub http2: bool,
}

/// Makes connections to addresses that [`Targets`] allows.
pub struct Dialer {
    targets: Arc<ArcSwap<Targets>>,
    resolver: Resolver,
    tls: Tls,
}

impl Dialer {
    pub fn new(targets: Arc<ArcSwap<Targets>>) -> Self {
        Dialer { targets, resolver: Resolver::of_the_system(), tls: Tls::default() }
    }

    /// A connection over which `protocol` can be spoken, encrypted where the endpoint says so.
    pub async fn connect(
        &self,
        endpoint: &Endpoint,
        protocol: Protocol,
    ) -> Result<Connection, DialError> {
        let tcp = self.tcp(endpoint).await?;
        if endpoint.scheme != Scheme::Https {
            let http2 = protocol == Protocol::Http2;
            return Ok(Connection { transport: Either::Left(tcp), http2 });
        }
        let stream = self.tls.handshake(tcp, endpoint, protocol).await?;
        let http2 = stream.get_ref().1.alpn_protocol() == Some(HTTP2);
        Ok(Connection { transport: Either::Right(Box::new(stream)), http2 })
    }

    /// The connection alone, whatever is spoken over it.
    pub async fn tcp(&self, endpoint: &Endpoint) -> Result<TcpStream, DialError> {
        let addresses = self.addresses(&endpoint.host, endpoint.port).await?;
        Ok(race(addresses, tcp::connect).await?)
    }

    /// The key of a server that proves to have it, whoever signed its certificate.
    pub async fn key(&self, endpoint: &Endpoint) -> Result<KeyHash, DialError> {
        tls::key(self.tcp(endpoint).await?, endpoint).await
    }

    /// Addresses that may be called; never none. They are to be called themselves, not their name
    /// again, so that what was checked is what is reached.
    pub async fn addresses(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, DialError> {
        let found = self.resolver.resolve(host, port).await.map_err(DialError::Resolve)?;
        // What is allowed now counts, however long the look-up took.
        allowed(&found, &self.targets.load())
    }
}

fn allowed(found: &[SocketAddr], targets: &Targets) -> Result<Vec<SocketAddr>, DialError> {
    if found.is_empty() {
        let nothing = io::Error::new(io::ErrorKind::NotFound, "it has no address");
        return Err(DialError::Resolve(Arc::new(nothing)));
    }
    // Those that are not allowed must not push out the others.
    let allowed = found.iter().copied().filter(|address| targets.allow(*address));
    let allowed: Vec<_> = allowed.take(MOST_ADDRESSES).collect();
    if allowed.is_empty() { Err(DialError::NotAllowed) } else { Ok(allowed) }
}

#[cfg(test)]
mod tests;
