use kit::Timestamp;
use strum::{EnumString, IntoStaticStr};

/// The colour an activity entry is shown in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum IconClass {
    #[default]
    #[strum(serialize = "")]
    Plain,
    Success,
    Warning,
    Danger,
    Info,
}

/// A line of the activity feed, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activity {
    pub number: i64,
    pub kind: String,
    pub icon: String,
    pub icon_class: String,
    pub message: String,
    pub details: String,
    pub at: Timestamp,
}

/// A line of the audit log: who changed what, from where.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditEntry {
    pub id: i64,
    pub at: Timestamp,
    pub action: String,
    pub actor_id: String,
    pub actor_ip: String,
    pub target_id: Option<String>,
    pub details: Option<serde_json::Value>,
    pub error: Option<String>,
}

/// Which audit entries are wanted; an empty filter wants all.
#[derive(Debug, Clone, Default)]
pub struct AuditFilter {
    pub action: Option<String>,
    pub actor: Option<String>,
}
