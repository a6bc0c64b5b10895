//! Puts the contents of a backup into the database, in one transaction.

use events::facts::BackupRestored;
use events::{Change, Events, IconClass, Transaction};
use kit::{Actor, Result};
use serde_json::json;
use store::{Credentials, Db, Part, Record, Restored, Seals, StoreError, Tx};

use crate::archive::Archive;
use crate::error::Refusal;
use crate::model::{Outcome, Selection};

pub(crate) struct Restore<'a> {
    pub(crate) db: &'a Db,
    pub(crate) events: &'a Events,
    pub(crate) parts: &'a [Part],
    /// The database that this is.
    pub(crate) instance_id: &'a str,
}

impl Restore<'_> {
    /// What would be put back. It is done and undone, so that it is what restoring really does.
    pub(crate) async fn plan(&self, archive: &Archive, selection: &Selection) -> Result<Outcome> {
        let (_, outcome) = self.apply(archive, selection).await?;
        Ok(outcome)
    }

    /// All or nothing.
    pub(crate) async fn run(
        &self,
        actor: Actor,
        archive: &Archive,
        selection: &Selection,
    ) -> Result<Outcome> {
        let (mut tx, outcome) = self.apply(archive, selection).await?;
        let id = &archive.manifest.id;
        let change = Change::by(actor, "backup.restored")
            .target(id.clone())
            .details(json!({ "parts": outcome.parts, "restored": outcome.restored }))
            .notice("Database", IconClass::Warning, "A backup was restored")
            .notice_details(outcome.parts.join(", "))
            .fact(&BackupRestored { backup_id: id.clone(), parts: outcome.parts.clone() });
        tx.record(&change).await?;
        tx.commit().await?;
        Ok(outcome)
    }

    async fn apply(
        &self,
        archive: &Archive,
        selection: &Selection,
    ) -> Result<(Transaction, Outcome)> {
        if !archive.is_ours && !selection.foreign {
            return Err(Refusal::Foreign.into());
        }
        self.check(archive)?;
        let seals = Seals::of(self.db, self.parts).await?;
        let credentials = Credentials {
            same_database: archive.manifest.instance_id == self.instance_id,
            revive: selection.revoked,
        };
        let mut tx = self.events.begin().await?;
        let mut outcome = Outcome::default();
        let wanted = self.parts.iter().filter(|part| selection.wants(part.name));
        for part in wanted {
            if archive.contents.parts.contains_key(part.name) {
                let put = put_back(&mut tx, &seals, part, archive, credentials, &mut outcome);
                put.await.map_err(refused)?;
            }
        }
        if outcome.parts.is_empty() {
            outcome.warnings.push("The backup holds nothing of what was asked for".to_owned());
        }
        Ok((tx, outcome))
    }

    /// Every record must be one that we could have written.
    fn check(&self, archive: &Archive) -> Result<(), Refusal> {
        for (name, tables) in &archive.contents.parts {
            let part = self.parts.iter().find(|part| part.name == name);
            let part = part.ok_or_else(|| unknown(name))?;
            for (name, records) in tables {
                let table = part.tables.iter().find(|table| table.name == name);
                let table = table.ok_or_else(|| unknown(name))?;
                if let Some(why) = records.iter().find_map(|record| table.problem(record)) {
                    return Err(Refusal::Damaged(why));
                }
            }
        }
        Ok(())
    }
}

fn unknown(name: &str) -> Refusal {
    Refusal::Damaged(format!("{name:?} is not known"))
}

async fn put_back(
    tx: &mut Tx,
    seals: &Seals,
    part: &Part,
    archive: &Archive,
    credentials: Credentials,
    outcome: &mut Outcome,
) -> Result<(), StoreError> {
    let tables = &archive.contents.parts[part.name];
    for table in part.tables {
        let records: &[Record] = tables.get(table.name).map_or(&[], Vec::as_slice);
        let Restored { written, withheld } = table.restore(tx, seals, records, credentials).await?;
        let Some(name) = table.counted_as else { continue };
        outcome.restored.insert(name.to_owned(), written);
        if withheld > 0 {
            outcome.warnings.push(format!(
                "{withheld} {name} were revoked or deleted since and stay so; restoreRevoked brings them back"
            ));
        }
    }
    (part.check)(tx, seals).await?;
    outcome.parts.push(part.name.to_owned());
    Ok(())
}

/// A row that does not fit into its table, or that the program could not read, is the backup's
/// fault and not the database's.
fn refused(error: StoreError) -> kit::Error {
    match error {
        StoreError::Unavailable(_) => error.into(),
        StoreError::Duplicate(_) | StoreError::Failed(_) | StoreError::Unreadable(_) => {
            kit::Error::from(Refusal::Damaged("its rows do not fit together".to_owned()))
                .because(error)
        }
    }
}
