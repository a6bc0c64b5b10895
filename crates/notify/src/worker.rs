use std::time::Duration;

use kit::Worker;

use crate::{Notify, deliver, forward, rules};

const PRUNE_PERIOD: Duration = Duration::from_secs(60);

pub(crate) fn all(notify: &Notify) -> Vec<Worker> {
    let (forwarder, listener, pruner) = (notify.clone(), notify.clone(), notify.clone());
    vec![
        deliver::worker(notify),
        Worker::new("notify.forward", move |token| forward::run(forwarder.clone(), token)),
        Worker::new("notify.rules", move |token| rules::run(listener.clone(), token)),
        Worker::every("notify.prune", PRUNE_PERIOD, move || try_to_prune(pruner.clone())),
    ]
}

async fn try_to_prune(notify: Notify) {
    if let Err(error) = notify.prune().await {
        tracing::warn!(%error, "pruning notifications failed; retrying with the next round");
    }
}
