use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use futures::future::{AbortHandle, Abortable, BoxFuture, FutureExt};
use futures::stream::FuturesUnordered;
use kit::Worker;
use tokio::sync::mpsc::Sender;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use super::ask::{Asker, Turn};
use super::queue::ProbeQueue;
use super::race::best;
use super::{Finding, Probed};
use crate::metrics::Figures;
use crate::model::{Offer, ServiceKey};
use crate::reconcile::ProbeTask;

/// The pauses before somebody who did not answer is asked again.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// They grow after so many rounds: most servers need a moment after their start, and few need long.
const QUICK_ROUNDS: u32 = 5;
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// After so many rounds, a port beside one that answers is left alone.
const MOST_ROUNDS_BESIDE: u32 = 14;
/// How long the first answers wait for the others, which may never come.
const GATHERING: Duration = Duration::from_millis(250);

/// Asks what is wanted, again and again until it answers.
#[derive(Clone)]
pub(crate) struct Prober {
    pub(crate) wanted: Arc<ProbeQueue>,
    pub(crate) asker: Arc<Asker>,
    pub(crate) answers: Sender<Probed>,
    pub(crate) figures: Figures,
}

/// One service that is being asked.
struct Probing {
    task: Arc<ProbeTask>,
    left: Vec<Offer>,
    rounds: u32,
    /// Ends the round that is under way.
    round: Option<AbortHandle>,
    /// When the next one begins.
    due: Option<Instant>,
}

/// Everybody who is being asked. What was asked before is not asked on beside what is asked now:
/// whoever is new would wait behind it.
#[derive(Default)]
struct Roll {
    asked: HashMap<ServiceKey, Probing>,
    due: BTreeSet<(Instant, ServiceKey)>,
    rounds: Rounds,
}

/// A round that ended: which ports still did not answer.
struct Ended {
    service: ServiceKey,
    task: u64,
    left: Vec<Offer>,
}

type Rounds = FuturesUnordered<Abortable<BoxFuture<'static, Ended>>>;

impl Prober {
    pub(crate) fn worker(&self) -> Worker {
        let prober = self.clone();
        Worker::new("discovery.probe", move |token| prober.clone().run(token))
    }

    async fn run(self, token: CancellationToken) {
        let mut roll = Roll::default();
        self.wanted.begin();
        loop {
            for (service, task) in self.wanted.take() {
                roll.strike(&service);
                if let Some(task) = task {
                    roll.enter(&service, task);
                    roll.begin(&self, &service);
                }
            }
            let next = roll.due.first().map(|(at, _)| *at);
            tokio::select! {
                () = token.cancelled() => return,
                () = self.wanted.changed() => {}
                Some(round) = roll.rounds.next() => {
                    if let Ok(ended) = round {
                        roll.end(ended);
                    }
                }
                () = at(next) => {
                    if let Some((_, service)) = roll.due.pop_first() {
                        roll.begin(&self, &service);
                    }
                }
            }
        }
    }

    /// Asks every port that is left, all at once, and tells what came of it: early where some
    /// answer and others take their time, and at the end.
    fn round(&self, service: &ServiceKey, one: &Probing) -> BoxFuture<'static, Ended> {
        let (prober, service, task) = (self.clone(), service.clone(), one.task.number);
        let turn = Turn { source: service.source, again: one.rounds > 0 };
        let offers = one.left.clone();
        async move {
            let mut findings: Vec<Finding> = Vec::new();
            let mut answers: FuturesUnordered<_> =
                offers.iter().map(|offer| best(&prober.asker, turn, offer)).collect();
            let mut gathering = Box::pin(sleep(GATHERING));
            let mut told = 0;
            loop {
                tokio::select! {
                    biased;
                    answer = answers.next() => match answer {
                        Some(finding) => {
                            prober.figures.probed(service.source, finding.is_some());
                            findings.extend(finding);
                        }
                        None => break,
                    },
                    () = &mut gathering, if told == 0 && !findings.is_empty() => {
                        told = findings.len();
                        prober.tell(&service, task, findings.clone()).await;
                    }
                }
            }
            drop(answers);
            let answered = |offer: &Offer| findings.iter().any(|f| f.own_port == offer.own_port);
            let left = offers.iter().filter(|offer| !answered(offer)).cloned().collect();
            prober.tell(&service, task, findings).await;
            Ended { service, task, left }
        }
        .boxed()
    }

    async fn tell(&self, service: &ServiceKey, task: u64, findings: Vec<Finding>) {
        // Nobody listens any more when the program ends.
        let _ = self.answers.send(Probed { service: service.clone(), task, findings }).await;
    }
}

impl Roll {
    fn enter(&mut self, service: &ServiceKey, task: Arc<ProbeTask>) {
        let left = task.offers.clone();
        let one = Probing { task, left, rounds: 0, round: None, due: None };
        self.asked.insert(service.clone(), one);
    }

    fn strike(&mut self, service: &ServiceKey) {
        let Some(one) = self.asked.remove(service) else { return };
        if let Some(round) = one.round {
            round.abort();
        }
        if let Some(at) = one.due {
            self.due.remove(&(at, service.clone()));
        }
    }

    fn begin(&mut self, prober: &Prober, service: &ServiceKey) {
        let Some(one) = self.asked.get_mut(service) else { return };
        let (handle, registration) = AbortHandle::new_pair();
        self.rounds.push(Abortable::new(prober.round(service, one), registration));
        (one.round, one.due) = (Some(handle), None);
    }

    fn end(&mut self, ended: Ended) {
        // A round may end in the moment in which it is struck.
        let one = self.asked.get_mut(&ended.service);
        let Some(one) = one.filter(|one| one.task.number == ended.task) else { return };
        one.left = ended.left;
        one.rounds += 1;
        (one.round, one.due) = (None, one.again());
        if let Some(at) = one.due {
            self.due.insert((at, ended.service));
        }
    }
}

impl Probing {
    /// When the ports that are left are asked again.
    fn again(&self) -> Option<Instant> {
        let beside = self.left.len() < self.task.offers.len();
        if self.left.is_empty() || beside && self.rounds > MOST_ROUNDS_BESIDE {
            return None;
        }
        let doubled = self.rounds.saturating_sub(QUICK_ROUNDS).min(16);
        let pause = FIRST_PAUSE.saturating_mul(1 << doubled);
        Some(Instant::now() + pause.min(LONGEST_PAUSE))
    }
}

async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
