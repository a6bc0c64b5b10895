use ::store::{Db, Seal};
use kit::{Error, Result};

use crate::protocol::Identity;
use crate::store as rows;

const PLACE: &str = "federation_identity\ngateway";

/// Our key, which is made once: one for all programs on a database.
pub(crate) async fn open_identity(db: &Db, seal: &Seal) -> Result<Identity> {
    let mut tx = db.begin().await?;
    if rows::identity(&mut tx).await?.is_none() {
        let sealed = seal.close(PLACE, Identity::generate()?)?;
        rows::add_identity(&mut tx, &sealed).await?;
    }
    let kept = rows::identity(&mut tx).await?;
    tx.commit().await?;
    let opened = kept.and_then(|(sealed, _)| seal.open(PLACE, &sealed));
    let unsealed =
        || Error::internal_text("the gateway's key for peers was sealed with another key");
    Identity::read(&opened.ok_or_else(unsealed)?)
}
