use std::collections::{BTreeMap, BTreeSet};

use kit::{Error, Result, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::Config;
use crate::model::{Outcome, Record, Selection};
use crate::service::SchedulerState;

#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct CreateBackupInput {
    /// At most 500 characters.
    pub(crate) description: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BackupView {
    #[schema(example = "backup_20301231-235959_k3f9xa")]
    id: String,
    description: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// Of the program that made it.
    version: String,
    size_bytes: u64,
    sha256: String,
    /// How many there are of each thing.
    counts: BTreeMap<String, u64>,
    /// `manual` or `scheduled`.
    trigger: &'static str,
    encrypted: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BackupList {
    backups: Vec<BackupView>,
    count: usize,
}

/// Where no part is named, everything is restored; where any is, those that are left out are not.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RestoreInput {
    pub(crate) restore_apps: Option<bool>,
    pub(crate) restore_routes: Option<bool>,
    pub(crate) restore_devices: Option<bool>,
    pub(crate) restore_users: Option<bool>,
    pub(crate) restore_api_keys: Option<bool>,
    pub(crate) restore_dismissals: Option<bool>,
    /// Scripts, workflows and schedules.
    pub(crate) restore_scripts: Option<bool>,
    pub(crate) restore_deployments: Option<bool>,
    /// Channels and rules.
    pub(crate) restore_notifications: Option<bool>,
    pub(crate) restore_certificates: Option<bool>,
    /// Bring back devices and API keys that were revoked or deleted since, too.
    pub(crate) restore_revoked: Option<bool>,
    /// Take a backup that was not made by this gateway and is not encrypted.
    pub(crate) accept_foreign: Option<bool>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RestoreQuery {
    /// Only say what would be restored.
    #[serde(default)]
    pub(crate) plan: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RestoreAnswer {
    message: String,
    /// How many there are of each thing that was restored.
    restored: BTreeMap<String, u64>,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BackupSchedulerView {
    enabled: bool,
    running: bool,
    #[schema(example = "24h")]
    interval: String,
    /// How many scheduled backups are kept.
    retention: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    last_backup_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    next_backup_at: Option<Timestamp>,
    backup_count: usize,
}

impl From<Record> for BackupView {
    fn from(record: Record) -> Self {
        BackupView {
            id: record.id,
            description: record.description,
            created_at: record.created_at,
            version: record.version,
            size_bytes: record.size_bytes,
            sha256: record.sha256,
            counts: record.counts,
            trigger: record.trigger.into_str(),
            encrypted: record.encrypted,
        }
    }
}

impl BackupList {
    pub(crate) fn new(records: Vec<Record>) -> Self {
        let count = records.len();
        BackupList { backups: records.into_iter().map(BackupView::from).collect(), count }
    }
}

impl RestoreInput {
    pub(crate) fn selection(&self) -> Result<Selection> {
        let flags = [
            ("apps", self.restore_apps),
            ("routes", self.restore_routes),
            ("devices", self.restore_devices),
            ("users", self.restore_users),
            ("apiKeys", self.restore_api_keys),
            ("dismissals", self.restore_dismissals),
            ("scripts", self.restore_scripts),
            ("deployments", self.restore_deployments),
            ("notifications", self.restore_notifications),
            ("certificates", self.restore_certificates),
        ];
        let wanted = flags.iter().filter(|(_, flag)| *flag == Some(true));
        let wanted: BTreeSet<String> = wanted.map(|(name, _)| (*name).to_owned()).collect();
        let is_everything = flags.iter().all(|(_, flag)| flag.is_none());
        if wanted.is_empty() && !is_everything {
            return Err(Error::invalid("restoreApps", "nothing is to be restored"));
        }
        Ok(Selection {
            parts: (!is_everything).then_some(wanted),
            revoked: self.restore_revoked == Some(true),
            foreign: self.accept_foreign == Some(true),
        })
    }
}

impl RestoreAnswer {
    pub(crate) fn new(outcome: Outcome, planned: bool) -> Self {
        let message = if planned {
            "Nothing was changed; this is what restoring would do"
        } else {
            "The backup is restored"
        };
        let Outcome { restored, warnings, .. } = outcome;
        RestoreAnswer { message: message.to_owned(), restored, warnings }
    }
}

impl BackupSchedulerView {
    pub(crate) fn new(config: &Config, state: &SchedulerState) -> Self {
        BackupSchedulerView {
            enabled: config.enabled,
            running: config.enabled,
            interval: config.schedule.to_string(),
            retention: config.retention,
            last_backup_at: state.last,
            next_backup_at: state.next,
            backup_count: state.count,
        }
    }
}
