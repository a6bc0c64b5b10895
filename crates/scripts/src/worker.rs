use std::time::Duration;

use events::Event;
use events::facts::{ExecutionCancelled, SchedulesChanged};
use kit::Worker;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use crate::Scripts;
use crate::run::Why;
use crate::service::SIGN_OF_LIFE;

const PRUNE_PERIOD: Duration = Duration::from_secs(60);

pub(crate) fn all(scripts: &Scripts) -> Vec<Worker> {
    let (timer, teller, listener) = (scripts.clone(), scripts.clone(), scripts.clone());
    let (pruner, neighbour) = (scripts.clone(), scripts.clone());
    let mut workers = vec![
        Worker::new("scripts.schedules", move |token| timer.clone().keep_time(token)),
        Worker::new("scripts.output", move |token| teller.clone().tell_output(token)),
        Worker::new("scripts.listen", move |token| listener.clone().listen(token)),
        Worker::every("scripts.prune", PRUNE_PERIOD, move || {
            let pruner = pruner.clone();
            async move { pruner.prune_now().await }
        }),
    ];
    if scripts.db().is_shared() {
        workers.push(Worker::every("scripts.neighbours", SIGN_OF_LIFE, move || {
            neighbour.clone().look_after_others()
        }));
    }
    workers
}

impl Scripts {
    /// Hears what other programs on the same database did.
    async fn listen(self, token: CancellationToken) {
        let mut facts = self.events().subscribe();
        // Something may have changed before anybody listened.
        self.replanned().notify_one();
        while let Some(received) = token.run_until_cancelled(facts.recv()).await {
            match received {
                Ok(event) => self.hear(&event),
                Err(RecvError::Lagged(_)) => self.replanned().notify_one(),
                Err(RecvError::Closed) => return,
            }
        }
    }

    fn hear(&self, event: &Event) {
        if event.is::<SchedulesChanged>() && !event.is_ours {
            self.replanned().notify_one();
        }
        if let Some(ExecutionCancelled { id }) = event.read() {
            self.stop(&id, Why::Cancelled);
        }
    }
}
