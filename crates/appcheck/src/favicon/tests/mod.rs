//! Icons of apps on real sockets, and of apps that mean no good.

mod hostile;
mod lab;
mod lookup;
pub(crate) mod server;
mod shelf;
