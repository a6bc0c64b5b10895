//! The accept loop of one socket on one lane.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::rc::Rc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::OwnedSemaphorePermit;

use crate::connection;
use crate::edge::Edge;
use crate::lane::Lane;
use crate::listener_role::ListenerRole;
use crate::per_ip_limit::Seat;
use crate::stream::Slot;
use crate::tls::Tls;

const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// A socket to accept from. Every lane has one of its own on the same queue, and whichever is
/// free takes the next connection.
pub(crate) struct LaneSocket {
    pub(crate) socket: std::net::TcpListener,
    pub(crate) tls: Option<Tls>,
    pub(crate) role: ListenerRole,
}

/// Accepts until the drain. Where all slots are taken, clients wait in the system's queue.
pub(crate) async fn run(lane: Rc<Lane>, lane_socket: LaneSocket) {
    let LaneSocket { socket, tls, role } = lane_socket;
    let socket = match TcpListener::from_std(socket) {
        Ok(socket) => socket,
        Err(error) => {
            return tracing::error!(%error, "registering a socket with a lane failed; this lane accepts nothing from it");
        }
    };
    let edge = lane.edge.clone();
    let draining = edge.supervisor.shutdown().token();
    let gauge = edge.metrics.connections(tls.is_some());
    let role = Rc::new(role);
    let mut pause = FIRST_PAUSE;
    while let Some(accepted) = draining.run_until_cancelled(next(&edge, &socket)).await {
        match accepted {
            Ok((tcp, peer, permit)) => {
                pause = FIRST_PAUSE;
                let Some(seat) = seat(&edge, peer.ip()) else { continue };
                let slot = Slot::new(permit, seat, gauge.clone());
                let accepted = connection::Accepted { tcp, peer, slot };
                let serving = connection::run(lane.clone(), role.clone(), accepted, tls.clone());
                edge.supervisor.spawn_local(serving);
            }
            Err(error) if is_the_clients(&error) => {}
            Err(error) => {
                tracing::warn!(%error, ?pause, "accepting connections failed; retrying after a pause");
                draining.run_until_cancelled(tokio::time::sleep(pause)).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }
}

/// `Some(None)`: the client is not counted.
fn seat(edge: &Edge, address: IpAddr) -> Option<Option<Seat>> {
    let address = address.to_canonical();
    if !edge.counts(address) {
        return Some(None);
    }
    let seat = edge.per_ip_limit.take(address, edge.limits.connections_of_one());
    if seat.is_none() {
        edge.metrics.turned_away();
    }
    seat.map(Some)
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
