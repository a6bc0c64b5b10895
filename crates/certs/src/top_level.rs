//! Which single-label names are top-level domains of the Internet. To permit `media` is to permit
//! `www.media`, so no such name may enter the constraints of a CA.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::names::PRIVATE_ZONES;

static LISTED: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let list = include_str!("../data/top-level-domains.txt");
    list.lines().filter(|line| !line.starts_with('#')).collect()
});

/// Whether names in this zone may belong to somebody else on the Internet. The list is as old as
/// this program, so what is set aside for countries (two letters) and for other scripts (`xn--`)
/// counts as well, listed or not.
pub(crate) fn is_public_zone(zone: &str) -> bool {
    let zone = zone.trim_matches('.').to_ascii_lowercase();
    if PRIVATE_ZONES.contains(&zone.as_str()) {
        return false;
    }
    let top = zone.rsplit('.').next().unwrap_or_default();
    let is_private = PRIVATE_ZONES.contains(&top);
    let is_country = top.len() == 2 && top.bytes().all(|b| b.is_ascii_alphabetic());
    top.is_empty() || !is_private && (is_country || top.starts_with("xn--") || LISTED.contains(top))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_zones_are_told_from_private_ones() {
        for zone in ["dev", "Media", "cloud", "io", "zz", "xn--p1ai", "xn--bro-hoa", "arpa"] {
            assert!(is_public_zone(zone), "{zone}");
        }
        for zone in ["example.com", "in-addr.arpa", ".dev", "dev.", "", "."] {
            assert!(is_public_zone(zone), "{zone}");
        }
        for zone in ["nas", "attic", "pi4", "n1", "nas.lan", "dev.internal"] {
            assert!(!is_public_zone(zone), "{zone}");
        }
        for zone in PRIVATE_ZONES {
            assert!(!is_public_zone(zone) && !LISTED.contains(zone), "{zone}");
        }
        assert!(LISTED.len() > 1_400, "{}", LISTED.len());
    }
}
