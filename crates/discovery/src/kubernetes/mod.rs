//! Services and ingresses of a cluster.

mod census;
mod charts;
mod health;
mod index;
mod marks;
mod observe;
mod ports;
mod rules;
mod scene;
#[cfg(test)]
mod tests;
mod ways;

use std::pin::pin;
use std::time::Duration;

use engines::Kubernetes;
use engines::kubernetes::ClusterChange;
use futures::StreamExt;
use futures::stream::BoxStream;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::model::Source;
use crate::pace::Pace;
use crate::sightings::{Sighting, Sightings};
use census::Census;
use health::Health;

/// Changes come in bursts; they are judged together.
const WINDOW: Duration = Duration::from_millis(50);

/// Tells what a cluster has.
#[derive(Debug, Clone)]
pub(crate) struct KubernetesSource {
    pub(crate) kubernetes: Kubernetes,
    pub(crate) pace: Pace,
    pub(crate) sightings: Sightings,
}

impl KubernetesSource {
    /// Returns when the token is cancelled.
    pub(crate) async fn run(self, token: CancellationToken) {
        token.run_until_cancelled(self.keep_telling()).await;
    }

    /// Watches tell what happens. Whenever it is time to look, they begin anew with everything
    /// there is, so that nothing that they missed stays so.
    async fn keep_telling(mut self) {
        let mut teller = Teller {
            census: Census::new(self.kubernetes.is_inside()),
            health: Health::default(),
            is_complete: false,
            due: None,
        };
        loop {
            teller.find_own_pod(&self.kubernetes).await;
            let changes = self.kubernetes.exposures(marks::keep);
            teller.listen(changes, &mut self.pace, &self.sightings).await;
        }
    }
}

struct Teller {
    census: Census,
    health: Health,
    /// Whether everything was seen once. Before, a service could be judged without what leads to it.
    is_complete: bool,
    /// When what happened is judged.
    due: Option<Instant>,
}

impl Teller {
    async fn find_own_pod(&mut self, kubernetes: &Kubernetes) {
        if !kubernetes.is_inside() || self.census.knows_own_pod() {
            return;
        }
        match kubernetes.own_pod().await {
            Ok(Some(pod)) => self.census.set_own_pod(pod),
            Ok(None) => self.health.set_blind(None),
            Err(error) => self.health.set_blind(Some(error)),
        }
    }

    /// Until it is time to look again.
    async fn listen(
        &mut self,
        mut changes: BoxStream<'static, ClusterChange>,
        pace: &mut Pace,
        sightings: &Sightings,
    ) {
        let mut look = pin!(pace.next());
        // A cluster that is slow to say what there is is not asked anew before it has said it.
        let mut has_spoken = false;
        loop {
            let due = self.due;
            let judging = async {
                match due {
                    Some(due) => sleep_until(due).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = &mut look, if has_spoken => return,
                change = changes.next() => match change {
                    Some(change) => {
                        has_spoken |=
                            matches!(change, ClusterChange::Connected | ClusterChange::Lost(..));
                        self.hear(change, sightings).await;
                    }
                    None => return,
                },
                () = judging => {
                    self.due = None;
                    tell_all(sightings, self.census.settle()).await;
                }
            }
        }
    }

    async fn hear(&mut self, change: ClusterChange, sightings: &Sightings) {
        self.health.hear(&change);
        if matches!(change, ClusterChange::Connected) {
            self.is_complete = true;
            self.tell_everything(sightings).await;
        }
        self.census.apply(change);
        if self.is_complete && !self.census.is_settled() && self.due.is_none() {
            self.due = Some(Instant::now() + WINDOW);
        }
        if let Some(condition) = self.health.news(self.is_complete) {
            sightings.tell(Sighting::Condition(Source::Kubernetes, condition)).await;
        }
    }

    /// What cannot be seen at the moment is not gone for that.
    async fn tell_everything(&mut self, sightings: &Sightings) {
        self.due = None;
        if self.health.sees_all_services() {
            let whole = self.census.whole();
            sightings.tell(Sighting::Whole(Source::Kubernetes, whole)).await;
        } else {
            tell_all(sightings, self.census.settle()).await;
        }
    }
}

async fn tell_all(sightings: &Sightings, all: Vec<Sighting>) {
    for sighting in all {
        sightings.tell(sighting).await;
    }
}
