use std::sync::Arc;

use events::facts::{DecisionsCleared, ProposalDismissed, ProposalRestored};
use events::{Change, IconClass};
use kit::{Actor, Error, Result, Timestamp};
use serde_json::json;

use super::approve::PROPOSAL;
use crate::Discovery;
use crate::store::{self, State};
use crate::wire::ProposalView;

/// What was forgotten so that everything can be found anew.
pub(crate) struct Cleared {
    pub(crate) dismissed: u64,
    pub(crate) active: u64,
}

impl Discovery {
    /// The surest first, then by id.
    pub(crate) fn list(&self) -> Vec<Arc<ProposalView>> {
        self.proposal_list().all()
    }

    /// Does not propose it again, until somebody has everything found anew.
    pub(crate) async fn dismiss(&self, actor: &Actor, id: &str) -> Result<()> {
        self.refuse_while_off()?;
        let mut reconciler = self.reconciler().await;
        let proposal =
            reconciler.proposal(id).cloned().ok_or_else(|| Error::not_found(PROPOSAL))?;
        let mut tx = self.events().begin().await?;
        let now = self.clock().now();
        store::decide(&mut tx, id, State::Dismissed, now).await?;
        // The id is worth nothing after a restart in which the service gets another.
        store::claim(&mut tx, &proposal.service.to_string(), &proposal.plan.app_id, now).await?;
        let name = proposal.plan.name.as_deref().unwrap_or(&proposal.plan.app_id);
        let change = Change::by(actor.clone(), "proposal.dismissed")
            .target(id)
            .details(json!({ "service": proposal.service.to_string() }))
            .fact(&ProposalDismissed { proposal_id: id.to_owned() })
            .notice("Info", IconClass::Info, format!("{name} is not proposed any more"));
        tx.record(&change).await?;
        tx.commit().await?;
        reconciler.dismiss(id, self.moment());
        self.settle(&mut reconciler);
        Ok(())
    }

    /// What is not proposed, and since when; the last one first.
    pub(crate) async fn dismissed(&self) -> Result<Vec<(String, Timestamp)>> {
        Ok(store::dismissed(&mut *self.db().read().await?).await?)
    }

    /// Proposes it again, if its service is there.
    pub(crate) async fn bring_back(&self, actor: &Actor, id: &str) -> Result<()> {
        self.refuse_while_off()?;
        let mut reconciler = self.reconciler().await;
        let mut tx = self.events().begin().await?;
        if !store::bring_back(&mut tx, id).await? {
            return Err(Error::not_found(PROPOSAL));
        }
        let change = Change::by(actor.clone(), "proposal.restored")
            .target(id)
            .fact(&ProposalRestored { proposal_id: id.to_owned() });
        tx.record(&change).await?;
        tx.commit().await?;
        reconciler.bring_back(id, self.moment());
        self.settle(&mut reconciler);
        Ok(())
    }

    /// Forgets what was dismissed and what is proposed, and has every source look at once.
    pub(crate) async fn rediscover(&self, actor: &Actor) -> Result<Cleared> {
        self.refuse_while_off()?;
        let mut reconciler = self.reconciler().await;
        let mut tx = self.events().begin().await?;
        let dismissed = store::clear(&mut tx).await?;
        let active = self.proposal_list().len() as u64;
        let change = Change::by(actor.clone(), "discovery.restarted")
            .details(json!({ "dismissedCleared": dismissed, "activeCleared": active }))
            .fact(&DecisionsCleared {})
            .notice("Radio", IconClass::Info, "Services are looked for anew");
        tx.record(&change).await?;
        tx.commit().await?;
        reconciler.clear(self.moment());
        self.settle(&mut reconciler);
        self.sources().look_now();
        Ok(Cleared { dismissed, active })
    }
}
