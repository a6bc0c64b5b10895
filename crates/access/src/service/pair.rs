//! The second half of pairing: a bootstrap token, good once, makes a device.

use std::sync::Arc;

use events::facts::{DevicePaired, DevicePending};
use events::{Change, IconClass};
use kit::{Actor, Error, Result, Scopes, Secret, Timestamp, sha256_hex};

use super::redeem::LIFETIME;
use crate::memory::{Activity, KeyEntry};
use crate::model::{Device, Platform};
use crate::store::pairing::Minter;
use crate::verifier::bearer;
use crate::{Access, USER_PREFIX, store};

/// Strangers can ask to pair; this many may wait for an answer at once.
const PENDING_DEVICES: usize = 100;

/// A key or device that lets another device in. That one never may do more, nor for longer.
#[derive(Debug)]
pub(crate) struct Sponsor {
    pub(crate) id: Arc<str>,
    pub(crate) scopes: Arc<Scopes>,
    pub(crate) expires_at: Option<Timestamp>,
}

/// A device as it introduces itself.
#[derive(Debug)]
pub(crate) struct NewDevice {
    pub(crate) id: String,
    pub(crate) model: String,
    pub(crate) platform: String,
    pub(crate) push_token: Option<Secret>,
}

#[derive(Debug)]
pub(crate) struct PairedDevice {
    pub(crate) token: Secret,
    /// For a device that is a browser.
    pub(crate) apps_cookie: Secret,
    pub(crate) device: Device,
}

fn refused() -> Error {
    Error::unauthorized("The bootstrap token is not valid")
}

impl Access {
    /// Whether the token could pair a device now; it is not used up by asking.
    pub(crate) async fn check_bootstrap(&self, authorization: &str) -> Result<()> {
        let hash = sha256_hex(bearer(authorization)?);
        let mut conn = self.db().read().await?;
        let usable = store::pairing::is_usable(&mut conn, &hash, self.clock().now()).await?;
        usable.then_some(()).ok_or_else(refused)
    }

    pub(crate) async fn pair(
        &self,
        authorization: &str,
        new: NewDevice,
        actor: Actor,
    ) -> Result<PairedDevice> {
        let token = bearer(authorization)?;
        let platform = check(&new)?;
        // Apps are told either name in the same header.
        if self.user(&new.id).is_some() {
            return Err(Error::invalid("device.id", "is the name of a user"));
        }
        let now = self.clock().now();
        let _writing = self.writing().await;
        let mut tx = self.events().begin().await?;
        let used = store::pairing::use_bootstrap(&mut tx, &sha256_hex(token), now).await?;
        let Minter { trusted, sponsor } = used.ok_or_else(refused)?;
        if !trusted {
            self.check_room_for_stranger(&new.id)?;
        }
        let sponsor = match sponsor {
            Some(id) => Some(self.sponsor(&id, now).ok_or_else(refused)?),
            None => None,
        };
        if let Some(sponsor) = &sponsor {
            self.check_not_anothers(&new.id, sponsor)?;
        }
        let name = if new.model.is_empty() { new.id.clone() } else { new.model.clone() };
        let scopes = match &sponsor {
            _ if !trusted => Scopes::default(),
            Some(sponsor) => platform.pairing_scopes().within(&sponsor.scopes),
            None => platform.pairing_scopes(),
        };
        let device = Device {
            id: new.id.into(),
            name,
            model: new.model,
            platform,
            scopes: Arc::new(scopes),
            pending: !trusted,
            epoch: 0,
            paired_at: now,
            expires_at: sponsor.as_ref().and_then(|sponsor| sponsor.expires_at),
            sponsor: sponsor.map(|sponsor| sponsor.id),
        };
        let device = store::devices::upsert(&mut tx, &device, new.push_token.as_ref()).await?;
        let actor = Actor { id: device.id.to_string(), ..actor };
        self.record(&mut tx, paired(&device, actor)).await?;
        tx.commit().await?;
        self.memory().change(|snapshot| {
            snapshot.put_device(device.clone(), Activity::new(now, 0));
        });
        self.jars().forget(&device.id, None);
        let (subject, scopes) = (device.id.to_string(), device.scopes.to_strings());
        let claims = self.signer().claims(subject, scopes, device.epoch, now);
        let (token, apps_cookie) = (self.signer().sign(&claims)?, self.apps_cookie(&claims)?);
        Ok(PairedDevice { token, apps_cookie, device })
    }

    /// A stranger never touches a device that is paired already.
    fn check_room_for_stranger(&self, id: &str) -> Result<()> {
        let snapshot = self.memory().load();
        if snapshot.devices.contains_key(id) {
            return Err(Error::conflict("A device with this id is paired already"));
        }
        let waiting = snapshot.devices.values().filter(|entry| entry.device.pending).count();
        if waiting >= PENDING_DEVICES {
            return Err(Error::conflict("Too many devices wait for approval"));
        }
        Ok(())
    }

    /// A key or device cannot put itself in the place of a device that others let in.
    fn check_not_anothers(&self, id: &str, sponsor: &Sponsor) -> Result<()> {
        let snapshot = self.memory().load();
        match snapshot.devices.get(id) {
            Some(entry) if entry.device.sponsor.as_ref() != Some(&sponsor.id) => {
                Err(Error::conflict("A device with this id is paired already"))
            }
            _ => Ok(()),
        }
    }

    /// A key or device that counts now, and what it can hand on.
    pub(crate) fn sponsor(&self, id: &str, now: Timestamp) -> Option<Sponsor> {
        let snapshot = self.memory().load();
        if let Some(KeyEntry { key, .. }) = snapshot.key_by_id(id) {
            let (id, scopes, expires_at) = (key.id.clone(), key.scopes.clone(), key.expires_at);
            let counts = key.revoked_at.is_none() && expires_at.is_none_or(|end| now < end);
            return counts.then_some(Sponsor { id, scopes, expires_at });
        }
        let device = &snapshot.devices.get(id)?.device;
        let counts = !device.pending && !device.is_expired(now);
        counts.then(|| Sponsor {
            id: device.id.clone(),
            scopes: device.scopes.clone(),
            expires_at: device.expires_at,
        })
    }

    /// Gives the configured tokens their five minutes; those that were there before keep theirs.
    pub(crate) async fn configure_bootstrap(
        &self,
        before: &[Secret],
        tokens: &[Secret],
    ) -> Result<()> {
        if before == tokens {
            return Ok(());
        }
        let now = self.clock().now();
        let mut tx = self.db().begin().await?;
        for gone in before.iter().filter(|old| !tokens.contains(old)) {
            store::pairing::expire_configured(&mut tx, &sha256_hex(gone.expose()), now).await?;
        }
        for new in tokens.iter().filter(|new| !before.contains(new)) {
            let hash = sha256_hex(new.expose());
            store::pairing::configure_bootstrap(&mut tx, &hash, now.after(LIFETIME)).await?;
        }
        Ok(tx.commit().await?)
    }
}

fn check(new: &NewDevice) -> Result<Platform> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:@-".contains(&byte);
    let valid = (1..=128).contains(&new.id.len()) && new.id.bytes().all(allowed);
    if !valid {
        let reason = "must be 1 to 128 letters, digits, or characters of _.:@-";
        return Err(Error::invalid("device.id", reason));
    }
    // Ids of callers share one name space in tokens and in the audit log.
    let reserved = ["local", "system", "anonymous", "command-line"].contains(&new.id.as_str());
    if reserved || new.id.starts_with(USER_PREFIX) || new.id.starts_with("key_") {
        return Err(Error::invalid("device.id", "is reserved"));
    }
    if new.model.chars().count() > 128 || new.model.chars().any(char::is_control) {
        return Err(Error::invalid("device.model", "must be at most 128 printable characters"));
    }
    if new.push_token.as_ref().is_some_and(|token| token.expose().len() > 4096) {
        return Err(Error::invalid("device.pushToken", "must be at most 4096 bytes"));
    }
    new.platform.parse().map_err(|_| {
        let reason = "must be one of ios, android, web, desktop, linux, macos, windows";
        Error::invalid("device.platform", reason)
    })
}

fn paired(device: &Device, actor: Actor) -> Change {
    let (device_id, device_name) = (device.id.to_string(), device.name.clone());
    let platform = device.platform.into_str().to_owned();
    if device.pending {
        let message = format!("{} wants to pair and waits for approval", device.name);
        return Change::by(actor, "device.pending")
            .target(&*device.id)
            .notice("AlertCircle", IconClass::Warning, message)
            .fact(&DevicePending { device_id, device_name, platform });
    }
    Change::by(actor, "device.paired")
        .target(&*device.id)
        .notice("CheckCircle", IconClass::Success, format!("{} was paired", device.name))
        .fact(&DevicePaired { device_id, device_name, platform })
}
