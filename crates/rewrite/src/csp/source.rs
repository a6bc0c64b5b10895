//! The addresses in a policy.

use crate::Place;

const SELF: &str = "'self'";

/// What one source of a list becomes.
enum Moved {
    Not,
    To(String),
    /// It names the app's own address among others, so it stays and the new one comes with it.
    With(String),
}

/// The list with what was the app's own at its new place; `None`: just as it is.
pub(super) fn moved_list(sources: &[String], place: &Place) -> Option<Vec<String>> {
    let mut list: Vec<String> = Vec::with_capacity(sources.len());
    let mut changed = false;
    for source in sources {
        match moved(source, place) {
            Moved::Not => list.push(source.clone()),
            Moved::To(new) => {
                changed = true;
                add_once(&mut list, sources, new);
            }
            Moved::With(new) => {
                list.push(source.clone());
                let before = list.len();
                add_once(&mut list, sources, new);
                changed |= list.len() > before;
            }
        }
    }
    changed.then_some(list)
}

fn add_once(list: &mut Vec<String>, sources: &[String], new: String) {
    if !list.contains(&new) && !sources.contains(&new) {
        list.push(new);
    }
}

pub(super) fn moved_reports(addresses: &[String], place: &Place) -> Option<Vec<String>> {
    let moved: Vec<Option<String>> = addresses.iter().map(|one| place.moved(one)).collect();
    moved.iter().any(Option::is_some).then(|| {
        let pairs = moved.into_iter().zip(addresses);
        pairs.map(|(moved, address)| moved.unwrap_or_else(|| address.clone())).collect()
    })
}

fn moved(source: &str, place: &Place) -> Moved {
    let Some((scheme, authority, path)) = split(source) else { return Moved::Not };
    if let Some(host) = authority.strip_suffix(":*") {
        return if path.is_empty() && is_inner_host(host, place) {
            Moved::With(SELF.to_owned())
        } else {
            Moved::Not
        };
    }
    let origin = format!("{scheme}//{authority}");
    // An address that changes although its path is below the prefix is not the gateway's own.
    let outside = place.moved(&format!("{origin}{}/", place.prefix())).is_some();
    let Some(target) = place.moved(&format!("{origin}{path}")) else { return Moved::Not };
    match (outside, path.is_empty() || path == "/", place.outer()) {
        (true, false, Some(outer)) => Moved::To(format!("{outer}{target}")),
        (true, ..) => Moved::To(SELF.to_owned()),
        (false, true, _) => Moved::Not,
        (false, false, _) => Moved::To(format!("{}{target}", &source[..source.len() - path.len()])),
    }
}

/// `https:` (or nothing), `host:port` and `/path` of a source that names a host.
fn split(source: &str) -> Option<(&str, &str, &str)> {
    if source.starts_with('\'') || source.starts_with('*') {
        return None;
    }
    let (scheme, rest) = match source.find("://") {
        Some(at) => (&source[..=at], &source[at + 3..]),
        None => ("", source),
    };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    // `data:` and `https:` alone name no host.
    let names_host = !authority.is_empty() && !authority.ends_with(':');
    names_host.then_some((scheme, authority, path))
}

fn is_inner_host(host: &str, place: &Place) -> bool {
    let host_of = |authority: &str| match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => host.to_owned(),
        _ => authority.to_owned(),
    };
    place.inner().iter().any(|inner| host_of(inner).eq_ignore_ascii_case(host))
}
