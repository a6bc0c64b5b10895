use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use strum::VariantArray;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::model::Source;

/// How many are asked at once for each source. Those that did not answer before wait among
/// themselves, so that they keep nobody waiting who is new.
const NEW: usize = 16;
const OLD: usize = 4;
const PER_HOST: usize = 4;

/// Bounds how many probes run side by side.
#[derive(Debug)]
pub(super) struct Slots {
    by_source: Vec<(Source, Arc<Semaphore>, Arc<Semaphore>)>,
    /// For those that are new, and for those that are not.
    hosts: Mutex<HashMap<(bool, String), Arc<Semaphore>>>,
}

/// The right to ask, given back when it is dropped.
pub(super) struct Slot {
    _source: Option<OwnedSemaphorePermit>,
    _host: Option<OwnedSemaphorePermit>,
}

impl Slots {
    pub(super) fn new() -> Self {
        let of = |source: &Source| {
            (*source, Arc::new(Semaphore::new(NEW)), Arc::new(Semaphore::new(OLD)))
        };
        Slots { by_source: Source::VARIANTS.iter().map(of).collect(), hosts: Mutex::default() }
    }

    pub(super) async fn take(&self, source: Source, again: bool, host: &str) -> Slot {
        // The host's comes first: who waits for it must not hold up the others of its source.
        let _host = self.host(again, host).acquire_owned().await.ok();
        let slots = self.by_source.iter().find(|(of, ..)| *of == source);
        let semaphore = slots.map(|(_, new, old)| if again { old } else { new });
        let _source = match semaphore {
            Some(semaphore) => semaphore.clone().acquire_owned().await.ok(),
            None => None,
        };
        Slot { _source, _host }
    }

    fn host(&self, again: bool, host: &str) -> Arc<Semaphore> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        // Those that nobody asks at the moment are not kept.
        if hosts.len() >= 64 {
            hosts.retain(|_, semaphore| Arc::strong_count(semaphore) > 1);
        }
        let semaphore = hosts.entry((again, host.to_owned()));
        let most = if again { PER_HOST / 2 } else { PER_HOST };
        semaphore.or_insert_with(|| Arc::new(Semaphore::new(most))).clone()
    }
}
