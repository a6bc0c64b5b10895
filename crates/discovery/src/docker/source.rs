use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use engines::{
    Change, Container, ContainerId, Docker, Engine, EngineError, Fault, Standpoint, State,
};
use futures::StreamExt;
use futures::future::{BoxFuture, FutureExt, OptionFuture};
use tokio_util::sync::CancellationToken;

use super::inspections::{Inspected, Inspections};
use super::observe::observe;
use super::registry::Registry;
use crate::config::DockerConfig;
use crate::model::Source;
use crate::pace::Pace;
use crate::sightings::{Condition, Sighting, Sightings};

const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

#[derive(Debug, Clone)]
pub(crate) struct DockerSource {
    engine: Arc<Docker>,
    config: DockerConfig,
    pace: Pace,
    sightings: Sightings,
}

impl DockerSource {
    pub(crate) fn new(
        engine: Arc<Docker>,
        config: DockerConfig,
        pace: Pace,
        sightings: Sightings,
    ) -> Self {
        DockerSource { engine, config, pace, sightings }
    }

    pub(crate) async fn run(self, token: CancellationToken) {
        tokio::select! {
            () = token.cancelled() => {}
            () = DockerWatcher::new(self).watch() => {}
        }
    }
}

type Listed = Result<(Standpoint, Vec<Container>), EngineError>;

/// Watches an engine.
struct DockerWatcher {
    source: DockerSource,
    registry: Registry,
    inspections: Inspections,
    standpoint: Option<Standpoint>,
    /// A list that is on its way.
    list: Option<BoxFuture<'static, Listed>>,
    /// What happened since the list was asked for: it may be older than that.
    touched: HashSet<ContainerId>,
    /// What has to be looked at until everything that the list showed is known.
    outstanding: Option<HashSet<ContainerId>>,
    /// How many could not be looked at since the list came, and why not the last of them.
    failures: usize,
    failure: Option<EngineError>,
    /// Why there are no events.
    lost: Option<EngineError>,
    pause: Duration,
}

impl DockerWatcher {
    fn new(source: DockerSource) -> Self {
        DockerWatcher {
            inspections: Inspections::new(Arc::clone(&source.engine)),
            source,
            registry: Registry::default(),
            standpoint: None,
            list: None,
            touched: HashSet::new(),
            outstanding: None,
            failures: 0,
            failure: None,
            lost: None,
            pause: FIRST_PAUSE,
        }
    }

    async fn watch(mut self) {
        let mut changes = self.source.engine.changes();
        // It is kept from turn to turn: each call of `next` waits for a whole interval.
        let mut tick = tick(self.source.pace.clone());
        loop {
            let list: OptionFuture<_> = self.list.as_mut().into();
            tokio::select! {
                Some(change) = changes.next() => self.changed(change).await,
                Some(listed) = list => {
                    self.list = None;
                    self.listed(listed).await;
                }
                inspected = self.inspections.next() => self.inspected(inspected).await,
                pace = &mut tick => {
                    tick = self::tick(pace);
                    self.look_if_possible();
                }
            }
        }
    }

    async fn changed(&mut self, change: Change) {
        match change {
            Change::Connected => {
                self.lost = None;
                self.pause = FIRST_PAUSE;
                self.registry.doubt_all();
                self.look(Duration::ZERO);
            }
            Change::Changed(id) => {
                self.touch(&id);
                if self.standpoint.as_ref().is_some_and(|here| here.own.as_ref() == Some(&id)) {
                    // Our own networks may be others now.
                    self.look(Duration::ZERO);
                }
                self.inspections.ask(id);
            }
            Change::Gone(id) => {
                self.touch(&id);
                self.inspections.outdate(&id);
                let gone = self.registry.remove(&id);
                self.tell(gone).await;
            }
            Change::Lost(error) => self.lose(error).await,
        }
    }

    fn touch(&mut self, id: &ContainerId) {
        self.registry.doubt(id);
        if self.list.is_some() {
            self.touched.insert(id.clone());
        }
    }

    async fn lose(&mut self, error: EngineError) {
        let may_list = error.fault == Fault::Forbidden;
        if may_list {
            // A proxy before the engine may allow lists and no events.
            self.look(Duration::ZERO);
        } else {
            self.list = None;
            self.outstanding = None;
            self.inspections.forget_all();
            self.condition(Condition::Failing { reason: error.to_string() }).await;
        }
        self.lost = Some(error);
    }

    fn look_if_possible(&mut self) {
        let unreachable = self.lost.as_ref().is_some_and(|lost| lost.fault != Fault::Forbidden);
        if !unreachable && self.list.is_none() {
            self.look(Duration::ZERO);
        }
    }

    /// Asks for a list of all containers. One that is on its way may be too old and is given up.
    fn look(&mut self, pause: Duration) {
        let engine = Arc::clone(&self.source.engine);
        self.touched.clear();
        let list = async move {
            tokio::time::sleep(pause).await;
            tokio::try_join!(engine.standpoint(), engine.containers())
        };
        self.list = Some(list.boxed());
    }

    async fn listed(&mut self, listed: Listed) {
        let (standpoint, containers) = match listed {
            Ok(listed) => listed,
            Err(error) => {
                self.condition(Condition::Failing { reason: error.to_string() }).await;
                self.look(self.pause);
                self.pause = (self.pause * 2).min(LONGEST_PAUSE);
                return;
            }
        };
        self.pause = FIRST_PAUSE;
        let mut kept = std::mem::take(&mut self.touched);
        if self.standpoint.as_ref() != Some(&standpoint) {
            // What was looked at meanwhile was seen from nowhere, or from another place.
            kept.iter().for_each(|id| self.inspections.ask(id.clone()));
            self.registry.doubt_all();
            self.standpoint = Some(standpoint);
        }
        let running = containers.into_iter().filter(|one| one.state == State::Running);
        let running: Vec<Container> = running.collect();
        kept.extend(running.iter().map(|container| container.id.clone()));
        let gone = self.registry.keep(&kept);
        self.tell(gone).await;
        (self.failures, self.failure) = (0, None);
        let mut outstanding = HashSet::new();
        for container in running {
            let id = container.id.clone();
            if self.registry.is_news(container) {
                outstanding.insert(id.clone());
                self.inspections.ask(id);
            }
        }
        self.outstanding = Some(outstanding);
        self.conclude().await;
    }

    async fn inspected(&mut self, (id, found): Inspected) {
        match found {
            Ok(details) => {
                let config = &self.source.config;
                let here = self.standpoint.as_ref();
                // Without a list, nobody knows yet where we are; it is on its way.
                if let Some(here) = here {
                    let seen = observe(&details, here, config);
                    let news = self.registry.take(&id, seen);
                    self.tell(news).await;
                }
            }
            Err(error) if error.fault == Fault::NotFound => {
                let gone = self.registry.remove(&id);
                self.tell(gone).await;
            }
            Err(error) => {
                self.registry.doubt(&id);
                self.failures += 1;
                self.failure = Some(error);
            }
        }
        if let Some(outstanding) = &mut self.outstanding {
            outstanding.remove(&id);
        }
        self.conclude().await;
    }

    /// Says everything that there is, once everything that the list showed is known.
    async fn conclude(&mut self) {
        if self.outstanding.as_ref().is_some_and(HashSet::is_empty) {
            self.outstanding = None;
            let remark = self.remark();
            self.condition(Condition::Working { remark }).await;
            let whole = self.registry.whole();
            self.source.sightings.tell(Sighting::Whole(Source::Docker, whole)).await;
        }
    }

    fn remark(&self) -> Option<String> {
        if let Some(error) = &self.failure {
            return Some(format!("{} containers cannot be looked at: {error}", self.failures));
        }
        let lost = self.lost.as_ref()?;
        Some(format!("Without events, changes are seen only now and then: {lost}"))
    }

    async fn tell(&mut self, news: impl IntoIterator<Item = Sighting, IntoIter: Send>) {
        for sighting in news {
            self.source.sightings.tell(sighting).await;
        }
    }

    async fn condition(&mut self, condition: Condition) {
        self.source.sightings.tell(Sighting::Condition(Source::Docker, condition)).await;
    }
}

fn tick(mut pace: Pace) -> BoxFuture<'static, Pace> {
    async move {
        pace.next().await;
        pace
    }
    .boxed()
}
