//! Connections to apps: spoken over, kept for the next request, and given up.

pub(crate) mod http1;
mod http2;
mod opened;
mod pool;
mod upload;

pub(crate) use self::http1::{Http1Conn, SendError, Written};
pub(crate) use self::http2::{Shared, Spawner, Stream};
pub(crate) use self::opened::{Counted, Opened};
pub(crate) use self::pool::{Pool, SWEEP};
pub(crate) use self::upload::{BodyWanted, Meter, State, Upload};
