//! What is kept in memory is read again when another program on the database has changed it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use events::{Event, Events, MIGRATIONS};
use kit::{Shutdown, Supervisor, Worker};
use testkit::{both, deadline};

use crate::lab::{DoorOpened, PATIENCE, Running, open, opened};

/// Counts how often something was read again. The first attempt fails.
#[derive(Clone, Default)]
struct Reader(Arc<AtomicU64>);

impl Reader {
    fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn follower(&self, events: &Events) -> Worker {
        let reader = self.clone();
        events.follower("doors", Event::is::<DoorOpened>, move || {
            let reader = reader.clone();
            async move {
                match reader.0.fetch_add(1, Ordering::Relaxed) {
                    0 => Err("the database is away"),
                    _ => Ok(()),
                }
            }
        })
    }
}

fn supervise(worker: Worker) -> Supervisor {
    let supervisor = Supervisor::new(Shutdown::default());
    supervisor.supervise(worker);
    supervisor
}

#[tokio::test]
async fn another_program_s_change_is_read_until_it_works_and_an_own_one_never() {
    both(&[MIGRATIONS], async |db| {
        let (own, other) = (open(&db).await, open(&db).await);
        let running = Running::start(&own);
        let reader = Reader::default();
        let following = supervise(reader.follower(&own));
        let mut heard = own.subscribe();

        own.note(&opened(1)).await.expect("it is recorded");
        other.note(&opened(2)).await.expect("it is recorded");
        deadline("it is read at the second try", PATIENCE, async || reader.count() == 2).await;
        let facts = (heard.recv().await.expect("a fact"), heard.recv().await.expect("a fact"));
        assert!(facts.0.is_ours && !facts.1.is_ours);

        own.note(&opened(3)).await.expect("it is recorded");
        other.note(&opened(4)).await.expect("it is recorded");
        deadline("it is read again", PATIENCE, async || reader.count() == 3).await;
        following.shutdown().drain();
        running.stop().await;
    })
    .await;
}

#[tokio::test]
async fn a_change_before_the_worker_starts_is_not_missed() {
    both(&[MIGRATIONS], async |db| {
        let (own, other) = (open(&db).await, open(&db).await);
        let running = Running::start(&own);
        let (reader, mut heard) = (Reader::default(), own.subscribe());
        let follower = reader.follower(&own);
        other.note(&opened(1)).await.expect("it is recorded");
        heard.recv().await.expect("a fact");

        let following = supervise(follower);
        deadline("it is read", PATIENCE, async || reader.count() == 2).await;
        following.shutdown().drain();
        running.stop().await;
    })
    .await;
}
