//! Paths below `/apps/`, and the prefixes and addresses of routes.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use edge::fuzzing::route_at;
use http::Uri;
use percent_encoding::percent_decode_str;
use routing::{App, Peering, Prefix, Route, RouteOptions, RouteTable, Upstream};
use url::Url;

static ROUTES: LazyLock<RouteTable> = LazyLock::new(|| {
    let prefixes = ["/apps/foo/", "/apps/foo/admin/", "/apps/foo/a/b/", "/apps/bar/"];
    RouteTable::new(prefixes.map(|prefix| Arc::new(route(prefix))))
});

/// Each line is a path. One that is let through leads to the same route however it is read, and is
/// in its normal form; and so are prefixes and addresses that routes may have.
pub fn path(data: &[u8]) {
    for line in data.split(|byte| *byte == b'\n') {
        let Ok(text) = std::str::from_utf8(line) else { continue };
        is_kept_in_its_route(text);
        if let Some(prefix) = Prefix::parse(text) {
            is_normal_prefix(&prefix, text);
        }
        if let Ok(upstream) = Upstream::parse(&format!("http://h{text}"), false) {
            let base = &*upstream.base_path;
            assert!(base.is_empty() || base.starts_with('/') && !base.ends_with('/'));
            assert_eq!(resolved(base).as_deref(), Some(&*decoded(base)), "{text} as an address");
        }
    }
}

fn is_kept_in_its_route(text: &str) {
    // The server hands on only what can be a URI.
    let Ok(uri) = text.parse::<Uri>() else { return };
    let path = uri.path();
    if !text.starts_with("/apps/") {
        return;
    }
    let Ok(Some(found)) = route_at(&ROUTES, path) else { return };
    let prefix = found.prefix.as_str();
    for reading in readings(path) {
        let again = ROUTES.find(&reading);
        assert!(again.is_some_and(|again| Arc::ptr_eq(again, &found)), "{path} as {reading}");
        let rest = reading.strip_prefix(prefix).expect("it is below the prefix");
        assert!(rest.is_empty() || rest.starts_with('/'), "{path} as {reading}");
        let climbs = |segment| matches!(segment, "." | "..");
        assert!(!reading.split(['/', '\\']).any(climbs), "{path} as {reading}");
        assert!(!reading.bytes().any(|byte| byte.is_ascii_control()), "{path} as {reading}");
    }
    assert_eq!(resolved(path).as_deref(), Some(&*decoded(path)), "a browser reads it otherwise");
}

/// The ways in which servers read a path: they may decode it, cut off what follows a `;` in each
/// segment, and take several slashes for one.
fn readings(path: &str) -> Vec<String> {
    let mut readings = vec![path.to_owned(), decoded(path).into_owned()];
    for at in 0..readings.len() {
        let segments = readings[at].split('/').map(|segment| segment.split(';').next());
        readings.push(segments.map(Option::unwrap_or_default).collect::<Vec<_>>().join("/"));
    }
    for at in 0..readings.len() {
        let mut reading = readings[at].clone();
        while reading.contains("//") {
            reading = reading.replace("//", "/");
        }
        readings.push(reading);
    }
    readings
}

fn decoded(path: &str) -> Cow<'_, str> {
    percent_decode_str(path).decode_utf8_lossy()
}

/// A path as browsers resolve it, and decoded.
fn resolved(path: &str) -> Option<String> {
    let url = Url::parse(&format!("http://h{path}")).ok()?;
    let path = if path.is_empty() { "" } else { url.path() };
    Some(decoded(path).into_owned())
}

fn is_normal_prefix(prefix: &Prefix, text: &str) {
    let path = prefix.as_str();
    assert!(path.starts_with("/apps/") && !path.ends_with('/'));
    assert_eq!(text.strip_suffix('/').unwrap_or(text), path);
    assert_eq!(Prefix::parse(path).as_ref().map(Prefix::as_str), Some(path));
    assert_eq!(Prefix::parse(&format!("{path}/")).as_ref().map(Prefix::as_str), Some(path));
    assert_eq!(resolved(path).as_deref(), Some(path));
    let table = RouteTable::new([Arc::new(route(path))]);
    assert!(matches!(route_at(&table, path), Ok(Some(_))), "no request reaches this route");
}

fn route(prefix: &str) -> Route {
    let app = App {
        id: prefix.into(),
        name: prefix.into(),
        traffic: Arc::default(),
        lifecycle: Arc::default(),
        learned: Arc::default(),
    };
    Route {
        id: prefix.into(),
        app: Arc::new(app),
        prefix: Prefix::parse(prefix).expect("a prefix"),
        host: None,
        by_path: true,
        upstream: Upstream::parse("http://127.0.0.1:80", false).expect("an upstream"),
        scopes: Vec::new(),
        options: RouteOptions::default(),
        peering: Peering::None,
    }
}
