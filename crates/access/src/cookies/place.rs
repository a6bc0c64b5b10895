//! Where a request goes, as cookies see it (RFC 6265bis, sections 5.1.2 to 5.1.4).

use std::borrow::Cow;
use std::net::IpAddr;

use routing::{CookieTarget, Outside};

/// The host and path of a request in the spelling in which they are compared.
pub(super) struct CookieScope<'a> {
    pub(super) host: String,
    pub(super) path: &'a str,
    pub(super) secure: bool,
    outside: Outside<'a>,
}

impl<'a> CookieScope<'a> {
    pub(super) fn new(target: CookieTarget<'a>) -> Self {
        let path = target.path.split('?').next().unwrap_or_default();
        let CookieTarget { secure, outside, .. } = target;
        CookieScope { host: canonical(target.host), path, secure, outside }
    }

    /// Whether the domain is the name under which the client knows the app's host.
    pub(super) fn is_known_outside_as(&self, domain: &str) -> bool {
        let host = self.outside.host.map(canonical).unwrap_or_default();
        host == domain || host.parse::<IpAddr>().is_err() && is_below(&host, domain)
    }

    /// A path as the app sees it, though the app may speak of it as the client does.
    pub(super) fn inside<'b>(&self, path: &'b str) -> Cow<'b, str> {
        let Outside { prefix, base, .. } = self.outside;
        let rest = path.strip_prefix(prefix).filter(|_| !prefix.is_empty());
        match rest.filter(|rest| rest.is_empty() || rest.starts_with('/')) {
            Some("") if base.is_empty() => Cow::Borrowed("/"),
            Some(rest) => Cow::Owned(format!("{base}{rest}")),
            None => Cow::Borrowed(path),
        }
    }

    /// The folder that the path lies in.
    pub(super) fn default_path(&self) -> &'a str {
        match self.path.rfind('/') {
            Some(end) if end > 0 && self.path.starts_with('/') => &self.path[..end],
            _ => "/",
        }
    }

    pub(super) fn is_address(&self) -> bool {
        self.host.parse::<IpAddr>().is_ok()
    }

    /// Whether a cookie for this domain goes to the host.
    pub(super) fn is_within(&self, domain: &str) -> bool {
        self.host == domain || !self.is_address() && is_below(&self.host, domain)
    }
}

/// Lower case, without port, brackets and the dot at the end.
fn canonical(host: &str) -> String {
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((literal, _)) => literal,
        None => host.split(':').next().unwrap_or_default(),
    };
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

pub(super) fn is_below(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
}

/// Whether a cookie for `path` goes to `asked`.
pub(super) fn path_matches(asked: &str, path: &str) -> bool {
    match asked.strip_prefix(path) {
        Some(rest) => rest.is_empty() || path.ends_with('/') || rest.starts_with('/'),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(host: &'static str, path: &'static str) -> CookieScope<'static> {
        CookieScope::new(CookieTarget { host, path, secure: true, outside: Outside::default() })
    }

    #[test]
    fn a_host_has_one_spelling() {
        for (host, canonical) in [
            ("TV.Home.LAN", "tv.home.lan"),
            ("tv.home.lan.:8443", "tv.home.lan"),
            ("10.0.0.2:80", "10.0.0.2"),
            ("[FE80::1]:80", "fe80::1"),
        ] {
            assert_eq!(place(host, "/").host, canonical);
        }
    }

    #[test]
    fn the_default_path_is_the_folder() {
        for (path, folder) in [
            ("/", "/"),
            ("/a", "/"),
            ("/a/", "/a"),
            ("/a/b", "/a"),
            ("/a/b?c=/d/e", "/a"),
            ("", "/"),
            ("a/b", "/"),
        ] {
            assert_eq!(place("x", path).default_path(), folder, "{path}");
        }
    }

    #[test]
    fn a_path_below_the_prefix_is_one_of_the_app() {
        for (prefix, base, path, inside) in [
            ("/apps/tv", "", "/apps/tv/", "/"),
            ("/apps/tv", "", "/apps/tv", "/"),
            ("/apps/tv", "", "/apps/tv/ui", "/ui"),
            ("/apps/tv", "/old", "/apps/tv/ui", "/old/ui"),
            ("/apps/tv", "/old", "/apps/tv", "/old"),
            ("/apps/tv", "", "/apps/tvs", "/apps/tvs"),
            ("/apps/tv", "", "/", "/"),
            ("", "", "/apps/tv/", "/apps/tv/"),
        ] {
            let outside = Outside { host: None, prefix, base };
            let place =
                CookieScope::new(CookieTarget { host: "x", path: "/", secure: true, outside });
            assert_eq!(place.inside(path), inside, "{prefix} {base} {path}");
        }
    }

    #[test]
    fn paths_match_at_a_boundary() {
        for (asked, path, matches) in [
            ("/", "/", true),
            ("/a", "/", true),
            ("/a", "/a", true),
            ("/a/", "/a", true),
            ("/a/b", "/a", true),
            ("/a/b", "/a/", true),
            ("/ab", "/a", false),
            ("/a", "/a/", false),
            ("/A", "/a", false),
            ("/", "/a", false),
        ] {
            assert_eq!(path_matches(asked, path), matches, "{asked} {path}");
        }
    }
}
