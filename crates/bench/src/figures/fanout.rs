use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::time::timeout;

use super::devices;
use super::gateway::Running;
use super::sockets::Sockets;
use crate::http::Http;
use crate::process::cpu_time;
use crate::report::{Report, Row, milliseconds};

const TARGET: Duration = Duration::from_secs(1);
const ROUNDS: usize = 5;
const HEARD_WITHIN: Duration = Duration::from_secs(30);

/// How long after the answer to the request that caused it an event came to each socket.
struct Round {
    delays: Vec<Duration>,
    cpu: Duration,
}

/// Pairs devices, of which all sockets are told.
pub(crate) async fn measure(
    running: &Running,
    sockets: &mut Sockets,
    count: u16,
    report: &mut Report,
) -> Result<()> {
    report.progress("events to all sockets");
    let mut http = running.http().await?;
    let mut rounds = Vec::new();
    for number in 0..ROUNDS {
        let device = format!("newcomer-{number}");
        let round = timeout(HEARD_WITHIN, round(running, &mut http, sockets, count, &device));
        rounds.push(round.await.context("an event did not reach every socket")??);
    }
    for (number, round) in rounds.iter().enumerate() {
        report.detail(format!("event {}: {}", number + 1, round.describe()));
    }
    let slowest = rounds.into_iter().max_by_key(Round::last).context("there was no round")?;
    report.add(Row {
        figure: format!("an event to {count} sockets"),
        value: slowest.describe(),
        target: Some((format!("< {}", milliseconds(TARGET)), slowest.last() < TARGET)),
        how: format!(
            "worst of {ROUNDS}; from the answer to the request that pairs a device until its \
             `device_paired` was read by that share of the clients, which use the same cores"
        ),
    });
    Ok(())
}

async fn round(
    running: &Running,
    http: &mut Http,
    sockets: &mut Sockets,
    count: u16,
    device: &str,
) -> Result<Round> {
    let bootstrap = devices::bootstrap_token(http).await?;
    let cpu_before = cpu_time(running.pid())?;
    devices::redeem_bootstrap(http, device, &bootstrap).await?;
    let answered = Instant::now();
    let mut delays = Vec::with_capacity(count.into());
    while delays.len() < usize::from(count) {
        let heard = sockets.next().await?;
        if heard.text.contains("device_paired") && heard.text.contains(device) {
            delays.push(heard.at.saturating_duration_since(answered));
        }
    }
    delays.sort();
    Ok(Round { delays, cpu: cpu_time(running.pid())? - cpu_before })
}

impl Round {
    fn at(&self, percent: usize) -> Duration {
        self.delays[(self.delays.len() - 1) * percent / 100]
    }

    fn last(&self) -> Duration {
        self.at(100)
    }

    fn describe(&self) -> String {
        format!(
            "p50 {}, p99 {}, last {} ({} of the server's processor time)",
            milliseconds(self.at(50)),
            milliseconds(self.at(99)),
            milliseconds(self.last()),
            milliseconds(self.cpu)
        )
    }
}
