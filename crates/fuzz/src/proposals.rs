//! Labels of containers and TXT records of announcements.

use std::collections::BTreeMap;

use discovery::fuzzing::{Proposed, TAKEN_ID, TAKEN_PATH, from_labels, from_txt};
use kit::Scope;
use routing::{Prefix, Upstream};

/// Paths and objects of scopes that mean more than an app.
const RESERVED: [&str; 4] = ["_gh", "api", "admin", "mobile"];
/// A string of a TXT record has one byte for its length.
const LONGEST_STRING: usize = 255;
const MOST_TXT: usize = 4_096;

/// The first line is a container's name, each other one `key=value`. Whatever they ask for, the
/// proposal keeps to the rules.
pub fn labels(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.split('\n');
    let name = lines.next().unwrap_or_default();
    let labels = lines.filter_map(|line| line.split_once('='));
    // A label may hold line ends, which are written like this here.
    let labels = labels.map(|(key, value)| (key.to_owned(), value.replace("\\n", "\r\n")));
    is_sound(&from_labels(name, &labels.collect()));
}

/// The same for a TXT record, by its lines and as it comes over the wire.
pub fn txt(data: &[u8]) {
    let mut record = Vec::new();
    for line in data.split(|byte| *byte == b'\n') {
        let line = &line[..line.len().min(LONGEST_STRING)];
        record.push(u8::try_from(line.len()).expect("it was cut"));
        record.extend_from_slice(line);
    }
    for record in [&record[..], data] {
        let (txt, _) = lan::fuzzing::txt(record);
        is_bounded(&txt);
        let name = txt.get("name").map_or("service", String::as_str);
        is_sound(&from_txt(name, &txt));
    }
}

fn is_bounded(txt: &BTreeMap<String, String>) {
    let size: usize = txt.iter().map(|(key, value)| key.len() + value.len()).sum();
    assert!(txt.len() <= 64 && size <= 2 * MOST_TXT, "{} keys, {size} bytes", txt.len());
    for (key, value) in txt {
        assert!(key.len() <= 64 && value.len() <= LONGEST_STRING, "{key:?}");
        assert!(!key.chars().chain(value.chars()).any(char::is_control), "{key:?} {value:?}");
    }
}

fn is_sound(proposed: &Proposed) {
    let Proposed { app_id, name, icon, tags, path_base, scopes, server_path } = proposed;
    let allowed = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-');
    assert!((1..=64).contains(&app_id.len()) && app_id.bytes().all(allowed), "{app_id:?}");
    assert!(!RESERVED.contains(&app_id.as_str()) && app_id != TAKEN_ID, "{app_id}");
    let path = path_base.strip_suffix('/').expect("it ends in a slash");
    assert!(path.starts_with("/apps/") && path != TAKEN_PATH, "{path_base:?}");
    assert_eq!(Prefix::parse(path_base).as_ref().map(Prefix::as_str), Some(path));
    // Without a scope, everybody would come in.
    assert!((1..=32).contains(&scopes.len()), "{scopes:?}");
    assert!(scopes.iter().all(|scope| Scope::parse(scope).is_some()), "{scopes:?}");
    let address = Upstream::parse(&format!("http://h{server_path}"), false);
    let address = address.expect("an address can be made of it");
    assert_eq!((&*address.base_path, &*address.endpoint.host), (server_path.as_str(), "h"));
    let runs = icon.iter().any(|icon| icon.to_ascii_lowercase().starts_with("javascript:"));
    assert!(!runs && tags.len() <= 32, "{icon:?} {tags:?}");
    for text in name.iter().chain(icon).chain(tags) {
        assert!(text.chars().count() <= 2_048 && !text.chars().any(char::is_control), "{text:?}");
    }
}
