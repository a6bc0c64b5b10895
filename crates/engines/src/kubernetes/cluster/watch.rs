//! One kind of things in one part of a cluster, for as long as somebody listens.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use futures::stream::{self, BoxStream};
use kube::runtime::watcher::{self, Event};
use kube::{Api, Client, Resource};
use serde::de::DeserializeOwned;
use tokio::time::{sleep, timeout};

use super::api_call::ApiCall;
use super::connection::{Connection, LONGEST_CALL, LONGEST_SILENCE};
use super::fault;
use crate::{EngineError, Fault};

const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// The server ends a watch after this time, so that one that died silently does not live long.
const WATCH_SECONDS: u32 = LONGEST_SILENCE.as_secs() as u32 - 10;

/// What a watch says.
#[derive(Debug)]
pub(super) enum Told<T> {
    /// All that there are. Comes first, and whenever something may have been missed.
    All(Vec<T>),
    Changed(T),
    Gone(T),
    /// They cannot be seen at the moment. Said once for each reason.
    Lost(EngineError),
}

/// What is watched.
pub(super) struct Subject<K, T> {
    pub(super) asked: ApiCall,
    /// Which of them, by a field; all where there is none.
    pub(super) fields: Option<String>,
    pub(super) api: Box<dyn Fn(Client) -> Api<K> + Send + Sync>,
    pub(super) convert: Box<dyn Fn(K) -> T + Send + Sync>,
}

pub(super) fn watch<K, T>(
    connection: Arc<Connection>,
    subject: Subject<K, T>,
) -> BoxStream<'static, Told<T>>
where
    K: Resource + Clone + Debug + DeserializeOwned + Send + 'static,
    T: Send + 'static,
{
    let watch = Watch { connection, subject, run: None, pause: None, said: None };
    stream::unfold(watch, |mut watch| async move {
        let told = watch.next().await;
        Some((told, watch))
    })
    .boxed()
}

struct Watch<K, T> {
    connection: Arc<Connection>,
    subject: Subject<K, T>,
    run: Option<Run<K, T>>,
    /// Before the next try.
    pause: Option<Duration>,
    /// Why nothing can be seen, as it was last said.
    said: Option<EngineError>,
}

/// A list, and what happens after it.
struct Run<K, T> {
    server: Arc<str>,
    events: BoxStream<'static, watcher::Result<Event<K>>>,
    /// Those of the list, until all of it has come.
    listed: Option<Vec<T>>,
}

enum Trouble {
    /// What happened is no longer known to the server, and everything has to be listed again.
    Outdated,
    Real(EngineError),
}

impl<K, T> Watch<K, T>
where
    K: Resource + Clone + Debug + DeserializeOwned + Send + 'static,
{
    async fn next(&mut self) -> Told<T> {
        loop {
            match self.step().await {
                Ok(Some(told)) => {
                    if matches!(told, Told::All(_)) {
                        (self.pause, self.said) = (None, None);
                    }
                    return told;
                }
                Ok(None) => {}
                Err(Trouble::Outdated) => self.run = None,
                Err(Trouble::Real(error)) => {
                    self.give_up(&error).await;
                    if self.said.as_ref() != Some(&error) {
                        self.said = Some(error.clone());
                        return Told::Lost(error);
                    }
                }
            }
        }
    }

    async fn give_up(&mut self, error: &EngineError) {
        self.run = None;
        let grown = self.pause.map_or(FIRST_PAUSE, |pause| pause * 2);
        self.pause = Some(grown.min(LONGEST_PAUSE));
        // A credential may have been renewed, or an address changed.
        if matches!(error.fault, Fault::Forbidden | Fault::Unreachable) {
            self.connection.forget().await;
        }
    }

    async fn step(&mut self) -> Result<Option<Told<T>>, Trouble> {
        if self.run.is_none() {
            self.begin().await.map_err(Trouble::Real)?;
        }
        let Some(run) = &mut self.run else { return Ok(None) };
        let event = run.next().await.map_err(Trouble::Real)?;
        match event {
            Ok(event) => Ok(run.take(event, &self.subject.convert)),
            Err(watcher::Error::WatchError(status)) if status.code == 410 => Err(Trouble::Outdated),
            Err(error) => {
                let explained = fault::explain_watch(&run.server, &self.subject.asked, &error);
                Err(Trouble::Real(explained))
            }
        }
    }

    async fn begin(&mut self) -> Result<(), EngineError> {
        if let Some(pause) = self.pause {
            sleep(pause).await;
        }
        let link = self.connection.link().await?;
        let config = watcher::Config {
            field_selector: self.subject.fields.clone(),
            timeout: Some(WATCH_SECONDS),
            ..watcher::Config::default()
        };
        let events = watcher::watcher((self.subject.api)(link.client), config).boxed();
        self.run = Some(Run { server: link.server, events, listed: Some(Vec::new()) });
        Ok(())
    }
}

impl<K, T> Run<K, T> {
    /// A list has to come on; a watch may be silent for as long as nothing happens.
    async fn next(&mut self) -> Result<watcher::Result<Event<K>>, EngineError> {
        let next = self.events.next();
        let event = match self.listed {
            Some(_) => timeout(LONGEST_CALL, next).await.ok().flatten(),
            None => next.await,
        };
        event.ok_or_else(|| fault::timeout(&self.server))
    }

    fn take(&mut self, event: Event<K>, convert: impl Fn(K) -> T) -> Option<Told<T>> {
        match event {
            Event::Init => self.listed = Some(Vec::new()),
            Event::InitApply(object) => {
                self.listed.get_or_insert_default().push(convert(object));
            }
            Event::InitDone => return Some(Told::All(self.listed.take().unwrap_or_default())),
            Event::Apply(object) => return Some(Told::Changed(convert(object))),
            Event::Delete(object) => return Some(Told::Gone(convert(object))),
        }
        None
    }
}
