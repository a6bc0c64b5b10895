//! Whether a request costs more where there are very many routes.

use anyhow::{Context, Result};

use super::Plan;
use super::check::check;
use super::request::Request;
use super::rival::{Rival, Routes, start_gatehouse};
use super::round::{Sample, round};
use super::scenario::{Answer, Transport};
use super::stage::Stage;
use super::table::progress;

pub(crate) const MANY: u32 = 10_000;
const ANSWER: Answer = Answer::Small;

#[derive(Debug, Default)]
pub(crate) struct Measured {
    /// With one route.
    pub(crate) one: Vec<Sample>,
    /// With many, of which one is asked for.
    pub(crate) many: Vec<Sample>,
    /// With many, all of which are asked for in turn.
    pub(crate) spread: Vec<Sample>,
}

pub(crate) async fn measure(stage: &Stage, plan: Plan) -> Result<Measured> {
    let one = started(stage, Routes::One).await?;
    let many = started(stage, Routes::More(MANY - 1)).await?;
    let usual = |rival: &Rival| vec![rival.request(ANSWER.path(), rival.token.as_deref())];
    let everywhere: Vec<Request> = (0..MANY - 1).map(|number| elsewhere(&many, number)).collect();
    let mut measured = Measured::default();
    for number in 1..=plan.rounds {
        progress(&format!("routes, round {number} of {}", plan.rounds));
        measured.one.push(round(&one, &usual(&one), ANSWER, plan.pace).await?);
        measured.many.push(round(&many, &usual(&many), ANSWER, plan.pace).await?);
        measured.spread.push(round(&many, &everywhere, ANSWER, plan.pace).await?);
    }
    one.stop().await?;
    many.stop().await?;
    Ok(measured)
}

async fn started(stage: &Stage, routes: Routes) -> Result<Rival> {
    let rival = start_gatehouse(stage, Transport::Plain, routes).await;
    let rival = rival.with_context(|| format!("gatehouse does not start with {routes:?}"))?;
    check(&rival, rival.token.as_deref()).await?;
    Ok(rival)
}

/// The same request by another route.
fn elsewhere(rival: &Rival, number: u32) -> Request {
    let request = rival.request("", rival.token.as_deref());
    Request { path: format!("/apps/{}{}", Routes::app(number), ANSWER.path()), ..request }
}
