use std::sync::Arc;

use ::store::Db;
use kit::Result;
use tokio_util::sync::CancellationToken;

use crate::memory::{DeviceEntry, KeyEntry, Snapshot, UserEntry};
use crate::store;

/// Everything that credentials are checked against, read once at start.
pub(crate) async fn load(db: &Db) -> Result<Snapshot> {
    let mut conn = db.read().await?;
    let users = store::users::all(&mut conn)
        .await?
        .into_iter()
        .map(|user| (user.username.clone(), UserEntry { user, revoked: CancellationToken::new() }));
    let devices = store::devices::all(&mut conn).await?.into_iter().map(|(device, activity)| {
        let (activity, revoked) = (Arc::new(activity), CancellationToken::new());
        (device.id.clone(), DeviceEntry { device, activity, revoked })
    });
    let keys = store::keys::all(&mut conn).await?.into_iter().map(|(key, activity)| {
        let (activity, revoked) = (Arc::new(activity), CancellationToken::new());
        (key.hash.clone(), KeyEntry { key, activity, revoked })
    });
    let revoked_tokens = store::tokens::revoked(&mut conn).await?;
    Ok(Snapshot {
        users: users.collect(),
        devices: devices.collect(),
        keys: keys.collect(),
        revoked_tokens: revoked_tokens.into_iter().collect(),
    })
}
