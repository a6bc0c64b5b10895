use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ::store::Db;
use kit::Result;

use crate::health::HealthMonitor;
use crate::{Catalog, Health, store};

/// How many states are written in one transaction, so that nobody waits long for theirs.
const BATCH: usize = 200;

/// What the database has of the health of apps.
pub(crate) struct HealthLedger {
    written: Mutex<HashMap<Arc<str>, Health>>,
}

impl HealthLedger {
    /// Gives the monitor what was known before the program started.
    pub(crate) async fn open(db: &Db, monitor: &HealthMonitor) -> Result<Self> {
        let known = store::health::all(&mut *db.read().await?).await?;
        for (app_id, health) in &known {
            monitor.restore(app_id.clone(), health.clone());
        }
        Ok(HealthLedger { written: Mutex::new(known.into_iter().collect()) })
    }

    pub(super) fn note(&self, app_id: Arc<str>, health: Health) {
        self.written().insert(app_id, health);
    }

    fn written(&self) -> MutexGuard<'_, HashMap<Arc<str>, Health>> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Catalog {
    /// Writes down the checks since the last time; only their figures are lost in a crash, because
    /// a new status is written at once.
    pub(crate) async fn try_write_health(&self) -> Result<()> {
        let ids: Vec<Arc<str>> = self.memory().look().apps().map(|app| app.id.clone()).collect();
        let states = ids.into_iter().map(|id| (self.health(&id), id));
        let unwritten: Vec<_> = {
            let written = self.ledger().written();
            states
                .filter(|(health, id)| *health != written.get(id).cloned().unwrap_or_default())
                .collect()
        };
        for batch in unwritten.chunks(BATCH) {
            let mut tx = self.db().begin().await?;
            for (health, app_id) in batch {
                store::health::put(&mut tx, app_id, health).await?;
            }
            tx.commit().await?;
            batch.iter().for_each(|(health, id)| self.ledger().note(id.clone(), health.clone()));
        }
        self.forget_health_of_the_gone().await
    }

    async fn forget_health_of_the_gone(&self) -> Result<()> {
        let gone: Vec<Arc<str>> = {
            let state = self.memory().look();
            let written = self.ledger().written();
            written.keys().filter(|id| state.app(id).is_none()).cloned().collect()
        };
        for batch in gone.chunks(BATCH) {
            let mut tx = self.db().begin().await?;
            for app_id in batch {
                store::health::delete(&mut tx, app_id).await?;
            }
            tx.commit().await?;
            let mut written = self.ledger().written();
            batch.iter().for_each(|id| drop(written.remove(id)));
        }
        Ok(())
    }
}
