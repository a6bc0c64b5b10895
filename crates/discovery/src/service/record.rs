use std::collections::VecDeque;

use kit::{Actor, Error, ErrorKind, Result};

use events::Change;
use events::facts::{Discovered, ProposalWithdrawn};

use super::tell;
use crate::model::{ServiceKey, ServiceLink};
use crate::pending_writes::Entry;
use crate::reconcile::{Follow, Record};
use crate::{Discovery, store};

/// How much is written in one transaction, so that nobody waits long for theirs.
const BATCH: usize = 200;
/// How many claims and decisions of each kind are kept.
const KEPT: usize = 10_000;

impl Discovery {
    /// Writes down what waits. What could not be written waits on.
    pub(crate) async fn write_all(&self) -> Result<()> {
        loop {
            let entries = self.pending_writes().take(BATCH);
            if entries.is_empty() {
                break;
            }
            match self.write(&entries).await {
                Ok(()) => {}
                Err(error) if error.kind == ErrorKind::StorageUnavailable => {
                    self.pending_writes().put_back(entries);
                    return Err(error);
                }
                Err(_) => self.write_each(entries).await?,
            }
        }
        while let Some(follow) = self.pending_writes().take_follow() {
            match self.follow(&follow).await {
                Ok(()) => {}
                Err(error) if error.kind == ErrorKind::StorageUnavailable => {
                    self.pending_writes().put_back_follow(follow);
                    return Err(error);
                }
                Err(error) => {
                    let route = &*follow.before.route_id;
                    tracing::warn!(route, %error, "moving a route to its service's new address failed; retrying with the next change");
                    self.reconciler().await.follow_again(&follow.before.service);
                }
            }
        }
        Ok(())
    }

    /// Writes one after the other, so that nothing waits behind what the database does not take.
    async fn write_each(&self, entries: Vec<Entry>) -> Result<()> {
        let mut left = VecDeque::from(entries);
        while let Some(entry) = left.pop_front() {
            match self.write(std::slice::from_ref(&entry)).await {
                Ok(()) => {}
                Err(error) if error.kind == ErrorKind::StorageUnavailable => {
                    left.push_front(entry);
                    self.pending_writes().put_back(left.into());
                    return Err(error);
                }
                Err(error) => {
                    tracing::warn!(%error, "recording a discovery change failed; it is dropped");
                }
            }
        }
        Ok(())
    }

    async fn write(&self, entries: &[Entry]) -> Result<()> {
        let now = self.clock().now();
        let mut tx = self.events().begin().await?;
        // In line before any row is touched: an approval is, too, and writes the same rows.
        let mut found = Vec::new();
        for entry in entries {
            match entry {
                Entry::Record(Record::Claimed(service, app_id)) => {
                    store::claim(&mut tx, &service.to_string(), app_id, now).await?;
                }
                Entry::Record(Record::Unclaimed(service)) => {
                    store::unclaim(&mut tx, &service.to_string()).await?;
                }
                Entry::Record(Record::Appeared { proposal, is_new }) => {
                    // Somebody may have decided already.
                    let Some(view) = self.proposal_list().get(&proposal.id) else { continue };
                    let first = *is_new && store::announce(&mut tx, &proposal.id, now).await?;
                    if *is_new && !first {
                        continue;
                    }
                    let view = serde_json::to_value(&*view).map_err(Error::internal)?;
                    let change = Change::by(Actor::system(), "service.discovered").unaudited();
                    let change = change.fact(&Discovered(view));
                    tx.record(&change).await?;
                    found.extend(first.then_some(proposal));
                }
                Entry::Record(Record::Withdrawn(id)) => {
                    let fact = ProposalWithdrawn { proposal_id: id.clone() };
                    let change = Change::by(Actor::system(), "proposal.withdrawn").unaudited();
                    tx.record(&change.fact(&fact)).await?;
                }
                Entry::Record(Record::Follow(_)) => {}
                Entry::Record(Record::Unproven(follow)) => {
                    tx.record(&tell::unproven(follow)).await?;
                }
                Entry::Record(Record::Stayed(follow)) => {
                    tx.record(&tell::stayed(follow)).await?;
                }
                Entry::Source(source, condition) => {
                    let change = tell::condition(*source, condition);
                    tx.record(&change).await?;
                }
            }
        }
        for change in tell::found(&found) {
            tx.record(&change).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Lets an approved route lead to where its service is now. A route that somebody changed, or
    /// took away, stays as it is.
    async fn follow(&self, follow: &Follow) -> Result<()> {
        let Follow { before, to, insecure, container, .. } = follow;
        let mut writer = self.catalog().writer().await;
        let after = ServiceLink { to: to.clone(), ..before.clone() };
        let insecure = insecure.then_some(true);
        let Some(service) = self.moved(before, &after, insecure, container.as_ref()) else {
            return Ok(());
        };
        let mut tx = self.events().begin().await?;
        writer.put(&mut tx, &Actor::system(), &service).await?;
        tx.commit().await?;
        writer.publish();
        tracing::info!(
            route = &*before.route_id,
            from = before.to,
            to,
            "a route follows its service"
        );
        Ok(())
    }

    /// Forgets the oldest where more was written down than anybody needs.
    pub(crate) async fn prune(&self) -> Result<()> {
        let keep = i64::try_from(KEPT).unwrap_or(i64::MAX);
        // Whoever holds both takes the desk first.
        let mut reconciler = self.reconciler().await;
        let mut tx = self.db().begin().await?;
        let proposals = store::prune(&mut tx, keep).await?;
        let excess = reconciler.claims().saturating_sub(KEPT);
        let mut services = Vec::new();
        if excess > 0 {
            let all = store::claims(&mut tx).await?;
            let oldest = all.iter().rev().filter_map(|(service, _)| ServiceKey::parse(service));
            services =
                oldest.filter(|service| !reconciler.is_known(service)).take(excess).collect();
        }
        for service in &services {
            store::unclaim(&mut tx, &service.to_string()).await?;
        }
        tx.commit().await?;
        reconciler.forget(&proposals, &services);
        Ok(())
    }
}
