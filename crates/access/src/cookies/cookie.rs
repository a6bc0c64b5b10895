//! One cookie, as an answer sets it (RFC 6265bis, section 5.7).

use std::time::Duration;

use kit::Timestamp;
use routing::APPS_COOKIE;
use serde::{Deserialize, Serialize};

use super::place::{CookieScope, is_below, path_matches};

/// Name and value together; what is longer no browser keeps either.
const LONGEST: usize = 4_096;
const LONGEST_PATH: usize = 1_024;
/// The longest life that a cookie can ask for.
const LONGEST_LIFE: Duration = Duration::from_secs(400 * 86_400);
/// What a cookie costs beside its texts.
const OVERHEAD: usize = 128;

/// It does not print itself: values are secrets.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cookie {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) domain: String,
    pub(super) host_only: bool,
    pub(super) path: String,
    pub(super) secure: bool,
    pub(super) http_only: bool,
    /// A cookie without one lives as long as its jar is used.
    pub(super) expires_at: Option<Timestamp>,
    /// When a cookie of this name, domain and path was set first.
    pub(super) created_at: Timestamp,
    pub(super) set_at: Timestamp,
}

/// The cookie that a line sets at a place. One that has expired already takes another away.
/// `None`: a browser would not heed the line.
pub(super) fn read(line: &str, place: &CookieScope<'_>, now: Timestamp) -> Option<Cookie> {
    let given = ::cookie::Cookie::parse(line).ok()?;
    let (name, value) = (given.name(), given.value());
    let controls = |text: &str| text.chars().any(char::is_control);
    let fits = name.len() + value.len() <= LONGEST;
    if !fits || controls(name) || controls(value) || name == APPS_COOKIE {
        return None;
    }
    let secure = given.secure() == Some(true);
    if secure && !place.secure {
        return None;
    }
    let domain_given = given.domain().filter(|domain| !domain.is_empty());
    let (domain, host_only) = domain_of(domain_given, place)?;
    let path_given = given.path().filter(|path| path.starts_with('/'));
    let path_given = path_given.filter(|path| path.len() <= LONGEST_PATH);
    let whole_host = domain_given.is_none() && path_given == Some("/");
    if !keeps_promise(name, secure, whole_host) {
        return None;
    }
    Some(Cookie {
        name: name.to_owned(),
        value: value.to_owned(),
        domain,
        host_only,
        path: match path_given {
            Some(path) => place.inside(path).into_owned(),
            None => shortened(place.default_path()).to_owned(),
        },
        secure,
        http_only: given.http_only() == Some(true),
        expires_at: expiry(&given, now),
        created_at: now,
        set_at: now,
    })
}

/// The domain, and whether the cookie stays with the very host. A name without a dot inside is
/// nobody's alone, unless it is the host's own. An app that was told its name outside may say that
/// one: it means itself.
fn domain_of(given: Option<&str>, place: &CookieScope<'_>) -> Option<(String, bool)> {
    let Some(domain) = given.map(str::to_ascii_lowercase) else {
        return Some((place.host.clone(), true));
    };
    if place.is_known_outside_as(&domain) {
        return Some((place.host.clone(), true));
    }
    if !domain.contains('.') || place.is_address() {
        return (domain == place.host).then_some((domain, true));
    }
    place.is_within(&domain).then_some((domain, false))
}

/// A name that begins so promises how it was set.
fn keeps_promise(name: &str, secure: bool, whole_host: bool) -> bool {
    let begins = |prefix: &str| {
        name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    if begins("__Host-") { secure && whole_host } else { !begins("__Secure-") || secure }
}

fn shortened(path: &str) -> &str {
    if path.len() <= LONGEST_PATH { path } else { "/" }
}

fn expiry(given: &::cookie::Cookie<'_>, now: Timestamp) -> Option<Timestamp> {
    let latest = now.after(LONGEST_LIFE);
    if let Some(life) = given.max_age() {
        let life = Duration::from_secs(life.whole_seconds().max(0).unsigned_abs());
        return Some(now.after(life).min(latest));
    }
    let moment = given.expires_datetime()?;
    Some(Timestamp::from_unix(moment.unix_timestamp()).min(latest))
}

impl Cookie {
    pub(super) fn goes_to(&self, place: &CookieScope<'_>) -> bool {
        let host =
            if self.host_only { place.host == self.domain } else { place.is_within(&self.domain) };
        host && path_matches(place.path, &self.path) && (place.secure || !self.secure)
    }

    /// Whether one takes the other's place.
    pub(super) fn replaces(&self, old: &Cookie) -> bool {
        let key = |cookie: &Cookie| {
            (cookie.name.clone(), cookie.domain.clone(), cookie.host_only, cookie.path.clone())
        };
        key(self) == key(old)
    }

    /// Whether it would hide a cookie that only encrypted connections may set.
    pub(super) fn shadows(&self, old: &Cookie) -> bool {
        let related = self.domain == old.domain
            || is_below(&self.domain, &old.domain)
            || is_below(&old.domain, &self.domain);
        old.secure && self.name == old.name && related && path_matches(&self.path, &old.path)
    }

    pub(super) fn size(&self) -> usize {
        OVERHEAD + self.name.len() + self.value.len() + self.domain.len() + self.path.len()
    }
}

#[cfg(test)]
mod tests {
    use proptest::option;
    use proptest::prelude::*;
    use proptest::sample::select;
    use routing::{CookieTarget, Outside};

    use super::*;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    fn set(line: &str, host: &str, path: &str, secure: bool) -> Option<Cookie> {
        let outside = Outside::default();
        read(line, &CookieScope::new(CookieTarget { host, path, secure, outside }), NOW)
    }

    fn here(line: &str) -> Option<Cookie> {
        set(line, "tv.home.lan", "/a/b", true)
    }

    #[test]
    fn domain_and_path_are_as_a_browser_would_have_them() {
        for (line, domain, host_only, path) in [
            ("s=1", "tv.home.lan", true, "/a"),
            ("s=1; Path=/", "tv.home.lan", true, "/"),
            ("s=1; Path=x", "tv.home.lan", true, "/a"),
            ("s=1; Path=", "tv.home.lan", true, "/a"),
            ("s=1; Path=/x; Path=/y", "tv.home.lan", true, "/y"),
            ("s=1; Domain=", "tv.home.lan", true, "/a"),
            ("s=1; Domain=home.lan", "home.lan", false, "/a"),
            ("s=1; domain=.Home.LAN; PATH=/q", "home.lan", false, "/q"),
            ("s=1; Domain=tv.home.lan", "tv.home.lan", false, "/a"),
        ] {
            let cookie = here(line).expect(line);
            let found = (cookie.domain.as_str(), cookie.host_only, cookie.path.as_str());
            assert_eq!(found, (domain, host_only, path), "{line}");
        }
        let nas = set("s=1; Domain=nas", "nas", "/", true).expect("a cookie");
        assert!(nas.host_only);
        assert!(set("s=1; Domain=10.0.0.2", "10.0.0.2", "/", true).expect("a cookie").host_only);
    }

    #[test]
    fn an_app_may_speak_of_itself_as_its_client_does() {
        let outside = Outside { host: Some("gate.home.lan"), prefix: "/apps/tv", base: "" };
        let place = CookieScope::new(CookieTarget {
            host: "10.0.0.2",
            path: "/a/b",
            secure: true,
            outside,
        });
        for line in [
            "s=1; Domain=gate.home.lan; Path=/apps/tv/",
            "s=1; Domain=home.lan; Path=/apps/tv",
            "s=1; Path=/apps/tv/a",
        ] {
            let cookie = read(line, &place, NOW).expect(line);
            assert!(cookie.host_only && cookie.domain == "10.0.0.2", "{line}");
            assert!(cookie.goes_to(&place), "{line}");
        }
        assert!(read("s=1; Domain=evil.example", &place, NOW).is_none());
        let elsewhere = read("s=1; Path=/apps/tvs", &place, NOW).expect("a cookie");
        assert!(!elsewhere.goes_to(&place));
    }

    #[test]
    fn what_a_browser_would_not_heed_is_not_kept() {
        let long = format!("s={}", "x".repeat(4_096));
        for line in [
            "",
            "s",
            "=1",
            "svc_apps=stolen; Path=/",
            "s=1; Domain=lan",
            "s=1; Domain=x.tv.home.lan",
            "s=1; Domain=evil.example",
            "s=1; Domain=v.home.lan",
            "s=a\tb\u{1}",
            &long,
            "__Host-s=1; Secure; Path=/a",
            "__Host-s=1; Secure",
            "__Host-s=1; Path=/",
            "__host-s=1; Secure; Path=/; Domain=tv.home.lan",
            "__Secure-s=1",
            "__SECURE-s=1",
        ] {
            assert!(here(line).is_none(), "{line}");
        }
        assert!(here("__Host-s=1; Secure; Path=/").is_some());
        assert!(here("__Secure-s=1; Secure; Domain=home.lan").is_some());
        assert!(set("s=1; Domain=0.0.2", "10.0.0.2", "/", true).is_none());
        assert!(set("s=1; Secure", "tv.home.lan", "/", false).is_none());
        assert!(set("__Secure-s=1; Secure", "tv.home.lan", "/", false).is_none());
    }

    #[test]
    fn the_age_counts_before_the_date() {
        let date = "Expires=Wed, 20 Jan 2027 08:00:00 GMT";
        for (line, expires_at) in [
            ("s=1".to_owned(), None),
            (format!("s=1; {date}"), Some(Timestamp::from_unix(1_800_432_000))),
            (format!("s=1; Max-Age=60; {date}"), Some(NOW.after(Duration::from_secs(60)))),
            (format!("s=1; {date}; Max-Age=60"), Some(NOW.after(Duration::from_secs(60)))),
            ("s=1; Max-Age=0".to_owned(), Some(NOW)),
            ("s=1; Max-Age=-5".to_owned(), Some(NOW)),
            ("s=1; Max-Age=soon".to_owned(), None),
            ("s=1; Expires=soon".to_owned(), None),
            ("s=1; Expires=Thu, 01-Jan-1970 00:00:00 GMT".to_owned(), Some(Timestamp(0))),
            ("s=1; Max-Age=99999999999999999999".to_owned(), Some(NOW.after(LONGEST_LIFE))),
            (
                "s=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT".to_owned(),
                Some(NOW.after(LONGEST_LIFE)),
            ),
        ] {
            assert_eq!(here(&line).expect("a cookie").expires_at, expires_at, "{line}");
        }
    }

    #[test]
    fn names_and_values_stay_as_they_were_written() {
        for (line, name, value) in [
            ("s=\"a b\"; HttpOnly", "s", "\"a b\""),
            (" s = a=b=c ; Secure", "s", "a=b=c"),
            ("s=", "s", ""),
            ("s=%C3%A9", "s", "%C3%A9"),
            ("s=é", "s", "é"),
        ] {
            let cookie = here(line).expect(line);
            assert_eq!((cookie.name.as_str(), cookie.value.as_str()), (name, value));
        }
        assert!(here("s=1; HttpOnly").expect("a cookie").http_only);
    }

    #[test]
    fn a_cookie_goes_where_a_browser_would_send_it() {
        for (line, host, path, secure, goes) in [
            ("s=1; Path=/", "tv.home.lan", "/", true, true),
            ("s=1; Path=/", "TV.home.lan:8443", "/x?y", true, true),
            ("s=1; Path=/", "x.tv.home.lan", "/", true, false),
            ("s=1; Path=/", "home.lan", "/", true, false),
            ("s=1; Path=/; Domain=home.lan", "home.lan", "/", true, true),
            ("s=1; Path=/; Domain=home.lan", "a.b.home.lan", "/", true, true),
            ("s=1; Path=/; Domain=home.lan", "xhome.lan", "/", true, false),
            ("s=1", "tv.home.lan", "/a/c", true, true),
            ("s=1", "tv.home.lan", "/ab", true, false),
            ("s=1; Path=/", "tv.home.lan", "/", false, true),
            ("s=1; Path=/; Secure", "tv.home.lan", "/", false, false),
            ("s=1; Path=/; Secure", "tv.home.lan", "/", true, true),
        ] {
            let outside = Outside::default();
            let place = CookieScope::new(CookieTarget { host, path, secure, outside });
            assert_eq!(here(line).expect(line).goes_to(&place), goes, "{line} to {host}{path}");
        }
    }

    const HOSTS: [&str; 6] =
        ["tv.home.lan", "home.lan", "x.tv.home.lan", "evil.example", "nas", "10.0.0.2"];
    const PATHS: [&str; 5] = ["/", "/a", "/a/b", "/ab", "/c/"];

    proptest! {
        /// Whatever an app sets, it goes to no stranger, to no other path, and to nobody in the clear
        /// what was meant for encrypted connections.
        #[test]
        fn a_cookie_stays_where_it_was_meant_for(
            name in select(vec!["s", "__Host-s", "__Secure-s"]),
            domain in option::of(select(HOSTS.to_vec())),
            path in option::of(select(PATHS.to_vec())),
            is_secure in any::<bool>(),
            from in (select(HOSTS.to_vec()), select(PATHS.to_vec()), any::<bool>()),
            to in (select(HOSTS.to_vec()), select(PATHS.to_vec()), any::<bool>()),
        ) {
            let mut line = format!("{name}=1");
            domain.iter().for_each(|domain| line.push_str(&format!("; Domain={domain}")));
            path.iter().for_each(|path| line.push_str(&format!("; Path={path}")));
            line.push_str(if is_secure { "; Secure" } else { "" });
            let Some(cookie) = set(&line, from.0, from.1, from.2) else { return Ok(()) };
            let (host, path, secure) = to;
            let outside = Outside::default();
            if !cookie.goes_to(&CookieScope::new(CookieTarget { host, path, secure, outside })) {
                return Ok(());
            }
            let shared = |host: &str| domain.is_some_and(|domain| {
                host == domain || host.ends_with(&format!(".{domain}"))
            });
            prop_assert!(host == from.0 || shared(host) && shared(from.0), "{line}");
            prop_assert!(host == from.0 || name != "__Host-s", "{line}");
            prop_assert!(path.starts_with(&cookie.path), "{line}");
            prop_assert!(secure || !is_secure, "{line}");
            prop_assert!(is_secure || name == "s", "{line}");
        }
    }
}
