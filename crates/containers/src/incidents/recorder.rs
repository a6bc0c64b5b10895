//! Follows containers and writes what they say into their rings.

use std::collections::HashSet;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engines::{Container, ContainerId, Engine, LogLine, LogTime, Runtime};
use futures::FutureExt;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::model::key;
use super::ring::Ring;
use super::rings::MOST_RINGS;
use crate::Containers;
use crate::logs::{Reader, Source};

/// Fewer lines wait a little for others, so that the disk is written to in bunches.
const MANY: usize = 256;
const BUNCH: Duration = Duration::from_millis(200);

/// Whose lines are being written down.
#[derive(Debug, Clone, Default)]
pub(crate) struct Recorder {
    running: Arc<Mutex<HashSet<(Runtime, ContainerId)>>>,
}

impl Recorder {
    fn running(&self) -> MutexGuard<'_, HashSet<(Runtime, ContainerId)>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `false`: it is done already, or for too many others.
    fn begin(&self, key: (Runtime, ContainerId)) -> bool {
        let mut running = self.running();
        running.len() < MOST_RINGS && running.insert(key)
    }
}

impl Containers {
    /// Writes down what a container says, until it stops.
    pub(super) fn write_down(&self, engine: &Arc<dyn Engine>, container: &Container) {
        let recorder = self.listening().recorder.clone();
        let own = (engine.runtime(), container.id.clone());
        if !recorder.begin(own.clone()) {
            return;
        }
        let ring = self.listening().rings.of(&key(container));
        let source = Source::of(engine, container, None);
        let feeds = self.listening().feeds.clone();
        self.parts().supervisor.spawn(async move {
            let newest = of_ring(&ring, |ring| Ok(ring.newest())).await.ok().flatten();
            if let Ok(reader) = feeds.join(&source, newest, true)
                && let Err(error) = keep(reader, &ring, newest).await
            {
                tracing::warn!(container = %source.id, %error, "writing a container's log to disk failed; retrying with the next look");
            }
            recorder.running().remove(&own);
        });
    }
}

async fn keep(mut reader: Reader, ring: &Ring, newest: Option<LogTime>) -> io::Result<()> {
    loop {
        let Ok(first) = reader.next().await else { return Ok(()) };
        let mut lines: Vec<LogLine> = first.iter().map(|entry| entry.line.clone()).collect();
        if lines.len() < MANY {
            sleep(BUNCH).await;
        }
        while lines.len() < 4 * MANY
            && let Some(Ok(more)) = reader.next().now_or_never()
        {
            lines.extend(more.iter().map(|entry| entry.line.clone()));
        }
        // What was written down before the program was started again.
        lines.retain(|line| line.at > newest);
        of_ring(ring, move |ring| ring.append(&lines)).await?;
    }
}

/// Disks make one wait.
pub(super) async fn of_ring<T: Send + 'static>(
    ring: &Ring,
    work: impl FnOnce(&Ring) -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    let ring = ring.clone();
    spawn_blocking(move || work(&ring)).await.map_err(io::Error::other)?
}
