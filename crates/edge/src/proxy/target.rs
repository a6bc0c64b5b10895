//! Which paths are let through at all. A path that an app could understand differently than we
//! do never reaches one.

use std::borrow::Cow;

/// Why a path below `/apps/` is refused; `None` where it is in its normal form.
pub(crate) fn objection(path: &str) -> Option<&'static str> {
    if !path.is_ascii() {
        return Some("The path holds bytes that must be encoded");
    }
    let app = path.strip_prefix("/apps/").unwrap_or_default();
    let app = app.split('/').next().unwrap_or_default();
    if app.contains('%') || app.contains("..") || path.starts_with("/apps//") {
        return Some("The path is not in its normal form");
    }
    if is_plain(path) {
        return None;
    }
    let Some(decoded) = decode(path) else { return Some("The path is not encoded well") };
    let Ok(text) = std::str::from_utf8(&decoded) else { return Some("The path is not UTF-8") };
    if text.bytes().any(|byte| byte.is_ascii_control() || byte == b'\\') {
        return Some("The path holds a character that is not allowed");
    }
    // Some servers cut `;…` off a segment before they look at it.
    let mut names = text.split('/').map(|segment| segment.split(';').next().unwrap_or_default());
    names.any(|name| matches!(name, "." | "..")).then_some("The path is not in its normal form")
}

/// A path as apps may read it: decoded, with one slash for several, and without what some cut off
/// behind a `;`.
pub(crate) fn as_read(path: &str) -> Cow<'_, str> {
    let decoded = if reads_as_written(path) { None } else { decode(path) };
    let text = decoded.as_deref().and_then(|decoded| std::str::from_utf8(decoded).ok());
    let Some(text) = text else { return Cow::Borrowed(path) };
    let segments = text.split('/').map(|segment| segment.split(';').next().unwrap_or_default());
    let names: Vec<&str> = segments.filter(|name| !name.is_empty()).collect();
    let end = if text.ends_with('/') && !names.is_empty() { "/" } else { "" };
    Cow::Owned(format!("/{}{end}", names.join("/")))
}

/// Nearly all paths: nothing to decode or to cut off, and no empty segment.
fn reads_as_written(path: &str) -> bool {
    let mut before = 0;
    path.bytes().all(|byte| {
        let doubled = before == b'/' && byte == b'/';
        before = byte;
        !doubled && !matches!(byte, b'%' | b';')
    })
}

/// Nearly all paths: nothing to decode, no segment that begins with a dot.
fn is_plain(path: &str) -> bool {
    let mut before = 0;
    path.bytes().all(|byte| {
        let dotted = before == b'/' && byte == b'.';
        before = byte;
        !dotted && !matches!(byte, b'%' | b'\\' | 0..0x20 | 0x7f)
    })
}

fn decode(path: &str) -> Option<Cow<'_, [u8]>> {
    if !path.contains('%') {
        return Some(Cow::Borrowed(path.as_bytes()));
    }
    let mut decoded = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [byte, tail @ ..] = rest {
        rest = tail;
        if *byte != b'%' {
            decoded.push(*byte);
            continue;
        }
        let [high, low, tail @ ..] = rest else { return None };
        let digit = |byte: u8| char::from(byte).to_digit(16);
        decoded.push(u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()?);
        rest = tail;
    }
    Some(Cow::Owned(decoded))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_paths_pass() {
        for path in [
            "/apps/foo/",
            "/apps/foo",
            "/apps/foo/a.b/c..d/...",
            "/apps/foo/.well-known/x",
            "/apps/foo/group%2Fproject",
            "/apps/foo/what%3F%23",
            "/apps/foo/%C3%BC",
            "/apps/foo/a//b",
            "/apps/foo/a;b=c/d",
            "/apps/foo/%252e%252e/x",
            "/apps/foo/https://example.org/",
        ] {
            assert_eq!(objection(path), None, "{path}");
        }
    }

    #[test]
    fn a_path_is_read_as_an_app_would() {
        for (path, read) in [
            ("/apps/blog/admin", "/apps/blog/admin"),
            ("/apps/blog/%61dmin/", "/apps/blog/admin/"),
            ("/apps/blog/admin%2Fusers", "/apps/blog/admin/users"),
            ("/apps/blog/admin;x=1/y", "/apps/blog/admin/y"),
            ("/apps/blog//admin//y/", "/apps/blog/admin/y/"),
        ] {
            assert_eq!(as_read(path), read, "{path}");
        }
    }

    #[test]
    fn paths_with_two_meanings_do_not() {
        for path in [
            "/apps/foo/../bar/",
            "/apps/foo/..",
            "/apps/foo/./x",
            "/apps/foo/%2e%2e/bar",
            "/apps/foo/%2E./bar",
            "/apps/foo/..%2fbar",
            "/apps/foo/a%2f..%2f..%2fbar",
            "/apps/foo/..;/bar",
            "/apps/foo/..;a=b/bar",
            "/apps/foo/%2e%2e;/bar",
            "/apps/foo/..\\bar",
            "/apps/foo/..%5cbar",
            "/apps/foo/%5c..%5cbar",
            "/apps/foo/a%00b",
            "/apps/foo/a%0d%0ab",
            "/apps/foo/%zz",
            "/apps/foo/%f",
            "/apps/foo/%ff",
            "/apps//foo/",
            "/apps/foo../admin",
            "/apps/foo%2e%2e/admin",
            "/apps/foo%2fbar/",
            "/apps/%66oo/",
            "/apps/../api/v1/apps",
            "/apps/foo/\u{fc}",
        ] {
            assert!(objection(path).is_some(), "{path}");
        }
    }
}
