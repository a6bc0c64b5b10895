use std::sync::Arc;
use std::time::Duration;

use engines::{Docker, Kubernetes};
use kit::{Error, Result, Worker};
use lan::mdns::Mdns;
use routing::Targets;
use strum::VariantArray;

use crate::Config;
use crate::docker::DockerSource;
use crate::kubernetes::KubernetesSource;
use crate::mdns::MdnsSource;
use crate::model::Source;
use crate::pace::{Pace, RescanTimer};
use crate::sightings::Sightings;

/// The sources that are switched on, and the ways to have them look.
#[derive(Debug)]
pub(crate) struct Sources {
    conductors: Vec<(Source, RescanTimer)>,
}

impl Sources {
    pub(crate) fn new(config: &Config) -> Self {
        let on = Source::VARIANTS.iter().copied().filter(|source| is_on(config, *source));
        let with_conductor =
            on.map(|source| (source, RescanTimer::new(interval(config, source)))).collect();
        Sources { conductors: with_conductor }
    }

    /// Has every source look at once.
    pub(crate) fn look_now(&self) {
        self.conductors.iter().for_each(|(_, rescan_timer)| rescan_timer.look_now());
    }

    pub(crate) fn reload(&self, config: &Config) {
        for (source, rescan_timer) in &self.conductors {
            rescan_timer.set_interval(interval(config, *source));
        }
    }

    /// The work of every source.
    pub(crate) fn workers(&self, ground: &SourceGround<'_>) -> Result<Vec<Worker>> {
        let all = self.conductors.iter();
        all.map(|(source, rescan_timer)| worker(*source, ground, rescan_timer.pace())).collect()
    }
}

/// What sources stand on.
pub(crate) struct SourceGround<'a> {
    pub(crate) config: &'a Config,
    pub(crate) sightings: &'a Sightings,
    pub(crate) mdns: &'a Mdns,
    pub(crate) targets: Targets,
}

fn worker(source: Source, ground: &SourceGround<'_>, pace: Pace) -> Result<Worker> {
    let SourceGround { config, sightings, mdns, targets } = ground;
    let sightings = (*sightings).clone();
    Ok(match source {
        Source::Docker => {
            let address = config.docker.address().map_err(|(key, why)| Error::invalid(key, why))?;
            let engine = Arc::new(Docker::new(address));
            let source = DockerSource::new(engine, config.docker.clone(), pace, sightings);
            Worker::new("discovery.docker", move |token| source.clone().run(token))
        }
        Source::Kubernetes => {
            let kubernetes = Kubernetes::new(config.kubernetes.settings());
            let source = KubernetesSource { kubernetes, pace, sightings };
            Worker::new("discovery.kubernetes", move |token| source.clone().run(token))
        }
        Source::Mdns => {
            let (mdns, config, targets) = ((*mdns).clone(), config.mdns.clone(), targets.clone());
            let source = MdnsSource { mdns, config, pace, sightings, targets };
            Worker::new("discovery.mdns", move |token| source.clone().run(token))
        }
    })
}

fn is_on(config: &Config, source: Source) -> bool {
    config.enabled
        && match source {
            Source::Docker => config.docker.enabled,
            Source::Kubernetes => config.kubernetes.enabled,
            Source::Mdns => config.mdns.enabled,
        }
}

fn interval(config: &Config, source: Source) -> Duration {
    match source {
        Source::Docker => config.docker.poll_interval.0,
        Source::Kubernetes => config.kubernetes.poll_interval.0,
        Source::Mdns => config.mdns.scan_interval.0,
    }
}
