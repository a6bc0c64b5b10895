//! The port to the gateway's own door: whoever puts the program together knows where it listens and
//! who may come in.

use std::any::Any;

use fetch::Fetcher;
use http::HeaderValue;
use routing::{Endpoint, Route};

/// Lets a check into an app the way people go: through a listener of ours, past the gate.
pub trait Entrance: Send + Sync {
    /// For one check of one route. `None` where no listener leads to apps.
    fn open(&self, route: &Route) -> Option<Passage>;
}

impl<F: Fn(&Route) -> Option<Passage> + Send + Sync> Entrance for F {
    fn open(&self, route: &Route) -> Option<Passage> {
        self(route)
    }
}

/// A way through the gateway that ends when it is dropped.
pub struct Passage {
    /// The listener to connect to.
    pub endpoint: Endpoint,
    /// What browsers have in their address line there: `https://attic.local:8443`.
    pub origin: String,
    /// The gate's word for `X-API-Key`. It opens what the route needs and is worth nothing at the
    /// API.
    pub pass: HeaderValue,
    /// One that may call our own listener, as no other may.
    pub fetcher: Fetcher,
    /// Ends the pass.
    pub guard: Box<dyn Any + Send + Sync>,
}
