//! "Did you mean …?"

use strsim::damerau_levenshtein;

/// The candidate that `written` was probably meant to be.
pub(crate) fn nearest<'c>(
    written: &str,
    candidates: impl Iterator<Item = &'c str>,
) -> Option<&'c str> {
    let distances =
        candidates.map(|candidate| (damerau_levenshtein(written, candidate), candidate));
    let (distance, candidate) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= 2.max(written.len() / 3)).then_some(candidate)
}

/// The known key that an unknown one was probably meant to be: a neighbour that is spelled alike,
/// else the same name in another section.
pub(crate) fn nearest_key(written: &str, siblings: &[&str], known: &[String]) -> Option<String> {
    let (section, name) = written.rsplit_once('.').unwrap_or(("", written));
    if let Some(sibling) = nearest(name, siblings.iter().copied()) {
        return Some(match section {
            "" => sibling.to_owned(),
            _ => format!("{section}.{sibling}"),
        });
    }
    let last = |key: &str| key.rsplit('.').next().unwrap_or_default().to_owned();
    known.iter().find(|key| last(key) == name).cloned()
}
