use std::pin::pin;
use std::time::Duration;

use futures::{StreamExt, stream};
use lan::mdns::Mdns;
use routing::Targets;
use tokio::sync::watch;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::group::Groups;
use super::observe::Surroundings;
use super::types::Types;
use crate::config::MdnsConfig;
use crate::model::Source;
use crate::pace::Pace;
use crate::sightings::{Condition, Sighting, Sightings};

/// By then everybody who wanted to answer the first question has done so.
const SETTLED: Duration = Duration::from_secs(3);

/// Tells what machines in the network announce.
#[derive(Debug, Clone)]
pub(crate) struct MdnsSource {
    pub(crate) mdns: Mdns,
    pub(crate) config: MdnsConfig,
    /// Asks everybody anew at this pace.
    pub(crate) pace: Pace,
    pub(crate) sightings: Sightings,
    /// What is never called, our own listeners above all.
    pub(crate) targets: Targets,
}

impl MdnsSource {
    pub(crate) async fn run(self, token: CancellationToken) {
        token.run_until_cancelled(self.watch()).await;
    }

    async fn watch(self) {
        let types = Types::new(&self.config);
        let mut browse = self.mdns.browse(types.all());
        let mut groups = Groups::new(self.surroundings());
        let mut condition = self.mdns.condition();
        condition.mark_changed();
        let mut settled = pin!(sleep(SETTLED));
        let mut is_settled = false;
        // Kept over all that happens in between, which must not put it off.
        let mut looks = pin!(stream::unfold(self.pace.clone(), |mut pace| async move {
            pace.next().await;
            Some(((), pace))
        }));
        loop {
            tokio::select! {
                sighting = browse.next() => self.tell(groups.apply(&sighting)).await,
                Ok(()) = condition.changed() => self.tell_condition(&mut condition).await,
                Some(()) = looks.next() => {
                    self.mdns.ask_again();
                    self.tell(groups.set_surroundings(self.surroundings())).await;
                    self.tell_whole(&groups, &condition).await;
                }
                () = &mut settled, if !is_settled => {
                    is_settled = true;
                    self.tell_whole(&groups, &condition).await;
                }
            }
        }
    }

    fn surroundings(&self) -> Surroundings {
        let own_addresses = lan::own_addresses();
        Surroundings {
            types: Types::new(&self.config),
            targets: self.targets.at(own_addresses.clone()),
            own_addresses,
        }
    }

    async fn tell(&self, sightings: Vec<Sighting>) {
        for sighting in sightings {
            self.sightings.tell(sighting).await;
        }
    }

    /// Only while everything can be seen.
    async fn tell_whole(&self, groups: &Groups, condition: &watch::Receiver<lan::mdns::Condition>) {
        let works = matches!(*condition.borrow(), lan::mdns::Condition::Working { .. });
        if works {
            self.sightings.tell(Sighting::Whole(Source::Mdns, groups.all())).await;
        }
    }

    async fn tell_condition(&self, condition: &mut watch::Receiver<lan::mdns::Condition>) {
        let condition = match condition.borrow_and_update().clone() {
            lan::mdns::Condition::Starting => return,
            lan::mdns::Condition::Working { remark } => Condition::Working { remark },
            lan::mdns::Condition::Failing { reason } => Condition::Failing { reason },
        };
        self.sightings.tell(Sighting::Condition(Source::Mdns, condition)).await;
    }
}

#[cfg(test)]
mod tests;
