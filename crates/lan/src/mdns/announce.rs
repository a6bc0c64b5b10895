use std::collections::BTreeMap;
use std::sync::Arc;

use mdns_sd::ServiceInfo;

use super::ServiceType;
use super::shared::Shared;

/// What this machine offers to others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// At most 63 bytes. Where another has the same name, a number is added to it.
    pub instance: String,
    /// Each is announced under the same name, with the same port and records.
    pub types: Vec<ServiceType>,
    /// A name for this machine that nobody else answers for, such as `nas-gatehouse.local`.
    pub host: String,
    pub port: u16,
    /// For everybody to read.
    pub txt: BTreeMap<String, String>,
}

impl Announcement {
    /// One entry for each type, at whatever addresses this machine has and gets.
    pub(crate) fn records(&self) -> Result<Vec<ServiceInfo>, mdns_sd::Error> {
        let txt: Vec<_> = self.txt.iter().collect();
        let host = format!("{}.", self.host.trim_end_matches('.'));
        let record = |service_type: &ServiceType| {
            let (domain, name) = (service_type.domain(), self.instance.as_str());
            let info = ServiceInfo::new(&domain, name, &host, "", self.port, &txt[..])?;
            Ok(info.enable_addr_auto())
        };
        self.types.iter().map(record).collect()
    }
}

/// An announcement that stands until this is dropped, which says goodbye.
#[derive(Debug)]
#[must_use = "the announcement ends when this is dropped"]
pub struct Announced {
    shared: Arc<Shared>,
    number: u64,
}

impl Announced {
    pub(crate) fn new(shared: Arc<Shared>, announcement: Announcement) -> Self {
        let mut number = 0;
        shared.orders.send_modify(|orders| {
            orders.last_announcement += 1;
            number = orders.last_announcement;
            orders.announcements.insert(number, announcement);
        });
        Announced { shared, number }
    }
}

impl Drop for Announced {
    fn drop(&mut self) {
        self.shared.orders.send_modify(|orders| {
            orders.announcements.remove(&self.number);
        });
    }
}
