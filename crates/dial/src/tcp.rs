//! What every TCP connection is set to, whoever made it.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::net::TcpStream;

/// A peer that vanished without a word is noticed after two minutes.
const KEEPALIVE: TcpKeepalive = TcpKeepalive::new()
    .with_time(Duration::from_secs(60))
    .with_interval(Duration::from_secs(15))
    .with_retries(4);

/// Small pieces must not wait for the acknowledgement of earlier ones, and a connection that is
/// used by nobody any more must not stay.
pub fn prepare(tcp: &TcpStream) -> io::Result<()> {
    tcp.set_nodelay(true)?;
    SockRef::from(tcp).set_tcp_keepalive(&KEEPALIVE)
}

pub(crate) async fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let tcp = TcpStream::connect(address).await?;
    prepare(&tcp)?;
    Ok(tcp)
}
