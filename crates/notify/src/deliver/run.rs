use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use events::Event;
use kit::{Result, Worker};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::deliverer::Deliverer;
use crate::Notify;
use crate::model::Confirmation;

/// How often lines are looked at that wait for something.
const TICK: Duration = Duration::from_millis(250);
const RETRY: Duration = Duration::from_secs(1);
/// Confirmations that are written down together.
const TOGETHER: usize = 1024;

type Facts = broadcast::Receiver<Arc<Event>>;

pub(crate) fn worker(notify: &Notify) -> Worker {
    let notify = notify.clone();
    // Listening begins here, not when the worker first runs, so that no fact falls in between.
    let first = Arc::new(Mutex::new(Some(notify.events().subscribe())));
    Worker::new("notify.deliver", move |token| {
        let earlier = first.lock().unwrap_or_else(PoisonError::into_inner).take();
        let facts = earlier.unwrap_or_else(|| notify.events().subscribe());
        run(notify.clone(), facts, token)
    })
}

/// Delivers until the token ends it. What it keeps in memory can be found anew in the queue.
async fn run(notify: Notify, mut facts: Facts, token: CancellationToken) {
    let receiver = notify.inner.confirmations.receiver.clone();
    let mut confirmations = receiver.lock().await;
    // Before the first look, for the same reason.
    let mut arrivals = notify.sockets().arrivals();
    let mut deliverer = Deliverer::new(notify);
    let mut batch = Vec::new();
    while !token.is_cancelled() {
        let heard = tokio::select! {
            () = token.cancelled() => return,
            device = arrivals.recv() => {
                match device {
                    Ok(device) => deliverer.arrived(device),
                    Err(RecvError::Lagged(_)) => deliverer.look_everywhere(),
                    Err(RecvError::Closed) => return,
                }
                Ok(())
            }
            fact = facts.recv() => match fact {
                Ok(event) => deliverer.heard(&event).await,
                Err(RecvError::Lagged(_)) => {
                    deliverer.look_everywhere();
                    Ok(())
                }
                Err(RecvError::Closed) => return,
            },
            _ = confirmations.recv_many(&mut batch, TOGETHER), if batch.is_empty() => Ok(()),
            () = sleep(TICK), if deliverer.is_waiting() => Ok(()),
        };
        let done = match heard {
            Ok(()) => move_on(&mut deliverer, &mut batch).await,
            failed => failed,
        };
        if let Err(error) = done {
            tracing::warn!(%error, "delivering notifications failed; retrying");
            deliverer.look_everywhere();
            token.run_until_cancelled(sleep(RETRY)).await;
        }
    }
}

/// What is confirmed stays in the batch until it is written down.
async fn move_on(deliverer: &mut Deliverer, batch: &mut Vec<Confirmation>) -> Result<()> {
    if !batch.is_empty() {
        deliverer.confirmed(batch).await?;
        batch.clear();
    }
    deliverer.step().await
}
