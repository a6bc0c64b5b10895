//! The gateway among its peers: gossip says who is there and what each says of itself, connections
//! carry the lists of apps.

mod advertise;
mod exchange;
mod fetch;
mod frame;
mod gossip;
mod listen;
mod nearby;
mod run;
mod seeds;
mod socket;

pub(crate) use exchange::{Exchanged, exchange};
pub(crate) use fetch::ask_all;
pub(crate) use run::run;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// Whether something can be sent there. Tests cut networks and lose messages with it.
pub type Reach = Arc<dyn Fn(SocketAddr) -> bool + Send + Sync>;

/// A member says himself where he is. That must not be a program on our own machine, unless all of
/// us are on one.
fn may_send(own: SocketAddr, to: SocketAddr) -> bool {
    own.ip().is_loopback() || !to.ip().to_canonical().is_loopback()
}

/// How long one exchange may take as a whole.
const EXCHANGE_TIME: Duration = Duration::from_secs(15);
