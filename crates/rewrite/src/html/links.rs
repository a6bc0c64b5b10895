//! Where the addresses of one page lead. A `base` element may have moved their start.

use crate::Place;

pub(super) struct Links {
    place: Place,
    /// Only the first `base` element counts.
    based: bool,
    /// The `base` element names another host, so that even `/a` is none of ours.
    elsewhere: bool,
}

impl Links {
    pub(super) fn new(place: Place) -> Self {
        Links { place, based: false, elsewhere: false }
    }

    pub(super) fn place(&self) -> &Place {
        &self.place
    }

    pub(super) fn lead_elsewhere(&self) -> bool {
        self.elsewhere
    }

    /// Where the browser must go for an address; `None`: just there.
    pub(super) fn moved(&self, address: &str) -> Option<String> {
        if self.elsewhere && !is_absolute(trimmed(address)) {
            return None;
        }
        self.place.moved(address).filter(|moved| moved != trimmed(address))
    }

    /// Takes note of a `base` element.
    pub(super) fn start_at(&mut self, href: &str) {
        // Browsers ignore these two.
        if self.based || ["data", "javascript"].iter().any(|scheme| has_scheme(href, scheme)) {
            return;
        }
        self.based = true;
        self.elsewhere = is_absolute(trimmed(href)) && !self.is_own(href);
        if !self.elsewhere {
            self.place = self.place.clone().with_base_element(href);
        }
    }

    /// Whether what lies at an address is the app's.
    pub(super) fn is_own(&self, address: &str) -> bool {
        let address = trimmed(address);
        if is_absolute(address) { self.own_path(address).is_some() } else { !self.elsewhere }
    }

    /// The path of an address that leads into the app and does not start from where the page is.
    pub(super) fn own_path<'a>(&self, address: &'a str) -> Option<&'a str> {
        let address = trimmed(address);
        if !is_absolute(address) {
            return (address.starts_with('/') && !self.elsewhere).then_some(address);
        }
        let start = address.find("//")? + 2;
        let length = address[start..].find(['/', '?', '#']).unwrap_or(address.len() - start);
        let (origin, path) = address.split_at(start + length);
        self.place.moved(&format!("{origin}/")).map(|_| path)
    }
}

/// Whether an address says by itself which host it leads to.
fn is_absolute(address: &str) -> bool {
    address.starts_with("//") || address.starts_with("/\\") || scheme(address).is_some()
}

/// Whether an address has this scheme, which is written in small letters.
pub(super) fn has_scheme(address: &str, wanted: &str) -> bool {
    scheme(trimmed(address)).is_some_and(|scheme| scheme.eq_ignore_ascii_case(wanted))
}

fn scheme(address: &str) -> Option<&str> {
    let end = address.find(|char: char| !char.is_ascii_alphanumeric() && !"+-.".contains(char))?;
    let named = address.starts_with(|char: char| char.is_ascii_alphabetic());
    (named && address[end..].starts_with(':')).then(|| &address[..end])
}

/// Browsers cut this off both ends of an address.
pub(super) fn trimmed(address: &str) -> &str {
    address.trim_matches(|char| char <= ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links() -> Links {
        let place = Place::new("/apps/x", "").with_inner("127.0.0.1:1").with_outer("gateway", true);
        Links::new(place)
    }

    #[test]
    fn own_addresses_are_told_from_others() {
        for address in [
            "a",
            "/a",
            "",
            "?a",
            " /apps/x/a",
            "http://localhost:1/a",
            "//gateway/a",
            "https://gateway",
        ] {
            assert!(links().is_own(address), "{address}");
        }
        for address in ["https://example.org/a", "//example.org", "data:,a", "http://gateway:1/a"] {
            assert!(!links().is_own(address), "{address}");
        }
    }

    #[test]
    fn a_base_elsewhere_takes_everything_with_it() {
        let mut links = links();
        links.start_at("data:,");
        links.start_at("https://cdn.example.org/a/");
        links.start_at("/");
        assert_eq!(links.moved("/a"), None);
        assert_eq!(links.moved("../../a"), None);
        assert_eq!(links.moved("http://localhost:1/a").as_deref(), Some("/apps/x/a"));
        assert!(!links.is_own("a"));
    }

    #[test]
    fn only_the_first_base_counts() {
        let mut links = links();
        links.start_at("/deep/er/");
        links.start_at("/");
        assert_eq!(links.moved("../../a"), None);
        assert_eq!(links.moved("../../../a").as_deref(), Some("/apps/x/a"));
    }
}
