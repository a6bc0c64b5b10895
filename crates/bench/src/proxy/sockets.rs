//! WebSockets that are relayed: what they cost while nobody says anything, and what a message
//! costs.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tokio::time::sleep;

use super::Plan;
use super::exchange;
use super::rival::{Kind, Rival};
use super::scenario::{Scenario, Transport};
use super::stage::Stage;
use super::table::progress;
use super::websocket::Crowd;
use crate::process::CpuReading;

pub(crate) const COUNT: u32 = 1_000;
/// What the opening has stirred up comes to rest.
const SETTLED: Duration = Duration::from_secs(2);

#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    /// Memory of the proxy for one socket, in kB.
    pub(crate) memory: f64,
    /// Processor time for all sockets in a second of silence, in milliseconds.
    pub(crate) idle: f64,
    /// Processor time for a message and its echo, in microseconds.
    pub(crate) message: f64,
}

pub(crate) async fn measure(
    stage: &Stage,
    kinds: &[Kind],
    transport: Transport,
    plan: Plan,
) -> Result<Vec<(Kind, Vec<Sample>)>> {
    let scenario = Scenario::Sockets(transport);
    let mut measured: Vec<(Kind, Vec<Sample>)> =
        kinds.iter().map(|kind| (*kind, Vec::new())).collect();
    for number in 1..=plan.socket_rounds {
        // Fresh ones each time: memory that was used once would not be seen to grow again.
        let rivals = exchange::start(stage, kinds, transport).await?;
        let token = rivals.iter().find_map(|rival| rival.token.clone());
        for (rival, (kind, samples)) in rivals.iter().zip(&mut measured) {
            let name = kind.name();
            progress(&format!("{scenario}, round {number} of {}: {name}", plan.socket_rounds));
            let sample = sample(rival, token.as_deref(), plan.socket_phase).await;
            samples.push(sample.with_context(|| format!("{scenario} with {name}"))?);
        }
        exchange::stop(rivals).await?;
    }
    Ok(measured)
}

async fn sample(rival: &Rival, token: Option<&str>, phase: Duration) -> Result<Sample> {
    let memory_before = rival.memory()?;
    let mut crowd = Crowd::open(rival, token, COUNT).await?;
    sleep(SETTLED).await;
    let grown = rival.memory()?.saturating_sub(memory_before);
    let idle = during(rival, &mut crowd, phase).await?;
    crowd.talk();
    sleep(SETTLED).await;
    let before = crowd.tally.count();
    let talking = during(rival, &mut crowd, phase).await?;
    let messages = (crowd.tally.count() - before) as f64;
    let expected = phase.as_secs_f64() * f64::from(COUNT);
    ensure!(messages > 0.9 * expected, "only {messages} of {expected} messages came back");
    Ok(Sample {
        memory: grown as f64 / 1024.0 / f64::from(COUNT),
        idle: idle.as_secs_f64() * 1e3 / phase.as_secs_f64(),
        message: talking.as_secs_f64() * 1e6 / messages,
    })
}

/// The processor time of the proxy in this phase.
async fn during(rival: &Rival, crowd: &mut Crowd, phase: Duration) -> Result<Duration> {
    let before = CpuReading::of(&rival.pids())?;
    tokio::select! {
        () = sleep(phase) => {}
        failure = crowd.failure() => return Err(failure),
    }
    Ok(CpuReading::of(&rival.pids())?.since(&before))
}
