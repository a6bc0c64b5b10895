//! Stands between a gateway and its engine, and counts what is asked.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use testkit::docker::DockerEngine;
use testkit::free_port;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy, split};
use tokio::net::{TcpListener, UnixStream};
use tokio::task::JoinSet;

/// The engine's socket at another place, until this is dropped.
pub(crate) struct Relay {
    address: SocketAddr,
    asked: Arc<AtomicUsize>,
    _tasks: JoinSet<()>,
}

impl Relay {
    pub(crate) async fn tcp(host: IpAddr, engine: &DockerEngine) -> Relay {
        let address = SocketAddr::new(host, free_port());
        let listener = TcpListener::bind(address).await.expect("a free port");
        let (asked, socket) = (Arc::<AtomicUsize>::default(), engine.socket().to_owned());
        let counter = asked.clone();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut open = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                open.spawn(carry(client, socket.clone(), counter.clone()));
                while open.try_join_next().is_some() {}
            }
        });
        Relay { address, asked, _tasks: tasks }
    }

    /// As configurations name it.
    pub(crate) fn address(&self) -> String {
        format!("tcp://{}", self.address)
    }

    /// How many requests came so far.
    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

async fn carry<S: AsyncRead + AsyncWrite>(client: S, socket: PathBuf, asked: Arc<AtomicUsize>) {
    let Ok(engine) = UnixStream::connect(&socket as &Path).await else { return };
    let (mut from_client, mut to_client) = split(client);
    let (mut from_engine, mut to_engine) = split(engine);
    let requests = async {
        let mut buffer = [0; 16 << 10];
        while let Ok(length @ 1..) = from_client.read(&mut buffer).await {
            let text = String::from_utf8_lossy(&buffer[..length]);
            asked.fetch_add(text.matches(" HTTP/1.1\r\n").count(), Ordering::SeqCst);
            if to_engine.write_all(&buffer[..length]).await.is_err() {
                return;
            }
        }
    };
    // Whoever ends first ends both.
    tokio::select! {
        () = requests => {}
        _ = copy(&mut from_engine, &mut to_client) => {}
    }
}
