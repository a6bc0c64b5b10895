//! The head of an app's answer as the client gets it.

use http::{HeaderMap, HeaderName, HeaderValue, header, response};
use routing::{ClientInfo, Host, Route};

use super::cookies;
use super::names::is_hop_by_hop;

/// A worker with a wider scope than its folder would see every app of the shared origin.
const WORKER_SCOPE: HeaderName = HeaderName::from_static("service-worker-allowed");
const REFRESH: HeaderName = HeaderName::from_static("refresh");

/// What about the request decides how its answer is changed.
pub(crate) struct Incoming<'a> {
    pub(crate) route: &'a Route,
    pub(crate) by_host: bool,
    pub(crate) client: &'a ClientInfo,
    /// Whether the client takes trailers, so that they may be announced.
    pub(crate) trailers: bool,
}

impl Incoming<'_> {
    /// Takes out what must not reach the client, and moves addresses into the app's prefix.
    pub(crate) fn adapt(&self, answer: &mut response::Parts) {
        let headers = &mut answer.headers;
        drop_listed(headers);
        let mut moved = false;
        let mut unwanted = [const { None }; MOST_UNWANTED];
        let mut count = 0;
        for name in headers.keys() {
            let dropped = is_unwanted(name)
                || *name == header::TRAILER && !self.trailers
                || *name == WORKER_SCOPE && !self.by_host;
            if dropped && count < MOST_UNWANTED {
                unwanted[count] = Some(name.clone());
                count += 1;
            }
            moved |= is_moved(name);
        }
        for name in unwanted.into_iter().flatten() {
            headers.remove(name);
        }
        if moved {
            self.set_cookies(headers);
            self.move_addresses(headers);
        }
    }

    fn set_cookies(&self, headers: &mut HeaderMap) {
        let header::Entry::Occupied(lines) = headers.entry(header::SET_COOKIE) else { return };
        let (_, lines) = lines.remove_entry_mult();
        let lines: Vec<_> =
            lines.filter_map(|line| cookies::from_app(&line, self.route, self.by_host)).collect();
        for line in lines {
            headers.append(header::SET_COOKIE, line);
        }
    }

    fn move_addresses(&self, headers: &mut HeaderMap) {
        for name in [header::LOCATION, header::CONTENT_LOCATION] {
            let moved = headers.get(&name).and_then(|value| self.moved(value.to_str().ok()?));
            if let Some(moved) = moved.and_then(|text| HeaderValue::try_from(text).ok()) {
                headers.insert(name, moved);
            }
        }
        let moved = headers.get(REFRESH).and_then(|value| self.moved_refresh(value.to_str().ok()?));
        if let Some(moved) = moved.and_then(|text| HeaderValue::try_from(text).ok()) {
            headers.insert(REFRESH, moved);
        }
    }

    /// Where the browser must go for an address that the app names; `None`: just there.
    fn moved(&self, address: &str) -> Option<String> {
        let (path, inner) = match address.strip_prefix('/') {
            Some(rest) if !rest.starts_with('/') => (address, false),
            // `//host/path` and `scheme://host/path`
            _ => self.path_at_own_host(address)?,
        };
        let rooted =
            |path: &str| if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        if self.by_host || !self.route.strip_prefix {
            // The app's inner address leads nowhere for a browser.
            return inner.then(|| rooted(path));
        }
        let prefix = self.route.prefix.as_str();
        let path = without_base(path, &self.route.upstream.base_path);
        match starts_at_boundary(path, prefix) {
            true => inner.then(|| path.to_owned()),
            false => Some(format!("{prefix}{}", rooted(path))),
        }
    }

    /// The path of an address at the host that the client asked for, or, told by the flag, at the
    /// app's own. `None`: it is somebody else's.
    fn path_at_own_host<'a>(&self, address: &'a str) -> Option<(&'a str, bool)> {
        let rest = ["http://", "https://", "//"].iter().find_map(|s| address.strip_prefix(s))?;
        let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let asked = self.client.host.as_ref().map(Host::to_string);
        if asked.is_some_and(|asked| asked.eq_ignore_ascii_case(host)) {
            return Some((path, false));
        }
        let inner = self.route.upstream.authority.as_bytes();
        inner.eq_ignore_ascii_case(host.as_bytes()).then_some((path, true))
    }

    /// `5; url=/next`
    fn moved_refresh(&self, value: &str) -> Option<String> {
        let (delay, target) = value.split_once(';')?;
        let (key, address) = target.split_once('=')?;
        if !key.trim().eq_ignore_ascii_case("url") {
            return None;
        }
        let moved = self.moved(address.trim().trim_matches(['"', '\'']))?;
        Some(format!("{delay}; url={moved}"))
    }
}

const MOST_UNWANTED: usize = 16;

/// Headers of one connection, those that would speak for all apps of the shared origin, and those
/// that the gateway sets itself.
fn is_unwanted(name: &HeaderName) -> bool {
    let text = name.as_str();
    is_hop_by_hop(text) && text != "trailer"
        || matches!(
            text,
            "strict-transport-security" | "clear-site-data" | "alt-svc" | "x-api-version"
        )
}

fn is_moved(name: &HeaderName) -> bool {
    *name == header::SET_COOKIE
        || *name == header::LOCATION
        || *name == header::CONTENT_LOCATION
        || *name == REFRESH
}

/// Headers that `Connection` names belong to the connection.
fn drop_listed(headers: &mut HeaderMap) {
    let usual = |list: &&str| !matches!(list.to_ascii_lowercase().as_str(), "keep-alive" | "close");
    let is_framing = |name: &str| matches!(name, "content-length" | "content-type" | "set-cookie");
    let lists = headers.get_all(header::CONNECTION).into_iter();
    let names: Vec<HeaderName> = lists
        .filter_map(|list| list.to_str().ok())
        .filter(usual)
        .flat_map(|list| list.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .filter(|name: &HeaderName| !is_framing(name.as_str()))
        .collect();
    for name in names {
        headers.remove(name);
    }
}

/// Whether a path is this one or lies below it.
pub(crate) fn starts_at_boundary(path: &str, beginning: &str) -> bool {
    let rest = path.strip_prefix(beginning);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

/// What the app calls a path, without what stands before all of its paths.
pub(crate) fn without_base<'a>(path: &'a str, base: &str) -> &'a str {
    match starts_at_boundary(path, base) {
        true => &path[base.len()..],
        false => path,
    }
}
