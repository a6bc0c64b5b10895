use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::stack::{Stack, Wishes};

pub(super) const ENV_FILE: &str = ".env.example";
const DEFAULT_STACK: &str = "exported-stack";

/// What is wanted in an export.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ExportInput {
    /// Puts variables in the place of secrets, which the file beside it lists. `false` needs
    /// `write:*`.
    #[schema(default = true)]
    sanitize_secrets: Option<bool>,
    #[schema(default = true)]
    include_volumes: Option<bool>,
    #[schema(default = true)]
    include_networks: Option<bool>,
}

impl ExportInput {
    pub(super) fn wishes(&self) -> Wishes {
        Wishes {
            sanitize: self.sanitize_secrets.unwrap_or(true),
            volumes: self.include_volumes.unwrap_or(true),
            networks: self.include_networks.unwrap_or(true),
        }
    }
}

/// Which containers make the stack.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct BatchExportInput {
    #[serde(default)]
    #[schema(required = true, max_items = 100)]
    pub(super) container_ids: Vec<String>,
    #[schema(default = "exported-stack")]
    stack_name: Option<String>,
    #[serde(flatten)]
    pub(super) wanted: ExportInput,
}

impl BatchExportInput {
    pub(super) fn stack_name(&self) -> &str {
        self.stack_name.as_deref().filter(|name| !name.is_empty()).unwrap_or(DEFAULT_STACK)
    }
}

/// A compose file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportView {
    #[schema(example = "compose")]
    format: &'static str,
    pub(super) content: String,
    #[schema(example = "web-compose.yml")]
    pub(super) filename: String,
    /// What the file cannot say, and what to look after.
    pub(super) warnings: Vec<String>,
    /// The variables that stand for secrets, without values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) env_content: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = ".env.example")]
    env_filename: Option<&'static str>,
}

impl ExportView {
    pub(super) fn new(name: &str, stack: Stack) -> Self {
        let env_filename = stack.env_content.is_some().then_some(ENV_FILE);
        ExportView {
            format: "compose",
            content: stack.content,
            filename: format!("{name}-compose.yml"),
            warnings: stack.warnings,
            env_content: stack.env_content,
            env_filename,
        }
    }
}
