//! Whether a browser made the request, and on whose behalf.

use http::{HeaderMap, HeaderName, HeaderValue, header};

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

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// Whether any header speaks of a site. Most requests of programs have none, and one look at the
/// names is cheaper than a search for each.
pub(super) fn is_named(headers: &HeaderMap) -> bool {
    headers.keys().any(|name| {
        *name == header::ORIGIN
            || *name == header::REFERER
            || name.as_str().starts_with("sec-fetch-")
    })
}

pub(super) fn is_browser(headers: &HeaderMap) -> bool {
    headers.contains_key(header::ORIGIN)
        || headers.contains_key(header::REFERER)
        || headers.get_all(SEC_FETCH_SITE).iter().any(|site| site != "none")
}

/// Every header must be in our favour for the request to count as our own page's. A sibling
/// (`same-site`) is as foreign as any other: hosts of one home network are not one owner's.
pub(super) fn kind(headers: &HeaderMap, secure: bool, host: Option<&Host>) -> OriginKind {
    let sites = headers.get_all(SEC_FETCH_SITE);
    let origins = headers.get_all(header::ORIGIN);
    let same_site = sites.iter().any(|site| site == "same-origin");
    // Blind requests come from pages; where the site is hidden, it is not ours.
    let blind = headers.get_all(SEC_FETCH_MODE).iter().any(|mode| mode == "no-cors") && !same_site;
    let foreign = blind
        || sites.iter().any(|site| site != "none" && site != "same-origin")
        || origins.iter().any(|origin| !is_ours(origin, secure, host));
    match (foreign, same_site || origins.iter().next().is_some()) {
        (true, _) => OriginKind::Foreign,
        (false, true) => OriginKind::Same,
        (false, false) => OriginKind::None,
    }
}

fn is_ours(origin: &HeaderValue, secure: bool, host: Option<&Host>) -> bool {
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
