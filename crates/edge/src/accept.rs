//! The accept loop of one socket.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::OwnedSemaphorePermit;
use tokio_rustls::TlsAcceptor;

use crate::stream::Slot;
use crate::{Edge, connection};

const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Accepts until the drain. Where all slots are taken, clients wait in the system's queue.
pub(crate) async fn run(edge: Arc<Edge>, socket: TcpListener, tls: Option<TlsAcceptor>) {
    let draining = edge.supervisor.shutdown().token();
    let gauge = edge.metrics.connections(tls.is_some());
    let mut pause = FIRST_PAUSE;
    while let Some(accepted) = draining.run_until_cancelled(next(&edge, &socket)).await {
        match accepted {
            Ok((tcp, peer, permit)) => {
                pause = FIRST_PAUSE;
                let slot = Slot::new(permit, gauge.clone());
                let serving = connection::run(edge.clone(), tcp, peer, slot, tls.clone());
                edge.supervisor.spawn(serving);
            }
            Err(error) if is_the_clients(&error) => {}
            Err(error) => {
                tracing::warn!(%error, ?pause, "cannot accept connections; trying again");
                draining.run_until_cancelled(tokio::time::sleep(pause)).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }
}

async fn next(
    edge: &Edge,
    socket: &TcpListener,
) -> io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let permit = edge.slots.clone().acquire_owned().await.map_err(io::Error::other)?;
    let (tcp, peer) = socket.accept().await?;
    Ok((tcp, peer, permit))
}

/// A client that went away before it was accepted is no reason to pause, unlike a lack of file
/// descriptors.
fn is_the_clients(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}
