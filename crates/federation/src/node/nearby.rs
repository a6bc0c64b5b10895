//! Peers in the local network, by multicast DNS. It carries an address and nothing else; whether
//! somebody there is a member shows when he is greeted.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};

use lan::mdns::{Announced, Announcement, Sighting, gateway_host};

use crate::Federation;

const TYPE: &str = "_gatehouse-peer._tcp";
/// Strangers can announce what they like.
const MOST: usize = 64;

#[derive(Default)]
pub(super) struct Nearby {
    found: Mutex<BTreeMap<String, Vec<SocketAddr>>>,
}

impl Nearby {
    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.values().flatten().copied().collect()
    }

    fn note(&self, sighting: Sighting) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        match sighting {
            Sighting::Found(service) | Sighting::Changed(_, service) => {
                if found.len() < MOST || found.contains_key(&service.instance) {
                    let first = service.addresses.iter().take(2);
                    let addresses = first.map(|ip| SocketAddr::new(*ip, service.port)).collect();
                    found.insert(service.instance.clone(), addresses);
                }
            }
            Sighting::Lost(service) => drop(found.remove(&service.instance)),
        }
    }
}

/// Tells the network of us, as long as this is kept, and notes who tells of himself.
pub(super) async fn look(federation: &Federation, own: SocketAddr, nearby: &Nearby) -> Infallible {
    if !federation.config().mdns {
        return std::future::pending().await;
    }
    let _announced = (!own.ip().is_loopback()).then(|| announce(federation, own));
    let mut browse = federation.mdns().browse([TYPE.parse().expect("a type")]);
    loop {
        nearby.note(browse.next().await);
    }
}

fn announce(federation: &Federation, own: SocketAddr) -> Announced {
    let id = &federation.instance().id;
    federation.mdns().announce(Announcement {
        instance: format!("gatehouse-{}", id.trim_start_matches("gh_")),
        types: vec![TYPE.parse().expect("a type")],
        host: gateway_host(),
        port: own.port(),
        txt: BTreeMap::from([("id".to_owned(), id.clone())]),
    })
}
