use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Without the underscore, as RFC 6763 has it.
const LONGEST_NAME: usize = 15;

/// A kind of service, such as `_http._tcp`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServiceType(Arc<str>);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "a service type looks like _http._tcp: an underscore, 1 to 15 letters, digits or hyphens, and \
     ._tcp or ._udp"
)]
pub struct InvalidType;

impl ServiceType {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as it is asked for.
    pub(crate) fn domain(&self) -> String {
        format!("{}.local.", self.0)
    }
}

impl FromStr for ServiceType {
    type Err = InvalidType;

    /// With or without `.local` and the dot behind it.
    fn from_str(text: &str) -> Result<Self, InvalidType> {
        let text = text.trim().to_ascii_lowercase();
        let text = text.strip_suffix('.').unwrap_or(&text);
        let text = text.strip_suffix(".local").unwrap_or(text);
        let (name, protocol) = text.split_once('.').ok_or(InvalidType)?;
        let name = name.strip_prefix('_').ok_or(InvalidType)?;
        let valid = matches!(protocol, "_tcp" | "_udp") && is_name(name);
        valid.then(|| ServiceType(text.into())).ok_or(InvalidType)
    }
}

fn is_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        && name.bytes().any(|b| b.is_ascii_alphabetic())
        && !name.starts_with('-')
        && !name.ends_with('-')
        && !name.contains("--")
}

impl fmt::Display for ServiceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for ServiceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_read_with_and_without_its_domain_and_nothing_else_is_one() {
        for (text, expected) in [
            ("_http._tcp", Some("_http._tcp")),
            (" _HTTP._tcp.local. ", Some("_http._tcp")),
            ("_sleep-proxy._udp.local", Some("_sleep-proxy._udp")),
            ("_a._tcp", Some("_a._tcp")),
            ("", None),
            ("http", None),
            ("http._tcp", None),
            ("_http", None),
            ("_http._sctp", None),
            ("_._tcp", None),
            ("_-a._tcp", None),
            ("_a--b._tcp", None),
            ("_1234._tcp", None),
            ("_sixteen-letters-._tcp", None),
            ("_sixteen-letters1._tcp", None),
            ("_printer._sub._http._tcp", None),
            ("_http._tcp.example.com", None),
            ("_hä._tcp", None),
        ] {
            let read = text.parse::<ServiceType>().ok();
            assert_eq!(read.as_ref().map(ServiceType::as_str), expected, "{text:?}");
        }
        let http: ServiceType = "_http._tcp".parse().expect("a type");
        assert_eq!(http.domain(), "_http._tcp.local.");
    }
}
