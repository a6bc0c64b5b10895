//! Where the jars stand. Reading takes no lock: the jars of a device are an immutable map that a
//! change replaces. Who changes something brings the totals, of which there is one, behind a lock.

use std::collections::HashMap;
use std::sync::Arc;

use arc_swap::ArcSwap;

use super::jar::Jar;

/// Whose jar, of which app.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) device: Arc<str>,
    pub(crate) app: Arc<str>,
}

#[derive(Default)]
pub(super) struct Shelves(ArcSwap<HashMap<Arc<str>, Arc<Shelf>>>);

/// The jars of one pairing of a device.
pub(super) struct Shelf {
    pub(super) epoch: i64,
    jars: ArcSwap<HashMap<Arc<str>, Arc<Jar>>>,
}

#[derive(Default)]
pub(super) struct Totals {
    pub(super) jars: usize,
    pub(super) bytes: usize,
}

impl Shelf {
    pub(super) fn jar(&self, app: &str) -> Option<Arc<Jar>> {
        self.jars.load().get(app).cloned()
    }

    pub(super) fn jars(&self) -> Arc<HashMap<Arc<str>, Arc<Jar>>> {
        self.jars.load_full()
    }
}

impl Shelves {
    pub(super) fn of(&self, device: &str) -> Option<Arc<Shelf>> {
        self.0.load().get(device).cloned()
    }

    pub(super) fn jar(&self, key: &Key) -> Option<Arc<Jar>> {
        self.of(&key.device)?.jar(&key.app)
    }

    pub(super) fn keys_of(&self, device: &str) -> Vec<Key> {
        let shelves = self.0.load();
        let Some((device, shelf)) = shelves.get_key_value(device) else { return Vec::new() };
        let apps = shelf.jars();
        apps.keys().map(|app| Key { device: device.clone(), app: app.clone() }).collect()
    }

    pub(super) fn keys(&self) -> Vec<Key> {
        self.0.load().keys().flat_map(|device| self.keys_of(device)).collect()
    }

    /// Puts a jar in its place; an empty one leaves it empty. Jars of another pairing go.
    pub(super) fn put(&self, totals: &mut Totals, key: &Key, epoch: i64, jar: Jar) {
        if jar.is_empty() {
            return self.remove(totals, key);
        }
        let shelf = match self.of(&key.device).filter(|shelf| shelf.epoch == epoch) {
            Some(shelf) => shelf,
            None => self.clean_shelf(totals, &key.device, epoch),
        };
        let mut jars = HashMap::clone(&shelf.jars.load());
        totals.bytes += jar.size();
        match jars.insert(key.app.clone(), Arc::new(jar)) {
            Some(old) => totals.bytes -= old.size(),
            None => totals.jars += 1,
        }
        shelf.jars.store(Arc::new(jars));
    }

    pub(super) fn remove(&self, totals: &mut Totals, key: &Key) {
        let Some(shelf) = self.of(&key.device) else { return };
        let mut jars = HashMap::clone(&shelf.jars.load());
        let Some(old) = jars.remove(&key.app) else { return };
        totals.jars -= 1;
        totals.bytes -= old.size();
        let is_last = jars.is_empty();
        shelf.jars.store(Arc::new(jars));
        if is_last {
            self.change(|shelves| drop(shelves.remove(&key.device)));
        }
    }

    fn clean_shelf(&self, totals: &mut Totals, device: &Arc<str>, epoch: i64) -> Arc<Shelf> {
        for key in self.keys_of(device) {
            self.remove(totals, &key);
        }
        let shelf = Arc::new(Shelf { epoch, jars: ArcSwap::default() });
        self.change(|shelves| drop(shelves.insert(device.clone(), shelf.clone())));
        shelf
    }

    fn change(&self, change: impl FnOnce(&mut HashMap<Arc<str>, Arc<Shelf>>)) {
        let mut shelves = HashMap::clone(&self.0.load());
        change(&mut shelves);
        self.0.store(Arc::new(shelves));
    }
}
