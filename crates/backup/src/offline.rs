//! Backups without a running gateway: for the command line, on a machine that is being set up, or
//! from one kind of database to the other.

use std::path::{Path, PathBuf};

use events::Events;
use kit::{Actor, Clock, Error, Result};
use store::{Db, Part};

use crate::Config;
use crate::archive::{self, Archive, FORMAT};
use crate::contents::Contents;
use crate::folder::{self, Folder};
use crate::handle::signing;
use crate::model::{Manifest, Outcome, Record, Selection, Trigger};
use crate::restore::Restore;
use crate::service::{describe, new_id};

/// What the command line works on.
pub struct Offline {
    pub db: Db,
    pub events: Events,
    pub clock: Clock,
    pub instance_id: String,
    pub version: &'static str,
    pub contents: Vec<Part>,
    pub config: Config,
}

impl Offline {
    /// Makes a backup in this file, or in the folder where none is named.
    pub async fn create(
        &self,
        file: Option<&Path>,
        description: &str,
    ) -> Result<(Record, PathBuf)> {
        let contents = Contents::gather(&self.db, &self.contents).await?;
        let now = self.clock.now();
        let manifest = Manifest {
            format: FORMAT,
            id: new_id(now),
            version: self.version.to_owned(),
            instance_id: self.instance_id.clone(),
            description: description.to_owned(),
            trigger: Trigger::Manual,
            created_at: now,
            counts: contents.counts(&self.contents),
            parts: Vec::new(),
        };
        let signing = signing(&self.db).await?;
        let (manifest, bytes) =
            archive::write(manifest, &contents, &signing, &self.config.passphrase)?;
        let record = describe(&manifest.id, &manifest, &bytes);
        let place = match file {
            Some(path) => {
                folder::write_through(path, &bytes).map_err(Error::internal)?;
                path.to_owned()
            }
            None => {
                let folder = Folder::new(self.config.directory.clone());
                folder.put(&record, &bytes).map_err(Error::internal)?;
                self.config.directory.join(&record.id)
            }
        };
        Ok((record, place))
    }

    /// Reads a backup to its end, and says what is in it and whether it is one of ours.
    pub async fn verify(&self, file: &Path) -> Result<(Manifest, bool)> {
        let Archive { manifest, is_ours, .. } = self.read(file).await?;
        Ok((manifest, is_ours))
    }

    /// Puts a backup back. Whoever may call this owns the database anyway, so that one of another
    /// gateway is taken, too.
    pub async fn restore(&self, file: &Path, revoked: bool, plan: bool) -> Result<Outcome> {
        let archive = self.read(file).await?;
        let selection = Selection { parts: None, revoked, foreign: true };
        let restore = Restore {
            db: &self.db,
            events: &self.events,
            parts: &self.contents,
            instance_id: &self.instance_id,
        };
        if plan {
            restore.plan(&archive, &selection).await
        } else {
            restore.run(Actor::system(), &archive, &selection).await
        }
    }

    async fn read(&self, file: &Path) -> Result<Archive> {
        let bytes = folder::read(file)
            .map_err(|error| Error::invalid(file.display().to_string(), error.to_string()))?;
        archive::read(&bytes, &signing(&self.db).await?, &self.config.passphrase)
    }
}
