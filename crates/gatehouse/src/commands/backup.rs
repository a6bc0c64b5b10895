//! Backups without a running gateway. One that runs on the same database takes over what is
//! restored.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use backup::Offline;
use events::Events;
use kit::{Clock, Metrics};
use store::{Db, OpenError};

use super::{output, runtime};
use crate::app::{VERSION, instance_id};
use crate::cli::BackupAction;
use crate::config::Loaded;
use crate::slices::{backed_up, migrations};

pub(super) fn run(loaded: &Loaded, action: &BackupAction) -> anyhow::Result<ExitCode> {
    let storage = &loaded.config.storage;
    let makes_database = matches!(action, BackupAction::Restore { plan: false, .. });
    let is_there = !storage.database_url.is_empty() || storage.database_path.exists();
    if !is_there && !makes_database {
        bail!("there is no database at {}", storage.database_path.display());
    }
    Ok(output::print(&runtime()?.block_on(act(loaded, action))?))
}

async fn act(loaded: &Loaded, action: &BackupAction) -> anyhow::Result<String> {
    let db = open(&loaded.config.storage, action).await?;
    let offline = Offline {
        db: db.clone(),
        events: Events::open(db.clone(), Clock::System).await?,
        clock: Clock::System,
        instance_id: instance_id(&db).await?,
        version: VERSION,
        contents: backed_up(),
        config: loaded.config.backup.clone(),
    };
    let done = match action {
        BackupAction::Create { file, description } => {
            create(&offline, file.as_deref(), description).await
        }
        BackupAction::Verify { file } => verify(&offline, file).await,
        BackupAction::Restore { file, plan, revoked } => {
            restore(&offline, file, *plan, *revoked).await
        }
    };
    db.close().await;
    done
}

/// Only restoring may bring the tables up to date: a gateway of another version may be running.
async fn open(storage: &store::Config, action: &BackupAction) -> Result<Db, OpenError> {
    let (migrations, metrics) = (migrations(), Metrics::default());
    match action {
        BackupAction::Restore { plan: false, .. } => Db::open(storage, &migrations, &metrics).await,
        _ => Db::open_existing(storage, &migrations, &metrics).await,
    }
}

async fn create(
    offline: &Offline,
    file: Option<&Path>,
    description: &str,
) -> anyhow::Result<String> {
    let (record, place) = offline.create(file, description).await.map_err(told)?;
    Ok(format!("{} ({} bytes): {}", place.display(), record.size_bytes, counts(&record.counts)))
}

async fn verify(offline: &Offline, file: &Path) -> anyhow::Result<String> {
    let (manifest, is_ours) = offline.verify(file).await.map_err(told)?;
    let origin = if is_ours { "" } else { ", not signed by this gateway" };
    let counts = counts(&manifest.counts);
    Ok(format!("{} of {} is whole{origin}: {counts}", manifest.id, manifest.created_at))
}

async fn restore(
    offline: &Offline,
    file: &Path,
    plan: bool,
    revoked: bool,
) -> anyhow::Result<String> {
    let outcome = offline.restore(file, revoked, plan).await.map_err(told)?;
    let what = if plan { "would be restored" } else { "restored" };
    let warnings = outcome.warnings.iter().map(|warning| format!("\n{warning}"));
    Ok(format!("{what}: {}{}", counts(&outcome.restored), warnings.collect::<String>()))
}

fn counts(counts: &BTreeMap<String, u64>) -> String {
    let counts: Vec<String> = counts.iter().map(|(name, n)| format!("{n} {name}")).collect();
    counts.join(", ")
}

fn told(error: kit::Error) -> anyhow::Error {
    let details = error.details.iter().map(|d| format!("; {}: {}", d.field, d.reason));
    anyhow!("{}{}", error.message, details.collect::<String>())
}
