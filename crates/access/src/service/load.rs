use std::sync::Arc;

use ::store::Db;
use kit::{Result, Timestamp};

use crate::memory::Activity;
use crate::model::{ApiKey, Device, User};
use crate::{Access, store};

/// Everything that credentials are checked against, as the database has it.
#[derive(Debug)]
pub(crate) struct Records {
    pub(crate) users: Vec<User>,
    pub(crate) devices: Vec<(Device, Activity)>,
    pub(crate) keys: Vec<(ApiKey, Activity)>,
    pub(crate) revoked_tokens: Vec<(Arc<str>, Timestamp)>,
}

pub(crate) async fn load(db: &Db) -> Result<Records> {
    let mut conn = db.read().await?;
    Ok(Records {
        users: store::users::all(&mut conn).await?,
        devices: store::devices::all(&mut conn).await?,
        keys: store::keys::all(&mut conn).await?,
        revoked_tokens: store::tokens::revoked(&mut conn).await?,
    })
}

impl Access {
    /// Takes over what a backup brought, the key of tokens included.
    pub(crate) async fn read_restored(self) -> Result<()> {
        self.read_signer().await?;
        self.read_again().await
    }

    /// Takes over what another program changed in the database.
    pub(crate) async fn read_again(&self) -> Result<()> {
        let _writing = self.writing().await;
        let records = load(self.db()).await?;
        let jars = super::load_jars(self.db(), self.cookie_seal()).await?;
        self.memory().change(|snapshot| snapshot.adopt(records));
        self.jars().adopt(jars);
        self.read_apps_origin().await
    }
}
