//! Whether a browser made the request, and on whose behalf.

use http::{HeaderMap, HeaderValue, header};

use super::host::Host;

/// For which site a browser made the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OriginKind {
    /// No site: a program, or a person who typed the address.
    None,
    /// A page of ours.
    Same,
    /// A page of somebody else.
    Foreign,
}

/// What the headers of a request say of the site behind it. One look at all of them is cheaper
/// than a search for each.
#[derive(Default)]
pub(super) struct Signs {
    has_origin: bool,
    has_referer: bool,
    same_site: bool,
    other_site: bool,
    no_cors: bool,
}

impl Signs {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let mut signs = Signs::default();
        for (name, value) in headers {
            match name.as_str() {
                "origin" => signs.has_origin = true,
                "referer" => signs.has_referer = true,
                "sec-fetch-mode" => signs.no_cors |= value == "no-cors",
                "sec-fetch-site" => match value.as_bytes() {
                    b"same-origin" => signs.same_site = true,
                    b"none" => {}
                    _ => signs.other_site = true,
                },
                _ => {}
            }
        }
        signs
    }

    pub(super) fn is_browser(&self) -> bool {
        self.has_origin || self.has_referer || self.same_site || self.other_site
    }

    /// Every header must be in our favour for the request to count as our own page's. A sibling
    /// (`same-site`) is as foreign as any other: hosts of one home network are not one owner's.
    pub(super) fn kind(
        &self,
        headers: &HeaderMap,
        secure: bool,
        host: Option<&Host>,
    ) -> OriginKind {
        // Blind requests come from pages; where the site is hidden, it is not ours.
        let blind = self.no_cors && !self.same_site;
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let foreign = blind
            || self.other_site
            || self.has_origin && origins.any(|origin| !self.is_ours(origin, secure, host));
        match (foreign, self.same_site || self.has_origin) {
            (true, _) => OriginKind::Foreign,
            (false, true) => OriginKind::Same,
            (false, false) => OriginKind::None,
        }
    }
}

impl Signs {
    /// A page that hides where it is from (`no-referrer`) sends its forms with `Origin: null`, as
    /// a sandboxed frame does. Only the browser's own word on the site tells them apart.
    fn is_ours(&self, origin: &HeaderValue, secure: bool, host: Option<&Host>) -> bool {
        if origin == "null" {
            return self.same_site;
        }
        is_host(origin, secure, host)
    }
}

fn is_host(origin: &HeaderValue, secure: bool, host: Option<&Host>) -> bool {
    let scheme = if secure { "https://" } else { "http://" };
    let named = origin.to_str().ok().and_then(|text| text.strip_prefix(scheme));
    match (named.and_then(Host::parse), host) {
        (Some(origin), Some(host)) => {
            origin.name == host.name
                && origin.port_or_default(secure) == host.port_or_default(secure)
        }
        _ => false,
    }
}
