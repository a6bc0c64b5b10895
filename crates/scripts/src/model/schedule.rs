use kit::Timestamp;
use serde::Serialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::Values;

/// When something runs by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Schedule {
    pub(crate) id: String,
    pub(crate) target: Target,
    pub(crate) cron: String,
    pub(crate) parameters: Values,
    pub(crate) enabled: bool,
    /// `None`: the host's.
    pub(crate) timezone: Option<String>,
    pub(crate) overlap: Overlap,
    pub(crate) missed: Missed,
    pub(crate) created_at: Timestamp,
    pub(crate) created_by: String,
    pub(crate) last_run_at: Option<Timestamp>,
    /// `None` while it is disabled.
    pub(crate) next_run_at: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    Script(String),
    Workflow(String),
}

impl Target {
    pub(crate) fn script(&self) -> Option<&str> {
        match self {
            Target::Script(id) => Some(id),
            Target::Workflow(_) => None,
        }
    }

    pub(crate) fn workflow(&self) -> Option<&str> {
        match self {
            Target::Script(_) => None,
            Target::Workflow(id) => Some(id),
        }
    }
}

/// What happens at a time when the earlier run has not ended.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, EnumString, IntoStaticStr, Serialize, ToSchema,
)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Overlap {
    #[default]
    Skip,
    Queue,
    Allow,
}

/// What happens to times that passed while nobody could run anything.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, EnumString, IntoStaticStr, Serialize, ToSchema,
)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Missed {
    Skip,
    #[default]
    Once,
}
