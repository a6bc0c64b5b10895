use std::collections::BTreeMap;

use tokio::sync::watch;

use super::table::Table;
use super::{Announcement, Condition, ServiceType, Settings};

/// What the handles, the streams and the daemon's keeper have in common.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    pub(crate) orders: watch::Sender<Orders>,
    pub(crate) table: watch::Sender<Table>,
    pub(crate) condition: watch::Sender<Condition>,
}

/// What there is to do.
#[derive(Debug, Default)]
pub(crate) struct Orders {
    /// How many look for a type.
    pub(crate) wanted: BTreeMap<ServiceType, usize>,
    pub(crate) announcements: BTreeMap<u64, Announcement>,
    pub(crate) last_announcement: u64,
    /// Grows each time that everybody is to be asked again.
    pub(crate) asked: u64,
}

impl Shared {
    pub(crate) fn new(settings: Settings) -> Self {
        Shared {
            settings,
            orders: watch::Sender::default(),
            table: watch::Sender::default(),
            condition: watch::Sender::new(Condition::Starting),
        }
    }

    pub(crate) fn set_condition(&self, condition: Condition) {
        self.condition.send_if_modified(|current| {
            let changed = *current != condition;
            *current = condition;
            changed
        });
    }
}
