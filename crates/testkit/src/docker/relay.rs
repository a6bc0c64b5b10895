use std::io;
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// The engine's socket on a port of loopback. The engine itself cannot listen plainly while it
/// listens with TLS.
#[derive(Debug)]
pub(super) struct Relay {
    port: u16,
    closed: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Relay {
    pub(super) fn open(port: u16, socket: &Path) -> Relay {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).expect("the port is free");
        let closed = Arc::new(AtomicBool::new(false));
        let (flag, socket) = (Arc::clone(&closed), socket.to_owned());
        let thread = thread::spawn(move || accept(&listener, &flag, &socket));
        Relay { port, closed, thread: Some(thread) }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::SeqCst);
        // Wakes the thread that waits for a connection.
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port));
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn accept(listener: &TcpListener, closed: &AtomicBool, socket: &PathBuf) {
    while let Ok((client, _)) = listener.accept() {
        if closed.load(Ordering::SeqCst) {
            return;
        }
        if let Ok(engine) = UnixStream::connect(socket) {
            thread::spawn(move || carry(&client, &engine));
        }
    }
}

fn carry(client: &TcpStream, engine: &UnixStream) {
    thread::scope(|both| {
        both.spawn(|| {
            let _ = io::copy(&mut &*client, &mut &*engine);
            let _ = engine.shutdown(Shutdown::Write);
        });
        let _ = io::copy(&mut &*engine, &mut &*client);
        let _ = client.shutdown(Shutdown::Both);
    });
}
