use std::sync::Arc;

use events::Events;
use kit::{Clock, Error, ErrorKind, Instance, Presence, Result, Supervisor};
use tokio::sync::Semaphore;
use web::{Slice, SocketCommands, Sockets, Upgrade};

use crate::auth::Doorkeeper;
use crate::metrics::HubMetrics;
use crate::registry::Registry;
use crate::session::converse;
use crate::socket::Socket;
use crate::{Deps, Limits, SLICE, http, worker};

/// The hub. Cheap to clone.
#[derive(Clone)]
pub struct Hub {
    inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) registry: Arc<Registry>,
    pub(crate) limits: Limits,
    pub(crate) metrics: HubMetrics,
    pub(crate) instance: Arc<Instance>,
    pub(crate) clock: Clock,
    pub(crate) supervisor: Supervisor,
    /// One for each socket that may be open.
    slots: Arc<Semaphore>,
}

impl Hub {
    pub(crate) fn new(deps: Deps) -> Self {
        let inner = Inner {
            registry: Arc::default(),
            slots: Arc::new(Semaphore::new(deps.limits.sockets)),
            limits: deps.limits,
            metrics: HubMetrics::new(&deps.metrics),
            instance: deps.instance,
            clock: deps.clock,
            supervisor: deps.supervisor,
        };
        Hub { inner: Arc::new(inner) }
    }

    /// The endpoint, and the worker that carries facts to its sockets. `commands` are those of
    /// every slice.
    pub fn slice(&self, events: &Events, commands: SocketCommands) -> Slice {
        Slice {
            routes: http::routes().with_state(http::Endpoint { hub: self.clone(), commands }),
            workers: vec![worker::carry(self.inner.registry.clone(), events)],
            ..Slice::of(&SLICE)
        }
    }

    /// For those who send to some sockets alone.
    pub fn sockets(&self) -> Arc<dyn Sockets> {
        self.inner.registry.clone()
    }

    /// Takes a socket over once its connection is ours.
    pub(crate) fn take(
        &self,
        upgrade: Upgrade,
        doorkeeper: Doorkeeper,
        commands: SocketCommands,
    ) -> Result<()> {
        let slot = self.inner.slots.clone().try_acquire_owned().map_err(|_| {
            Error::new(ErrorKind::ServiceUnavailable, "Too many sockets are open; try again later")
        })?;
        let hub = self.inner.clone();
        self.inner.supervisor.spawn(async move {
            let _slot = slot;
            let Some(upgraded) = upgrade.connection().await else { return };
            let _open = Open::count(&hub.metrics);
            let mut socket = Socket::new(upgraded, &hub.limits).await;
            let end = converse(&hub, &commands, doorkeeper, &mut socket).await;
            hub.metrics.closed(end);
            socket.close(end).await;
        });
        Ok(())
    }
}

impl Presence for Hub {
    fn is_online(&self, device_id: &str) -> bool {
        self.inner.registry.is_online(device_id)
    }
}

/// Counts a socket for as long as it is open, also when its task panics.
struct Open<'a>(&'a HubMetrics);

impl<'a> Open<'a> {
    fn count(metrics: &'a HubMetrics) -> Self {
        metrics.open.inc();
        Open(metrics)
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.open.dec();
    }
}
