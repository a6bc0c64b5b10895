use std::os::fd::AsRawFd;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::config::RunAs;
use crate::files::Opened;
use crate::model::ScriptKind;

/// The byte that asks a keeper to end its script.
pub(crate) const STOP: u8 = b'T';

/// What is to be run. What is secret comes in the environment.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) root: PathBuf,
    pub(crate) path: String,
    pub(crate) kind: Kind,
    /// Added to the command.
    pub(crate) arguments: Vec<String>,
    /// Runs in the place of the script, where there is one.
    pub(crate) instead: Vec<String>,
    pub(crate) limits: Limits,
}

/// The kind of a script, between processes.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) enum Kind {
    Sh,
    Bash,
    Python,
    Binary,
}

impl Kind {
    pub(crate) fn of(kind: ScriptKind, path: &str) -> Self {
        match kind {
            ScriptKind::Shell if path.ends_with(".bash") => Kind::Bash,
            ScriptKind::Shell => Kind::Sh,
            ScriptKind::Python => Kind::Python,
            ScriptKind::Binary => Kind::Binary,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct Limits {
    pub(crate) run_as: Option<RunAs>,
    /// Bytes of address space; `None`: no limit.
    pub(crate) memory: Option<u64>,
    /// Seconds of work.
    pub(crate) cpu: Option<u64>,
}

/// What the keeper gives to the process that becomes the script: the order, with its file open.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Handover {
    pub(super) script: i32,
    pub(super) kind: Kind,
    pub(super) arguments: Vec<String>,
    pub(super) instead: Vec<String>,
    pub(super) limits: Limits,
}

impl Handover {
    pub(super) fn new(order: &Order, opened: &Opened) -> Self {
        Handover {
            script: opened.script.as_raw_fd(),
            kind: order.kind,
            arguments: order.arguments.clone(),
            instead: order.instead.clone(),
            limits: order.limits,
        }
    }
}

/// How it ended, as the keeper tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Ended {
    Exited(i32),
    Signalled(i32),
    /// There is no such file any more.
    Missing,
    /// It could not be started.
    Refused(String),
}
