//! Requests and answers, through each of the proxies in turn.

use anyhow::{Context, Result};

use super::Plan;
use super::check::check;
use super::rival::{Kind, Rival};
use super::round::{Sample, round};
use super::scenario::{Answer, Scenario, Transport};
use super::stage::Stage;
use super::table::progress;

/// More connections to the app than clients could need, which would mean that it is connected to
/// anew all the time.
const MANY_CONNECTIONS: u64 = 200;

/// What the rounds of one proxy showed.
pub(crate) struct Measured {
    pub(crate) kind: Kind,
    pub(crate) samples: Vec<Sample>,
    /// It opened so many connections to the app that it seems not to keep them.
    pub(crate) reconnects: Option<u64>,
}

pub(crate) async fn measure(
    stage: &Stage,
    kinds: &[Kind],
    transport: Transport,
    answer: Answer,
    plan: Plan,
) -> Result<Vec<Measured>> {
    let scenario = Scenario::Exchange(transport, answer);
    let rivals = start(stage, kinds, transport).await?;
    let mut measured: Vec<Measured> = kinds.iter().map(|kind| Measured::of(*kind)).collect();
    let token = rivals.iter().find_map(|rival| rival.token.clone());
    for number in 1..=plan.rounds {
        for (rival, measured) in rivals.iter().zip(&mut measured) {
            let name = rival.kind.name();
            progress(&format!("{scenario}, round {number} of {}: {name}", plan.rounds));
            let request = rival.request(answer.path(), token.as_deref());
            let before = stage.upstream.accepted();
            let sample = round(rival, &[request], answer, plan.pace).await;
            measured.samples.push(sample.with_context(|| format!("{scenario} with {name}"))?);
            let opened = stage.upstream.accepted() - before;
            measured.reconnects =
                measured.reconnects.max(Some(opened)).filter(|opened| *opened > MANY_CONNECTIONS);
        }
    }
    stop(rivals).await?;
    Ok(measured)
}

impl Measured {
    fn of(kind: Kind) -> Measured {
        Measured { kind, samples: Vec::new(), reconnects: None }
    }
}

/// All of them, checked.
pub(crate) async fn start(
    stage: &Stage,
    kinds: &[Kind],
    transport: Transport,
) -> Result<Vec<Rival>> {
    let mut rivals = Vec::new();
    for kind in kinds {
        rivals.push(kind.start(stage, transport).await?);
    }
    for rival in &rivals {
        check(rival, rival.token.as_deref()).await?;
    }
    Ok(rivals)
}

pub(crate) async fn stop(rivals: Vec<Rival>) -> Result<()> {
    for rival in rivals {
        rival.stop().await?;
    }
    Ok(())
}
