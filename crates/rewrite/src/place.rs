//! Where an app is, seen from both sides, and where an address that it names must lead.

use std::borrow::Cow;

/// A document of an app, and what leads from the app's view of addresses to the browser's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    prefix: String,
    base: String,
    inner: Vec<String>,
    outer: Option<String>,
    secure: bool,
    folder: String,
}

impl Place {
    /// `prefix` is what the browser sees before the app's paths (`/apps/x`, or nothing), `base`
    /// what the app sees before its own (often nothing); both without a slash at the end.
    pub fn new(prefix: &str, base: &str) -> Self {
        Place {
            prefix: prefix.to_owned(),
            base: base.to_owned(),
            inner: Vec::new(),
            outer: None,
            secure: false,
            folder: "/".to_owned(),
        }
    }

    /// The app's own address, `127.0.0.1:3000`. An app on this machine may call itself by any of
    /// the loopback's names.
    pub fn with_inner(mut self, authority: &str) -> Self {
        let authority = authority.to_ascii_lowercase();
        let (host, port) = split_port(&authority);
        if LOOPBACK.contains(&host) {
            self.inner = LOOPBACK.iter().map(|name| format!("{name}{port}")).collect();
        } else {
            self.inner = vec![authority];
        }
        self
    }

    /// The address that the client asked for, `gateway:8443`, and whether over TLS.
    pub fn with_outer(mut self, authority: &str, secure: bool) -> Self {
        self.outer = Some(without_usual_port(&authority.to_ascii_lowercase(), secure).to_owned());
        self.secure = secure;
        self
    }

    /// The path of the document as the app sees it: where its relative addresses start.
    pub fn with_document(mut self, path: &str) -> Self {
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let path = without_base(path, &self.base);
        let end = path.rfind('/').map_or(0, |at| at + 1);
        self.folder = if path.starts_with('/') { path[..end].to_owned() } else { "/".to_owned() };
        self
    }

    /// The same app, after `<base href>` named another start for relative addresses.
    pub fn with_base_element(self, href: &str) -> Self {
        let moved = self.moved(href).unwrap_or_else(|| href.trim().to_owned());
        let path = match moved.strip_prefix(&self.prefix) {
            Some(rest) if rest.starts_with('/') => rest.to_owned(),
            _ if moved.starts_with(['/', '#', '?']) || has_scheme(&moved) => return self,
            _ => format!("{}{moved}", self.folder),
        };
        let base = self.base.clone();
        self.with_document(&format!("{base}{}", without_dots(&path)))
    }

    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// What the app sees before its own paths.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The app's own addresses, as an authority each.
    pub fn inner(&self) -> &[String] {
        &self.inner
    }

    /// The authority that the client asked for, without the scheme's usual port.
    pub fn outer(&self) -> Option<&str> {
        self.outer.as_deref()
    }

    /// Whether an address carries the prefix already, as those of apps do that know of it.
    pub fn carries_prefix(&self, address: &str) -> bool {
        let address = address.trim_matches(is_trimmed);
        !self.prefix.is_empty() && starts_at_boundary(address, &self.prefix)
    }

    /// Where the browser must go for an address that the app names; `None`: just there.
    pub fn moved(&self, address: &str) -> Option<String> {
        let address = address.trim_matches(is_trimmed);
        match address.as_bytes() {
            [b'/', b'/' | b'\\', ..] => self.moved_authority(&address[2..], None),
            [b'/', ..] => self.moved_path(address, false),
            [] | [b'#' | b'?' | b'\\', ..] => None,
            _ if has_scheme(address) => {
                let (scheme, rest) = address.split_once("://")?;
                let secure = match scheme.to_ascii_lowercase().as_str() {
                    "http" | "ws" => false,
                    "https" | "wss" => true,
                    _ => return None,
                };
                self.moved_authority(rest, Some(secure))
            }
            _ => self.moved_relative(address),
        }
    }

    fn moved_authority(&self, rest: &str, secure: Option<bool>) -> Option<String> {
        let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let authority = authority.to_ascii_lowercase();
        let usual = without_usual_port(&authority, secure.unwrap_or(self.secure));
        if self.outer.as_deref() == Some(usual) {
            let fits = secure.is_none_or(|secure| secure == self.secure);
            return self.moved_path(path, !fits);
        }
        let inner = self.inner.iter().any(|inner| *inner == usual || *inner == authority);
        if inner { self.moved_path(path, true) } else { None }
    }

    /// `always`: the address led somewhere else, so it changes even if its path does not.
    fn moved_path(&self, path: &str, always: bool) -> Option<String> {
        let rooted = if path.starts_with('/') {
            Cow::Borrowed(path)
        } else {
            Cow::Owned(format!("/{path}"))
        };
        let dotless = without_dots(&rooted);
        let own = without_base(&dotless, &self.base);
        if starts_at_boundary(own, &self.prefix) {
            // What begins with two slashes would be the name of another host.
            let guard = if own.starts_with("//") { "/." } else { "" };
            return (always || own.len() != rooted.len()).then(|| format!("{guard}{own}"));
        }
        let slash = if own.starts_with('/') { "" } else { "/" };
        Some(format!("{}{slash}{own}", self.prefix))
    }

    /// A relative address leads into the app by itself, unless it climbs above its root.
    fn moved_relative(&self, address: &str) -> Option<String> {
        if self.prefix.is_empty() || !address.starts_with('.') && !address.contains("/..") {
            return None;
        }
        let path = address.split(['?', '#']).next().unwrap_or_default();
        let mut depth = self.folder.matches('/').count() - 1;
        for segment in path.split('/') {
            depth = match segment {
                ".." if depth == 0 => {
                    return self
                        .moved_path(&format!("{}{}{address}", self.base, self.folder), true);
                }
                ".." => depth - 1,
                "." | "" => depth,
                _ => depth + 1,
            };
        }
        None
    }
}

const LOOPBACK: [&str; 4] = ["127.0.0.1", "localhost", "[::1]", "0.0.0.0"];

/// What browsers cut off both ends of an address.
fn is_trimmed(char: char) -> bool {
    char <= ' '
}

/// `host` and `:port`, the latter often empty.
fn split_port(authority: &str) -> (&str, &str) {
    let after = authority.rfind(']').unwrap_or(0);
    let at = authority[after..].find(':').map_or(authority.len(), |at| after + at);
    authority.split_at(at)
}

fn without_usual_port(authority: &str, secure: bool) -> &str {
    authority.strip_suffix(if secure { ":443" } else { ":80" }).unwrap_or(authority)
}

fn has_scheme(address: &str) -> bool {
    let end = address.find(|char: char| !char.is_ascii_alphanumeric() && !"+-.".contains(char));
    end.is_some_and(|end| end > 0 && address[end..].starts_with(':'))
}

/// Whether a path is this one or lies below it.
pub fn starts_at_boundary(path: &str, beginning: &str) -> bool {
    let rest = path.strip_prefix(beginning);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

/// What the app calls a path, without what stands before all of its paths.
pub fn without_base<'a>(path: &'a str, base: &str) -> &'a str {
    if starts_at_boundary(path, base) { &path[base.len()..] } else { path }
}

/// A rooted path as browsers read it: `.` and `..` taken out, never above the root.
fn without_dots(path: &str) -> Cow<'_, str> {
    let (path_only, rest) = path.split_at(path.find(['?', '#']).unwrap_or(path.len()));
    if !path_only.contains("/.") {
        return Cow::Borrowed(path);
    }
    let mut kept: Vec<&str> = Vec::new();
    let mut open = false;
    for segment in path_only.split('/').skip(1) {
        open = matches!(segment, "." | "..");
        match segment {
            "." => {}
            ".." => drop(kept.pop()),
            segment => kept.push(segment),
        }
    }
    let end = if open && !kept.is_empty() { "/" } else { "" };
    Cow::Owned(format!("/{}{end}{rest}", kept.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> Place {
        Place::new("/apps/x", "")
            .with_inner("127.0.0.1:3000")
            .with_outer("gateway:8443", true)
            .with_document("/a/b?c=/d")
    }

    #[test]
    fn addresses_lead_into_the_app() {
        for (address, moved) in [
            ("/", Some("/apps/x/")),
            ("/a?b=/c#d", Some("/apps/x/a?b=/c#d")),
            (" /a\n", Some("/apps/x/a")),
            ("/apps/xy", Some("/apps/x/apps/xy")),
            ("/../a", Some("/apps/x/a")),
            ("/a/./b/..", Some("/apps/x/a/")),
            ("/a//b", Some("/apps/x/a//b")),
            ("http://127.0.0.1:3000", Some("/apps/x/")),
            ("http://127.0.0.1:3000?a", Some("/apps/x/?a")),
            ("HTTP://LocalHost:3000/a", Some("/apps/x/a")),
            ("https://localhost:3000/a", Some("/apps/x/a")),
            ("ws://[::1]:3000/a", Some("/apps/x/a")),
            ("//127.0.0.1:3000/a", Some("/apps/x/a")),
            ("https://gateway:8443/a", Some("/apps/x/a")),
            ("http://gateway:8443/apps/x/a", Some("/apps/x/a")),
            ("//gateway:8443/a", Some("/apps/x/a")),
            ("http://127.0.0.1:3000/apps/x/a", Some("/apps/x/a")),
            ("../../c", Some("/apps/x/c")),
            ("../../../c?d", Some("/apps/x/c?d")),
            ("e/../../../c", Some("/apps/x/c")),
        ] {
            assert_eq!(place().moved(address).as_deref(), moved, "{address}");
            let again = moved.and_then(|moved| place().moved(moved));
            assert_eq!(again, None, "{address} twice");
        }
    }

    #[test]
    fn others_are_left_alone() {
        for address in [
            "",
            "#/a",
            "?a=/b",
            "a/b",
            "./a",
            "../a",
            "../a/../b",
            "/apps/x",
            "/apps/x/a",
            "/apps/x?a",
            "https://gateway:8443/apps/x/a",
            "https://gateway/a",
            "https://example.org/a",
            "//example.org/a",
            "http://user@127.0.0.1:3000/a",
            "http://127.0.0.1:30001/a",
            "data:text/html,/a",
            "javascript:go('/a')",
            "mailto:a@b",
            "blob:https://gateway:8443/a",
        ] {
            assert_eq!(place().moved(address), None, "{address}");
        }
    }

    #[test]
    fn usual_ports_need_no_mention() {
        let place = Place::new("/apps/x", "").with_inner("nas").with_outer("gateway", true);
        for address in ["http://nas:80/a", "http://nas/a", "https://gateway:443/a"] {
            assert_eq!(place.moved(address).as_deref(), Some("/apps/x/a"), "{address}");
        }
        assert_eq!(place.moved("http://nas:8080/a"), None);
    }

    #[test]
    fn a_path_before_the_apps_own_is_not_shown() {
        let place = Place::new("/apps/x", "/inner").with_document("/inner/a/b");
        for (address, moved) in [
            ("/inner/a", Some("/apps/x/a")),
            ("/inner", Some("/apps/x/")),
            ("/innermost", Some("/apps/x/innermost")),
            ("../a", None),
            ("../../a", Some("/apps/x/a")),
        ] {
            assert_eq!(place.moved(address).as_deref(), moved, "{address}");
        }
    }

    #[test]
    fn without_a_prefix_only_inner_addresses_move() {
        let place = Place::new("", "").with_inner("nas:1").with_outer("x.home.lan", true);
        assert_eq!(place.moved("http://nas:1/a").as_deref(), Some("/a"));
        for address in ["/a", "../../a", "https://x.home.lan/a", "/"] {
            assert_eq!(place.moved(address), None, "{address}");
        }
        for address in ["/.//evil/x", "http://nas:1//evil/x"] {
            assert_eq!(place.moved(address).as_deref(), Some("/.//evil/x"), "{address}");
        }
    }

    #[test]
    fn a_base_element_moves_the_start() {
        for (href, address, moved) in [
            ("/", "../a", Some("/apps/x/a")),
            ("/apps/x/", "../a", Some("/apps/x/a")),
            ("/deep/er/", "../../a", None),
            ("/deep/er/", "../../../a", Some("/apps/x/a")),
            ("sub/", "../../a", None),
            ("sub/", "../../../a", Some("/apps/x/a")),
            ("http://localhost:3000/deep/", "../a", None),
        ] {
            let place = place().with_base_element(href);
            assert_eq!(place.moved(address).as_deref(), moved, "{href} {address}");
        }
    }

    #[test]
    fn apps_that_know_the_prefix_are_recognised() {
        assert!(place().carries_prefix("/apps/x/static/a.css"));
        assert!(!place().carries_prefix("/apps/xy"));
        assert!(!place().carries_prefix("/static"));
        assert!(!Place::new("", "").carries_prefix("/a"));
    }
}
