//! The way to a connection that an answer of 101 makes a stream of bytes.

use std::sync::{Arc, Mutex, PoisonError};

use http::Extensions;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::oneshot;

/// A connection that speaks something else now.
pub trait ByteStream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> ByteStream for T {}

type Connection = Box<dyn ByteStream>;

/// Rides on a request that wants its connection upgraded. Whoever takes it and answers 101 gets the
/// connection.
#[derive(Clone)]
pub struct Upgrade(Arc<Mutex<Option<oneshot::Receiver<Connection>>>>);

/// The side of the server.
pub struct UpgradeSender(oneshot::Sender<Connection>);

impl Upgrade {
    pub fn pair() -> (UpgradeSender, Upgrade) {
        let (sender, receiver) = oneshot::channel();
        (UpgradeSender(sender), Upgrade(Arc::new(Mutex::new(Some(receiver)))))
    }

    /// The connection, once the answer is on its way. `None`: it never came to that, or another has
    /// taken it.
    pub async fn connection(self) -> Option<Box<dyn ByteStream>> {
        let receiver = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        receiver?.await.ok()
    }

    pub fn take(extensions: &mut Extensions) -> Option<Self> {
        extensions.remove()
    }
}

impl UpgradeSender {
    pub fn send(self, connection: impl ByteStream + 'static) {
        // Whoever asked for it may have left.
        let _ = self.0.send(Box::new(connection));
    }
}
