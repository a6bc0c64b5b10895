//! Runs what a connection does in the background inside the request that it belongs to, so that
//! nothing outlives it.

use std::pin::pin;

use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt};
use hyper::rt::Executor;
use tokio::sync::mpsc;

/// Takes the tasks of an HTTP/2 connection. There are a few of them for each request, and there
/// is one request.
#[derive(Clone)]
pub(crate) struct Inline(mpsc::UnboundedSender<BoxFuture<'static, ()>>);

pub(crate) type Tasks = mpsc::UnboundedReceiver<BoxFuture<'static, ()>>;

impl Inline {
    pub(crate) fn new() -> (Self, Tasks) {
        let (sender, tasks) = mpsc::unbounded_channel();
        (Inline(sender), tasks)
    }
}

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for Inline {
    fn execute(&self, task: F) {
        // A task that comes after the end of the request has nothing left to do.
        let _ = self.0.send(task.boxed());
    }
}

/// Lets the tasks run; it never ends by itself.
pub(crate) async fn run(mut tasks: Tasks) {
    let mut running = FuturesUnordered::new();
    loop {
        tokio::select! {
            Some(task) = tasks.recv() => running.push(task),
            Some(()) = running.next() => {}
            else => std::future::pending().await,
        }
    }
}

/// What `talk` comes to, while `connection` carries its bytes.
pub(crate) async fn beside<T>(connection: impl Future, talk: impl Future<Output = T>) -> T {
    let mut connection = Box::pin(connection);
    let mut talk = pin!(talk);
    tokio::select! {
        said = &mut talk => return said,
        _ = &mut connection => {}
    }
    // Only when it is gone does the talk hear of requests that it had not sent yet.
    drop(connection);
    talk.await
}
