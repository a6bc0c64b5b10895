//! Cookies that an app sets: they are kept in its place.

use http::HeaderValue;
use rewrite::{starts_at_boundary, without_base};
use routing::Route;

use super::cookies::{HOST_BOUND, RENAMED, append, is_ours, name_of};
use super::outgoing::Outgoing;

/// A cookie that an app sets, as the browser may have it: never in the name of the gateway, for
/// no other host, and inside the app's prefix where that is stripped. `None`: not at all.
pub(crate) fn from_app(line: &HeaderValue, outgoing: &Outgoing<'_>) -> Option<HeaderValue> {
    let Outgoing { route, .. } = outgoing;
    let bytes = line.as_bytes();
    let name = name_of(bytes.split(|byte| *byte == b';').next()?);
    let moves = outgoing.is_stripped();
    // Of a cookie without a name, browsers send back the value alone, which may look like ours.
    if name.is_empty() || is_ours(name) || moves && name.starts_with(RENAMED) {
        return None;
    }
    let mut kept = Vec::with_capacity(bytes.len() + route.prefix.as_str().len() + 8);
    let mut has_path = false;
    for (index, part) in bytes.split(|byte| *byte == b';').enumerate() {
        let part = part.trim_ascii();
        let name = name_of(part);
        if index == 0 {
            match part.split_at_checked(HOST_BOUND.len()) {
                Some((bound, rest)) if moves && bound.eq_ignore_ascii_case(HOST_BOUND) => {
                    append(&mut kept, &[RENAMED, rest]);
                }
                _ => append(&mut kept, &[part]),
            }
        } else if name.eq_ignore_ascii_case(b"domain") || part.is_empty() {
            continue;
        } else if name.eq_ignore_ascii_case(b"path") && moves {
            let value = part.iter().position(|b| *b == b'=').map_or(&b""[..], |at| &part[at + 1..]);
            let path = moved_path(value.trim_ascii(), route);
            if path.starts_with(route.prefix.as_str()) && value.trim_ascii() == path.as_bytes() {
                route.app.learned.set_knows_prefix(true);
            }
            append(&mut kept, &[b"Path=", path.as_bytes()]);
            has_path = true;
        } else {
            append(&mut kept, &[part]);
        }
    }
    if outgoing.carried && !has_path {
        // The browser asked outside of the prefix and would take the path for that of all apps.
        append(&mut kept, &[b"Path=", route.prefix.as_str().as_bytes(), b"/"]);
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
