use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use arc_swap::ArcSwap;
use events::Events;
use kit::{Clock, Entropy, Error, Health, Instance, Metrics, Result, Secret, Timestamp};
use store::{Db, Part};
use tokio::sync::{Mutex, MutexGuard};
use web::{Reload, Reread, Slice};

use crate::archive::Signing;
use crate::folder::Folder;
use crate::metrics::Figures;
use crate::restore::Restore;
use crate::{Config, SLICE, http, worker};

/// The name of the key that shows that a backup was made here.
pub(crate) const KEY: &str = "backup.key";
/// The name under which the moment of the first start is kept.
const SINCE: &str = "backup.since";

/// What this slice needs of the rest.
pub struct Parts {
    pub db: Db,
    pub events: Events,
    pub clock: Clock,
    pub metrics: Metrics,
    pub health: Health,
    pub instance: Arc<Instance>,
    /// What belongs into a backup.
    pub contents: Vec<Part>,
    /// Those who keep in memory what the database holds.
    pub rereads: Vec<(&'static str, Reread)>,
    pub config: Config,
}

/// The slice. Cheap to clone.
#[derive(Clone)]
pub struct Backups {
    inner: Arc<Inner>,
}

struct Inner {
    parts: Parts,
    config: ArcSwap<Config>,
    folder: Folder,
    signing: Signing,
    figures: Figures,
    since: Timestamp,
    /// When one that was due last failed.
    failed_at: AtomicI64,
    /// Whoever makes, deletes or restores a backup holds it.
    working: Mutex<()>,
}

impl Backups {
    pub async fn build(parts: Parts) -> Result<(Backups, Slice)> {
        let inner = Inner {
            config: ArcSwap::from_pointee(parts.config.clone()),
            folder: Folder::new(parts.config.directory.clone()),
            signing: signing(&parts.db).await?,
            figures: Figures::new(&parts.metrics),
            since: since(&parts).await?,
            failed_at: AtomicI64::new(i64::MIN),
            working: Mutex::default(),
            parts,
        };
        let backups = Backups { inner: Arc::new(inner) };
        let (routes, workers) = (http::routes(backups.clone()), worker::all(&backups));
        Ok((backups, Slice { routes, workers, ..Slice::of(&SLICE) }))
    }

    pub(crate) async fn working(&self) -> MutexGuard<'_, ()> {
        self.inner.working.lock().await
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.inner.parts
    }

    pub(crate) fn config(&self) -> Arc<Config> {
        self.inner.config.load_full()
    }

    pub(crate) fn folder(&self) -> &Folder {
        &self.inner.folder
    }

    pub(crate) fn signing(&self) -> &Signing {
        &self.inner.signing
    }

    pub(crate) fn figures(&self) -> &Figures {
        &self.inner.figures
    }

    pub(crate) fn since(&self) -> Timestamp {
        self.inner.since
    }

    pub(crate) fn failed_at(&self) -> &AtomicI64 {
        &self.inner.failed_at
    }

    pub(crate) fn restoring(&self) -> Restore<'_> {
        let parts = &self.inner.parts;
        Restore {
            db: &parts.db,
            events: &parts.events,
            parts: &parts.contents,
            instance_id: &parts.instance.id,
        }
    }
}

impl Reload<Config> for Backups {
    /// Takes over everything but another folder.
    async fn reload(&self, config: Config) -> Result<()> {
        self.inner.config.store(Arc::new(config));
        Ok(())
    }
}

pub(crate) async fn signing(db: &Db) -> Result<Signing> {
    Ok(Signing::new(&Secret::new(db.setting(KEY, || Entropy.hex::<32>()).await?)))
}

async fn since(parts: &Parts) -> Result<Timestamp> {
    let now = parts.clock.now();
    let kept = parts.db.setting(SINCE, || now.0.to_string()).await?;
    kept.parse().map(Timestamp).map_err(Error::internal)
}
