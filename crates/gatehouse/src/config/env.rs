//! The environment as a layer: `GATEHOUSE_<SECTION>__<KEY>` for every key, and a few short forms.

use std::ffi::OsString;

use super::node::{Node, Origin, Problem};

const PREFIX: &str = "GATEHOUSE_";
pub(crate) const CONFIG: &str = "GATEHOUSE_CONFIG";
pub(crate) const DATA_DIR: &str = "GATEHOUSE_DATA_DIR";
/// Short names of keys that people set most.
const SHORT: [(&str, &str); 2] = [
    ("GATEHOUSE_BOOTSTRAP_TOKEN", "bootstrap.tokens"),
    ("GATEHOUSE_JWT_SECRET", "auth.hs256_secret"),
];

/// The variables that are ours, once and for all. One that is empty counts as not set, because
/// compose files pass on variables that nobody filled in.
#[derive(Clone, Default)]
pub(crate) struct Environment(Vec<(String, String)>);

impl Environment {
    pub(crate) fn of_process() -> Result<Self, Problem> {
        Environment::read(std::env::vars_os())
    }

    pub(crate) fn read(
        vars: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, Problem> {
        let mut ours = Vec::new();
        for (name, value) in vars {
            let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX)) else {
                continue;
            };
            let origin = Origin::Env(name.into());
            let value = value.into_string().map_err(|_| Problem {
                origin,
                key: String::new(),
                reason: "the value is not valid UTF-8".to_owned(),
            })?;
            if !value.is_empty() && !is_service_link(name) {
                ours.push((name.to_owned(), value));
            }
        }
        // Short forms first, so that the full name, which is more exact, lies above them.
        ours.sort_by_key(|(name, _)| (name.contains("__"), name.clone()));
        Ok(Environment(ours))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(ours, _)| ours == name).map(|(_, value)| value.as_str())
    }

    /// The layer, and the names of variables that belong to no key by their very shape.
    pub(crate) fn layer(&self) -> (Node, Vec<String>) {
        let mut layer = Node::map(Origin::Default);
        let mut strangers = Vec::new();
        for (name, value) in &self.0 {
            match key_of(name) {
                Some(key) => {
                    let path: Vec<String> = key.split('.').map(str::to_owned).collect();
                    layer.set(&path, Node::text(value, Origin::Env(name.as_str().into())));
                }
                None if name == CONFIG || name == DATA_DIR => {}
                None => strangers.push(name.clone()),
            }
        }
        (layer, strangers)
    }
}

fn key_of(variable: &str) -> Option<String> {
    if let Some((_, key)) = SHORT.iter().find(|(name, _)| *name == variable) {
        return Some((*key).to_owned());
    }
    let path = variable.strip_prefix(PREFIX).filter(|rest| rest.contains("__"))?;
    Some(path.to_ascii_lowercase().replace("__", "."))
}

/// The variable that sets a key.
pub(crate) fn variable_of(key: &str) -> String {
    format!("{PREFIX}{}", key.to_ascii_uppercase().replace('.', "__"))
}

/// Every variable there is, for suggestions.
pub(crate) fn all_variables(keys: &[String]) -> impl Iterator<Item = String> {
    let short = SHORT.iter().map(|(name, _)| (*name).to_owned());
    let paths = [CONFIG.to_owned(), DATA_DIR.to_owned()];
    keys.iter().map(|key| variable_of(key)).chain(short).chain(paths)
}

/// Kubernetes puts these into every container beside a service called `gatehouse`.
fn is_service_link(variable: &str) -> bool {
    let rest = variable.strip_prefix(PREFIX).unwrap_or_default();
    rest == "PORT"
        || rest.starts_with("PORT_")
        || rest.starts_with("SERVICE_HOST")
        || rest.starts_with("SERVICE_PORT")
}
