use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engines::{ContainerId, Engine, EngineError, Fault, Runtime, Usage};
use futures::StreamExt;
use kit::Supervisor;
use prometheus::IntGauge;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

/// A stream that nobody asked about for this long is let go.
const IDLE: Duration = Duration::from_secs(60);
/// An engine needs two seconds for the first figures, and a busy machine more.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// Each is a connection to the engine. Beyond that, the one that was asked about longest ago goes.
const MOST: usize = 200;

type Key = (Runtime, ContainerId);
type Latest = Option<Result<Usage, EngineError>>;

/// What came of asking.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Measured {
    Usage(Usage),
    /// It does not run, so it uses nothing.
    NotRunning,
}

/// Keeps the streams.
#[derive(Clone)]
pub(crate) struct StatsStreams {
    inner: Arc<Inner>,
}

struct Inner {
    supervisor: Supervisor,
    streams: Mutex<HashMap<Key, Stream>>,
    open: IntGauge,
}

struct Stream {
    latest: watch::Receiver<Latest>,
    /// When somebody asked last.
    asked: watch::Sender<Instant>,
    ended: CancellationToken,
}

impl StatsStreams {
    pub(crate) fn new(supervisor: Supervisor, open: IntGauge) -> Self {
        StatsStreams { inner: Arc::new(Inner { supervisor, streams: Mutex::default(), open }) }
    }

    /// What a container uses, as of the last second or two.
    pub(crate) async fn usage(
        &self,
        engine: &Arc<dyn Engine>,
        id: &ContainerId,
    ) -> Result<Measured, EngineError> {
        let mut latest = self.subscribe(engine, id);
        match timeout(LONGEST_WAIT, latest.wait_for(Option::is_some)).await {
            Ok(Ok(usage)) => match &*usage {
                Some(Ok(usage)) => Ok(Measured::Usage(usage.clone())),
                Some(Err(error)) => Err(error.clone()),
                None => Ok(Measured::NotRunning),
            },
            Ok(Err(_)) => Ok(Measured::NotRunning),
            Err(_) => Err(EngineError::new(Fault::Timeout, "the engine does not say what is used")),
        }
    }

    fn subscribe(&self, engine: &Arc<dyn Engine>, id: &ContainerId) -> watch::Receiver<Latest> {
        let key = (engine.runtime(), id.clone());
        let mut streams = self.streams();
        if let Some(stream) = streams.get(&key) {
            stream.asked.send_replace(Instant::now());
            return stream.latest.clone();
        }
        if streams.len() >= MOST {
            let longest_ago = streams.iter().min_by_key(|(_, stream)| *stream.asked.borrow());
            let longest_ago = longest_ago.map(|(key, _)| key.clone());
            if let Some(stream) = longest_ago.and_then(|key| streams.remove(&key)) {
                stream.ended.cancel();
            }
        }
        let (sender, latest) = watch::channel(None);
        let (asked, was_asked) = watch::channel(Instant::now());
        let ended = self.inner.supervisor.shutdown().token();
        let stream = Stream { latest: latest.clone(), asked, ended: ended.clone() };
        streams.insert(key.clone(), stream);
        self.inner.open.set(i64::try_from(streams.len()).unwrap_or(i64::MAX));
        let (keeper, usage) = (self.clone(), engine.usage(id));
        self.inner.supervisor.spawn(async move {
            let run = follow(usage, &sender, was_asked);
            ended.run_until_cancelled(run).await;
            keeper.let_go(&key, &latest_of(&sender));
        });
        latest
    }

    /// Another stream may have taken the place meanwhile.
    fn let_go(&self, key: &Key, own: &watch::Receiver<Latest>) {
        let mut streams = self.streams();
        if streams.get(key).is_some_and(|stream| stream.latest.same_channel(own)) {
            streams.remove(key);
        }
        self.inner.open.set(i64::try_from(streams.len()).unwrap_or(i64::MAX));
    }

    fn streams(&self) -> MutexGuard<'_, HashMap<Key, Stream>> {
        self.inner.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn latest_of(sender: &watch::Sender<Latest>) -> watch::Receiver<Latest> {
    sender.subscribe()
}

/// Takes what comes until it ends, fails, or nobody asks any more.
async fn follow(
    mut usage: futures::stream::BoxStream<'static, Result<Usage, EngineError>>,
    latest: &watch::Sender<Latest>,
    asked: watch::Receiver<Instant>,
) {
    loop {
        let until = *asked.borrow() + IDLE;
        tokio::select! {
            next = usage.next() => {
                let Some(next) = next else { return };
                let failed = next.is_err();
                latest.send_replace(Some(next));
                if failed {
                    return;
                }
            }
            () = sleep_until(until) => {
                if asked.borrow().elapsed() >= IDLE {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
