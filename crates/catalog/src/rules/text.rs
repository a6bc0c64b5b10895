//! Rules for single texts. Each error says what is expected.

use std::collections::BTreeMap;

use http::Uri;

/// Paths of ours, and the objects of scopes that mean more than one app.
const RESERVED_IDS: [&str; 4] = ["_gh", "api", "admin", "mobile"];
const LONGEST_ADDRESS: usize = 2_048;
const MOST_TAGS: usize = 32;
const MOST_ENDPOINTS: usize = 16;
/// What a browser would run, or what no browser can show from here.
const REFUSED_ICONS: [&str; 5] = ["javascript:", "vbscript:", "data:", "file:", "blob:"];

pub(crate) fn id(text: &str) -> Result<(), String> {
    let allowed =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte);
    if !(1..=64).contains(&text.len()) || !text.bytes().all(allowed) {
        return Err("must be 1 to 64 of a-z, 0-9, _ and -".to_owned());
    }
    if RESERVED_IDS.contains(&text) {
        return Err("is reserved".to_owned());
    }
    Ok(())
}

/// What an app is called.
pub(crate) fn name(text: &str) -> Result<String, String> {
    printable(text, 1, 128)
}

/// Text for people, without the space around it.
pub(crate) fn printable(text: &str, least: usize, most: usize) -> Result<String, String> {
    let text = text.trim();
    if !(least..=most).contains(&text.chars().count()) || text.chars().any(char::is_control) {
        return Err(format!("must be {least} to {most} printable characters"));
    }
    Ok(text.to_owned())
}

pub(crate) fn icon(text: &str) -> Result<String, String> {
    let text = printable(text, 0, LONGEST_ADDRESS)?;
    let lower = text.to_ascii_lowercase();
    let refused = REFUSED_ICONS.iter().any(|scheme| lower.starts_with(scheme));
    if refused || lower.contains("://") && address(&text).is_err() {
        return Err("must be an icon's name, an emoji or an http(s) address".to_owned());
    }
    Ok(text)
}

/// An address that people can open: http or https, a host, no password.
pub(crate) fn address(text: &str) -> Result<(), String> {
    let wrong = || "must be an http(s) address".to_owned();
    let uri: Uri = text.parse().map_err(|_| wrong())?;
    let authority = uri.authority().ok_or_else(wrong)?;
    let open = matches!(uri.scheme_str(), Some("http" | "https")) && !authority.host().is_empty();
    if !open || authority.as_str().contains('@') || text.len() > LONGEST_ADDRESS {
        return Err(wrong());
    }
    Ok(())
}

/// In their order, each once.
pub(crate) fn tags(given: &[String]) -> Result<Vec<String>, String> {
    if given.len() > MOST_TAGS {
        return Err(format!("must be at most {MOST_TAGS}"));
    }
    let mut tags = Vec::new();
    for tag in given {
        let tag = printable(tag, 1, 64).map_err(|reason| format!("each {reason}"))?;
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    Ok(tags)
}

pub(crate) fn endpoints(given: &BTreeMap<String, String>) -> Result<(), String> {
    if given.len() > MOST_ENDPOINTS {
        return Err(format!("must be at most {MOST_ENDPOINTS}"));
    }
    let kind = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    if !given.keys().all(|name| (1..=32).contains(&name.len()) && name.bytes().all(kind)) {
        return Err("each kind must be 1 to 32 letters, digits, _ and -".to_owned());
    }
    given.values().try_for_each(|url| address(url).map_err(|reason| format!("each {reason}")))
}

/// What can stand before a domain's name.
pub(crate) fn is_label(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=63).contains(&text.len())
        && text.bytes().all(allowed)
        && !text.starts_with('-')
        && !text.ends_with('-')
}

/// A container's id or name, or the namespace and name of a pod.
pub(crate) fn container_id(text: &str) -> Result<(), String> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    let segment = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphanumeric()) && part.bytes().all(allowed)
    };
    if text.len() > 253 || !text.split('/').all(segment) || text.matches('/').count() > 1 {
        return Err("must be the id or name of a container".to_owned());
    }
    Ok(())
}

/// What an app is called by its id alone: `home-assistant` is Home Assistant.
pub(crate) fn title(id: &str) -> String {
    let words = id.split(['-', '_']).filter(|word| !word.is_empty());
    let title: Vec<String> = words
        .map(|word| {
            let (first, rest) = word.split_at(1);
            format!("{}{rest}", first.to_ascii_uppercase())
        })
        .collect();
    if title.is_empty() { id.to_owned() } else { title.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_plain_and_ours_are_not_for_the_taking() {
        for good in ["a", "home-assistant", "node_red", "2048", &"x".repeat(64)] {
            assert_eq!(id(good), Ok(()), "{good}");
        }
        let long = "x".repeat(65);
        for bad in [
            "",
            "../x",
            "a/b",
            "Jellyfin",
            "jellyfın",
            "a b",
            "a\r\nb",
            "a`b",
            "{a}",
            ".",
            "a.b",
            "api",
            "_gh",
            "admin",
            "mobile",
            &long,
        ] {
            assert!(id(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn icons_are_names_or_addresses_and_never_run() {
        for good in ["", "jellyfin", "mdi:home", "🏠", "https://cdn.example/a.svg?v=1", "/logo.png"]
        {
            assert_eq!(icon(good).as_deref(), Ok(good));
        }
        let long = "x".repeat(2_049);
        for bad in ["JavaScript:alert(1)", "data:image/svg+xml,x", "ftp://x/y", "a\nb", &long] {
            assert!(icon(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn addresses_are_http_and_carry_no_password() {
        for good in ["http://nas.lan:8080/x?y=1", "https://10.0.0.2"] {
            assert_eq!(address(good), Ok(()), "{good}");
        }
        for bad in ["", "nas", "//nas", "ftp://nas", "http://", "http://a:b@nas", "http://na s"] {
            assert!(address(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn labels_and_container_ids() {
        for (text, label, container) in [
            ("jellyfin", true, true),
            ("a-1", true, true),
            ("-a", false, false),
            ("a-", false, true),
            ("a_b", false, true),
            ("media/jellyfin-0", false, true),
            ("../images/json", false, false),
            ("a/../b", false, false),
            ("a/b/c", false, false),
            ("", false, false),
        ] {
            assert_eq!(is_label(text), label, "{text}");
            assert_eq!(container_id(text).is_ok(), container, "{text}");
        }
    }

    #[test]
    fn an_app_without_a_name_is_called_by_its_id() {
        for (id, name) in [("home-assistant", "Home Assistant"), ("2048", "2048"), ("_-", "_-")] {
            assert_eq!(title(id), name);
        }
    }

    #[test]
    fn tags_and_endpoints_are_bounded() {
        let tag = |text: &str| text.to_owned();
        assert_eq!(
            tags(&[tag(" media "), tag("media"), tag("tv")]),
            Ok(vec![tag("media"), tag("tv")])
        );
        assert!(tags(&[tag("")]).is_err());
        assert!(tags(&vec![tag("x"); 33]).is_err());
        let one = |kind: &str, url: &str| BTreeMap::from([(kind.to_owned(), url.to_owned())]);
        assert_eq!(endpoints(&one("lan", "http://10.0.0.2")), Ok(()));
        assert!(endpoints(&one("la n", "http://10.0.0.2")).is_err());
        assert!(endpoints(&one("lan", "ssh://10.0.0.2")).is_err());
        let many = (0..17).map(|i| (format!("e{i}"), "http://x".to_owned())).collect();
        assert!(endpoints(&many).is_err());
    }
}
