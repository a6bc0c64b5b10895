use http::Uri;
use http::uri::PathAndQuery;
use kit::{Error, Result};
use routing::Upstream;

const LONGEST: usize = 2048;

/// An address to post to.
#[derive(Debug, Clone)]
pub(crate) struct Address {
    pub(crate) upstream: Upstream,
    pub(crate) path: PathAndQuery,
}

impl Address {
    pub(crate) fn parse(field: &str, text: &str) -> Result<Self> {
        let wrong = |reason: &str| Error::invalid(field, reason);
        if text.len() > LONGEST {
            return Err(wrong("must be at most 2048 bytes long"));
        }
        let uri: Uri =
            text.parse().map_err(|_| wrong("expected an address such as https://host/path"))?;
        let (Some("http" | "https"), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(wrong("expected http:// or https:// and a host"));
        };
        let base = format!("{}://{authority}", uri.scheme_str().unwrap_or_default());
        let upstream = Upstream::parse(&base, false).map_err(wrong)?;
        let path = uri.path_and_query().cloned();
        Ok(Address { upstream, path: path.unwrap_or_else(|| PathAndQuery::from_static("/")) })
    }

    /// The same server, with this behind what stands in the address.
    pub(crate) fn below(&self, path: &str) -> PathAndQuery {
        let base = self.path.path().trim_end_matches('/');
        let joined = format!("{base}{path}");
        joined.parse().unwrap_or_else(|_| self.path.clone())
    }

    pub(crate) fn is_encrypted(&self) -> bool {
        self.upstream.endpoint.scheme.is_secure()
    }

    pub(crate) fn origin(&self) -> String {
        let endpoint = &self.upstream.endpoint;
        format!("{}://{endpoint}", if self.is_encrypted() { "https" } else { "http" })
    }
}

/// Scheme, host and port; nothing of what is not an address.
pub(crate) fn origin(text: &str) -> String {
    Address::parse("url", text).map(|address| address.origin()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_scheme_and_a_host_and_shows_no_more() {
        let address = Address::parse("url", "https://Hooks.example:8443/a/b?token=1").expect("one");
        assert_eq!(address.origin(), "https://hooks.example:8443");
        assert_eq!(address.path, "/a/b?token=1");
        assert_eq!(
            Address::parse("url", "http://h/x/").expect("one").below("/message"),
            "/x/message"
        );
        for bad in
            ["", "ftp://x/", "https://", "/path", "https://user:word@host/", "https://0x7f.1/"]
        {
            assert!(Address::parse("url", bad).is_err(), "{bad:?}");
        }
    }
}
