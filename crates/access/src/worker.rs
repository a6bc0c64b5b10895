use std::time::Duration;

use ::store::Result;
use kit::Worker;

use crate::{Access, store, verifier};

const WRITE_PERIOD: Duration = Duration::from_secs(10);
const PRUNE_PERIOD: Duration = Duration::from_secs(300);

pub(crate) fn all(access: &Access) -> Vec<Worker> {
    let (writer, pruner) = (access.clone(), access.clone());
    vec![
        Worker::every("access.activity", WRITE_PERIOD, move || writer.clone().write_activity()),
        Worker::every("access.prune", PRUNE_PERIOD, move || pruner.clone().prune()),
    ]
}

impl Access {
    /// Writes down when devices and keys were used; what happened since the last time is lost in
    /// a crash, which costs a figure and no right.
    pub(crate) async fn write_activity(self) {
        if let Err(error) = self.try_write_activity().await {
            tracing::warn!(%error, "the last use of devices and keys is not written down yet");
        }
    }

    async fn try_write_activity(&self) -> Result<()> {
        let snapshot = self.memory().load();
        let devices: Vec<_> =
            snapshot.devices.values().filter(|entry| entry.activity.take_unwritten()).collect();
        let keys: Vec<_> =
            snapshot.keys.values().filter(|entry| entry.activity.take_unwritten()).collect();
        if devices.is_empty() && keys.is_empty() {
            return Ok(());
        }
        let written = async {
            let mut tx = self.db().begin().await?;
            for entry in &devices {
                store::devices::write_activity(&mut tx, &entry.device.id, &entry.activity).await?;
            }
            for entry in &keys {
                store::keys::write_activity(&mut tx, &entry.key.id, &entry.activity).await?;
            }
            tx.commit().await
        };
        let written = written.await;
        if written.is_err() {
            devices.iter().for_each(|entry| entry.activity.mark_unwritten());
            keys.iter().for_each(|entry| entry.activity.mark_unwritten());
        }
        written
    }

    async fn prune(self) {
        if let Err(error) = self.try_prune().await {
            tracing::warn!(%error, "expired codes and tokens stay for now");
        }
    }

    async fn try_prune(&self) -> Result<()> {
        let now = self.clock().now();
        let _writing = self.writing().await;
        let mut tx = self.db().begin().await?;
        store::tokens::prune(&mut tx, now).await?;
        store::pairing::prune(&mut tx, now).await?;
        tx.commit().await?;
        self.memory().change(|snapshot| verifier::forget_expired(snapshot, now));
        Ok(())
    }
}
