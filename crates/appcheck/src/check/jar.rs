//! The cookies of one visit, by a browser's rules.

use cookie::Cookie;
use http::{HeaderMap, HeaderValue, header};
use url::Url;

const MOST_COOKIES: usize = 50;
const LONGEST_COOKIE: usize = 4096;

#[derive(Debug, Default)]
pub(super) struct Jar(Vec<Kept>);

#[derive(Debug)]
struct Kept {
    name: String,
    value: String,
    path: String,
}

/// The lines that can be read, and no more than a browser would keep.
pub(super) fn set_cookies(headers: &HeaderMap) -> impl Iterator<Item = Cookie<'_>> {
    let lines = headers.get_all(header::SET_COOKIE).into_iter();
    let lines = lines.filter_map(|line| line.to_str().ok());
    let lines = lines.filter(|line| line.len() <= LONGEST_COOKIE);
    lines.filter_map(|line| Cookie::parse(line).ok()).take(MOST_COOKIES)
}

/// Why a browser at this place would not take a cookie, or would never send it back.
pub(super) fn objection(cookie: &Cookie<'_>, url: &Url, prefix: &str) -> Option<&'static str> {
    let domain = cookie.domain().filter(|domain| !domain.is_empty());
    let foreign = |domain: String| {
        let host = url.host_str().unwrap_or_default();
        host != domain && !host.ends_with(&format!(".{domain}"))
    };
    if domain.map(str::to_ascii_lowercase).is_some_and(foreign) {
        return Some("is for another domain, so browsers refuse it");
    }
    let whole = path(cookie) == Some("/") && cookie.secure() == Some(true) && domain.is_none();
    if cookie.name().starts_with("__Host-") && !whole {
        return Some("says that it is for the whole host, but is not, so browsers refuse it");
    }
    let path = path(cookie).unwrap_or(prefix);
    let reaches = matches(path, &format!("{prefix}/")) || matches(prefix, path);
    (!reaches).then_some("is for a path outside of the app, so browsers never send it back")
}

fn path<'a>(cookie: &'a Cookie<'_>) -> Option<&'a str> {
    cookie.path().filter(|path| path.starts_with('/'))
}

impl Jar {
    pub(super) fn keep(&mut self, url: &Url, headers: &HeaderMap) {
        for cookie in set_cookies(headers) {
            let path = path(&cookie).unwrap_or_else(|| folder(url.path())).to_owned();
            self.0.retain(|kept| kept.name != cookie.name() || kept.path != path);
            let gone = cookie.max_age().is_some_and(|age| !age.is_positive());
            if !gone && self.0.len() < MOST_COOKIES {
                let (name, value) = (cookie.name().to_owned(), cookie.value().to_owned());
                self.0.push(Kept { name, value, path });
            }
        }
    }

    pub(super) fn header(&self, url: &Url) -> Option<HeaderValue> {
        let sent = self.0.iter().filter(|kept| matches(url.path(), &kept.path));
        let pairs: Vec<_> = sent.map(|kept| format!("{}={}", kept.name, kept.value)).collect();
        if pairs.is_empty() { None } else { HeaderValue::try_from(pairs.join("; ")).ok() }
    }
}

/// Whether a cookie of this path goes along with a request for that one.
fn matches(asked: &str, path: &str) -> bool {
    let rest = asked.strip_prefix(path);
    rest.is_some_and(|rest| rest.is_empty() || path.ends_with('/') || rest.starts_with('/'))
}

fn folder(path: &str) -> &str {
    match path.rfind('/') {
        Some(0) | None => "/",
        Some(end) => &path[..end],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(path: &str) -> Url {
        Url::parse(&format!("https://attic.local:8443{path}")).expect("an address")
    }

    fn set(lines: &[&'static str]) -> HeaderMap {
        let value = |line: &&'static str| (header::SET_COOKIE, HeaderValue::from_static(line));
        lines.iter().map(value).collect()
    }

    #[test]
    fn cookies_go_where_browsers_send_them() {
        let mut jar = Jar::default();
        let lines = ["a=1; Path=/apps/x/", "b=2", "c=3; path=/apps/x/api; HttpOnly", "d=4; Path=/"];
        jar.keep(&url("/apps/x/login"), &set(&lines));
        let sent = |path| jar.header(&url(path)).map(|value| value.to_str().expect("text").into());
        assert_eq!(sent("/apps/x/api/me"), Some("a=1; b=2; c=3; d=4".to_owned()));
        assert_eq!(sent("/apps/x/apis"), Some("a=1; b=2; d=4".to_owned()));
        assert_eq!(sent("/apps/xy/"), Some("d=4".to_owned()));
    }

    #[test]
    fn a_cookie_is_replaced_and_taken_back() {
        let mut jar = Jar::default();
        jar.keep(&url("/apps/x/"), &set(&["a=1; Path=/", "b=1; Path=/"]));
        jar.keep(&url("/apps/x/"), &set(&["a=2; Path=/", "b=; Path=/; Max-Age=0"]));
        assert_eq!(jar.header(&url("/")).expect("a cookie"), "a=2");
        let many: Vec<String> = (0..200).map(|number| format!("n{number}=1; Path=/")).collect();
        for line in many {
            let line = HeaderValue::try_from(line).expect("a value");
            jar.keep(&url("/"), &[(header::SET_COOKIE, line)].into_iter().collect());
        }
        assert_eq!(jar.0.len(), MOST_COOKIES);
    }

    #[test]
    fn what_browsers_refuse_is_known() {
        for (line, fine) in [
            ("a=1", true),
            ("a=1; Path=/", true),
            ("a=1; Path=/apps/x", true),
            ("a=1; Path=/apps/x/deep", true),
            ("a=1; Domain=attic.local", true),
            ("a=1; Path=/login", false),
            ("a=1; Path=/apps/xy", false),
            ("a=1; Domain=nas.lan", false),
            ("__Host-a=1; Path=/; Secure", true),
            ("__Host-a=1; Path=/apps/x/; Secure", false),
            ("__Host-a=1; Path=/", false),
        ] {
            let cookie = Cookie::parse(line).expect("a cookie");
            assert_eq!(objection(&cookie, &url("/apps/x/"), "/apps/x").is_none(), fine, "{line}");
        }
    }
}
