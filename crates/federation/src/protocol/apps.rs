use std::collections::BTreeSet;

use catalog::HealthStatus;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::text::{is_address, is_plain};

/// What a gateway may share.
pub(crate) const MOST_APPS: usize = 1_000;
const LONGEST_ID: usize = 64;
const LONGEST_NAME: usize = 128;
const LONGEST_ICON: usize = 64;
const LONGEST_TAG: usize = 64;
const MOST_TAGS: usize = 32;

/// An app as its gateway tells others of it. Where it lies behind that gateway is not told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SharedApp {
    pub(crate) id: String,
    pub(crate) name: String,
    /// An icon's name or an emoji.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) icon: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tags: Vec<String>,
    /// Where people open it on its own gateway.
    pub(crate) url: String,
    /// `healthy`, `unhealthy` or `unknown`.
    pub(crate) health: String,
}

impl SharedApp {
    pub(crate) fn health(&self) -> HealthStatus {
        self.health.parse().unwrap_or_default()
    }

    /// Whether we would tell or show that. An icon that is an address would have browsers ask a
    /// server that the other gateway chose.
    pub(crate) fn is_proper(&self) -> bool {
        let id =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte);
        (1..=LONGEST_ID).contains(&self.id.len())
            && self.id.bytes().all(id)
            && is_plain(&self.name, 1, LONGEST_NAME)
            && is_plain(&self.icon, 0, LONGEST_ICON)
            && !self.icon.contains([':', '/', '<'])
            && self.tags.len() <= MOST_TAGS
            && self.tags.iter().all(|tag| is_plain(tag, 1, LONGEST_TAG))
            && is_address(&self.url)
            && self.health.parse::<HealthStatus>().is_ok()
    }
}

/// The text whose digest is announced.
pub(crate) fn write_apps(apps: &[SharedApp]) -> String {
    serde_json::to_string(apps).expect("apps are plain data")
}

pub(crate) fn digest(apps: &str) -> String {
    hex::encode(Sha256::digest(apps))
}

/// What of another's list we show, each id once. `None`: it is no list, or longer than allowed.
pub(crate) fn read_apps(text: &str) -> Option<Vec<SharedApp>> {
    let entries: Vec<serde_json::Value> = serde_json::from_str(text).ok()?;
    if entries.len() > MOST_APPS {
        return None;
    }
    let mut ids = BTreeSet::new();
    let apps = entries.into_iter().filter_map(|entry| serde_json::from_value(entry).ok());
    let proper = apps.filter(SharedApp::is_proper);
    Some(proper.filter(|app| ids.insert(app.id.clone())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn app() -> SharedApp {
        SharedApp {
            id: "media".to_owned(),
            name: "Media & more".to_owned(),
            icon: "📺".to_owned(),
            tags: vec!["tv".to_owned()],
            url: "https://10.0.0.2:8443/apps/media/".to_owned(),
            health: "healthy".to_owned(),
        }
    }

    #[test]
    fn a_list_is_the_same_after_the_journey() {
        let apps = vec![app()];
        let text = write_apps(&apps);
        assert_eq!(read_apps(&text), Some(apps));
        assert_eq!(digest(&text).len(), 64);
        assert_ne!(digest(&text), digest("[]"));
    }

    #[test]
    fn hostile_entries_are_left_out_and_the_others_stay() {
        type Spoil = fn(&mut SharedApp);
        let spoiled: [Spoil; 9] = [
            |app| app.id = "../x".to_owned(),
            |app| app.id = "media@gw-0".to_owned(),
            |app| app.name = "a\nb".to_owned(),
            |app| app.name = "x".repeat(129),
            |app| app.icon = "https://tracker.example/pixel".to_owned(),
            |app| app.tags = vec!["x".repeat(65)],
            |app| app.tags = vec!["x".to_owned(); 33],
            |app| app.url = "javascript:alert(1)".to_owned(),
            |app| app.health = "fine".to_owned(),
        ];
        let mut apps = vec![app(), app()];
        for spoil in spoiled {
            let mut bad = app();
            bad.id = format!("bad-{}", apps.len());
            spoil(&mut bad);
            apps.push(bad);
        }
        assert_eq!(read_apps(&write_apps(&apps)), Some(vec![app()]));
        assert_eq!(read_apps("[1, {}, null]"), Some(Vec::new()));
        assert_eq!(read_apps("{}"), None);
        let many = format!("[{}]", vec!["1"; MOST_APPS + 1].join(","));
        assert_eq!(read_apps(&many), None);
    }
}
