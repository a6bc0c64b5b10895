use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use kit::Timestamp;

use crate::model::{Proposal, Source};
use crate::wire::ProposalView;

/// The surest first, then by id.
type Rank = (Reverse<u32>, String);

/// The proposals that wait for a decision, as they are shown.
#[derive(Debug, Default)]
pub(crate) struct ProposalList(RwLock<Shown>);

#[derive(Debug, Default)]
struct Shown {
    views: BTreeMap<Rank, Arc<ProposalView>>,
    ranks: HashMap<String, (Rank, Source)>,
    counts: HashMap<Source, usize>,
}

impl ProposalList {
    pub(crate) fn put(&self, proposal: &Proposal, view: ProposalView) {
        let points = (proposal.confidence * 1_000.0).round().clamp(0.0, 1_000.0) as u32;
        let rank = (Reverse(points), proposal.id.clone());
        let mut shown = self.0.write().unwrap_or_else(PoisonError::into_inner);
        shown.remove(&proposal.id);
        let source = proposal.service.source;
        *shown.counts.entry(source).or_default() += 1;
        shown.ranks.insert(proposal.id.clone(), (rank.clone(), source));
        shown.views.insert(rank, Arc::new(view));
    }

    pub(crate) fn seen(&self, id: &str, at: Timestamp) {
        if let Some(view) = self.get(id) {
            view.last_seen.set(at);
        }
    }

    pub(crate) fn remove(&self, id: &str) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    pub(crate) fn get(&self, id: &str) -> Option<Arc<ProposalView>> {
        let shown = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let (rank, _) = shown.ranks.get(id)?;
        shown.views.get(rank).cloned()
    }

    pub(crate) fn all(&self) -> Vec<Arc<ProposalView>> {
        let shown = self.0.read().unwrap_or_else(PoisonError::into_inner);
        shown.views.values().cloned().collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.read().unwrap_or_else(PoisonError::into_inner).views.len()
    }

    pub(crate) fn count(&self, source: Source) -> usize {
        let shown = self.0.read().unwrap_or_else(PoisonError::into_inner);
        shown.counts.get(&source).copied().unwrap_or(0)
    }
}

impl Shown {
    fn remove(&mut self, id: &str) {
        if let Some((rank, source)) = self.ranks.remove(id) {
            self.views.remove(&rank);
            if let Some(count) = self.counts.get_mut(&source) {
                *count -= 1;
            }
        }
    }
}
