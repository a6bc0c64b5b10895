use kit::Timestamp;
use serde::Serialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::Values;

/// A registered script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Script {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) category: String,
    pub(crate) path: String,
    pub(crate) kind: ScriptKind,
    /// In seconds; `None`: the configuration's.
    pub(crate) timeout: Option<u32>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) environment: Values,
    pub(crate) allowed_scopes: Vec<String>,
    pub(crate) dry_run_command: String,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
    pub(crate) created_by: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, Serialize, ToSchema)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ScriptKind {
    Shell,
    Python,
    Binary,
}

impl ScriptKind {
    /// What a file is by its name; without one that says so it must be executable.
    pub(crate) fn of(path: &str, executable: bool) -> Option<Self> {
        let extension = path.rsplit('/').next()?.rsplit_once('.').map(|(_, extension)| extension);
        match extension {
            Some("sh" | "bash") => Some(ScriptKind::Shell),
            Some("py") => Some(ScriptKind::Python),
            _ => executable.then_some(ScriptKind::Binary),
        }
    }
}

/// What a script wants to be told, as an environment variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) description: String,
    pub(crate) kind: ParameterKind,
    pub(crate) required: bool,
    pub(crate) default: Option<String>,
    pub(crate) validation: Option<String>,
    /// What a `select` may be.
    pub(crate) options: Vec<String>,
}

#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, EnumString, IntoStaticStr, Serialize, ToSchema,
)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ParameterKind {
    #[default]
    Text,
    Password,
    Number,
    Boolean,
    Select,
}

impl Script {
    /// Whether the value of this parameter must not be shown.
    pub(crate) fn is_secret(&self, name: &str) -> bool {
        let secret = |parameter: &&Parameter| parameter.kind == ParameterKind::Password;
        self.parameters.iter().filter(secret).any(|parameter| parameter.name == name)
    }
}
