use std::sync::atomic::Ordering;

use events::facts::BackupCreated;
use events::{Change, IconClass};
use kit::{Actor, Entropy, Error, ErrorKind, Result, Status, Timestamp};
use serde_json::json;
use tokio::task::spawn_blocking;

use crate::archive::{self, Archive, FORMAT, sha256};
use crate::contents::Contents;
use crate::error::Refusal;
use crate::model::{Manifest, Outcome, Record, Selection, Trigger};
use crate::{Backups, cover, schedule};

const WHAT: &str = "The backup";
const LONGEST_DESCRIPTION: usize = 500;
const ID_ALPHABET: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";

/// How the scheduler is doing.
#[derive(Debug)]
pub(crate) struct SchedulerState {
    pub(crate) last: Option<Timestamp>,
    pub(crate) next: Option<Timestamp>,
    pub(crate) count: usize,
}

impl Backups {
    /// The newest first.
    pub(crate) async fn list(&self) -> Result<Vec<Record>> {
        let backups = self.clone();
        let listed = spawn_blocking(move || backups.look()).await.map_err(Error::internal)?;
        let mut listed = listed.map_err(unreachable)?;
        listed.sort_by(|a, b| (b.created_at, &b.id).cmp(&(a.created_at, &a.id)));
        Ok(listed)
    }

    /// What is in the folder. A file without its record was copied here, or its writer was ended
    /// between the two.
    fn look(&self) -> std::io::Result<Vec<Record>> {
        let mut listed = Vec::new();
        for (id, record) in self.folder().all()? {
            if let Some(record) = record {
                listed.push(record);
            } else if let Some(file) = self.folder().read(&id)? {
                let read = archive::read(&file, self.signing(), &self.config().passphrase);
                match read {
                    Ok(archive) => {
                        let record = describe(&id, &archive.manifest, &file);
                        self.folder().write_record(&record)?;
                        listed.push(record);
                    }
                    Err(error) => tracing::warn!(id, error = error.message, "left out"),
                }
            }
        }
        Ok(listed)
    }

    pub(crate) async fn find(&self, id: &str) -> Result<Record> {
        let found = self.list().await?.into_iter().find(|record| record.id == id);
        found.ok_or_else(|| Error::not_found(WHAT))
    }

    /// The backup as it lies in the folder.
    pub(crate) async fn file(&self, actor: Actor, id: &str) -> Result<(Record, Vec<u8>)> {
        let (record, file) = (self.find(id).await?, self.read_file(id).await?);
        let change = Change::by(actor, "backup.downloaded").target(id);
        self.parts().events.note(&change).await?;
        Ok((record, file))
    }

    async fn read_file(&self, id: &str) -> Result<Vec<u8>> {
        let (folder, id) = (self.folder().clone(), id.to_owned());
        let read = spawn_blocking(move || folder.read(&id)).await.map_err(Error::internal)?;
        read.map_err(unreachable)?.ok_or_else(|| Error::not_found(WHAT))
    }

    pub(crate) async fn create(
        &self,
        actor: Actor,
        description: &str,
        trigger: Trigger,
    ) -> Result<Record> {
        let description = description.trim();
        if description.chars().count() > LONGEST_DESCRIPTION {
            return Err(Error::invalid("description", "must not be longer than 500 characters"));
        }
        let _working = self.working().await;
        let made = self.make(description, trigger).await;
        let message = match (&made, trigger) {
            (Ok(_), Trigger::Manual) => "A backup was made",
            (Ok(_), Trigger::Scheduled) => "A backup was made on schedule",
            (Err(_), _) => "A backup could not be made",
        };
        let change = Change::by(actor, "backup.created");
        let change = match &made {
            Ok(record) => {
                self.figures().made(record.created_at);
                self.parts().health.report("backup", Status::Healthy, None);
                let details = json!({ "trigger": trigger.into_str(), "counts": record.counts });
                let fact = BackupCreated {
                    backup_id: record.id.clone(),
                    trigger: trigger.into_str().to_owned(),
                };
                change
                    .target(record.id.clone())
                    .details(details)
                    .notice("Database", IconClass::Success, message)
                    .fact(&fact)
            }
            Err(error) => {
                self.figures().failed();
                let status = Some(format!("{message}: {}", error.message));
                self.parts().health.report("backup", Status::Degraded, status);
                change.failed(&error.message).notice("AlertTriangle", IconClass::Danger, message)
            }
        };
        if let Err(error) = self.parts().events.note(&change).await {
            tracing::warn!(%error, "recording a backup in the activity log failed; the backup itself is complete");
        }
        made
    }

    async fn make(&self, description: &str, trigger: Trigger) -> Result<Record> {
        let parts = self.parts();
        let contents = Contents::gather(&parts.db, &parts.contents).await?;
        let manifest = Manifest {
            format: FORMAT,
            id: new_id(parts.clock.now()),
            version: parts.instance.version.to_owned(),
            instance_id: parts.instance.id.clone(),
            description: description.to_owned(),
            trigger,
            created_at: parts.clock.now(),
            counts: contents.counts(&parts.contents),
            parts: Vec::new(),
        };
        let backups = self.clone();
        let write = move || {
            let passphrase = &backups.config().passphrase;
            let (manifest, file) =
                archive::write(manifest, &contents, backups.signing(), passphrase)?;
            let record = describe(&manifest.id, &manifest, &file);
            backups.folder().put(&record, &file).map_err(unreachable)?;
            Ok(record)
        };
        spawn_blocking(write).await.map_err(Error::internal)?
    }

    pub(crate) async fn delete(&self, actor: Actor, id: &str) -> Result<()> {
        let _working = self.working().await;
        let (folder, name) = (self.folder().clone(), id.to_owned());
        let deleted = spawn_blocking(move || folder.delete(&name)).await;
        if !deleted.map_err(Error::internal)?.map_err(unreachable)? {
            return Err(Error::not_found(WHAT));
        }
        let change = Change::by(actor, "backup.deleted").target(id);
        self.parts().events.note(&change).await?;
        Ok(())
    }

    /// Puts a backup back, or says what that would do.
    pub(crate) async fn restore(
        &self,
        actor: Actor,
        id: &str,
        selection: &Selection,
        plan: bool,
    ) -> Result<Outcome> {
        let archive = self.open(id).await?;
        let _working = self.working().await;
        if plan {
            return self.restoring().plan(&archive, selection).await;
        }
        let mut outcome = self.restoring().run(actor, &archive, selection).await?;
        outcome.warnings.extend(self.reread().await);
        Ok(outcome)
    }

    async fn open(&self, id: &str) -> Result<Archive> {
        let record = self.find(id).await?;
        let file = self.read_file(id).await?;
        if sha256(&file) != record.sha256 {
            return Err(Refusal::Damaged("it is not what was written".to_owned()).into());
        }
        let backups = self.clone();
        let read = move || archive::read(&file, backups.signing(), &backups.config().passphrase);
        spawn_blocking(read).await.map_err(Error::internal)?
    }

    /// Has everybody take over what the database says now. What fails is told.
    pub(crate) async fn reread(&self) -> Vec<String> {
        let mut failed = Vec::new();
        for (name, reread) in &self.parts().rereads {
            if let Err(error) = reread().await {
                tracing::error!(%error, part = name, "reloading after the restore failed; a restart takes it over");
                failed.push(format!("{name} takes it over with the next start: {}", error.message));
            }
        }
        failed
    }

    pub(crate) async fn scheduler(&self) -> Result<SchedulerState> {
        let (config, backups) = (self.config(), self.list().await?);
        let next = schedule::next(self.since(), &backups, config.schedule.0);
        Ok(SchedulerState {
            last: schedule::last(&backups),
            next: config.enabled.then_some(next),
            count: backups.len(),
        })
    }

    /// Makes one on schedule now, and deletes those that are too many.
    pub(crate) async fn run_scheduled(&self, actor: Actor) -> Result<Record> {
        if !self.config().enabled {
            let message = "Scheduled backups are switched off; backup.enabled switches them on";
            return Err(Error::new(ErrorKind::ServiceUnavailable, message));
        }
        let made = self.create(actor, "Scheduled", Trigger::Scheduled).await?;
        for id in schedule::outdated(&self.list().await?, self.config().retention) {
            self.delete(Actor::system(), &id).await?;
        }
        Ok(made)
    }

    /// Makes one where it is due.
    pub(crate) async fn look_at_schedule(&self) -> Result<()> {
        let now = self.parts().clock.now();
        let failed_at = Timestamp(self.failed_at().load(Ordering::Relaxed));
        if !self.config().enabled || now < failed_at.after(schedule::PAUSE) {
            return Ok(());
        }
        let state = self.scheduler().await?;
        if state.next.is_none_or(|next| next > now) {
            return Ok(());
        }
        let made = self.run_scheduled(Actor::system()).await;
        if made.is_err() {
            self.failed_at().store(now.0, Ordering::Relaxed);
        }
        made.map(drop)
    }
}

pub(crate) fn describe(id: &str, manifest: &Manifest, file: &[u8]) -> Record {
    Record {
        id: id.to_owned(),
        description: manifest.description.clone(),
        created_at: manifest.created_at,
        version: manifest.version.clone(),
        size_bytes: file.len() as u64,
        sha256: sha256(file),
        counts: manifest.counts.clone(),
        trigger: manifest.trigger,
        encrypted: cover::is_closed(file),
    }
}

/// The moment, so that names sort, and something that nobody else has.
pub(crate) fn new_id(now: Timestamp) -> String {
    let moment: String =
        now.to_string().chars().take(19).filter(|c| *c != '-' && *c != ':').collect();
    format!("backup_{}_{}", moment.replace('T', "-"), Entropy.text(ID_ALPHABET, 6))
}

fn unreachable(error: std::io::Error) -> Error {
    let message = match error.kind() {
        std::io::ErrorKind::StorageFull => "There is no room for a backup: the disk is full".into(),
        _ => format!("The folder of backups cannot be used: {error}"),
    };
    Error::new(ErrorKind::StorageUnavailable, message).because(error)
}
