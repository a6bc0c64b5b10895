use std::time::Duration;

use kit::Result;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::Notify;
use crate::service::rules::FactCursor;

/// How often it is looked whether a digest is due.
const TICK: Duration = Duration::from_secs(1);
const RETRY: Duration = Duration::from_secs(1);

/// Hears every fact, and sends what was put off when its time has come.
pub(crate) async fn run(notify: Notify, token: CancellationToken) {
    let mut facts = notify.events().subscribe();
    let mut ears = Ears { notify, place: None, tick: Instant::now() };
    while !token.is_cancelled() {
        if let Err(error) = ears.catch_up().await {
            tracing::warn!(%error, "evaluating notification rules failed; retrying");
            token.run_until_cancelled(sleep(RETRY)).await;
            continue;
        }
        tokio::select! {
            () = token.cancelled() => return,
            // It only says that there is something new; what it is, the table knows.
            heard = facts.recv() => if matches!(heard, Err(RecvError::Closed)) { return },
            () = sleep_until(ears.tick) => {}
        }
    }
}

struct Ears {
    notify: Notify,
    place: Option<FactCursor>,
    tick: Instant,
}

impl Ears {
    async fn catch_up(&mut self) -> Result<()> {
        let mut place = match self.place.take() {
            Some(place) => place,
            None => FactCursor::at(self.notify.facts_heard().await?),
        };
        while self.notify.hear_facts(&mut place).await? {}
        self.place = Some(place);
        if self.tick <= Instant::now() {
            self.tick = Instant::now() + TICK;
            self.notify.send_digests().await?;
        }
        Ok(())
    }
}
