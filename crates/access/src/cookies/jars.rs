//! All jars, in memory, within bounds. Each change notes what is to be written down.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kit::Timestamp;
use tokio::sync::Notify;

use super::cookie::Cookie;
use super::jar::Jar;
use super::place::CookieScope;
use super::shelves::{Key, Shelves, Totals};

/// Of a device, and of all together. The jar that was used longest ago makes room.
const MOST_OF_DEVICE: usize = 200;
const MOST: usize = 20_000;
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// A jar as it comes from the database.
pub(crate) struct StoredJar {
    pub(crate) key: Key,
    pub(crate) epoch: i64,
    pub(crate) jar: Jar,
}

#[derive(Default)]
pub(crate) struct Jars {
    shelves: Shelves,
    ledger: Mutex<Ledger>,
    changed: Notify,
}

#[derive(Default)]
struct Ledger {
    totals: Totals,
    /// What the database does not have as it is here, or has although it is gone here.
    unwritten: HashSet<Key>,
}

impl Jars {
    pub(crate) fn get(&self, device: &str, app: &str, epoch: i64) -> Option<Arc<Jar>> {
        self.shelves.of(device).filter(|shelf| shelf.epoch == epoch)?.jar(app)
    }

    /// The jars of a device, in the order of the apps' ids.
    pub(crate) fn of_device(&self, device: &str, epoch: i64) -> Vec<(Arc<str>, Arc<Jar>)> {
        let shelf = self.shelves.of(device).filter(|shelf| shelf.epoch == epoch);
        let jars = shelf.map(|shelf| shelf.jars()).unwrap_or_default();
        let mut jars: Vec<_> = jars.iter().map(|(app, jar)| (app.clone(), jar.clone())).collect();
        jars.sort_by(|one, other| one.0.cmp(&other.0));
        jars
    }

    /// Takes over what an answer from this place sets.
    pub(super) fn keep(
        &self,
        key: &Key,
        epoch: i64,
        place: &CookieScope<'_>,
        cookies: Vec<Cookie>,
        now: Timestamp,
    ) {
        let mut ledger = self.ledger();
        // Who paired the device again was faster than an answer to who had it before.
        if self.shelves.of(&key.device).is_some_and(|shelf| shelf.epoch > epoch) {
            return;
        }
        let known = self.get(&key.device, &key.app, epoch);
        let known = known.unwrap_or_else(|| Arc::new(Jar::empty(now)));
        let Some(jar) = known.with(cookies, place, now) else { return };
        self.shelves.put(&mut ledger.totals, key, epoch, jar);
        ledger.unwritten.insert(key.clone());
        self.make_room(&mut ledger, key);
        drop(ledger);
        self.changed.notify_one();
    }

    /// Drops the jars of a device, or of one app, that the database does not have any more.
    pub(crate) fn forget(&self, device: &str, app: Option<&str>) {
        let mut ledger = self.ledger();
        let concerned =
            |key: &Key| *key.device == *device && app.is_none_or(|app| *key.app == *app);
        for key in self.shelves.keys_of(device).iter().filter(|key| concerned(key)) {
            self.shelves.remove(&mut ledger.totals, key);
        }
        ledger.unwritten.retain(|key| !concerned(key));
    }

    /// Takes over what the database has. What is not written yet stays, unless somebody else took
    /// the jar away in the meantime.
    pub(crate) fn adopt(&self, stored: Vec<StoredJar>) {
        let mut ledger = self.ledger();
        let known: HashSet<Key> = stored.iter().map(|stored| stored.key.clone()).collect();
        for key in self.shelves.keys().into_iter().filter(|key| !known.contains(key)) {
            let jar = self.shelves.jar(&key);
            let was_stored = jar.is_some_and(|jar| jar.usage.is_stored());
            if was_stored || !ledger.unwritten.contains(&key) {
                self.shelves.remove(&mut ledger.totals, &key);
            }
        }
        for StoredJar { key, epoch, mut jar } in stored {
            if ledger.unwritten.contains(&key) {
                continue;
            }
            if let Some(ours) = self.shelves.jar(&key) {
                ours.usage.touch(jar.usage.at());
                jar.usage = ours.usage.clone();
            }
            self.shelves.put(&mut ledger.totals, &key, epoch, jar);
            self.make_room(&mut ledger, &key);
        }
    }

    /// Drops what has expired, and notes uses that are worth writing down.
    pub(crate) fn prune(&self, now: Timestamp) {
        let mut ledger = self.ledger();
        for key in self.shelves.keys() {
            let Some((epoch, jar)) = self.entry(&key) else { continue };
            if let Some(pruned) = jar.pruned(now) {
                self.shelves.put(&mut ledger.totals, &key, epoch, pruned);
                ledger.unwritten.insert(key);
            } else if jar.usage.is_worth_writing() {
                ledger.unwritten.insert(key);
            }
        }
        if !ledger.unwritten.is_empty() {
            self.changed.notify_one();
        }
    }

    /// Returns once something is to be written down.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    pub(crate) fn take_unwritten(&self, most: usize) -> Vec<Key> {
        let mut ledger = self.ledger();
        let taken: Vec<Key> = ledger.unwritten.iter().take(most).cloned().collect();
        for key in &taken {
            ledger.unwritten.remove(key);
        }
        taken
    }

    pub(crate) fn put_back_unwritten(&self, keys: Vec<Key>) {
        self.ledger().unwritten.extend(keys);
        self.changed.notify_one();
    }

    /// A jar, with the pairing that it belongs to.
    pub(crate) fn entry(&self, key: &Key) -> Option<(i64, Arc<Jar>)> {
        let shelf = self.shelves.of(&key.device)?;
        Some((shelf.epoch, shelf.jar(&key.app)?))
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops the jars that were used longest ago, but not the one that was just put in.
    fn make_room(&self, ledger: &mut Ledger, newest: &Key) {
        let jars = self.shelves.of(&newest.device).map_or(0, |shelf| shelf.jars().len());
        if jars > MOST_OF_DEVICE {
            let own = self.shelves.keys_of(&newest.device);
            self.drop_longest_unused(ledger, own, jars - MOST_OF_DEVICE, newest);
        }
        while ledger.totals.jars > MOST || ledger.totals.bytes > MOST_BYTES {
            // Some more at once, so that the next ones need not search again.
            let some = (ledger.totals.jars / 100).max(1);
            self.drop_longest_unused(ledger, self.shelves.keys(), some, newest);
        }
    }

    fn drop_longest_unused(
        &self,
        ledger: &mut Ledger,
        mut keys: Vec<Key>,
        count: usize,
        spared: &Key,
    ) {
        keys.retain(|key| key != spared);
        keys.sort_by_cached_key(|key| self.shelves.jar(key).map(|jar| jar.usage.at()));
        for key in keys.into_iter().take(count) {
            self.shelves.remove(&mut ledger.totals, &key);
            ledger.unwritten.insert(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use routing::{CookieTarget, Outside};

    use super::*;
    use crate::cookies::cookie::read;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);
    const TARGET: CookieTarget<'static> = CookieTarget {
        host: "tv.home.lan",
        path: "/",
        secure: true,
        outside: Outside { host: None, prefix: "", base: "" },
    };

    fn key(device: &str, app: &str) -> Key {
        Key { device: device.into(), app: app.into() }
    }

    fn keep(jars: &Jars, key: &Key, epoch: i64, line: &str, now: Timestamp) {
        let place = CookieScope::new(TARGET);
        let cookies = read(line, &place, now).into_iter().collect();
        jars.keep(key, epoch, &place, cookies, now);
    }

    fn stored(key: &Key, epoch: i64, line: &str) -> StoredJar {
        let jars = Jars::default();
        keep(&jars, key, epoch, line, NOW);
        let (_, jar) = jars.entry(key).expect("a jar");
        let jar = Jar::from_content(&jar.content().0).expect("a jar");
        StoredJar { key: key.clone(), epoch, jar }
    }

    #[test]
    fn jars_belong_to_one_pairing() {
        let jars = Jars::default();
        let tv = key("phone", "tv");
        keep(&jars, &tv, 2, "a=1", NOW);
        assert!(jars.get("phone", "tv", 2).is_some() && jars.get("phone", "tv", 3).is_none());
        keep(&jars, &tv, 1, "late=1", NOW);
        assert_eq!(jars.get("phone", "tv", 2).expect("a jar").count(NOW), 1);
        keep(&jars, &key("phone", "nas"), 3, "b=1", NOW);
        assert!(jars.get("phone", "tv", 3).is_none(), "what was before is gone");
        assert_eq!(jars.of_device("phone", 3).len(), 1);
    }

    #[test]
    fn changes_are_to_be_written_once() {
        let jars = Jars::default();
        let tv = key("phone", "tv");
        keep(&jars, &tv, 1, "a=1", NOW);
        keep(&jars, &tv, 1, "a=2", NOW);
        assert_eq!(jars.take_unwritten(9), std::slice::from_ref(&tv));
        keep(&jars, &tv, 1, "a=2", NOW);
        assert!(jars.take_unwritten(9).is_empty(), "nothing changed");
        keep(&jars, &tv, 1, "a=; Max-Age=0", NOW);
        assert_eq!(jars.take_unwritten(9), std::slice::from_ref(&tv));
        assert!(jars.entry(&tv).is_none(), "an empty jar is none");
        keep(&jars, &tv, 1, "a=1", NOW);
        jars.forget("phone", None);
        assert!(jars.take_unwritten(9).is_empty() && jars.entry(&tv).is_none());
    }

    #[test]
    fn what_another_program_took_away_is_gone_here_too() {
        let jars = Jars::default();
        let [tv, nas, new] = ["tv", "nas", "new"].map(|app| key("phone", app));
        jars.adopt(vec![stored(&tv, 1, "a=1"), stored(&nas, 1, "a=1")]);
        keep(&jars, &tv, 1, "b=2", NOW);
        keep(&jars, &new, 1, "c=3", NOW);
        jars.adopt(Vec::new());
        assert!(jars.entry(&tv).is_none() && jars.entry(&nas).is_none());
        assert!(jars.entry(&new).is_some(), "it was not written yet");
        keep(&jars, &new, 1, "d=4", NOW);
        jars.adopt(vec![stored(&new, 1, "c=0"), stored(&tv, 1, "a=1")]);
        assert_eq!(jars.get("phone", "new", 1).expect("a jar").count(NOW), 2, "ours is newer");
        assert!(jars.entry(&tv).is_none(), "ours is not written yet");
    }

    #[test]
    fn the_jar_that_was_used_longest_ago_makes_room() {
        let jars = Jars::default();
        for app in 0..=MOST_OF_DEVICE {
            let now = NOW.after(Duration::from_secs(app as u64));
            keep(&jars, &key("phone", &format!("app-{app}")), 1, "a=1", now);
        }
        assert_eq!(jars.of_device("phone", 1).len(), MOST_OF_DEVICE);
        assert!(jars.get("phone", "app-0", 1).is_none());
        for device in 0..MOST / MOST_OF_DEVICE {
            for app in 0..MOST_OF_DEVICE {
                let key = key(&format!("device-{device}"), &format!("app-{app}"));
                keep(&jars, &key, 1, "a=1", NOW.after(Duration::from_secs(9_999)));
            }
        }
        let ledger = jars.ledger();
        assert!(ledger.totals.jars <= MOST && ledger.totals.jars > MOST - MOST / 50);
        assert_eq!(ledger.totals.jars, jars.shelves.keys().len());
        assert!(jars.of_device("phone", 1).is_empty());
    }

    #[test]
    fn pruning_drops_what_expired_and_notes_late_uses() {
        let jars = Jars::default();
        let [tv, nas] = ["tv", "nas"].map(|app| key("phone", app));
        keep(&jars, &tv, 1, "a=1; Max-Age=60", NOW);
        keep(&jars, &nas, 1, "a=1", NOW);
        jars.take_unwritten(9);
        let later = NOW.after(Duration::from_secs(60));
        jars.prune(later);
        assert!(jars.entry(&tv).is_none());
        assert_eq!(jars.take_unwritten(9), [tv]);
        let place = CookieScope::new(TARGET);
        let (_, jar) = jars.entry(&nas).expect("a jar");
        jar.visit(&place, NOW.after(Duration::from_secs(7_200)), &mut |_, _| {});
        jars.prune(later);
        assert_eq!(jars.take_unwritten(9), [nas]);
        jar.note_written(jar.content().1);
        jars.prune(later);
        assert!(jars.take_unwritten(9).is_empty());
    }
}
