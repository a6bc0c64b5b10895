use std::sync::Arc;

use ::store::{Db, Seal};
use kit::{Result, Timestamp};

use crate::Certs;
use crate::domain::Domain;
use crate::model::{Held, Record};
use crate::shelf::{Proofs, Shelf};
use crate::vault::Vault;
use crate::{pem, store};

/// What the database holds. A row that cannot be served is left out and said; the others are.
pub(crate) async fn load(
    db: &Db,
    seal: &Seal,
    vault: &Vault,
    default: Arc<Held>,
    now: Timestamp,
) -> Result<Shelf> {
    let mut conn = db.read().await?;
    let records = store::records(&mut conn).await?;
    let proofs = store::proofs(&mut conn, now).await?;
    drop(conn);
    let held = records.into_iter().filter_map(|record| {
        let domain = record.domain.clone();
        match held(seal, vault, &record) {
            Ok(held) => Some((domain, Arc::new(held))),
            Err(reason) => {
                tracing::error!(%domain, reason, "loading a stored certificate failed; it is not served");
                None
            }
        }
    });
    Ok(Shelf::new(default, held.collect(), Arc::new(Proofs::new(&proofs, vault, now))))
}

/// The place that an imported key is sealed for.
pub(crate) fn place(domain: &Domain) -> String {
    format!("certificates\n{domain}")
}

pub(crate) fn held(seal: &Seal, vault: &Vault, record: &Record) -> Result<Held, String> {
    let pair = match &record.sealed {
        None => vault.serve(pem::chain(&record.chain)?)?,
        Some(sealed) => {
            let opened = seal.open(&place(&record.domain), sealed);
            let key = opened.and_then(|bytes| String::from_utf8(bytes).ok());
            let key = key.ok_or("its key was sealed with another")?;
            Arc::new(pem::pair(&record.chain, &key)?)
        }
    };
    let held = Held::new(record.provider, record.names.clone(), pair, record.warned);
    held.ok_or_else(|| "the certificate is damaged".to_owned())
}

impl Certs {
    /// Takes over what a backup brought: perhaps another CA and another key, by which the leaf for
    /// this machine is then signed anew.
    pub(crate) async fn read_restored(self) -> Result<()> {
        let (names, now) = (self.names(), self.clock().now());
        let vault = Vault::open(self.db(), self.seal(), self.folder(), &names, now).await?;
        let is_another = vault.key.public_key_raw() != self.vault().key.public_key_raw()
            || vault.ca.certificate != self.vault().ca.certificate;
        self.set_vault(vault);
        self.read_again().await?;
        if is_another {
            self.renew_own(true).await?;
        }
        Ok(())
    }

    /// Takes over what another program has changed.
    pub(crate) async fn read_again(&self) -> Result<()> {
        let _writing = self.writing().await;
        let (default, now) = (self.shelf().default.clone(), self.clock().now());
        self.show(load(self.db(), self.seal(), &self.vault(), default, now).await?);
        Ok(())
    }
}
