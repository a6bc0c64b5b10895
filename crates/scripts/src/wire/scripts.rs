use kit::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::is_true;
use crate::files::Available;
use crate::model::{MASK, Parameter, ParameterKind, Script, ScriptKind, Values};

/// A script to register, or what to change about one: fields that are left out keep their value.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "a script")]
pub(crate) struct ScriptInput {
    /// Required to register; the id is its lower-case, hyphenated form.
    pub(crate) name: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) category: Option<String>,
    /// Required to register: a path below the scripts directory. `.sh` and `.bash` run in a
    /// shell, `.py` with `python3`, anything else must be executable.
    pub(crate) script_path: Option<String>,
    #[schema(value_type = Option<u32>)]
    pub(crate) timeout_seconds: Option<i64>,
    pub(crate) parameters: Option<Vec<ParameterView>>,
    /// Variables that every run gets.
    pub(crate) environment: Option<Values>,
    /// A caller needs one of these to run, change, schedule or delete the script; empty: whoever
    /// may change things.
    pub(crate) allowed_scopes: Option<Vec<String>>,
    /// For dry runs: an option that is added to the command, or, where it does not begin with
    /// `-`, a command that runs in its place.
    pub(crate) dry_run_command: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ParameterView {
    /// The environment variable.
    name: String,
    #[serde(default)]
    #[schema(required = false)]
    label: String,
    #[serde(default)]
    #[schema(required = false)]
    description: String,
    #[serde(rename = "type", default = "text")]
    #[schema(value_type = ParameterKind, required = false)]
    kind: String,
    #[serde(default)]
    #[schema(required = false)]
    required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
    /// A regular expression that the whole value must match.
    #[serde(skip_serializing_if = "Option::is_none")]
    validation: Option<String>,
    /// The values of a `select`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    options: Vec<String>,
}

fn text() -> String {
    ParameterKind::Text.into_str().to_owned()
}

impl ParameterView {
    pub(crate) fn parse(self) -> Result<Parameter, String> {
        let kind = self.kind.parse().map_err(|_| {
            format!("the type of {} must be text, password, number, boolean or select", self.name)
        })?;
        Ok(Parameter {
            name: self.name,
            label: self.label,
            description: self.description,
            kind,
            required: self.required,
            default: self.default,
            validation: self.validation.filter(|pattern| !pattern.is_empty()),
            options: self.options,
        })
    }
}

impl From<&Parameter> for ParameterView {
    fn from(parameter: &Parameter) -> Self {
        ParameterView {
            name: parameter.name.clone(),
            label: parameter.label.clone(),
            description: parameter.description.clone(),
            kind: parameter.kind.into_str().to_owned(),
            required: parameter.required,
            default: parameter.default.clone(),
            validation: parameter.validation.clone(),
            options: parameter.options.clone(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScriptView {
    id: String,
    name: String,
    description: String,
    category: String,
    script_path: String,
    script_type: ScriptKind,
    timeout_seconds: u32,
    /// The default of a password is masked.
    parameters: Vec<ParameterView>,
    /// Masked for those who may not change things.
    environment: Values,
    allowed_scopes: Vec<String>,
    dry_run_command: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    updated_at: Timestamp,
    created_by: String,
}

impl ScriptView {
    /// As somebody sees it who may change it, or may not.
    pub(crate) fn new(script: Script, default_timeout: u32, may_change: bool) -> Self {
        let mut parameters: Vec<_> = script.parameters.iter().map(ParameterView::from).collect();
        for parameter in parameters.iter_mut().filter(|one| script.is_secret(&one.name)) {
            parameter.default = parameter.default.as_ref().map(|_| MASK.to_owned());
        }
        let mut environment = script.environment;
        if !may_change {
            environment.values_mut().for_each(|value| MASK.clone_into(value));
        }
        ScriptView {
            id: script.id,
            name: script.name,
            description: script.description,
            category: script.category,
            script_path: script.path,
            script_type: script.kind,
            timeout_seconds: script.timeout.unwrap_or(default_timeout),
            parameters,
            environment,
            allowed_scopes: script.allowed_scopes,
            dry_run_command: script.dry_run_command,
            created_at: script.created_at,
            updated_at: script.updated_at,
            created_by: script.created_by,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScriptList {
    pub(crate) scripts: Vec<ScriptView>,
    pub(crate) count: usize,
    /// `false` while the feature is switched off.
    #[serde(skip_serializing_if = "is_true")]
    #[schema(required = false)]
    pub(crate) enabled: bool,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ScriptFilter {
    /// Only scripts of this category.
    pub(crate) category: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AvailableList {
    available: Vec<AvailableView>,
    count: usize,
    /// `false` while the feature is switched off.
    #[serde(skip_serializing_if = "is_true")]
    #[schema(required = false)]
    enabled: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AvailableView {
    /// Below the scripts directory.
    path: String,
    /// The last part of the path.
    name: String,
    script_type: ScriptKind,
    size: u64,
    #[schema(value_type = String, format = DateTime)]
    mod_time: Timestamp,
}

impl AvailableList {
    pub(crate) fn new(files: Vec<Available>, enabled: bool) -> Self {
        let view = |file: Available| AvailableView {
            name: file.path.rsplit('/').next().unwrap_or_default().to_owned(),
            path: file.path,
            script_type: file.kind,
            size: file.size,
            mod_time: file.modified,
        };
        let available: Vec<_> = files.into_iter().map(view).collect();
        AvailableList { count: available.len(), available, enabled }
    }
}
