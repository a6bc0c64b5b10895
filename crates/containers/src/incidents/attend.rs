//! Looks at how containers ended, and keeps what led to it where nobody wanted it.

use std::sync::Arc;
use std::time::Duration;

use engines::{Container, Ending, Engine, LogRequest, LogTime, Runtime};
use events::facts::ContainerDied;
use events::{Change, IconClass};
use futures::StreamExt;
use kit::{Actor, Entropy, Result, Timestamp};
use tokio::time::timeout;

use super::model::{Incident, Line, key};
use super::recorder::of_ring;
use super::ring::Search;
use super::store;
use crate::{Containers, wire};

const LAST_LINES: u32 = 100;
const LONGEST_LINE: usize = 4 * 1024;
const LONGEST_LOOK: Duration = Duration::from_secs(20);
/// What happened a moment ago may still be on its way to us.
const ON_ITS_WAY: Duration = Duration::from_secs(10);
/// How far behind the record of what was seen may be.
const STALE: Duration = Duration::from_secs(60);
/// Lines of the end may have a later time than the end.
const AFTERWARDS: Duration = Duration::from_secs(1);

impl Containers {
    /// Keeps an incident for every end that nobody wanted and that is not known yet. What a
    /// container did before it was looked at for the first time is not ours.
    pub(super) async fn examine(
        &self,
        engine: &Arc<dyn Engine>,
        container: &Container,
    ) -> Result<()> {
        let (key, now) = (key(container), self.parts().clock.now());
        let seen = store::seen(&mut *self.parts().db.read().await?, &key).await?;
        let Some(since) = seen else { return self.see(&key, now).await };
        let endings = match engine.endings(&container.id, since).await {
            Ok(endings) => endings,
            // It is looked at again when the engine is back.
            Err(error) => {
                tracing::debug!(container = %container.id, %error, "how it ended is not known");
                return Ok(());
            }
        };
        for ending in endings.iter().filter(|ending| ending.is_crash()) {
            self.keep(engine, container, ending).await?;
        }
        let last = endings.iter().map(|ending| ending.at).max();
        let until = last.unwrap_or(since).max(now.before(ON_ITS_WAY));
        if last.is_some() || until.since(since) > STALE {
            self.see(&key, until).await
        } else {
            Ok(())
        }
    }

    async fn see(&self, key: &str, at: Timestamp) -> Result<()> {
        let mut tx = self.parts().db.begin().await?;
        store::see(&mut tx, key, at).await?;
        Ok(tx.commit().await?)
    }

    async fn keep(
        &self,
        engine: &Arc<dyn Engine>,
        container: &Container,
        ending: &Ending,
    ) -> Result<()> {
        let key = key(container);
        let incident = Incident {
            id: format!("inc_{}", Entropy.hex::<8>()),
            container_id: wire::id(container).to_owned(),
            name: container.name.to_string(),
            image: container.image.clone(),
            runtime: container.runtime.into_str().to_owned(),
            namespace: container.namespace.as_deref().map(str::to_owned),
            at: ending.at,
            exit_code: ending.exit_code,
            out_of_memory: ending.out_of_memory,
            lines: self.last_lines(engine, container, ending.at).await,
            stats: self.listening().samples.before(&key, ending.at),
        };
        let mut tx = self.parts().events.begin().await?;
        if store::insert(&mut tx, &key, &incident).await? {
            store::prune(&mut tx, &key).await?;
            tx.record(&noticed(&incident)).await?;
        }
        Ok(tx.commit().await?)
    }

    /// From the engine, or from the ring where the engine has nothing any more.
    async fn last_lines(
        &self,
        engine: &Arc<dyn Engine>,
        container: &Container,
        end: Timestamp,
    ) -> Vec<Line> {
        let until = LogTime::from(end.after(AFTERWARDS));
        for previous in [false, true] {
            if previous && engine.runtime() == Runtime::Docker {
                continue;
            }
            let wanted = LogRequest { tail: Some(LAST_LINES), previous, ..LogRequest::default() };
            let look = async {
                let mut lines = engine.logs(&container.id, wanted).await.ok()?;
                let mut found = Vec::new();
                while let Some(Ok(batch)) = lines.next().await {
                    found.extend(batch.into_iter().filter(|line| line.at <= Some(until)));
                }
                Some(found)
            };
            let found = timeout(LONGEST_LOOK, look).await.ok().flatten().unwrap_or_default();
            if !found.is_empty() {
                return found.iter().map(|line| Line::cut(line, LONGEST_LINE)).collect();
            }
        }
        let search = Search { until: Some(until), limit: LAST_LINES as usize, ..Search::default() };
        let ring = self.listening().rings.of(&key(container));
        let kept = of_ring(&ring, move |ring| ring.search(&search)).await.unwrap_or_default();
        kept.lines.iter().map(|stored| Line::cut(&stored.line, LONGEST_LINE)).collect()
    }
}

fn noticed(incident: &Incident) -> Change {
    let why = match (incident.out_of_memory, incident.exit_code) {
        (true, _) => "it took more memory than it may".to_owned(),
        (false, Some(code)) => format!("exit code {code}"),
        (false, None) => "nobody knows why".to_owned(),
    };
    let fact = ContainerDied {
        container_id: incident.container_id.clone(),
        container_name: incident.name.clone(),
        incident_id: incident.id.clone(),
        message: why.clone(),
    };
    Change::by(Actor::system(), "container.crashed")
        .unaudited()
        .target(&*incident.name)
        .notice("AlertTriangle", IconClass::Danger, format!("{} ended: {why}", incident.name))
        .fact(&fact)
}
