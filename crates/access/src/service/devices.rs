use std::sync::Arc;

use events::facts::{DevicePaired, DeviceRevoked};
use events::{Change, IconClass, Transaction};
use kit::{Actor, Error, Page, Paged, Result, Scope, Scopes, Timestamp};
use serde_json::json;
use web::Caller;

use crate::memory::{Activity, DeviceEntry};
use crate::model::Device;
use crate::service::display_name;
use crate::{Access, store};

/// What of a device is to change.
#[derive(Debug, Default)]
pub(crate) struct DevicePatch {
    pub(crate) name: Option<String>,
    pub(crate) scopes: Option<Vec<String>>,
    pub(crate) status: Option<String>,
}

impl Access {
    /// The devices that the caller may see, in the order of their pairing.
    pub(crate) fn devices(&self, caller: &Caller, page: Page) -> Paged<DeviceEntry> {
        let snapshot = self.memory().load();
        let mut visible: Vec<_> =
            snapshot.devices.values().filter(|entry| may_see(caller, &entry.device.id)).collect();
        visible.sort_by_key(|entry| (entry.device.paired_at, entry.device.id.clone()));
        let total = visible.len() as u64;
        let limit = page.limit.map_or(usize::MAX, |limit| limit as usize);
        let items = visible.into_iter().skip(page.offset as usize).take(limit).cloned().collect();
        Paged { items, total }
    }

    pub(crate) fn device(&self, caller: &Caller, id: &str) -> Result<DeviceEntry> {
        let snapshot = self.memory().load();
        let entry = snapshot.devices.get(id).filter(|_| may_see(caller, id));
        entry.cloned().ok_or_else(|| Error::not_found("This device"))
    }

    pub(crate) async fn change_device(
        &self,
        caller: &Caller,
        id: &str,
        patch: DevicePatch,
    ) -> Result<DeviceEntry> {
        let _writing = self.writing().await;
        let mut device = self.device(caller, id)?.device;
        if caller.principal.device_id() != Some(id) && !self.settings().auth.relaxed_writes {
            caller.need(Scope::WRITE_ALL)?;
        }
        if patch.scopes.is_some() || patch.status.is_some() {
            caller.need(Scope::ADMIN)?;
        }
        let was_pending = device.pending;
        if let Some(name) = patch.name {
            device.name = display_name("deviceName", &name)?;
        }
        if let Some(status) = patch.status {
            if status != "approved" {
                return Err(Error::invalid("status", "can only be set to approved"));
            }
            if device.pending {
                device.scopes = Arc::new(self.scopes_on_approval(&device)?);
            }
            device.pending = false;
        }
        if let Some(scopes) = patch.scopes {
            if device.pending {
                return Err(Error::conflict("Approve the device before giving it scopes"));
            }
            let unknown = |name| Error::invalid("scopes", format!("{name} is not a scope"));
            device.scopes = Arc::new(Scopes::parse(&scopes).map_err(unknown)?);
        }
        let change = changed(caller, &device, was_pending && !device.pending);
        let mut tx = self.events().begin().await?;
        store::devices::update(&mut tx, &device).await?;
        self.record(&mut tx, change).await?;
        tx.commit().await?;
        self.memory().change(|snapshot| {
            snapshot.put_device(device, Activity::default());
        });
        self.device(caller, id)
    }

    /// What whoever let the device in can hand on.
    fn scopes_on_approval(&self, device: &Device) -> Result<Scopes> {
        let scopes = device.platform.pairing_scopes();
        let Some(id) = &device.sponsor else { return Ok(scopes) };
        let gone = || Error::conflict("Whoever let this device in has gone; pair it again");
        let sponsor = self.sponsor(id, self.clock().now()).ok_or_else(gone)?;
        Ok(scopes.within(&sponsor.scopes))
    }

    /// Ends a device's access: its tokens, sockets and streams, at once and for good.
    pub(crate) async fn revoke_device(&self, caller: &Caller, id: &str) -> Result<Timestamp> {
        let _writing = self.writing().await;
        let device = self.device(caller, id)?.device;
        let now = self.clock().now();
        let mut ended = self.memory().load().let_in_by(id);
        ended.retain(|other| *other != device.id);
        ended.insert(0, device.id);
        let mut tx = self.events().begin().await?;
        self.write_revocations(&mut tx, &ended, &caller.actor(), now).await?;
        tx.commit().await?;
        self.forget_devices(&ended);
        Ok(now)
    }

    pub(crate) async fn write_revocations(
        &self,
        tx: &mut Transaction,
        devices: &[Arc<str>],
        actor: &Actor,
        now: Timestamp,
    ) -> Result<()> {
        for id in devices {
            let name = self.memory().load().devices.get(id).map(|entry| entry.device.name.clone());
            let message = format!("{} was revoked", name.unwrap_or_default());
            store::devices::revoke(tx, id, now).await?;
            let change = Change::by(actor.clone(), "device.revoked")
                .target(&**id)
                .notice("AlertTriangle", IconClass::Warning, message)
                .fact(&DeviceRevoked { device_id: id.to_string() });
            self.record(tx, change).await?;
        }
        Ok(())
    }

    /// After their revocation was committed: their streams end now.
    pub(crate) fn forget_devices(&self, devices: &[Arc<str>]) {
        self.memory().change(|snapshot| devices.iter().for_each(|id| snapshot.remove_device(id)));
        devices.iter().for_each(|id| self.jars().forget(id, None));
    }
}

/// Without `read:*`, others' devices are as if they were not there.
fn may_see(caller: &Caller, id: &str) -> bool {
    caller.principal.device_id() == Some(id) || caller.principal.may(Scope::READ_ALL)
}

fn changed(caller: &Caller, device: &crate::model::Device, approved: bool) -> Change {
    let details = json!({ "deviceName": device.name, "scopes": device.scopes.to_strings() });
    if !approved {
        let change = Change::by(caller.actor(), "device.changed").target(&*device.id);
        return change.details(details);
    }
    Change::by(caller.actor(), "device.approved")
        .target(&*device.id)
        .details(details)
        .notice("CheckCircle", IconClass::Success, format!("{} was approved", device.name))
        .fact(&DevicePaired {
            device_id: device.id.to_string(),
            device_name: device.name.clone(),
            platform: device.platform.into_str().to_owned(),
        })
}
