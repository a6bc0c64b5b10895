//! From addresses to a connection.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tokio::net::TcpStream;
use tokio::time::sleep;

use crate::FetchError;

/// How long an address has the field to itself before the next one is tried beside it.
const HEAD_START: Duration = Duration::from_millis(250);

/// The first of the addresses that answers.
pub(crate) async fn connect(addresses: Vec<SocketAddr>) -> Result<TcpStream, FetchError> {
    let mut waiting = addresses.into_iter().peekable();
    let mut tries = FuturesUnordered::new();
    let mut failure = io::Error::from(io::ErrorKind::NotFound);
    loop {
        match waiting.next() {
            Some(address) => tries.push(TcpStream::connect(address)),
            None if tries.is_empty() => return Err(FetchError::not_connected(&failure)),
            None => {}
        }
        tokio::select! {
            Some(tried) = tries.next() => match tried {
                Ok(stream) => return Ok(stream),
                Err(error) => failure = error,
            },
            () = sleep(HEAD_START), if waiting.peek().is_some() => {}
        }
    }
}
