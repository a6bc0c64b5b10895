use std::sync::atomic::{AtomicUsize, Ordering};

use engines::{Action, Change, Container, Details, Done, Inspected, Surroundings};
use futures::future::BoxFuture;
use futures::stream::{self, BoxStream};
use kit::{Metrics, Shutdown, Timestamp};

use super::*;

/// An engine that counts who listens, and says something new again and again.
#[derive(Default)]
struct Counting {
    opened: AtomicUsize,
    open: Arc<AtomicUsize>,
    /// What does not run says nothing.
    stopped: bool,
}

struct Listener(Arc<AtomicUsize>);

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl engines::Witness for Counting {}

impl Engine for Counting {
    fn runtime(&self) -> Runtime {
        Runtime::Docker
    }

    fn containers(&self) -> BoxFuture<'_, Result<Vec<Container>, EngineError>> {
        unreachable!("only figures are asked for")
    }

    fn container<'a>(&'a self, _: &'a ContainerId) -> BoxFuture<'a, Result<Details, EngineError>> {
        unreachable!("only figures are asked for")
    }

    fn inspect<'a>(&'a self, _: &'a ContainerId) -> BoxFuture<'a, Result<Inspected, EngineError>> {
        unreachable!("only figures are asked for")
    }

    fn act<'a>(
        &'a self,
        _: &'a ContainerId,
        _: Action,
    ) -> BoxFuture<'a, Result<Done, EngineError>> {
        unreachable!("only figures are asked for")
    }

    fn surroundings(&self) -> BoxFuture<'_, Result<Surroundings, EngineError>> {
        unreachable!("only figures are asked for")
    }

    fn changes(&self) -> BoxStream<'static, Change> {
        unreachable!("only figures are asked for")
    }

    fn usage(&self, _: &ContainerId) -> BoxStream<'static, Result<Usage, EngineError>> {
        self.opened.fetch_add(1, Ordering::SeqCst);
        self.open.fetch_add(1, Ordering::SeqCst);
        let listener = Listener(self.open.clone());
        if self.stopped {
            return stream::empty().boxed();
        }
        stream::unfold((listener, 0), |(listener, second)| async move {
            tokio::time::sleep(Duration::from_millis(10)).await;
            Some((Ok(usage(second)), (listener, second + 1)))
        })
        .boxed()
    }
}

fn usage(second: u64) -> Usage {
    Usage {
        at: Timestamp(0),
        cores_used: 0.5,
        total_cores: 2.0,
        cpu_time: Duration::from_secs(second),
        memory_used: 1,
        memory_limit: 2,
        received: 0,
        sent: 0,
        warning: None,
    }
}

fn id(number: usize) -> ContainerId {
    ContainerId::parse(&format!("c{number}")).unwrap()
}

fn fixture() -> (StatsStreams, Arc<Counting>, Arc<dyn Engine>, Shutdown) {
    let shutdown = Shutdown::default();
    let gauge = Metrics::default().gauge("streams", "Streams.");
    let keeper = StatsStreams::new(Supervisor::new(shutdown.clone()), gauge);
    let counting = Arc::new(Counting::default());
    (keeper, counting.clone(), counting, shutdown)
}

async fn settled(count: &AtomicUsize, wanted: usize) {
    let settled = async {
        while count.load(Ordering::SeqCst) != wanted {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(60), settled).await.expect("it settles");
}

#[tokio::test(start_paused = true)]
async fn one_stream_serves_all_who_ask_and_ends_when_nobody_does() {
    let (keeper, counting, engine, _) = fixture();
    for _ in 0..20 {
        let id = id(1);
        let (one, other) = tokio::join!(keeper.usage(&engine, &id), keeper.usage(&engine, &id));
        assert!(matches!(one, Ok(Measured::Usage(_))), "{one:?}");
        assert_eq!(one, other);
        tokio::time::sleep(IDLE / 2).await;
    }
    assert_eq!(counting.opened.load(Ordering::SeqCst), 1);
    tokio::time::sleep(IDLE).await;
    settled(&counting.open, 0).await;
    assert_eq!(keeper.inner.open.get(), 0);
    assert!(keeper.usage(&engine, &id(1)).await.is_ok());
    assert_eq!(counting.opened.load(Ordering::SeqCst), 2);
}

#[tokio::test(start_paused = true)]
async fn there_are_never_more_streams_than_allowed() {
    let (keeper, counting, engine, shutdown) = fixture();
    for number in 0..MOST + 20 {
        assert!(keeper.usage(&engine, &id(number)).await.is_ok());
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert!(keeper.streams().len() <= MOST);
        keeper.usage(&engine, &id(0)).await.expect("the first is asked about all the time");
    }
    settled(&counting.open, MOST).await;
    assert!(keeper.streams().contains_key(&(Runtime::Docker, id(0))));
    assert!(!keeper.streams().contains_key(&(Runtime::Docker, id(1))));
    shutdown.drain();
    settled(&counting.open, 0).await;
}

#[tokio::test(start_paused = true)]
async fn what_does_not_run_uses_nothing() {
    let (keeper, ..) = fixture();
    let engine: Arc<dyn Engine> = Arc::new(Counting { stopped: true, ..Counting::default() });
    assert_eq!(keeper.usage(&engine, &id(1)).await, Ok(Measured::NotRunning));
    assert_eq!(keeper.usage(&engine, &id(1)).await, Ok(Measured::NotRunning));
}
