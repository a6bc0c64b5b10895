//! Who reads what from engines: one stream for each container, however many follow it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engines::{Container, ContainerId, Engine, LogRequest, LogTime, Runtime};
use futures::StreamExt;
use kit::{Error, ErrorKind, Result, Supervisor};

use super::channel::{Channel, End, Reader};
use super::entry::Head;
use crate::wire;

/// Streams from engines at a time.
const MOST_FEEDS: usize = 512;
/// Lines from before the stream began, for those who look for the end of what they have.
const OVERLAP: u32 = 1000;

/// A container whose lines are wanted.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) engine: Arc<dyn Engine>,
    pub(crate) id: ContainerId,
    pub(crate) head: Head,
    pub(crate) container: Option<String>,
}

impl Source {
    pub(crate) fn of(
        engine: &Arc<dyn Engine>,
        container: &Container,
        part: Option<String>,
    ) -> Self {
        let head = Head {
            container_id: wire::id(container).into(),
            container: part.as_deref().map(Into::into),
        };
        Source { engine: engine.clone(), id: container.id.clone(), head, container: part }
    }

    fn key(&self) -> Key {
        (self.engine.runtime(), self.id.clone(), self.container.clone())
    }
}

type Key = (Runtime, ContainerId, Option<String>);

/// Cheap to clone.
#[derive(Clone)]
pub(crate) struct Feeds {
    supervisor: Supervisor,
    channels: Arc<Mutex<HashMap<Key, Arc<Channel>>>>,
}

impl Feeds {
    pub(crate) fn new(supervisor: Supervisor) -> Self {
        Feeds { supervisor, channels: Arc::default() }
    }

    /// Lines of a container, from now on at the latest. `since`: where nobody reads it yet, from
    /// then on. `patient`: nobody waits for this reader to get its lines.
    pub(crate) fn join(
        &self,
        source: &Source,
        since: Option<LogTime>,
        patient: bool,
    ) -> Result<Reader> {
        let mut channels = self.channels();
        if let Some(reader) = channels.get(&source.key()).and_then(|channel| channel.join(patient))
        {
            return Ok(reader);
        }
        if channels.len() >= MOST_FEEDS {
            let message = "Too many logs are followed at a time";
            return Err(Error::new(ErrorKind::RateLimitExceeded, message));
        }
        let channel = Arc::new(Channel::new(source.head.clone()));
        let reader = channel.join(patient).expect("a new channel is open");
        channels.insert(source.key(), channel.clone());
        let (feeds, source) = (self.clone(), source.clone());
        self.supervisor.spawn(async move {
            tokio::select! {
                end = carry(&source, since, &channel) => channel.finish(end),
                () = channel.abandoned() => {}
                () = feeds.supervisor.shutdown().draining() => {}
            }
            feeds.forget(&source.key(), &channel);
        });
        Ok(reader)
    }

    fn forget(&self, key: &Key, channel: &Arc<Channel>) {
        let mut channels = self.channels();
        // Somebody may have opened another one meanwhile.
        if channels.get(key).is_some_and(|known| Arc::ptr_eq(known, channel)) {
            channels.remove(key);
        }
    }

    fn channels(&self) -> MutexGuard<'_, HashMap<Key, Arc<Channel>>> {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn carry(source: &Source, since: Option<LogTime>, channel: &Channel) -> End {
    let wanted = LogRequest {
        tail: Some(OVERLAP),
        since,
        follow: true,
        container: source.container.clone(),
        previous: false,
    };
    let mut lines = match source.engine.logs(&source.id, wanted).await {
        Ok(lines) => lines,
        Err(error) => return End::Failed(error),
    };
    channel.opened();
    while let Some(batch) = lines.next().await {
        match batch {
            Ok(batch) => channel.push(batch).await,
            Err(error) => return End::Failed(error),
        }
    }
    End::Finished
}
