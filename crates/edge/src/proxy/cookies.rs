//! Cookies on their way through: ours stay here, the app's are kept in its place.

use http::{HeaderMap, HeaderValue, header};
use routing::{APPS_COOKIE, CookieStore, CookieTarget, Jar, Route};

use super::answer::{starts_at_boundary, without_base};

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

fn holds_ours(line: &HeaderValue) -> bool {
    let name = APPS_COOKIE.as_bytes();
    line.as_bytes().windows(name.len()).any(|part| part == name)
}

/// The cookies that the app gets: the client's without ours, and those that were kept for it.
/// HTTP/2 clients send them in pieces, which become one line.
pub(crate) fn for_app(
    headers: &HeaderMap,
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
        for pair in pairs.filter(|pair| !pair.is_empty() && name_of(pair) != APPS_COOKIE.as_bytes())
        {
            append(&mut joined, &[pair]);
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

fn append(line: &mut Vec<u8>, pieces: &[&[u8]]) {
    if !line.is_empty() {
        line.extend_from_slice(b"; ");
    }
    pieces.iter().for_each(|piece| line.extend_from_slice(piece));
}

fn name_of(pair: &[u8]) -> &[u8] {
    let end = pair.iter().position(|byte| *byte == b'=').unwrap_or(pair.len());
    pair[..end].trim_ascii()
}

/// A cookie that an app sets, as the browser may have it: never in the name of the gateway, for
/// no other host, and inside the app's prefix where that is stripped. `None`: not at all.
pub(crate) fn from_app(line: &HeaderValue, route: &Route, by_host: bool) -> Option<HeaderValue> {
    let bytes = line.as_bytes();
    let name = name_of(bytes.split(|byte| *byte == b';').next()?);
    // Of a cookie without a name, browsers send back the value alone, which may look like ours.
    if name.is_empty() || name == APPS_COOKIE.as_bytes() {
        return None;
    }
    let moves = route.strip_prefix && !by_host;
    let mut kept = Vec::with_capacity(bytes.len() + route.prefix.as_str().len() + 8);
    for (index, part) in bytes.split(|byte| *byte == b';').enumerate() {
        let part = part.trim_ascii();
        let name = name_of(part);
        if index == 0 {
            kept.extend_from_slice(part);
        } else if name.eq_ignore_ascii_case(b"domain") || part.is_empty() {
            continue;
        } else if name.eq_ignore_ascii_case(b"path") && moves {
            let value = part.iter().position(|b| *b == b'=').map_or(&b""[..], |at| &part[at + 1..]);
            append(&mut kept, &[b"Path=", moved_path(value.trim_ascii(), route).as_bytes()]);
        } else {
            append(&mut kept, &[part]);
        }
    }
    HeaderValue::from_bytes(&kept).ok()
}

/// A path that is not one means the default, which we cannot know here: the app's root.
fn moved_path(path: &[u8], route: &Route) -> String {
    let path = std::str::from_utf8(path).ok().filter(|path| path.starts_with('/')).unwrap_or("/");
    let prefix = route.prefix.as_str();
    if starts_at_boundary(path, prefix) {
        return path.to_owned();
    }
    match without_base(path, &route.upstream.base_path) {
        "" => format!("{prefix}/"),
        path => format!("{prefix}{path}"),
    }
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
            let left = for_app(&headers, None);
            assert_eq!(left.as_ref().map(|v| v.to_str().expect("text")), app, "{lines:?}");
        }
        let untouched = headers(&["a=1;b=2;  c"]);
        assert_eq!(find(&untouched, APPS_COOKIE).next(), None);
        assert_eq!(for_app(&untouched, None).expect("a value"), "a=1;b=2;  c");
    }
}
