//! Cookies that a client sends: ours stay here, and those that were kept for it go along.

use std::sync::LazyLock;

use http::{HeaderMap, HeaderValue, header};
use memchr::memmem::Finder;
use routing::{
    APPS_COOKIE, CookieStore, CookieTarget, HANDOFF_COOKIE, HINT_COOKIE, Jar, SESSION_COOKIE,
};

/// Browsers take cookies with such names for the path `/` alone, and not below a prefix.
pub(super) const HOST_BOUND: &[u8] = b"__Host-";
/// What such cookies are called on their way.
pub(super) const RENAMED: &[u8] = b"gh-host-";

/// The cookies of that name; an app may have set one beside ours.
pub(crate) fn find<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(header::COOKIE).iter();
    // An app's cookie beside ours need not be text.
    let pairs = lines.flat_map(|line| line.as_bytes().split(|byte| *byte == b';'));
    pairs.map(<[u8]>::trim_ascii).filter_map(move |pair| {
        let value = pair.strip_prefix(name.as_bytes())?.strip_prefix(b"=")?;
        std::str::from_utf8(value).ok().filter(|value| !value.is_empty())
    })
}

/// Whether a name of ours may be among them.
fn holds_ours(line: &HeaderValue) -> bool {
    // Made once, because that takes longer than to look.
    static OURS: LazyLock<[Finder; 2]> =
        LazyLock::new(|| [Finder::new("svc_"), Finder::new("gh-")]);
    OURS.iter().any(|name| name.find(line.as_bytes()).is_some())
}

pub(super) fn is_ours(name: &[u8]) -> bool {
    [APPS_COOKIE, SESSION_COOKIE, HINT_COOKIE, HANDOFF_COOKIE]
        .iter()
        .any(|own| name == own.as_bytes())
}

/// The cookies that the app gets: the client's without ours, and those that were kept for it.
/// HTTP/2 clients send them in pieces, which become one line. `renamed`: below a prefix, where
/// some have other names than the app gave them.
pub(crate) fn for_app(
    headers: &HeaderMap,
    renamed: bool,
    kept: Option<(&dyn CookieStore, Jar<'_>, CookieTarget<'_>)>,
) -> Option<HeaderValue> {
    let mut lines = headers.get_all(header::COOKIE).iter();
    let first = lines.next();
    if kept.is_none() {
        match (first, lines.next()) {
            (None, _) => return None,
            (Some(only), None) if !holds_ours(only) => return Some(only.clone()),
            _ => {}
        }
    }
    let mut joined = Vec::new();
    for line in headers.get_all(header::COOKIE) {
        let pairs = line.as_bytes().split(|byte| *byte == b';').map(<[u8]>::trim_ascii);
        for pair in pairs.filter(|pair| !pair.is_empty() && !is_ours(name_of(pair))) {
            if renamed && let Some(rest) = pair.strip_prefix(RENAMED) {
                append(&mut joined, &[HOST_BOUND, rest]);
            } else {
                append(&mut joined, &[pair]);
            }
        }
    }
    if let Some((store, jar, target)) = kept {
        let sent = joined.clone();
        let has = |name: &str| {
            let mut pairs = sent.split(|byte| *byte == b';').map(<[u8]>::trim_ascii);
            pairs.any(|pair| name_of(pair) == name.as_bytes())
        };
        store.visit(jar, target, &mut |name, value| {
            if !has(name) {
                append(&mut joined, &[name.as_bytes(), b"=", value.as_bytes()]);
            }
        });
    }
    if joined.is_empty() { None } else { HeaderValue::from_bytes(&joined).ok() }
}

pub(super) fn append(line: &mut Vec<u8>, pieces: &[&[u8]]) {
    if !line.is_empty() {
        line.extend_from_slice(b"; ");
    }
    pieces.iter().for_each(|piece| line.extend_from_slice(piece));
}

pub(super) fn name_of(pair: &[u8]) -> &[u8] {
    let end = pair.iter().position(|byte| *byte == b'=').unwrap_or(pair.len());
    pair[..end].trim_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[&'static str]) -> HeaderMap {
        let lines = lines.iter().map(|line| (header::COOKIE, HeaderValue::from_static(line)));
        lines.collect()
    }

    #[test]
    fn the_gateways_cookie_is_found_and_kept_from_the_app() {
        for (lines, app) in [
            (&["a=1; svc_apps=x.y.z; b=2"][..], Some("a=1; b=2")),
            (&["svc_apps=x.y.z"], None),
            (&["a=1", "svc_apps=x.y.z", "b=2"], Some("a=1; b=2")),
            (&["svc_apps=x.y.z;a=svc_apps"], Some("a=svc_apps")),
        ] {
            let headers = headers(lines);
            assert_eq!(find(&headers, APPS_COOKIE).next(), Some("x.y.z"), "{lines:?}");
            let left = for_app(&headers, false, None);
            assert_eq!(left.as_ref().map(|v| v.to_str().expect("text")), app, "{lines:?}");
        }
        let untouched = headers(&["a=1;b=2;  c"]);
        assert_eq!(find(&untouched, APPS_COOKIE).next(), None);
        assert_eq!(for_app(&untouched, false, None).expect("a value"), "a=1;b=2;  c");
    }
    #[test]
    fn what_is_bound_to_the_host_gets_its_name_back() {
        let headers =
            headers(&["gh-host-sid=1; gh-app=x.y; a=gh-host-b", "gh-host-t=2; gh-hosts=3"]);
        let text = |renamed| {
            let line = for_app(&headers, renamed, None).expect("a value");
            line.to_str().expect("text").to_owned()
        };
        assert_eq!(text(true), "__Host-sid=1; a=gh-host-b; __Host-t=2; gh-hosts=3");
        assert_eq!(text(false), "gh-host-sid=1; a=gh-host-b; gh-host-t=2; gh-hosts=3");
    }
}
