//! Opening the sockets that clients connect to.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs};

use socket2::{Domain, Protocol, Socket, Type};

const BACKLOG: i32 = 4096;

/// The bound sockets of one configured address.
#[derive(Debug)]
pub struct Listener {
    sockets: Vec<TcpListener>,
    address: SocketAddr,
}

impl Listener {
    /// Binds `host:port`. An empty host means every interface, over IPv6 and IPv4; a name means
    /// every address it stands for.
    pub fn bind(address: &str) -> io::Result<Self> {
        let explain = |error: io::Error| {
            io::Error::new(error.kind(), format!("cannot listen on `{address}`: {error}"))
        };
        let sockets = bind_all(address).map_err(explain)?;
        let address = sockets[0].local_addr()?;
        Ok(Listener { sockets, address })
    }

    /// The first address that was bound, with the port that the system chose where 0 was asked.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Every address that was bound.
    pub fn addresses(&self) -> impl Iterator<Item = SocketAddr> {
        self.sockets.iter().filter_map(|socket| socket.local_addr().ok())
    }

    pub(crate) fn sockets(&self) -> &[TcpListener] {
        &self.sockets
    }
}

/// At least one socket, or an error.
fn bind_all(address: &str) -> io::Result<Vec<TcpListener>> {
    if let Some(port) = address.strip_prefix(':') {
        let port = port.parse().map_err(io::Error::other)?;
        let everywhere = bind_one((Ipv6Addr::UNSPECIFIED, port).into());
        let bound = everywhere.or_else(|error| match error.kind() {
            io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied => Err(error),
            _ => bind_one((Ipv4Addr::UNSPECIFIED, port).into()),
        })?;
        return Ok(vec![bound]);
    }
    let mut sockets: Vec<TcpListener> = Vec::new();
    let mut missing = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for mut address in address.to_socket_addrs()? {
        if let Some(first) = sockets.first() {
            address.set_port(first.local_addr()?.port());
        }
        match bind_one(address) {
            Ok(socket) => sockets.push(socket),
            // A name such as `localhost` can have an address that this machine does not have.
            Err(error) if error.kind() == io::ErrorKind::AddrNotAvailable => missing = error,
            Err(error) => return Err(error),
        }
    }
    if sockets.is_empty() { Err(missing) } else { Ok(sockets) }
}

fn bind_one(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    if address.is_ipv6() {
        socket.set_only_v6(!address.ip().is_unspecified())?;
    }
    socket.set_reuse_address(true)?;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}
