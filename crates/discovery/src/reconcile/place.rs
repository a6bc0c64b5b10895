//! Whether approved containers are where their routes lead. Addresses of containers are given to
//! others as soon as they are free, and nobody has approved those.

use std::collections::HashSet;
use std::sync::Arc;

use super::Reconciler;
use super::dependency::Dependency;
use super::flap_damper::Presence;
use super::index::RouteEntry;
use crate::model::{Address, ServiceKey, ServiceLink, Source};

impl Reconciler {
    /// Looks whether the app of a service is at its address.
    pub(super) fn note_place(&mut self, service: &ServiceKey) {
        let Some((app_id, _)) = self.index.approved(service) else { return };
        let app_id = app_id.clone();
        let away = self.is_away(service, self.away.contains(&app_id));
        self.set_away(app_id, away);
    }

    /// A service that is at another's address shows that the other one is not.
    pub(super) fn note_neighbours(&mut self, service: &ServiceKey) {
        let Some(watched) = self.services.get(service) else { return };
        let addresses = watched.observation.offers.iter().flat_map(|offer| &offer.addresses);
        let apps = addresses.flat_map(|address| self.index.apps_at(address));
        let links = apps.filter_map(|app| app.link.as_ref()).map(|link| link.service.clone());
        let others: Vec<_> = links.filter(|other| other != service).collect();
        others.iter().for_each(|other| self.note_place(other));
    }

    pub(super) fn note_all_places(&mut self) {
        let services: Vec<_> = self.index.approved_of(Source::Docker).cloned().collect();
        services.iter().for_each(|service| self.note_place(service));
        let approved: Vec<_> =
            services.iter().filter_map(|one| Some(self.index.approved(one)?.0.clone())).collect();
        let gone: Vec<_> = self.away.iter().filter(|id| !approved.contains(id)).cloned().collect();
        gone.into_iter().for_each(|app_id| self.set_away(app_id, false));
    }

    fn set_away(&mut self, app_id: Arc<str>, away: bool) {
        let changed =
            if away { self.away.insert(app_id.clone()) } else { self.away.remove(&app_id) };
        if changed {
            self.effects.away.push((app_id, away));
        }
    }

    /// A route that somebody changed, or one of several, is not ours to judge. A service that this
    /// program never saw may be another program's, as long as nobody here has its address.
    fn is_away(&self, service: &ServiceKey, was_away: bool) -> bool {
        if service.source != Source::Docker {
            return false;
        }
        let Some((link, route)) = self.index.followed_route(service) else { return false };
        match self.services.get(service) {
            Some(_) => !self.is_in_place(service, link, route),
            None => was_away || self.has_other(service, &route.address),
        }
    }

    fn is_in_place(&self, service: &ServiceKey, link: &ServiceLink, route: &RouteEntry) -> bool {
        let here = |service| {
            let watched = self.services.get(service)?;
            (watched.calm.presence() == Presence::Here).then_some(&watched.observation)
        };
        here(service).is_some_and(|observation| {
            let mut offers = observation.offers.iter();
            offers.any(|offer| {
                offer.own_port == link.port && offer.addresses.contains(&route.address)
            })
        })
    }

    fn has_other(&self, service: &ServiceKey, address: &Address) -> bool {
        let concern = HashSet::from([Dependency::Address(address.clone())]);
        let mut others = self.concerns.concerned(&concern).into_iter();
        others.any(|other| {
            let watched = self.services.get(&other);
            other != *service
                && watched.is_some_and(|other| other.calm.presence() == Presence::Here)
        })
    }
}
