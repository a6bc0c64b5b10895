//! The source against a real engine.

mod cost;
mod life;

use std::sync::Arc;
use std::time::Duration;
use testkit::PATIENCE;

use engines::{Docker, DockerAddress};
use kit::{Shutdown, Supervisor};
use testkit::docker::DockerEngine;
use tokio::sync::mpsc::Receiver;
use tokio::time::{Instant, timeout_at};

use super::DockerSource;
use crate::config::DockerConfig;
use crate::model::Observation;
use crate::pace::RescanTimer;
use crate::sightings::{Condition, Sighting, Sightings};

/// A source at work, and what it says. It ends with this value.
struct Lab {
    supervisor: Supervisor,
    rescan_timer: RescanTimer,
    told: Receiver<Sighting>,
}

impl Lab {
    fn new(engine: &DockerEngine) -> Lab {
        Lab::with(engine, DockerConfig::default())
    }

    fn with(engine: &DockerEngine, config: DockerConfig) -> Lab {
        Lab::at(&engine.url(), config)
    }

    fn at(address: &str, config: DockerConfig) -> Lab {
        let address = DockerAddress::parse(address).unwrap();
        let rescan_timer = RescanTimer::new(Duration::from_secs(3600));
        let (sightings, told) = Sightings::channel();
        let docker = Arc::new(Docker::new(address));
        let source = DockerSource::new(docker, config, rescan_timer.pace(), sightings);
        let supervisor = Supervisor::new(Shutdown::default());
        supervisor.spawn(source.run(supervisor.shutdown().token()));
        Lab { supervisor, rescan_timer, told }
    }

    /// The first sighting that is the right one; other tests are passed over.
    async fn wait<T>(&mut self, within: Duration, right: impl Fn(Sighting) -> Option<T>) -> T {
        let end = Instant::now() + within;
        loop {
            let told = timeout_at(end, self.told.recv()).await.expect("it is told in time");
            if let Some(found) = right(told.expect("the source runs")) {
                return found;
            }
        }
    }

    async fn whole(&mut self, within: Duration) -> Vec<Observation> {
        self.wait(within, |told| match told {
            Sighting::Whole(_, all) => Some(all),
            _ => None,
        })
        .await
    }

    async fn seen(&mut self, name: &str) -> Observation {
        self.wait(PATIENCE, |told| match told {
            Sighting::Seen(seen) if seen.name == name => Some(*seen),
            _ => None,
        })
        .await
    }

    async fn gone(&mut self, name: &str) {
        self.wait(PATIENCE, |told| match told {
            Sighting::Gone(service) if *service.identity == *name => Some(()),
            _ => None,
        })
        .await;
    }

    async fn condition(&mut self, within: Duration) -> Condition {
        self.wait(within, |told| match told {
            Sighting::Condition(_, condition) => Some(condition),
            _ => None,
        })
        .await
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        self.supervisor.shutdown().drain();
    }
}

fn named<'a>(all: &'a [Observation], name: &str) -> Option<&'a Observation> {
    all.iter().find(|one| one.name == name)
}
