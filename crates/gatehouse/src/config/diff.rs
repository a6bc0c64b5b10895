//! What differs between two configurations.

use serde_json::Value;

use super::Loaded;
use super::keys::{self, Effect};

/// A key whose value changed. Values are as they are written out, which hides secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Changed {
    pub(crate) key: String,
    pub(crate) old: String,
    pub(crate) new: String,
    pub(crate) needs_restart: bool,
}

pub(crate) fn diff(old: &Loaded, new: &Loaded) -> Vec<Changed> {
    let (before, after) = (written_out(old), written_out(new));
    let keys = new.written.leaves().into_iter().chain(old.written.leaves());
    let mut keys: Vec<String> = keys.filter(|key| keys::find(key).is_some()).collect();
    keys.sort();
    keys.dedup();
    let changed = keys.into_iter().filter_map(|key| {
        let (was, is) = (shown(&before, &key), shown(&after, &key));
        let other_secret = is.contains(HIDDEN) && old.written.get(&key) != new.written.get(&key);
        (was != is || other_secret).then(|| Changed {
            needs_restart: keys::find(&key).is_some_and(|key| key.effect == Effect::Restart),
            old: shortened(was),
            new: shortened(is),
            key,
        })
    });
    changed.collect()
}

const LONGEST_SHOWN: usize = 200;
/// How a secret is written out.
const HIDDEN: &str = "***";

pub(super) fn written_out(loaded: &Loaded) -> Value {
    serde_json::to_value(&loaded.config).expect("the configuration can be written")
}

pub(super) fn shown(config: &Value, key: &str) -> String {
    let found = config.pointer(&format!("/{}", key.replace('.', "/")));
    match found {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

/// Lists of apps and routes can be long, and nobody reads them in a log.
fn shortened(text: String) -> String {
    if text.len() <= LONGEST_SHOWN {
        return text;
    }
    match serde_json::from_str(&text) {
        Ok(Value::Array(items)) => format!("({} entries)", items.len()),
        _ => "(long)".to_owned(),
    }
}
