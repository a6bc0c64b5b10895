//! From a name to addresses that may be called.

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;

use routing::{Endpoint, Targets};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::{FetchError, FetchErrorKind};

/// Look-ups that hang must not take every thread that may block, so few run at once.
const AT_ONCE: usize = 16;
/// A name with more addresses than that has enough of them.
const MOST_ADDRESSES: usize = 8;

pub(crate) type Lookup = dyn Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync;

pub(crate) struct Resolver {
    lookup: Arc<Lookup>,
    slots: Arc<Semaphore>,
}

impl Resolver {
    pub(crate) fn new(lookup: Arc<Lookup>) -> Self {
        Resolver { lookup, slots: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    pub(crate) fn of_the_system() -> Self {
        Resolver::new(Arc::new(|host, port| Ok((host, port).to_socket_addrs()?.collect())))
    }

    /// Addresses to connect to; never empty, and every one of them was allowed.
    pub(crate) async fn allowed(
        &self,
        endpoint: &Endpoint,
        targets: &Targets,
    ) -> Result<Vec<SocketAddr>, FetchError> {
        let mut addresses = self.resolve(endpoint).await?;
        if addresses.is_empty() {
            return Err(unknown_name());
        }
        addresses.retain(|address| targets.allow(*address));
        addresses.truncate(MOST_ADDRESSES);
        if addresses.is_empty() {
            let message = "requests to this address are not allowed";
            return Err(FetchError::new(FetchErrorKind::NotAllowed, message));
        }
        Ok(addresses)
    }

    async fn resolve(&self, endpoint: &Endpoint) -> Result<Vec<SocketAddr>, FetchError> {
        if let Ok(address) = endpoint.host.parse::<IpAddr>() {
            return Ok(vec![SocketAddr::new(address, endpoint.port)]);
        }
        let slot = self.slots.clone().acquire_owned().await;
        let (lookup, host, port) = (self.lookup.clone(), endpoint.host.clone(), endpoint.port);
        let found = spawn_blocking(move || {
            // Held here and not by the caller, who may be gone long before a look-up that hangs.
            let _slot = slot;
            lookup(&host, port)
        });
        found.await.map_err(|_| unknown_name())?.map_err(|_| unknown_name())
    }
}

fn unknown_name() -> FetchError {
    FetchError::new(FetchErrorKind::Resolve, "the name of the host is not known")
}
