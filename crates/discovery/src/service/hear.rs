use kit::Status;
use routing::Upstream;

use crate::Discovery;
use crate::model::{Address, Observation, Source};
use crate::probe::Probed;
use crate::reconcile::{Index, MOST_SERVICES, Reconciler, Showing};
use crate::sightings::{Condition, Sighting};
use crate::wire::ProposalView;

/// A service has enough with these; what comes from the network may claim any number.
const MOST_OFFERS: usize = 64;
const MOST_ADDRESSES: usize = 8;
const COMPONENT: &str = "discovery";

impl Discovery {
    pub(crate) async fn hear(&self, sighting: Sighting) {
        let moment = self.moment();
        match sighting {
            Sighting::Seen(observation) => {
                let observation = self.bounded(*observation);
                let mut reconciler = self.reconciler().await;
                reconciler.seen(observation, moment);
                self.settle(&mut reconciler);
            }
            Sighting::Gone(service) => {
                let mut reconciler = self.reconciler().await;
                reconciler.gone(&service, moment);
                self.settle(&mut reconciler);
            }
            Sighting::Whole(source, all) => {
                let all = all.into_iter().map(|observation| self.bounded(observation)).collect();
                let mut reconciler = self.reconciler().await;
                reconciler.whole(source, all, moment);
                self.settle(&mut reconciler);
                self.report_room(&reconciler);
                self.figures().scanned(source, moment.time);
            }
            Sighting::Condition(source, condition) => self.report(source, condition),
        }
    }

    pub(crate) async fn probed(&self, probed: Probed) {
        let mut reconciler = self.reconciler().await;
        reconciler.probed(probed, self.moment());
        self.settle(&mut reconciler);
    }

    pub(crate) async fn tick(&self) {
        let mut reconciler = self.reconciler().await;
        reconciler.tick(self.moment());
        self.settle(&mut reconciler);
    }

    /// Takes over the apps and routes that there are now.
    pub(crate) async fn look_at_catalogue(&self) {
        let mut reconciler = self.reconciler().await;
        self.adopt_catalogue(&mut reconciler);
        self.settle(&mut reconciler);
    }

    pub(crate) fn adopt_catalogue(&self, reconciler: &mut Reconciler) {
        reconciler.adopt(Index::read(self.catalog()), self.moment());
    }

    /// Does what follows from the last decisions: shows, has probed, and leaves the rest to whoever
    /// writes.
    pub(crate) fn settle(&self, reconciler: &mut Reconciler) {
        let effects = reconciler.take_effects();
        for (app_id, away) in effects.away {
            self.catalog().set_away(&app_id, away);
        }
        for (service, task) in effects.probes {
            self.wanted().set(service, task);
        }
        for (service, address) in effects.calls {
            self.old_addresses().call(service, address);
        }
        for showing in effects.showing {
            self.show(showing);
        }
        if !effects.records.is_empty() {
            self.pending_writes().add(effects.records);
        }
        self.count(reconciler);
        self.nudge().notify_one();
    }

    fn show(&self, showing: Showing) {
        match showing {
            Showing::Seen(id, at) => self.proposal_list().seen(&id, at),
            Showing::Drop(id) => self.proposal_list().remove(&id),
            Showing::Put(proposal, last_seen) => {
                let service = self.drafted(&proposal, proposal.suggested());
                match service.and_then(|service| self.catalog().preview(&service)) {
                    Ok(preview) => {
                        let view = ProposalView::new(&proposal, preview, last_seen);
                        self.proposal_list().put(&proposal, view);
                    }
                    Err(error) => {
                        let id = &*proposal.id;
                        tracing::warn!(id, %error, "building a proposal failed; the service is not proposed");
                        self.proposal_list().remove(id);
                    }
                }
            }
        }
    }

    /// Leaves out what no route may lead to: the gateway itself, and what is no address at all.
    fn bounded(&self, mut observation: Observation) -> Observation {
        observation.offers.truncate(MOST_OFFERS);
        for offer in &mut observation.offers {
            offer.addresses.truncate(MOST_ADDRESSES);
            offer.addresses.iter_mut().for_each(|address| address.host.make_ascii_lowercase());
            offer.addresses.retain(|address| self.may_be_called(address));
        }
        observation.offers.retain(|offer| !offer.addresses.is_empty());
        observation
    }

    fn may_be_called(&self, address: &Address) -> bool {
        let upstream = Upstream::parse(&format!("http://{address}"), false);
        upstream.is_ok_and(|upstream| self.catalog().may_lead_to(&upstream))
    }

    fn report_room(&self, reconciler: &Reconciler) {
        let left_out = reconciler.left_out();
        let known = self.health().components();
        let was_full = known.iter().any(|part| part.name == COMPONENT);
        if left_out > 0 {
            let message = format!(
                "{left_out} services are left out, because a source may have {MOST_SERVICES}"
            );
            self.health().report(COMPONENT, Status::Degraded, Some(message));
        } else if was_full {
            self.health().report(COMPONENT, Status::Healthy, None);
        }
    }

    /// Tells of failures that last, and that came too soon after others to be told at once.
    pub(crate) async fn report_overdue(self) {
        let overdue = self.conditions().overdue(self.moment().now);
        for (source, condition) in overdue {
            self.pending_writes().add_condition(source, condition);
        }
    }

    fn report(&self, source: Source, condition: Condition) {
        let places = (self.health(), self.figures());
        let now = self.moment().now;
        let news = self.conditions().report(source, &condition, places, now);
        if news {
            self.pending_writes().add_condition(source, condition);
        }
    }
}
