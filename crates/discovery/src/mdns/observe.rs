//! Makes one observation of everything that a host announces under one name.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use lan::mdns::{Service, ServiceType};
use routing::{Scheme, Targets};

use super::notes::security_notes;
use super::txt::{self, TxtRecord};
use super::types::{Types, is_home, is_http, is_https};
use crate::model::{Address, Observation, Offer, Probing, Score, ServiceKey, Wishes};

const HOME_TAG: &str = "home-automation";

/// What this program knows of itself, so that it does not propose itself.
#[derive(Debug, Clone)]
pub(super) struct Surroundings {
    pub(super) types: Types,
    pub(super) targets: Targets,
    pub(super) own_addresses: Vec<IpAddr>,
}

/// `None` where there is nothing to propose. `appearance` is another when the service was gone in
/// between.
pub(super) fn observe(
    key: ServiceKey,
    services: &[Arc<Service>],
    around: &Surroundings,
    appearance: u64,
) -> Option<Observation> {
    let mut all: Vec<_> = services.iter().map(|one| (one.clone(), txt::read(&one.txt))).collect();
    all.retain(|(service, said)| {
        service.port > 0 && said.wishes.enable != Some(false) && !is_gateway(service)
    });
    all.sort_by_cached_key(|(one, _)| {
        (around.types.rank(&one.service_type), one.service_type.clone(), one.port)
    });
    let offers = offers(&all, around);
    if offers.is_empty() {
        return None;
    }
    let services: Vec<_> = all.iter().map(|(service, _)| service.clone()).collect();
    let home = services.iter().find(|one| is_home(&one.service_type));
    let server_path = all.iter().find_map(|(_, said)| said.server_path.clone()).unwrap_or_default();
    let wishes = txt::merge(all.into_iter().map(|(_, said)| said.wishes).collect());
    Some(Observation {
        service: key,
        name: services.first()?.instance.clone(),
        tags: home.map(|_| HOME_TAG.to_owned()).into_iter().collect(),
        score: score(&wishes, home.map(|one| &one.service_type)),
        wishes,
        epoch: epoch(&offers, appearance),
        offers,
        server_path,
        evidence: vec![announced(&services)],
        security_notes: security_notes(&services, &around.own_addresses),
        container: None,
        announcer: services.first().map(|one| one.host.to_lowercase()),
    })
}

/// Another gateway is a peer, and not an app to be opened through this one.
fn is_gateway(service: &Service) -> bool {
    service.txt.get("id").is_some_and(|id| id.starts_with("gh_")) && service.txt.contains_key("api")
}

fn score(wishes: &Wishes, home: Option<&ServiceType>) -> Score {
    let mut score = Score::base(70, "it is announced by mDNS");
    if wishes.app_id.is_some() {
        score.tier(85, "its TXT record has app_id");
    }
    if wishes.enable == Some(true) {
        score.tier(95, "its TXT record says svc_enable=true");
    }
    if let Some(home) = home {
        score.bonus(10, format!("{home} is a known service type"));
    }
    score
}

/// One for each port; the types that name it share it.
fn offers(all: &[(Arc<Service>, TxtRecord)], around: &Surroundings) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    for (service, said) in all {
        let addresses = addresses(service, &around.targets);
        if addresses.is_empty() {
            continue;
        }
        let probing = around.types.probing(&service.service_type);
        let scheme = said.scheme.or_else(|| scheme(&service.service_type));
        match offers.iter_mut().find(|offer| offer.own_port == service.port) {
            Some(offer) => {
                let new = addresses.into_iter().filter(|one| !offer.addresses.contains(one));
                let new: Vec<_> = new.collect();
                offer.addresses.extend(new);
                offer.scheme = offer.scheme.or(scheme);
                if probing == Probing::Adds {
                    offer.probing = Probing::Adds;
                }
            }
            None => offers.push(Offer { own_port: service.port, addresses, scheme, probing }),
        }
    }
    offers
}

fn scheme(service_type: &ServiceType) -> Option<Scheme> {
    match service_type {
        one if is_https(one) => Some(Scheme::Https),
        one if is_http(one) => Some(Scheme::Http),
        _ => None,
    }
}

/// Without those that are never called: our own listeners above all. Nothing is called by its name:
/// anybody in the network can answer for that, long after somebody approved it.
fn addresses(service: &Service, targets: &Targets) -> Vec<Address> {
    let port = service.port;
    let callable = service.addresses.iter().filter(|ip| targets.allow(SocketAddr::new(**ip, port)));
    callable.map(|ip| Address { host: ip.to_string(), port }).collect()
}

fn announced(services: &[Arc<Service>]) -> String {
    let mut types: Vec<_> = services.iter().map(|one| one.service_type.as_str()).collect();
    types.dedup();
    let host = services.first().map(|one| one.host.as_str()).unwrap_or_default();
    format!("Announced as {} by {host}", types.join(", "))
}

fn epoch(offers: &[Offer], appearance: u64) -> String {
    let addresses = offers.iter().flat_map(|offer| &offer.addresses);
    let addresses: Vec<_> = addresses.map(|one| format!("{} {}", one.host, one.port)).collect();
    format!("{appearance}: {}", addresses.join(", "))
}

#[cfg(test)]
mod tests;
