//! Entity tags of answers that were rewritten. Each carries a mark of this version of the program:
//! a browser that has a page from before, without the run-time script or with an older one, must
//! not be told by the app that nothing has changed.

use std::hash::BuildHasher;
use std::sync::LazyLock;

use http::{HeaderMap, HeaderValue, header};

/// `gh` and eight digits. It stands at the end of a tag, with a letter for what the tag was.
static MARK: LazyLock<String> = LazyLock::new(|| {
    let version = (env!("CARGO_PKG_VERSION"), rewrite::runtime::hash());
    let hash = foldhash::fast::FixedState::default().hash_one(version);
    format!("gh{:08x}", hash as u32)
});

const STRONG: char = 's';
const WEAK: char = 'w';
/// The app sent none, but a date.
const NONE: char = 'n';

/// What a tag in a condition stands for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Tag<'a> {
    /// An answer as this version rewrites it, and the app's own tag of it.
    Rewritten(Option<String>),
    /// An answer as another version rewrote it.
    Outdated(Option<String>),
    /// One that the app sent itself.
    Plain(&'a str),
}

/// Marks the tag of a head whose body is rewritten.
pub(crate) fn mark(headers: &mut HeaderMap) {
    let (tag, kind) = match headers.get(header::ETAG).map(|tag| tag.to_str()) {
        Some(Ok(tag)) => match tag.strip_prefix("W/") {
            Some(weak) => (weak, WEAK),
            None => (tag, STRONG),
        },
        None if headers.contains_key(header::LAST_MODIFIED) => ("\"\"", NONE),
        _ => return,
    };
    // What is not a tag is left to those who understand it.
    let Some(name) = tag.strip_prefix('"').and_then(|tag| tag.strip_suffix('"')) else { return };
    if let Ok(marked) = HeaderValue::try_from(format!("W/\"{name}{}{kind}\"", *MARK)) {
        headers.insert(header::ETAG, marked);
    }
}

/// The tags of `If-None-Match` and the like.
pub(crate) fn named(list: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut rest = list;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        let quote = if rest.starts_with("W/\"") { 2 } else { 0 };
        let end = match rest.get(quote..)?.strip_prefix('"') {
            Some(name) => quote + 1 + name.find('"').map_or(name.len(), |end| end + 1),
            None => rest.find(',').unwrap_or(rest.len()),
        };
        let (tag, after) = rest.split_at(end);
        rest = after;
        (!tag.is_empty()).then(|| read(tag.trim()))
    })
}

fn read(tag: &str) -> Tag<'_> {
    let Some((name, version, kind)) = parts(tag) else { return Tag::Plain(tag) };
    let own = match kind {
        STRONG => Some(format!("\"{name}\"")),
        WEAK => Some(format!("W/\"{name}\"")),
        _ => None,
    };
    if version == *MARK { Tag::Rewritten(own) } else { Tag::Outdated(own) }
}

/// The app's tag, the mark behind it, and what the tag was.
fn parts(tag: &str) -> Option<(&str, &str, char)> {
    let inner = tag.strip_prefix("W/\"")?.strip_suffix('"')?;
    let kind = inner.chars().next_back().filter(|kind| [STRONG, WEAK, NONE].contains(kind))?;
    let marked = &inner[..inner.len() - 1];
    let at = marked.len().checked_sub(MARK.len())?;
    let (name, version) = (marked.get(..at)?, marked.get(at..)?);
    let digits = version.strip_prefix("gh")?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some((name, version, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(name: http::HeaderName, value: &'static str) -> Option<String> {
        let mut headers = HeaderMap::from_iter([(name, HeaderValue::from_static(value))]);
        mark(&mut headers);
        headers.get(header::ETAG).map(|tag| tag.to_str().expect("text").to_owned())
    }

    #[test]
    fn a_marked_tag_stands_for_the_apps_own() {
        for own in ["\"v1\"", "W/\"v1\"", "\"\"", "\"a,b gh\"", "\"gh00000000s\""] {
            let tag = marked(header::ETAG, own).expect("a tag");
            assert!(tag.starts_with("W/\"") && tag != own, "{tag}");
            let found: Vec<_> = named(&tag).collect();
            assert_eq!(found, [Tag::Rewritten(Some(own.to_owned()))], "{tag}");
        }
        let dated = marked(header::LAST_MODIFIED, "Wed, 21 Oct 2026 07:28:00 GMT");
        let dated = dated.expect("a tag");
        assert_eq!(named(&dated).collect::<Vec<_>>(), [Tag::Rewritten(None)]);
        assert_eq!(marked(header::VARY, "x"), None);
        assert_eq!(marked(header::ETAG, "nonsense").as_deref(), Some("nonsense"));
    }

    #[test]
    fn other_tags_are_left_alone() {
        let list = "\"a\", W/\"b,c\",* , W/\"dgh0000000fw\", W/\"gh\", \"open";
        let found: Vec<_> = named(list).collect();
        let outdated = Tag::Outdated(Some("W/\"d\"".to_owned()));
        let plain = Tag::Plain;
        assert_eq!(
            found,
            [
                plain("\"a\""),
                plain("W/\"b,c\""),
                plain("*"),
                outdated,
                plain("W/\"gh\""),
                plain("\"open")
            ]
        );
        assert_eq!(named(" , ").count(), 0);
    }
}
