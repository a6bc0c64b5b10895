//! The life of one connection: opening, handshake, requests, end.

use std::fmt::Display;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::rc::Rc;

use hyper::server::conn::http2;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

use crate::edge::Edge;
use crate::http1;
use crate::lane::Lane;
use crate::listener_role::ListenerRole;
use crate::metrics::HandshakeFailure;
use crate::request::{Connection, Requests};
use crate::sniff::{self, Sniffed};
use crate::stream::{Slot, Stream, Transport};
use crate::tls::Tls;
use crate::upstream::Spawner;

const STREAM_WINDOW: u32 = 256 * 1024;
const CONNECTION_WINDOW: u32 = 1024 * 1024;
const SEND_BUFFER: usize = 256 * 1024;

/// A connection that was just accepted.
pub(crate) struct Accepted {
    pub(crate) tcp: TcpStream,
    pub(crate) peer: SocketAddr,
    pub(crate) slot: Slot,
}

pub(crate) async fn run(
    lane: Rc<Lane>,
    role: Rc<ListenerRole>,
    accepted: Accepted,
    tls: Option<Tls>,
) {
    let Accepted { tcp, peer, slot } = accepted;
    let edge = lane.edge.clone();
    let draining = edge.supervisor.shutdown().token();
    let secure = tls.is_some();
    // Boxed, so that an open connection does not carry the room that its handshake took.
    let opened = draining.run_until_cancelled(Box::pin(open(&edge, tcp, tls))).await;
    let Some(Some((transport, http2))) = opened else { return };
    let stream = Stream::new(transport, slot, edge.limits.write_time);
    let connection = Rc::new(Connection::new(lane, role, peer, (secure, !http2)));
    if http2 {
        let requests = Requests(connection.clone());
        let server = http2_server(&edge).serve_connection(TokioIo::new(stream), requests);
        drive(server, http2::Connection::graceful_shutdown, &connection).await;
    } else {
        let server = http1::serve(&connection, stream);
        drive(server, |_| connection.close(), &connection).await;
    }
}

/// The stream that requests come on, and whether they are HTTP/2. `None`: there will be none.
async fn open(edge: &Edge, tcp: TcpStream, tls: Option<Tls>) -> Option<(Transport, bool)> {
    dial::prepare(&tcp).ok()?;
    match tls {
        None => {
            let sniff = timeout(edge.limits.header_time, sniff::peek(&tcp)).await.ok()?.ok()?;
            Some((Transport::Left(tcp), sniff == Sniffed::Http2))
        }
        Some(tls) => match timeout(edge.limits.handshake_time, handshake(edge, tcp, tls)).await {
            Ok(Ok(opened)) => opened,
            Ok(Err(failure)) => {
                edge.metrics.handshake_failed(failure);
                None
            }
            Err(_elapsed) => {
                edge.metrics.handshake_failed(HandshakeFailure::Timeout);
                None
            }
        },
    }
}

async fn handshake(
    edge: &Edge,
    tcp: TcpStream,
    tls: Tls,
) -> Result<Option<(Transport, bool)>, HandshakeFailure> {
    let sniff = sniff::peek(&tcp).await.map_err(|_| HandshakeFailure::Protocol)?;
    if sniff != Sniffed::Tls {
        // It is an error already; whether the client hears of it makes no difference.
        let _ = sniff::refuse_plain_http(tcp).await;
        return Err(HandshakeFailure::PlainHttp);
    }
    let peer = tcp.peer_addr().map_err(|_| HandshakeFailure::Protocol)?.ip().to_canonical();
    let _seat = if edge.counts(peer) {
        let seat = edge.handshake_seats.take(peer, edge.limits.handshakes_of_one());
        Some(seat.ok_or(HandshakeFailure::TooMany)?)
    } else {
        None
    };
    let _turn = edge.handshakes.acquire().await;
    let accepted = tls.accept(tcp).await.map_err(|error| {
        tracing::debug!(%error, "TLS handshake failed");
        HandshakeFailure::Protocol
    })?;
    let Some((stream, http2)) = accepted else { return Ok(None) };
    Ok(Some((Transport::Right(Box::new(stream)), http2)))
}

/// Serves until the client leaves. On the drain, requests that are under way are finished; at the
/// cut everything is dropped.
async fn drive<S, E>(server: S, finish: impl FnOnce(Pin<&mut S>), connection: &Connection)
where
    S: Future<Output = Result<(), E>>,
    E: Display,
{
    let supervisor = &connection.lane.edge.supervisor;
    let mut server = pin!(server);
    let draining = supervisor.shutdown().token();
    // HTTP/2's is boxed, so that HTTP/1 does not carry it.
    let neglect = async {
        if connection.is_http1() {
            silent(connection).await;
        } else {
            Box::pin(neglected(connection)).await;
        }
    };
    tokio::select! {
        biased;
        ended = server.as_mut() => return log_end(ended),
        () = neglect => return,
        () = draining.cancelled() => finish(server.as_mut()),
    }
    tokio::select! {
        ended = server => log_end(ended),
        () = supervisor.shutdown().was_cut() => {}
    }
}

/// Returns when a client of HTTP/1 has been expected to ask for something, or to finish asking,
/// for as long as that may take.
async fn silent(connection: &Connection) {
    const PARTS: u32 = 4;
    let part = connection.lane.edge.limits.header_time / PARTS;
    let (mut seen, mut quiet) = (0, 0);
    while quiet < PARTS {
        connection.lane.deadlines.after(part).await;
        let progress = connection.progress();
        let busy = progress != seen || connection.is_busy();
        (seen, quiet) = (progress, if busy { 0 } else { quiet + 1 });
    }
}

/// Returns when a client of HTTP/2 has asked for nothing, or takes nothing of what it asked for:
/// the protocol has no time limit of its own for the first, and the second shows on a stream, not
/// on the socket.
async fn neglected(connection: &Connection) {
    let limits = &connection.lane.edge.limits;
    let began = Instant::now();
    loop {
        sleep(limits.header_time.min(limits.write_time / 4)).await;
        let silent = !connection.was_used() && began.elapsed() >= limits.header_time;
        if silent || connection.is_stalled(limits.write_time) {
            return;
        }
    }
}

fn log_end(ended: Result<(), impl Display>) {
    if let Err(error) = ended {
        tracing::debug!(%error, "connection ended");
    }
}

fn http2_server(edge: &Edge) -> http2::Builder<Spawner> {
    let mut server = http2::Builder::new(Spawner(edge.supervisor.clone()));
    server
        .timer(TokioTimer::new())
        .max_concurrent_streams(edge.limits.streams)
        // Up to this much a browser with too many cookies is told to drop them.
        .max_header_list_size(edge.limits.header_bytes.saturating_mul(4))
        .keep_alive_interval(edge.limits.ping_after)
        .keep_alive_timeout(edge.limits.ping_time)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_send_buf_size(SEND_BUFFER);
    server
}
