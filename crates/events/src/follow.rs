use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kit::Worker;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio_util::sync::CancellationToken;

use crate::{Event, Events};

/// When a copy that could not be read is tried again.
const RETRY: Duration = Duration::from_secs(1);

type Concerns = fn(&Event) -> bool;

impl Events {
    /// For a slice that keeps in memory what its tables hold: a worker that has it read again when
    /// another program on the database tells a fact that concerns it, or when facts were missed.
    /// However many wait, it is read once for all of them. It listens from this call on, so that
    /// nothing is missed between reading the tables and the start of the worker.
    pub fn follower<R, Fut, E>(&self, name: &'static str, concerns: Concerns, reread: R) -> Worker
    where
        R: Fn() -> Fut + Clone + Send + Sync + 'static,
        Fut: Future<Output = Result<(), E>> + Send,
        E: Display + Send,
    {
        let (events, first) = (self.clone(), Mutex::new(Some(self.subscribe())));
        Worker::new(name, move |token| {
            let first = first.lock().unwrap_or_else(PoisonError::into_inner).take();
            let starts_again = first.is_none();
            let mut facts = first.unwrap_or_else(|| events.subscribe());
            let reread = reread.clone();
            async move {
                if starts_again {
                    reread_until_it_works(name, &reread, &token).await;
                }
                while changed(&mut facts, concerns, &token).await {
                    reread_until_it_works(name, &reread, &token).await;
                }
            }
        })
    }
}

/// Waits for a change by another program. False at the end.
async fn changed(
    facts: &mut Receiver<Arc<Event>>,
    concerns: Concerns,
    token: &CancellationToken,
) -> bool {
    let is_change = |event: &Event| concerns(event) && !event.is_ours;
    let mut is_stale = false;
    while !is_stale {
        is_stale = match token.run_until_cancelled(facts.recv()).await {
            Some(Ok(event)) => is_change(&event),
            Some(Err(RecvError::Lagged(_))) => true,
            Some(Err(RecvError::Closed)) | None => return false,
        };
    }
    // What else waits is covered by the same reading.
    loop {
        match facts.try_recv() {
            Ok(_) | Err(TryRecvError::Lagged(_)) => {}
            Err(TryRecvError::Empty | TryRecvError::Closed) => return true,
        }
    }
}

async fn reread_until_it_works<R, Fut, E>(name: &str, reread: &R, token: &CancellationToken)
where
    R: Fn() -> Fut,
    Fut: Future<Output = Result<(), E>>,
    E: Display,
{
    while let Err(error) = reread().await {
        tracing::warn!(worker = name, %error, "reloading what another program changed failed; retrying in 1 s");
        if token.run_until_cancelled(tokio::time::sleep(RETRY)).await.is_none() {
            return;
        }
    }
}
