//! Connections to apps: made, kept for the next request, and given up.

mod connect;
mod link;
mod pool;
mod tls;
mod upload;

pub(crate) use self::connect::{Connector, Protocol, Transport};
pub(crate) use self::link::{Link, Lost, Opened, Shared, Spawner};
pub(crate) use self::pool::Pool;
pub(crate) use self::upload::{Asked, Meter, State, Upload};
