use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arc_swap::{ArcSwap, Guard};
use kit::Timestamp;
use tokio_util::sync::CancellationToken;

use super::Activity;
use crate::model::{ApiKey, Device, User};
use crate::service::Records;

#[derive(Debug, Clone)]
pub(crate) struct UserEntry {
    pub(crate) user: User,
    /// Cancelled when the user's tokens stop counting.
    pub(crate) revoked: CancellationToken,
}

#[derive(Debug, Clone)]
pub(crate) struct DeviceEntry {
    pub(crate) device: Device,
    pub(crate) activity: Arc<Activity>,
    /// Cancelled when what the device may do becomes less, or other.
    pub(crate) revoked: CancellationToken,
}

#[derive(Debug, Clone)]
pub(crate) struct KeyEntry {
    pub(crate) key: ApiKey,
    pub(crate) activity: Arc<Activity>,
    pub(crate) revoked: CancellationToken,
}

/// The state at one moment.
#[derive(Debug, Clone, Default)]
pub(crate) struct Snapshot {
    pub(crate) users: HashMap<Arc<str>, UserEntry>,
    pub(crate) devices: HashMap<Arc<str>, DeviceEntry>,
    /// By hash, the way they are asked for.
    pub(crate) keys: HashMap<Arc<str>, KeyEntry>,
    /// Tokens that were taken back one by one, until they would have expired anyway.
    pub(crate) revoked_tokens: HashMap<Arc<str>, Timestamp>,
}

#[derive(Debug, Default)]
pub(crate) struct Memory {
    snapshot: ArcSwap<Snapshot>,
    /// Grows after each replacement, so that who asks for it first never keeps an answer from an
    /// older snapshot under a newer number.
    generation: AtomicU64,
}

impl Memory {
    pub(crate) fn new(snapshot: Snapshot) -> Self {
        Memory { snapshot: ArcSwap::from_pointee(snapshot), generation: AtomicU64::new(1) }
    }

    pub(crate) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    pub(crate) fn load(&self) -> Guard<Arc<Snapshot>> {
        self.snapshot.load()
    }

    /// A snapshot to keep over an await.
    pub(crate) fn load_full(&self) -> Arc<Snapshot> {
        self.snapshot.load_full()
    }

    /// Replaces the snapshot. Callers hold the write lock of the service, so that changes come
    /// here in the order in which they were committed.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Snapshot)) {
        let mut next = Snapshot::clone(&self.snapshot.load());
        change(&mut next);
        self.snapshot.store(Arc::new(next));
        self.generation.fetch_add(1, Ordering::Release);
    }
}

impl Snapshot {
    /// Becomes what the records say. What did not change keeps its streams and its counters.
    pub(crate) fn adopt(&mut self, records: Records) {
        let devices: HashSet<_> = records.devices.iter().map(|(d, _)| d.id.clone()).collect();
        let keys: HashSet<_> = records.keys.iter().map(|(k, _)| k.hash.clone()).collect();
        let users: HashSet<_> = records.users.iter().map(|user| user.username.clone()).collect();
        self.users.retain(|name, entry| {
            let stays = users.contains(name);
            if !stays {
                entry.revoked.cancel();
            }
            stays
        });
        let gone = |id: &&Arc<str>| !devices.contains(*id);
        for id in self.devices.keys().filter(gone).cloned().collect::<Vec<_>>() {
            self.remove_device(&id);
        }
        let gone = |hash: &&Arc<str>| !keys.contains(*hash);
        for hash in self.keys.keys().filter(gone).cloned().collect::<Vec<_>>() {
            self.remove_key(&hash);
        }
        records.users.into_iter().for_each(|user| self.put_user(user));
        records.devices.into_iter().for_each(|(device, used)| self.put_device(device, used));
        records.keys.into_iter().for_each(|(key, used)| self.put_key(key, used));
        self.revoked_tokens = records.revoked_tokens.into_iter().collect();
    }

    pub(crate) fn put_user(&mut self, user: User) {
        let known = self.users.get(&user.username);
        let unchanged = |known: &&UserEntry| known.user.epoch == user.epoch && user.is_active;
        let revoked = match known.filter(unchanged) {
            Some(known) => known.revoked.clone(),
            None => {
                known.inspect(|known| known.revoked.cancel());
                CancellationToken::new()
            }
        };
        self.users.insert(user.username.clone(), UserEntry { user, revoked });
    }

    /// Puts a device in, with what it did so far where it was not known. Streams opened with
    /// other rights than it has now are ended.
    pub(crate) fn put_device(&mut self, device: Device, used: Activity) {
        let known = self.devices.get(&device.id);
        let unchanged = |known: &&DeviceEntry| {
            let old = &known.device;
            (old.epoch, old.pending, &old.scopes) == (device.epoch, device.pending, &device.scopes)
        };
        let revoked = match known.filter(unchanged) {
            Some(known) => known.revoked.clone(),
            None => {
                known.inspect(|known| known.revoked.cancel());
                CancellationToken::new()
            }
        };
        let activity = known.map_or_else(|| Arc::new(used), |known| known.activity.clone());
        self.devices.insert(device.id.clone(), DeviceEntry { device, activity, revoked });
    }

    pub(crate) fn remove_device(&mut self, id: &str) {
        if let Some(entry) = self.devices.remove(id) {
            entry.revoked.cancel();
        }
    }

    /// The devices that a key or device let in, and those that they let in.
    pub(crate) fn let_in_by(&self, sponsor: &str) -> Vec<Arc<str>> {
        let mut found: Vec<Arc<str>> = Vec::new();
        let mut sponsors: Vec<Arc<str>> = vec![sponsor.into()];
        while let Some(sponsor) = sponsors.pop() {
            let devices = self.devices.values().map(|entry| &entry.device);
            let own = devices.filter(|device| device.sponsor.as_ref() == Some(&sponsor));
            for device in own {
                if !found.contains(&device.id) {
                    found.push(device.id.clone());
                    sponsors.push(device.id.clone());
                }
            }
        }
        found
    }

    /// Takes one token back. All streams of its owner end; those with other tokens come again.
    pub(crate) fn revoke_token(&mut self, jti: Arc<str>, expires_at: Timestamp, owner: &str) {
        self.revoked_tokens.insert(jti, expires_at);
        let user = owner.strip_prefix(crate::USER_PREFIX).and_then(|name| self.users.get_mut(name));
        let device = self.devices.get_mut(owner).map(|entry| &mut entry.revoked);
        if let Some(streams) = user.map(|entry| &mut entry.revoked).or(device) {
            streams.cancel();
            *streams = CancellationToken::new();
        }
    }

    pub(crate) fn put_key(&mut self, key: ApiKey, used: Activity) {
        let known = self.keys.get(&key.hash);
        let activity = known.map_or_else(|| Arc::new(used), |known| known.activity.clone());
        let revoked = known.map_or_else(CancellationToken::new, |known| known.revoked.clone());
        if key.revoked_at.is_some() {
            revoked.cancel();
        }
        self.keys.insert(key.hash.clone(), KeyEntry { key, activity, revoked });
    }

    pub(crate) fn remove_key(&mut self, hash: &str) {
        if let Some(entry) = self.keys.remove(hash) {
            entry.revoked.cancel();
        }
    }

    pub(crate) fn key_by_id(&self, id: &str) -> Option<&KeyEntry> {
        self.keys.values().find(|entry| &*entry.key.id == id)
    }
}
