//! What a certificate can be made for: a host name, `*.` before one, or an address.

use std::fmt;
use std::net::IpAddr;

use idna::AsciiDenyList;
use kit::{Error, ErrorKind, Result};

const LONGEST: usize = 253;
const LONGEST_LABEL: usize = 63;

/// In the one form in which it is compared and kept.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Domain {
    /// In lower case and ASCII, perhaps with `*.` before it.
    Host(String),
    Address(IpAddr),
}

impl Domain {
    /// Reads it as people write it; other alphabets become what certificates hold.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        read(text).map_err(|reason| {
            let message = "This is no name that a certificate can be made for";
            Error::new(ErrorKind::InvalidDomain, message).detail("domain", reason)
        })
    }

    pub(crate) fn is_wildcard(&self) -> bool {
        matches!(self, Domain::Host(host) if host.starts_with("*."))
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Host(host) => f.write_str(host),
            Domain::Address(address) => address.fmt(f),
        }
    }
}

fn read(text: &str) -> Result<Domain, &'static str> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    if let Ok(address) = bare.parse::<IpAddr>() {
        return Ok(Domain::Address(address.to_canonical()));
    }
    // Four letters of another alphabet take up to a dozen bytes; more is never a name.
    if text.is_empty() || text.len() > 4 * LONGEST {
        return Err("expected 1 to 253 characters");
    }
    let (star, name) = match text.strip_prefix("*.") {
        Some(rest) => ("*.", rest),
        None => ("", text),
    };
    let ascii = idna::domain_to_ascii_cow(name.as_bytes(), AsciiDenyList::EMPTY)
        .map_err(|_| "not a host name")?;
    let host = format!("{star}{ascii}");
    if host.len() > LONGEST {
        return Err("expected 1 to 253 characters");
    }
    if !ascii.split('.').all(is_label) {
        return Err("expected letters, digits, `-` and `_`, in parts of 1 to 63, with `.` between");
    }
    // Programs would take it for an address that is written in an unusual way.
    let last = ascii.rsplit('.').next().unwrap_or_default();
    if last.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("the last part of a name is not a number");
    }
    Ok(Domain::Host(host))
}

fn is_label(label: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (1..=LONGEST_LABEL).contains(&label.len())
        && label.bytes().all(allowed)
        && !label.starts_with('-')
        && !label.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kept_in_one_form() {
        for (text, kept) in [
            ("nas.local", "nas.local"),
            ("NAS.Local", "nas.local"),
            ("*.home.lan", "*.home.lan"),
            ("münchen.test", "xn--mnchen-3ya.test"),
            ("xn--mnchen-3ya.test", "xn--mnchen-3ya.test"),
            ("my_nas", "my_nas"),
            ("192.168.1.5", "192.168.1.5"),
            ("::ffff:10.0.0.1", "10.0.0.1"),
            ("[fd00::1]", "fd00::1"),
            ("FD00:0::1", "fd00::1"),
        ] {
            assert_eq!(read(text).expect(text).to_string(), kept);
        }
        assert!(read("*.lan").expect("a wildcard").is_wildcard());
    }

    #[test]
    fn what_is_no_name_is_refused() {
        let long = format!("{}.lan", "a".repeat(64));
        let longer = ["abcdefgh"; 40].join(".");
        for text in [
            "",
            ".",
            "*",
            "*.",
            "a.*.lan",
            "*.*.lan",
            "**.lan",
            ".lan",
            "nas.",
            "a..b",
            "../etc/passwd",
            "..",
            "a/b",
            "a\\b",
            "a b",
            " nas",
            "nas\r\nX-Evil: 1",
            "nas\0",
            "nas;reboot",
            "$(reboot)",
            "-rf",
            "nas-",
            "1.2.3",
            "256.1.1.1",
            "0x7f.1",
            "fe80::1%eth0",
            "https://nas.lan",
            "nas.lan:8443",
            "nas@lan",
            "xn--\u{fffd}",
            &long,
            &longer,
            &"ä".repeat(5000),
        ] {
            assert!(read(text).is_err(), "{text:?} became {:?}", read(text));
        }
    }
}
