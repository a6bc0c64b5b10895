//! Session cookies: what a device is shown of them, and how they come into the database.

use std::sync::Arc;
use std::time::Duration;

use ::store::Db;
use events::Change;
use kit::Result;
use serde_json::json;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use web::Caller;

use crate::cookies::{Jar, Key, Seal, StoredJar};
use crate::store::cookies::SealedJar;
use crate::{Access, store};

/// How long cookies may be in memory alone; those set in the meantime are written together.
const DELAY: Duration = Duration::from_millis(200);
const RETRY: Duration = Duration::from_secs(1);
const BATCH: usize = 256;

/// The jar of one app.
pub(crate) struct CookieSession {
    pub(crate) app: Arc<str>,
    pub(crate) jar: Arc<Jar>,
}

pub(crate) async fn load_jars(db: &Db, seal: &Seal) -> Result<Vec<StoredJar>> {
    let rows = store::cookies::all(&mut *db.read().await?).await?;
    let open = |row: SealedJar| {
        let jar = seal.open(&row.key, &row.sealed).and_then(|content| Jar::from_content(&content));
        if jar.is_none() {
            tracing::warn!(app = %row.key.app, "reading kept cookies failed; these are ignored");
        }
        Some(StoredJar { jar: jar?, key: row.key, epoch: row.epoch })
    };
    Ok(rows.into_iter().filter_map(open).collect())
}

impl Access {
    /// The jars of the calling device that hold something; users have none.
    pub(crate) fn cookie_sessions(&self, caller: &Caller) -> Vec<CookieSession> {
        let now = self.clock().now();
        let device = caller.principal.device_id();
        let jars = device.and_then(|id| Some(self.jars().of_device(id, self.epoch_of(id)?)));
        let sessions = jars.into_iter().flatten().map(|(app, jar)| CookieSession { app, jar });
        sessions.filter(|session| session.jar.count(now) > 0).collect()
    }

    /// Clears the calling device's cookies: of one app, or all of them.
    pub(crate) async fn clear_cookies(&self, caller: &Caller, app: Option<&str>) -> Result<()> {
        let Some(device) = caller.principal.device_id() else { return Ok(()) };
        let _writing = self.writing().await;
        let mut tx = self.events().begin().await?;
        let was_stored = match app {
            Some(app) => {
                let key = Key { device: device.into(), app: app.into() };
                store::cookies::delete(&mut tx, &key).await?
            }
            None => store::cookies::delete_all(&mut tx, device).await?,
        };
        let sessions = self.cookie_sessions(caller);
        if was_stored || sessions.iter().any(|session| app.is_none_or(|app| *session.app == *app)) {
            let change = Change::by(caller.actor(), "session_cookies.cleared").target(device);
            let change = match app {
                Some(app) => change.details(json!({ "appId": app })),
                None => change,
            };
            self.record(&mut tx, change).await?;
            tx.commit().await?;
        }
        self.jars().forget(device, app);
        Ok(())
    }

    /// Writes cookies down a moment after they came, and once more at the end.
    pub(crate) async fn write_cookies_behind(self, token: CancellationToken) {
        while token.run_until_cancelled(self.jars().changed()).await.is_some() {
            token.run_until_cancelled(sleep(DELAY)).await;
            if let Err(error) = self.write_cookies().await {
                tracing::warn!(%error, "writing kept cookies failed; retrying with the next round");
                token.run_until_cancelled(sleep(RETRY)).await;
            }
        }
        if let Err(error) = self.write_cookies().await {
            tracing::warn!(%error, "writing kept cookies failed at shutdown; the last ones are lost");
        }
    }

    async fn write_cookies(&self) -> Result<()> {
        loop {
            // Whoever deletes rows holds it, too: a jar that was taken out before that must not be
            // written after it.
            let _writing = self.writing().await;
            let keys = self.jars().take_unwritten(BATCH);
            if keys.is_empty() {
                return Ok(());
            }
            if let Err(error) = self.write_jars(&keys).await {
                self.jars().put_back_unwritten(keys);
                return Err(error);
            }
        }
    }

    async fn write_jars(&self, keys: &[Key]) -> Result<()> {
        let mut written = Vec::with_capacity(keys.len());
        let mut tx = self.db().begin().await?;
        for key in keys {
            let Some((epoch, jar)) = self.jars().entry(key) else {
                store::cookies::delete(&mut tx, key).await?;
                continue;
            };
            let (content, used_at) = jar.content();
            let sealed = self.cookie_seal().close(key, content)?;
            store::cookies::put(&mut tx, SealedJar { key: key.clone(), epoch, sealed }).await?;
            written.push((jar, used_at));
        }
        tx.commit().await?;
        written.iter().for_each(|(jar, used_at)| jar.note_written(*used_at));
        Ok(())
    }
}
