//! The configuration as a list of keys.

use super::diff::{shown, written_out};
use super::keys::{self, Effect};
use super::node::Origin;
use super::{Loaded, env};

/// A key and what it says.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    pub(crate) key: String,
    /// As it is written out, which hides secrets.
    pub(crate) value: String,
    /// `default`, `file`, `environment` or `flag`.
    pub(crate) source: &'static str,
    /// Where exactly; empty for a default.
    pub(crate) written: String,
    pub(crate) meaning: &'static str,
    pub(crate) variable: String,
    pub(crate) needs_restart: bool,
}

/// All keys by name, without the lists of apps and routes.
pub(crate) fn settings(loaded: &Loaded) -> Vec<Setting> {
    let values = written_out(loaded);
    let mut names = loaded.written.leaves();
    names.sort();
    let listed = names.into_iter().filter(|name| name.contains('.'));
    listed
        .filter_map(|name| {
            let key = keys::find(&name)?;
            let origin = loaded.written.place(&name);
            Some(Setting {
                value: shown(&values, &name),
                source: source(origin),
                written: match origin {
                    Origin::Default => String::new(),
                    origin => origin.to_string(),
                },
                meaning: key.meaning,
                variable: env::variable_of(&name),
                needs_restart: key.effect == Effect::Restart,
                key: name,
            })
        })
        .collect()
}

fn source(origin: &Origin) -> &'static str {
    match origin {
        Origin::Default => "default",
        Origin::File { .. } => "file",
        Origin::Env(_) => "environment",
        Origin::Flag(_) => "flag",
    }
}
