//! What happens to containers, for as long as somebody listens.

use std::time::Duration;

use bollard::errors::Error;
use bollard::models::EventMessage;
use futures::StreamExt;
use futures::stream::{self, BoxStream};
use kit::Clock;
use tokio::time::{Instant, sleep, timeout};

use super::{Docker, LONGEST_CALL, events, fault};
use crate::docker::session::Session;
use crate::{Change, EngineError};

const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// To try a socket of this machine costs nothing, and people notice how soon it is found again.
const LONGEST_PAUSE_HERE: Duration = Duration::from_secs(2);
/// After that long without a word, the engine is asked whether it is still there.
const SILENCE: Duration = Duration::from_secs(5);
const LONGEST_PING: Duration = Duration::from_secs(5);
/// A connection that lived that long was a good one.
const GOOD_LIFE: Duration = Duration::from_secs(5);
/// The engine promises its events a moment before it takes note of whom to tell.
const LOOK_BACK: Duration = Duration::from_secs(2);
/// An event carries the labels of its container.
const MOST_EVENT_BYTES: usize = 16 * 1024 * 1024;

pub(super) fn changes(docker: Docker) -> BoxStream<'static, Change> {
    let watch = Watch { docker, link: None, pause: None, told: None };
    stream::unfold(watch, |mut watch| async move {
        let change = watch.next().await;
        Some((change, watch))
    })
    .boxed()
}

struct Watch {
    docker: Docker,
    link: Option<EventStream>,
    /// Before the next try.
    pause: Option<Duration>,
    /// Why there is no link, as it was last said.
    told: Option<EngineError>,
}

/// A stream of events that stands.
struct EventStream {
    session: Session,
    events: BoxStream<'static, Result<EventMessage, Error>>,
    /// What came before the engine had answered that events will come.
    early: Option<EventMessage>,
    since: Instant,
}

impl Watch {
    async fn next(&mut self) -> Change {
        loop {
            let lost = match &mut self.link {
                Some(link) => match link.next(&self.docker).await {
                    Ok(change) => return change,
                    Err(error) => self.let_go(error),
                },
                None => match self.connect().await {
                    Ok(()) => return Change::Connected,
                    Err(error) => self.grow_pause(error),
                },
            };
            if self.told.as_ref() != Some(&lost) {
                self.told = Some(lost.clone());
                return Change::Lost(lost);
            }
        }
    }

    async fn connect(&mut self) -> Result<(), EngineError> {
        if let Some(pause) = self.pause {
            sleep(pause).await;
        }
        self.link = Some(EventStream::open(&self.docker).await?);
        self.told = None;
        Ok(())
    }

    fn let_go(&mut self, error: EngineError) -> EngineError {
        let lived = self.link.take().map(|link| link.since.elapsed()).unwrap_or_default();
        if lived < GOOD_LIFE {
            return self.grow_pause(error);
        }
        self.pause = Some(FIRST_PAUSE);
        error
    }

    fn grow_pause(&mut self, error: EngineError) -> EngineError {
        let longest = match self.docker.address().socket() {
            Some(_) => LONGEST_PAUSE_HERE,
            None => LONGEST_PAUSE,
        };
        let grown = self.pause.map_or(FIRST_PAUSE, |pause| pause * 2);
        self.pause = Some(grown.min(longest));
        error
    }
}

impl EventStream {
    async fn open(docker: &Docker) -> Result<Self, EngineError> {
        // It may be another engine than before.
        docker.negotiate().await?;
        let mut session = docker.session(MOST_EVENT_BYTES)?;
        let since = Clock::System.now().before(LOOK_BACK);
        let mut events = session.docker.events(Some(events::wanted(since))).boxed();
        let answered = session.answered.clone();
        let begun = session.carrier.during(async {
            tokio::select! {
                biased;
                () = answered.notified() => Ok(None),
                event = events.next() => event.transpose(),
            }
        });
        match timeout(LONGEST_CALL, begun).await {
            Err(_) => Err(fault::timeout(docker.address())),
            Ok(Err(error)) => Err(fault::explain(docker.address(), &error)),
            Ok(Ok(early)) => Ok(EventStream { session, events, early, since: Instant::now() }),
        }
    }

    async fn next(&mut self, docker: &Docker) -> Result<Change, EngineError> {
        loop {
            let event = match self.early.take() {
                Some(event) => event,
                None => tokio::select! {
                    event = self.session.carrier.during(self.events.next()) => match event {
                        Some(Ok(event)) => event,
                        Some(Err(error)) => return Err(fault::explain(docker.address(), &error)),
                        None => return Err(fault::ended(docker.address())),
                    },
                    hung = hangs(docker) => return Err(hung),
                },
            };
            self.session.budget.refill();
            if let Some(change) = events::change(event) {
                return Ok(change);
            }
        }
    }
}

/// Returns when an engine that says nothing does not answer either.
async fn hangs(docker: &Docker) -> EngineError {
    loop {
        sleep(SILENCE).await;
        if let Err(error) = docker.ping(LONGEST_PING).await {
            return error;
        }
    }
}
