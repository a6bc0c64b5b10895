use std::fmt;
use std::net::IpAddr;

use http::Uri;
use routing::ClientInfo;
use url::Url;

/// Longer addresses are not worth a redirect: few servers would take them.
pub(crate) const LONGEST_ADDRESS: usize = 8_192;

/// The origins besides the main one at which apps are reached. Who routes requests knows them.
pub trait AppOrigins: Send + Sync {
    /// The path below which apps are found at this origin, which is also that of their cookie:
    /// `/` at a host name that leads to one app, `/apps/` at an address for all of them. An
    /// origin is `https://tv.home.lan` or `https://10.0.0.2:8444`: lower case, no default port.
    /// `None`: apps are not reached there.
    fn cookie_path(&self, origin: &str) -> Option<&'static str>;

    /// Whether this is the main origin, as browsers see it that call us by this host.
    fn is_main(&self, origin: &str, host: &str) -> bool;
}

/// Scheme, host and port in their one spelling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Origin {
    secure: bool,
    host: String,
    port: Option<u16>,
}

impl Origin {
    fn of(url: &Url) -> Option<Self> {
        let secure = match url.scheme() {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let host = url.host_str()?;
        let host = host.strip_suffix('.').unwrap_or(host).to_owned();
        Some(Origin { secure, host, port: url.port() })
    }

    /// The origin that a request was sent to, as the browser sees it.
    pub(crate) fn requested(client: &ClientInfo) -> Option<Self> {
        let host = client.host.as_ref()?;
        let scheme = if client.secure { "https" } else { "http" };
        let url = Url::parse(&format!("{scheme}://{host}")).ok()?;
        Origin::of(&url).filter(|_| is_bare(&url))
    }

    /// The name or address alone, without brackets.
    pub(crate) fn host(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    pub(crate) fn is_loopback(&self) -> bool {
        let host = self.host();
        let by_address = host.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback());
        host == "localhost" || host.ends_with(".localhost") || by_address
    }

    /// Whether a browser sends the cookies of one to the other.
    pub(crate) fn shares_cookies_with(&self, other: &Origin) -> bool {
        (self.secure, &self.host) == (other.secure, &other.host)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.secure { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.host)?;
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

fn is_bare(url: &Url) -> bool {
    url.path() == "/" && url.query().is_none() && url.username().is_empty()
}

/// An address in the web, as its origin and what comes after it. What two parsers could
/// understand differently is refused.
pub(crate) fn parse_address(text: &str) -> Option<(Origin, String)> {
    let plain = |byte: u8| byte.is_ascii_graphic() && byte != b'\\';
    if !text.bytes().all(plain) {
        return None;
    }
    let url = Url::parse(text).ok()?;
    if !url.username().is_empty() || url.password().is_some() {
        return None;
    }
    let mut path = url.path().to_owned();
    if let Some(query) = url.query() {
        path.push('?');
        path.push_str(query);
    }
    Some((Origin::of(&url)?, local_path(&path)?.to_owned()))
}

/// A path of the origin that it is used at, and of no other: a browser reads `//host` and
/// `/\host` as another one.
pub(crate) fn local_path(text: &str) -> Option<&str> {
    let plain = |byte: u8| byte.is_ascii_graphic() && byte != b'\\';
    let local = text.starts_with('/') && !text.starts_with("//") && text.bytes().all(plain);
    // It goes into a header and must be readable as one.
    (local && text.parse::<Uri>().is_ok()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_spelling() {
        for (text, origin, path) in [
            ("https://tv.home.lan/", "https://tv.home.lan", "/"),
            ("https://tv.home.lan", "https://tv.home.lan", "/"),
            ("HTTPS://TV.Home.LAN:443/a?b=c#d", "https://tv.home.lan", "/a?b=c"),
            ("https://tv.home.lan.:8444/", "https://tv.home.lan:8444", "/"),
            ("http://10.0.0.2:80/apps/x/", "http://10.0.0.2", "/apps/x/"),
            ("http://0xa.0.0.2/", "http://10.0.0.2", "/"),
            ("https://[FE80::1]:8444/", "https://[fe80::1]:8444", "/"),
            ("https://tv.home.lan/a/../b?c=//d", "https://tv.home.lan", "/b?c=//d"),
        ] {
            let (parsed, rest) = parse_address(text).expect(text);
            assert_eq!((parsed.to_string().as_str(), rest.as_str()), (origin, path), "{text}");
        }
        let (address, _) = parse_address("https://[FE80::1]:8444/").expect("an address");
        assert_eq!(address.host(), "fe80::1");
    }

    #[test]
    fn what_is_not_plainly_an_address_is_refused() {
        for text in [
            "",
            "/",
            "//tv.home.lan/",
            "tv.home.lan",
            "javascript:alert(1)",
            "data:text/html,x",
            "ftp://tv.home.lan/",
            "https://",
            "https://user@tv.home.lan/",
            "https://user:word@tv.home.lan/",
            "https://tv.home.lan\\@evil.example/",
            "https:\\\\tv.home.lan/",
            " https://tv.home.lan/",
            "https://tv.home.lan/a b",
            "https://tv.home.lan/\r\nX: y",
            "https://tv.home.lan//evil.example/",
            "https://tv.höme.lan/",
        ] {
            assert!(parse_address(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn a_local_path_leads_nowhere_else() {
        for good in ["/", "/apps/x/?a=b&c=//d", "/a%20b", "/a/http://evil.example/"] {
            assert_eq!(local_path(good), Some(good));
        }
        for bad in [
            "",
            "apps/x",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/a\\b",
            "https://evil.example/",
            "javascript:alert(1)",
            "/a\nb",
            "/\tb",
            "/a b",
            "/é",
        ] {
            assert_eq!(local_path(bad), None, "{bad:?}");
        }
    }
}
