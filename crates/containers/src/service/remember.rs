use std::collections::HashMap;
use std::sync::Arc;

use engines::{Container, Surroundings};
use kit::Result;

use crate::link::{Identity, Remembered, Tie};
use crate::{Containers, store};

impl Containers {
    /// Remembers which containers are behind routes that say nothing but an address or an id, so
    /// that they are found when they are stopped or made anew. `all` are all that there are.
    pub(crate) async fn remember_links(
        &self,
        all: &[&Container],
        around: &Surroundings,
    ) -> Result<()> {
        let known: Vec<Identity> = all.iter().map(|one| Identity::of(one)).collect();
        self.remember_seen(all, around, |identity| known.contains(identity)).await
    }

    /// What was looked at is shown all the same.
    pub(crate) async fn try_to_remember_links(&self, all: &[&Container], around: &Surroundings) {
        if let Err(error) = self.remember_links(all, around).await {
            tracing::warn!(%error, "storing the links between routes and containers failed; retrying with the next look");
        }
    }

    /// The same of a single one. Nothing is known about others.
    pub(crate) async fn remember_link(&self, one: &Container, around: &Surroundings) -> Result<()> {
        self.remember_seen(&[one], around, |_| true).await
    }

    async fn remember_seen(
        &self,
        seen: &[&Container],
        around: &Surroundings,
        is_there: impl Fn(&Identity) -> bool,
    ) -> Result<()> {
        let _turn = self.remembering().await;
        let before = self.remembered();
        let now = self.with_seen(&before, seen, around, is_there);
        if now != before {
            self.write_links(&before, &now).await?;
            self.remember(now);
        }
        Ok(())
    }

    fn with_seen(
        &self,
        before: &Remembered,
        seen: &[&Container],
        around: &Surroundings,
        is_there: impl Fn(&Identity) -> bool,
    ) -> Remembered {
        let links = self.links();
        let mut now = before.clone();
        now.retain(|route_id, _| links.has_route(route_id));
        let mut candidates: HashMap<Arc<str>, Candidates> = HashMap::new();
        for container in seen {
            for link in links.ties(container, around) {
                let Some(basis) = &link.route.fleeting else { continue };
                let entry = candidates.entry(link.route.route_id.clone());
                let candidates = entry.or_insert_with(|| Candidates::new(basis.clone()));
                candidates.add(Identity::of(container), link.tie);
            }
        }
        for (route_id, candidates) in candidates {
            let known = now.get(&route_id).filter(|(on, _)| *on == candidates.basis);
            let known = known.map(|(_, identity)| identity).filter(|known| is_there(known));
            if let Some(identity) = candidates.successor(known) {
                now.insert(route_id, (candidates.basis, identity));
            }
        }
        now
    }

    async fn write_links(&self, before: &Remembered, now: &Remembered) -> Result<()> {
        let at = self.parts().clock.now();
        let mut tx = self.parts().db.begin().await?;
        for (route_id, (basis, identity)) in now {
            if before.get(route_id) != Some(&(basis.clone(), identity.clone())) {
                store::put(&mut tx, route_id, (basis, identity), at).await?;
            }
        }
        for route_id in before.keys().filter(|route_id| !now.contains_key(*route_id)) {
            store::forget(&mut tx, route_id).await?;
        }
        Ok(tx.commit().await?)
    }
}

/// The containers that a route may belong to.
struct Candidates {
    basis: Arc<str>,
    firm: Vec<Identity>,
    by_chance: Vec<Identity>,
}

impl Candidates {
    fn new(basis: Arc<str>) -> Self {
        Candidates { basis, firm: Vec::new(), by_chance: Vec::new() }
    }

    fn add(&mut self, identity: Identity, tie: Tie) {
        match tie {
            Tie::Firm => self.firm.push(identity),
            Tie::ByChance => self.by_chance.push(identity),
            Tie::Remembered => {}
        }
    }

    /// Who takes the place of the one that is known and there. Engines give addresses to others
    /// when containers are restarted, which changes nothing; a route that says itself where it
    /// leads does.
    fn successor(&self, known: Option<&Identity>) -> Option<Identity> {
        match known {
            Some(known) if self.firm.contains(known) => None,
            Some(_) => self.firm.first().cloned(),
            None => self.firm.first().or(self.by_chance.first()).cloned(),
        }
    }
}
