use std::hash::{DefaultHasher, Hash, Hasher};

use catalog::judge;

use crate::model::{ServiceKey, Source};

const LONGEST: usize = 64;

/// What a service is called where it asks for nothing that it may have.
pub(super) fn default_id(name: &str, source: Source) -> String {
    let id = match normal(name) {
        id if id.is_empty() => format!("{}-service", source.into_str()),
        id => id,
    };
    match judge::app_id(&id) {
        Ok(()) => id,
        // It means something else to the gateway.
        Err(_) => format!("{id}-app"),
    }
}

/// Lower case, with one `-` for every run of characters that an id cannot have.
fn normal(name: &str) -> String {
    let mut id = String::new();
    for character in name.chars().map(|character| character.to_ascii_lowercase()) {
        match character {
            'a'..='z' | '0'..='9' | '_' => id.push(character),
            _ if id.is_empty() || id.ends_with('-') => {}
            _ => id.push('-'),
        }
        if id.len() == LONGEST {
            break;
        }
    }
    id.trim_end_matches('-').to_owned()
}

/// `files`, `files-2`, `files-3` and so on.
pub(super) fn family(base: &str) -> impl Iterator<Item = String> + '_ {
    std::iter::once(base.to_owned()).chain((2..1_000).map(move |number| member(base, number)))
}

/// Whether an id is one that a clash would give.
pub(super) fn is_of_family(base: &str, id: &str) -> bool {
    let number = id.rsplit_once('-').and_then(|(_, number)| number.parse().ok());
    id == base || number.is_some_and(|number: u32| number > 1 && member(base, number) == id)
}

/// For a service whose whole family is taken.
pub(super) fn unlike_any(base: &str, service: &ServiceKey) -> String {
    let mut hasher = DefaultHasher::new();
    service.hash(&mut hasher);
    with_suffix(base, &format!("-{:016x}", hasher.finish()))
}

fn member(base: &str, number: u32) -> String {
    with_suffix(base, &format!("-{number}"))
}

fn with_suffix(base: &str, suffix: &str) -> String {
    let kept = base.len().min(LONGEST.saturating_sub(suffix.len()));
    format!("{}{suffix}", base[..kept].trim_end_matches('-'))
}

/// The id that a label asks for.
pub(super) fn wished(text: &str) -> Result<String, String> {
    let id = text.to_ascii_lowercase();
    judge::app_id(&id)?;
    Ok(id)
}
