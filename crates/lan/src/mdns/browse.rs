use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use tokio::sync::watch;

use super::shared::Shared;
use super::table::{Key, Table};
use super::{Service, ServiceType};

/// What became known of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sighting {
    Found(Arc<Service>),
    /// It was as the first, and is as the second.
    Changed(Arc<Service>, Arc<Service>),
    Lost(Arc<Service>),
}

/// Looks for services of some types as long as it is kept. It tells what changed since it was last
/// asked, so that it needs no more room however long nobody asks.
#[derive(Debug)]
pub struct Browse {
    shared: Arc<Shared>,
    types: Vec<ServiceType>,
    table: watch::Receiver<Table>,
    told: BTreeMap<Key, Arc<Service>>,
    ready: VecDeque<Sighting>,
}

impl Browse {
    pub(crate) fn new(shared: Arc<Shared>, types: Vec<ServiceType>) -> Self {
        shared.orders.send_modify(|orders| {
            for service_type in &types {
                *orders.wanted.entry(service_type.clone()).or_default() += 1;
            }
        });
        let table = shared.table.subscribe();
        Browse { shared, types, table, told: BTreeMap::new(), ready: VecDeque::new() }
    }

    /// The next thing that became known. Nothing is lost when this is not awaited to its end.
    pub async fn next(&mut self) -> Sighting {
        loop {
            if let Some(sighting) = self.ready.pop_front() {
                return sighting;
            }
            self.compare();
            if self.ready.is_empty() && self.table.changed().await.is_err() {
                // Not before the end: `shared` has the other half.
                std::future::pending::<()>().await;
            }
        }
    }

    fn compare(&mut self) {
        let own_id = self.shared.settings.own_id.as_deref();
        let table = self.table.borrow_and_update();
        let mut gone = std::mem::take(&mut self.told);
        for (key, service) in self.types.iter().flat_map(|one| table.of(one)) {
            if own_id.is_some() && service.txt.get("id").map(String::as_str) == own_id {
                continue;
            }
            match gone.remove(key) {
                None => self.ready.push_back(Sighting::Found(service.clone())),
                Some(before) if !Arc::ptr_eq(&before, service) => {
                    self.ready.push_back(Sighting::Changed(before, service.clone()));
                }
                Some(_) => {}
            }
            self.told.insert(key.clone(), service.clone());
        }
        self.ready.extend(gone.into_values().map(Sighting::Lost));
    }
}

impl Drop for Browse {
    fn drop(&mut self) {
        self.shared.orders.send_modify(|orders| {
            for service_type in &self.types {
                let others = orders.wanted.get_mut(service_type).map(|count| {
                    *count -= 1;
                    *count
                });
                if others == Some(0) {
                    orders.wanted.remove(service_type);
                }
            }
        });
    }
}
