//! Where an address that an app wrote leads to, seen from the app.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use http::uri::PathAndQuery;
use routing::Upstream;
use url::Url;

/// Pictures inside the page itself may be this large.
const LARGEST_INLINE: usize = 16 * 1024;
const LONGEST_ADDRESS: usize = 2048;

/// Something that can be asked for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum IconSource {
    /// On the app's own server.
    Path(PathAndQuery),
    /// The bytes are in the address.
    Inline(Vec<u8>),
}

/// The address of the app's start page; `None` for hosts that no browser would call.
pub(super) fn start_page(upstream: &Upstream) -> Option<Url> {
    let scheme = if upstream.endpoint.scheme.is_secure() { "https" } else { "http" };
    let authority = upstream.authority.to_str().ok()?;
    Url::parse(&format!("{scheme}://{authority}{}/", upstream.base_path)).ok()
}

/// What `href` means on a page whose addresses begin at `base`. Anything that is not on the app's
/// own server, which is where the page came from, is `None`.
pub(super) fn find(href: &str, base: &Url, page: &Url) -> Option<IconSource> {
    if href.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
        return inline(&href[5..]).map(IconSource::Inline);
    }
    own_url(href, base, page).and_then(|url| path(&url)).map(IconSource::Path)
}

/// The same for addresses of pages.
pub(super) fn own_url(href: &str, base: &Url, page: &Url) -> Option<Url> {
    let url = Some(href).filter(|href| href.len() <= LONGEST_ADDRESS)?;
    let url = base.join(url).ok()?;
    let own = url.origin().is_tuple() && url.origin() == page.origin();
    (own && url.username().is_empty() && url.password().is_none()).then_some(url)
}

pub(super) fn path(url: &Url) -> Option<PathAndQuery> {
    let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
    format!("{}{query}", url.path()).parse().ok()
}

fn inline(address: &str) -> Option<Vec<u8>> {
    let (kind, data) = address.split_once(',')?;
    if data.len() > LARGEST_INLINE * 4 / 3 {
        return None;
    }
    let bytes = if kind.to_ascii_lowercase().ends_with(";base64") {
        BASE64_STANDARD.decode(data.trim()).ok()?
    } else {
        percent_encoding::percent_decode_str(data).collect()
    };
    (bytes.len() <= LARGEST_INLINE).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(to: &str) -> Url {
        start_page(&Upstream::parse(to, false).expect(to)).expect(to)
    }

    fn found(href: &str) -> Option<String> {
        let page = page("http://nas:8080/photos");
        match find(href, &page, &page)? {
            IconSource::Path(path) => Some(path.to_string()),
            IconSource::Inline(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }

    #[test]
    fn addresses_on_the_apps_own_server_are_found() {
        for (href, path) in [
            ("a.png", "/photos/a.png"),
            ("./a.png?v=1#x", "/photos/a.png?v=1"),
            ("/a.png", "/a.png"),
            ("../../../a.png", "/a.png"),
            ("//nas:8080/a.png", "/a.png"),
            ("HTTP://NAS:8080/a.png", "/a.png"),
            ("\\a.png", "/a.png"),
            (" a\n.png ", "/photos/a.png"),
            ("ä b.png", "/photos/%C3%A4%20b.png"),
            ("data:image/png;base64,aGVsbG8=", "hello"),
            ("data:image/svg+xml,%3Csvg/%3E", "<svg/>"),
        ] {
            assert_eq!(found(href).as_deref(), Some(path), "{href}");
        }
    }

    #[test]
    fn all_others_are_not() {
        let large = format!("data:image/png;base64,{}", "A".repeat(LARGEST_INLINE * 2));
        let long = format!("/{}", "a".repeat(LONGEST_ADDRESS));
        for href in [
            "http://nas/a.png",
            "https://nas:8080/a.png",
            "http://169.254.169.254/latest/",
            "//evil/a.png",
            "\\\\evil\\a.png",
            "http://nas:8080@evil/a.png",
            "http://user:word@nas:8080/a.png",
            "http://nas:8080.evil/a.png",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "java\nscript:alert(1)",
            "blob:http://nas:8080/x",
            "ftp://nas:8080/a.png",
            "data:image/png;base64,***",
            "data:no comma",
            "http://[",
            &large,
            &long,
        ] {
            assert_eq!(found(href), None, "{href}");
        }
    }

    #[test]
    fn the_usual_port_need_not_be_named() {
        let page = page("https://[fd00::1]/");
        let href = "https://[fd00::1]:443/a.png";
        assert_eq!(
            find(href, &page, &page),
            Some(IconSource::Path(PathAndQuery::from_static("/a.png")))
        );
    }
}
