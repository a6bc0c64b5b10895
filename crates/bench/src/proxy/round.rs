//! One measurement of one proxy under load.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::time::{sleep, timeout};

use super::load::{Load, Tally};
use super::request::Request;
use super::rival::Rival;
use super::scenario::Answer;
use crate::process::{CpuReading, machine_cpu_time};

const STOPPED_WITHIN: Duration = Duration::from_secs(30);

/// How long a round takes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    /// Under load, before anything is counted.
    pub(crate) warm_up: Duration,
    pub(crate) measured: Duration,
}

/// What a round showed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    /// The proxy's processor time for a request, in microseconds.
    pub(crate) cpu: f64,
    /// Requests in a second.
    pub(crate) rate: f64,
    /// The share of its core that the proxy used.
    pub(crate) busy: f64,
    /// How much of a core others used meanwhile, who have no part in this.
    pub(crate) others: f64,
}

pub(crate) async fn round(
    rival: &Rival,
    requests: &[Request],
    answer: Answer,
    pace: Pace,
) -> Result<Sample> {
    let mut load = Load::start(&rival.dialer(rival.transport)?, requests, answer).await?;
    let tally = load.tally.clone();
    let sample = tokio::select! {
        sample = watch(rival, &tally, pace) => sample?,
        failure = load.failure() => return Err(failure),
    };
    timeout(STOPPED_WITHIN, load.stop()).await.context("the clients do not stop")??;
    Ok(sample)
}

async fn watch(rival: &Rival, tally: &Tally, pace: Pace) -> Result<Sample> {
    sleep(pace.warm_up).await;
    let before = Moment::now(rival, tally)?;
    sleep(pace.measured).await;
    Moment::now(rival, tally)?.since(&before)
}

struct Moment {
    at: Instant,
    answered: u64,
    proxy: CpuReading,
    ours: CpuReading,
    machine: Duration,
}

impl Moment {
    fn now(rival: &Rival, tally: &Tally) -> Result<Moment> {
        Ok(Moment {
            at: Instant::now(),
            answered: tally.count(),
            proxy: CpuReading::of(&rival.pids())?,
            ours: CpuReading::of(&[std::process::id()])?,
            machine: machine_cpu_time()?,
        })
    }

    fn since(&self, before: &Moment) -> Result<Sample> {
        let requests = (self.answered - before.answered) as f64;
        ensure!(requests > 0.0, "no request was answered");
        let seconds = (self.at - before.at).as_secs_f64();
        let proxy = self.proxy.since(&before.proxy).as_secs_f64();
        let ours = self.ours.since(&before.ours).as_secs_f64();
        let machine = (self.machine - before.machine).as_secs_f64();
        Ok(Sample {
            cpu: proxy * 1e6 / requests,
            rate: requests / seconds,
            busy: proxy / seconds,
            others: (machine - proxy - ours).max(0.0) / seconds,
        })
    }
}
