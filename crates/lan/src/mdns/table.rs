use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::{Service, ServiceType};

const MOST_OF_A_TYPE: usize = 500;
const MOST: usize = 1_000;

/// How long a service may take to answer when it is asked whether it is still there.
const GRACE: Duration = Duration::from_secs(10);
/// How long a service counts that was heard on an interface which is gone since.
const AWAY: Duration = Duration::from_secs(3_600);

/// Type and full name.
pub(crate) type Key = (ServiceType, Arc<str>);

/// What is announced at the moment, as far as there is room.
#[derive(Debug, Default)]
pub(crate) struct Table {
    entries: BTreeMap<Key, Entry>,
    /// Types of which some were left out.
    crowded: BTreeSet<ServiceType>,
}

#[derive(Debug)]
struct Entry {
    service: Arc<Service>,
    /// Where it was heard.
    interfaces: BTreeSet<String>,
    /// When it is dropped unless it is heard of until then.
    doubted_until: Option<Instant>,
}

impl Entry {
    fn could_be_heard(&self, present: &BTreeSet<String>) -> bool {
        self.interfaces.is_empty() || !self.interfaces.is_disjoint(present)
    }
}

impl Table {
    /// Returns whether that changed anything.
    pub(crate) fn put(
        &mut self,
        name: &str,
        service: Service,
        interfaces: BTreeSet<String>,
    ) -> bool {
        let key = (service.service_type.clone(), Arc::from(name));
        if let Some(entry) = self.entries.get_mut(&key) {
            entry.interfaces = interfaces;
            entry.doubted_until = None;
            let changed = *entry.service != service;
            if changed {
                entry.service = Arc::new(service);
            }
            return changed;
        }
        if self.is_full_for(&key.0) {
            return self.crowded.insert(key.0);
        }
        let service = Arc::new(service);
        self.entries.insert(key, Entry { service, interfaces, doubted_until: None });
        true
    }

    fn is_full_for(&self, service_type: &ServiceType) -> bool {
        self.entries.len() >= MOST || self.of(service_type).count() >= MOST_OF_A_TYPE
    }

    /// Takes out what said goodbye or was not heard of for too long. What was heard where there is
    /// no interface any more did neither: it stays for a while.
    pub(crate) fn remove(&mut self, key: &Key, present: &BTreeSet<String>) -> bool {
        let Some(entry) = self.entries.get_mut(key) else { return false };
        if !entry.could_be_heard(present) {
            entry.doubted_until.get_or_insert(Instant::now() + AWAY);
            return false;
        }
        self.entries.remove(key);
        true
    }

    /// Everything that could be heard must be heard of again.
    pub(crate) fn doubt(&mut self, present: &BTreeSet<String>) {
        let until = Instant::now() + GRACE;
        for entry in self.entries.values_mut() {
            if entry.could_be_heard(present) {
                entry.doubted_until = Some(until);
            }
        }
    }

    /// Everything of a type must be heard of again: its last goodbyes may have been lost.
    pub(crate) fn doubt_type(&mut self, service_type: &ServiceType, present: &BTreeSet<String>) {
        let until = Instant::now() + GRACE;
        for ((of, _), entry) in &mut self.entries {
            if of == service_type && entry.could_be_heard(present) {
                entry.doubted_until.get_or_insert(until);
            }
        }
    }

    pub(crate) fn drop_doubted(&mut self) -> bool {
        let (before, now) = (self.entries.len(), Instant::now());
        self.entries.retain(|_, entry| entry.doubted_until.is_none_or(|until| now < until));
        before != self.entries.len()
    }

    /// Forgets what nobody wants to know.
    pub(crate) fn keep_types(&mut self, wanted: impl Fn(&ServiceType) -> bool) {
        self.entries.retain(|(service_type, _), _| wanted(service_type));
        self.crowded.retain(wanted);
    }

    pub(crate) fn of(
        &self,
        service_type: &ServiceType,
    ) -> impl Iterator<Item = (&Key, &Arc<Service>)> {
        let first = (service_type.clone(), Arc::from(""));
        let of_type =
            self.entries.range(first..).take_while(move |(key, _)| key.0 == *service_type);
        of_type.map(|(key, entry)| (key, &entry.service))
    }

    /// Says what there was no room for, and begins to note that anew.
    pub(crate) fn remark(&self) -> Option<String> {
        let types: Vec<_> = self.crowded.iter().map(ServiceType::as_str).collect();
        (!types.is_empty()).then(|| {
            format!(
                "More services are announced than are looked at ({MOST_OF_A_TYPE} of a type, \
                 {MOST} in all): {}",
                types.join(", ")
            )
        })
    }

    pub(crate) fn forget_remark(&mut self) {
        self.crowded.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn service(service_type: &str, port: u16) -> Service {
        Service {
            instance: "NAS".to_owned(),
            service_type: service_type.parse().expect("a type"),
            host: "nas.local".to_owned(),
            addresses: Vec::new(),
            port,
            txt: BTreeMap::new(),
            was_cut: false,
        }
    }

    fn on(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn key(service_type: &str, name: &str) -> Key {
        (service_type.parse().expect("a type"), Arc::from(name))
    }

    #[test]
    fn there_is_room_for_so_many_of_a_type_and_in_all_and_the_first_stay() {
        let mut table = Table::default();
        for service_type in ["_a._tcp", "_b._tcp", "_c._tcp"] {
            for n in 0..600 {
                table.put(&format!("{n}"), service(service_type, 1), on(&["eth0"]));
            }
        }
        let count = |table: &Table, name| table.of(&key(name, "").0).count();
        assert_eq!((count(&table, "_a._tcp"), count(&table, "_b._tcp")), (500, 500));
        assert_eq!(count(&table, "_c._tcp"), 0);
        assert!(table.remark().is_some_and(|remark| remark.contains("_a._tcp, _b._tcp, _c._tcp")));
        assert!(table.put("7", service("_a._tcp", 2), on(&["eth0"])), "one that is known changes");
        assert!(table.remove(&key("_a._tcp", "8"), &on(&["eth0"])));
        assert!(table.put("new", service("_a._tcp", 1), on(&["eth0"])), "there is room again");
        table.forget_remark();
        assert_eq!(table.remark(), None);
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_heard_on_an_interface_that_is_gone_stays_until_it_is_back_and_silent() {
        let mut table = Table::default();
        table.put("NAS", service("_a._tcp", 1), on(&["eth0"]));
        let nas = key("_a._tcp", "NAS");
        assert!(!table.remove(&nas, &on(&["wlan0"])));
        tokio::time::advance(AWAY / 2).await;
        table.doubt(&on(&["wlan0"]));
        tokio::time::advance(GRACE).await;
        assert!(!table.drop_doubted(), "nobody could have heard it");
        table.doubt(&on(&["eth0"]));
        assert!(!table.put("NAS", service("_a._tcp", 1), on(&["eth0"])), "it is as it was");
        tokio::time::advance(GRACE).await;
        assert!(!table.drop_doubted(), "it was heard again");
        table.doubt(&on(&["eth0"]));
        tokio::time::advance(GRACE).await;
        assert!(table.drop_doubted());
        assert_eq!(table.of(&nas.0).count(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_not_heard_of_when_its_type_is_asked_for_anew_is_gone() {
        let mut table = Table::default();
        let nas = key("_a._tcp", "NAS");
        table.put("NAS", service("_a._tcp", 1), on(&["eth0"]));
        table.put("Other", service("_b._tcp", 1), on(&["eth0"]));
        table.doubt_type(&nas.0, &on(&["wlan0"]));
        tokio::time::advance(GRACE).await;
        assert!(!table.drop_doubted(), "nobody could have heard it");
        table.doubt_type(&nas.0, &on(&["eth0"]));
        table.put("NAS", service("_a._tcp", 1), on(&["eth0"]));
        tokio::time::advance(GRACE).await;
        assert!(!table.drop_doubted(), "it was heard again");
        table.doubt_type(&nas.0, &on(&["eth0"]));
        tokio::time::advance(GRACE / 2).await;
        table.doubt_type(&nas.0, &on(&["eth0"]));
        tokio::time::advance(GRACE / 2).await;
        assert!(table.drop_doubted(), "asking again puts nothing off");
        assert_eq!(table.of(&key("_b._tcp", "").0).count(), 1);
    }
}
