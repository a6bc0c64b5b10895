use std::collections::{BTreeMap, BTreeSet};

use kit::Timestamp;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// What a backup says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// Of the file. A program that knows only older ones leaves it alone.
    pub format: u64,
    pub id: String,
    /// The version of the program that made it.
    pub version: String,
    /// The database that it is of.
    pub instance_id: String,
    pub description: String,
    pub trigger: Trigger,
    pub created_at: Timestamp,
    /// How many there are of each thing.
    pub counts: BTreeMap<String, u64>,
    pub parts: Vec<PartEntry>,
}

/// A part and the hash of its file in the archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartEntry {
    pub name: String,
    pub sha256: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Trigger {
    Manual,
    Scheduled,
}

/// A backup of the folder. It lies beside the file, so that a list needs no passphrase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    pub id: String,
    pub description: String,
    pub created_at: Timestamp,
    pub version: String,
    pub size_bytes: u64,
    pub sha256: String,
    pub counts: BTreeMap<String, u64>,
    pub trigger: Trigger,
    pub encrypted: bool,
}

/// Which parts are put back, and how far trust goes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// `None`: all of them.
    pub parts: Option<BTreeSet<String>>,
    /// Bring back what was revoked or deleted since, too.
    pub revoked: bool,
    /// Take one that was not made here.
    pub foreign: bool,
}

impl Selection {
    pub(crate) fn wants(&self, part: &str) -> bool {
        self.parts.as_ref().is_none_or(|parts| parts.contains(part))
    }
}

/// What was put back, or would be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    pub restored: BTreeMap<String, u64>,
    pub parts: Vec<String>,
    pub warnings: Vec<String>,
}
