//! What containers use, by the rules of `docker stats`.

use std::time::Duration;

use bollard::errors::Error;
use bollard::models::{ContainerMemoryStats, ContainerStatsResponse};
use bollard::query_parameters::StatsOptionsBuilder;
use futures::StreamExt;
use futures::stream::{self, BoxStream};
use kit::Timestamp;
use tokio::time::timeout;

use super::session::Session;
use super::{Docker, fault};
use crate::{ContainerId, EngineError, Usage};

/// The engine counts once a second.
const LONGEST_PAUSE: Duration = Duration::from_secs(20);
const MOST_SAMPLE_BYTES: usize = 4 * 1024 * 1024;

/// What is used, once a second; ends when the container does not run.
pub(super) fn usage(
    docker: Docker,
    id: ContainerId,
) -> BoxStream<'static, Result<Usage, EngineError>> {
    stream::unfold(State::New(docker, id), |state| async move {
        match state {
            State::New(docker, id) => match Counting::open(docker, &id).await {
                Ok(counting) => counting.next().await,
                Err(error) => Some((Err(error), State::Ended)),
            },
            State::Counting(counting) => counting.next().await,
            State::Ended => None,
        }
    })
    .boxed()
}

enum State {
    New(Docker, ContainerId),
    Counting(Box<Counting>),
    Ended,
}

struct Counting {
    docker: Docker,
    session: Session,
    samples: BoxStream<'static, Result<ContainerStatsResponse, Error>>,
    last: Option<Sample>,
}

impl Counting {
    async fn open(docker: Docker, id: &ContainerId) -> Result<Box<Self>, EngineError> {
        docker.ensure_version().await?;
        let session = docker.session(MOST_SAMPLE_BYTES)?;
        let options = StatsOptionsBuilder::default().stream(true).build();
        let samples = session.docker.stats(id.as_str(), Some(options)).boxed();
        Ok(Box::new(Counting { docker, session, samples, last: None }))
    }

    async fn next(mut self: Box<Self>) -> Option<(Result<Usage, EngineError>, State)> {
        loop {
            let next = self.session.carrier.during(self.samples.next());
            let sample = match timeout(LONGEST_PAUSE, next).await {
                Ok(Some(Ok(sample))) => Sample::read(&sample),
                Ok(Some(Err(error))) => {
                    let error = fault::explain(self.docker.address(), &error);
                    return Some((Err(error), State::Ended));
                }
                Ok(None) => return None,
                Err(_) => {
                    let error = fault::timeout(self.docker.address());
                    return Some((Err(error), State::Ended));
                }
            };
            self.session.budget.refill();
            let usage = sample.as_ref()?.since(self.last.as_ref());
            self.last = sample;
            if let Some(usage) = usage {
                return Some((Ok(usage), State::Counting(self)));
            }
        }
    }
}

/// What the kernel counted up to a moment.
#[derive(Debug, Clone, PartialEq)]
struct Sample {
    at: Timestamp,
    cpu: u64,
    system: u64,
    cores: u32,
    memory_used: u64,
    memory_limit: u64,
    received: u64,
    sent: u64,
}

impl Sample {
    /// `None` for a container that does not run: its counters are of the year 1.
    fn read(told: &ContainerStatsResponse) -> Option<Self> {
        let at = told.read.as_deref().and_then(Timestamp::parse).filter(|at| at.0 > 0)?;
        let cpu = told.cpu_stats.as_ref()?;
        let usage = cpu.cpu_usage.as_ref()?;
        let counted = usage.percpu_usage.as_ref().map_or(0, Vec::len);
        let cores = cpu.online_cpus.filter(|count| *count > 0);
        let memory = told.memory_stats.clone().unwrap_or_default();
        let networks = || told.networks.iter().flat_map(|networks| networks.values());
        Some(Sample {
            at,
            cpu: usage.total_usage?,
            system: cpu.system_cpu_usage.unwrap_or_default(),
            cores: cores.unwrap_or(u32::try_from(counted).unwrap_or_default()),
            memory_used: without_page_cache(&memory),
            memory_limit: memory.limit.unwrap_or_default(),
            received: networks().filter_map(|network| network.rx_bytes).sum(),
            sent: networks().filter_map(|network| network.tx_bytes).sum(),
        })
    }

    /// How much of a core is used shows only between two samples.
    fn since(&self, last: Option<&Sample>) -> Option<Usage> {
        let last = last?;
        let cpu = self.cpu.saturating_sub(last.cpu) as f64;
        let system = self.system.saturating_sub(last.system) as f64;
        let cores = f64::from(self.cores);
        Some(Usage {
            at: self.at,
            cores_used: if system > 0.0 { cpu / system * cores } else { 0.0 },
            total_cores: cores,
            cpu_time: Duration::from_nanos(self.cpu),
            memory_used: self.memory_used,
            memory_limit: self.memory_limit,
            received: self.received,
            sent: self.sent,
            warning: None,
        })
    }
}

/// The first name is that of the first version of control groups, the other of the second.
fn without_page_cache(memory: &ContainerMemoryStats) -> u64 {
    let usage = memory.usage.unwrap_or_default();
    let figure = |name| memory.stats.as_ref().and_then(|stats| stats.get(name)).copied();
    let pages = figure("total_inactive_file").filter(|pages| *pages < usage);
    let pages = pages.or_else(|| figure("inactive_file").filter(|pages| *pages < usage));
    usage - pages.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(told: Value) -> Option<Sample> {
        Sample::read(&serde_json::from_value(told).expect("an engine's answer"))
    }

    /// As an engine on the first version of control groups tells it.
    fn v1(at: &str, cpu: u64, system: u64) -> Value {
        json!({
            "read": at,
            "cpu_stats": {
                "cpu_usage": { "total_usage": cpu, "percpu_usage": [cpu, 0] },
                "system_cpu_usage": system, "online_cpus": 2,
            },
            "memory_stats": {
                "usage": 52_428_800, "limit": 104_857_600,
                "stats": { "total_inactive_file": 10_485_760, "inactive_file": 1, "cache": 7 },
            },
            "networks": {
                "eth0": { "rx_bytes": 1_000, "tx_bytes": 300 },
                "eth1": { "rx_bytes": 24, "tx_bytes": 6 },
            },
        })
    }

    #[test]
    fn the_first_version_of_control_groups() {
        let first = read(v1("2026-01-02T03:04:05.5Z", 1_000_000_000, 100_000_000_000)).unwrap();
        assert_eq!(first.since(None), None);
        let second = read(v1("2026-01-02T03:04:06.5Z", 1_500_000_000, 102_000_000_000)).unwrap();
        let usage = second.since(Some(&first)).unwrap();
        // Half a second of processor time while two cores passed a second each.
        assert!((usage.cores_used - 0.5).abs() < 1e-9, "{usage:?}");
        assert!((usage.total_cores - 2.0).abs() < 1e-9, "{usage:?}");
        assert_eq!((usage.memory_used, usage.memory_limit), (41_943_040, 104_857_600));
        assert_eq!((usage.received, usage.sent), (1_024, 306));
        assert_eq!(usage.cpu_time, Duration::from_millis(1_500));
    }

    #[test]
    fn the_second_version_of_control_groups() {
        let told = |cpu: u64, system: u64| {
            json!({
                "read": "2026-01-02T03:04:05.123456789Z",
                "cpu_stats": {
                    "cpu_usage": { "total_usage": cpu, "usage_in_usermode": cpu },
                    "system_cpu_usage": system, "online_cpus": 4,
                },
                "memory_stats": {
                    "usage": 30_000_000, "limit": 16_000_000_000u64,
                    "stats": { "inactive_file": 4_000_000, "anon": 20_000_000 },
                },
            })
        };
        let first = read(told(0, 0)).unwrap();
        let usage = read(told(4_000_000_000, 4_000_000_000)).unwrap().since(Some(&first)).unwrap();
        assert!((usage.cores_used - 4.0).abs() < 1e-9, "{usage:?}");
        assert_eq!(usage.memory_used, 26_000_000);
        assert_eq!((usage.received, usage.sent), (0, 0));
    }

    #[test]
    fn what_does_not_run_has_no_figures() {
        let mut told = v1("0001-01-01T00:00:00Z", 0, 0);
        assert_eq!(read(told.clone()), None);
        told["read"] = json!("2026-01-02T03:04:05Z");
        told["cpu_stats"] = Value::Null;
        assert_eq!(read(told), None);
    }

    #[test]
    fn a_page_cache_that_is_larger_than_everything_is_not_left_out() {
        let memory = |stats: Value| {
            let told = json!({ "usage": 100, "stats": stats });
            without_page_cache(&serde_json::from_value(told).expect("an engine's answer"))
        };
        assert_eq!(memory(json!({ "total_inactive_file": 200 })), 100);
        assert_eq!(memory(json!({ "inactive_file": 40 })), 60);
        assert_eq!(memory(json!({})), 100);
        assert_eq!(memory(Value::Null), 100);
    }
}
