//! Which of a container's networks count.

use engines::{Attachment, Container};

use crate::config::{DockerConfig, NetworkMode};

/// The networks that count, by name, or `None` where the configuration rules the container out. One
/// without any network of its own may still publish ports.
pub(super) fn that_count<'a>(
    container: &'a Container,
    config: &DockerConfig,
) -> Option<Vec<&'a Attachment>> {
    let named = |attachment: &Attachment| config.networks.contains(&attachment.network);
    let left = container.networks.iter();
    let mut left: Vec<_> =
        left.filter(|one| !config.exclude_networks.contains(&one.network)).collect();
    left.sort_by(|one, other| one.network.cmp(&other.network));
    match config.network_mode {
        NetworkMode::All | NetworkMode::First if !config.networks.is_empty() => {
            left.retain(|one| named(one));
            if left.is_empty() {
                return None;
            }
        }
        NetworkMode::All | NetworkMode::First => {}
        NetworkMode::Preferred => {
            let rank = |one: &&Attachment| {
                config.networks.iter().position(|name| *name == one.network).unwrap_or(usize::MAX)
            };
            left.sort_by_key(rank);
        }
    }
    if config.network_mode != NetworkMode::All {
        left.truncate(1);
    }
    let ruled_out = left.is_empty() && !container.networks.is_empty();
    (!ruled_out).then_some(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docker::sample;

    fn counting(mode: NetworkMode, networks: &[&str], without: &[&str]) -> Option<Vec<String>> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let config = DockerConfig {
            network_mode: mode,
            networks: owned(networks),
            exclude_networks: owned(without),
            ..DockerConfig::default()
        };
        let mut container = sample::details().container;
        let attached = ["web", "back", "proxy"];
        container.networks =
            attached.map(|name| sample::attachment(name, &["10.0.0.2"], "10.0.0.1")).to_vec();
        let counting = that_count(&container, &config)?;
        Some(counting.into_iter().map(|one| one.network.clone()).collect())
    }

    #[test]
    fn every_mode_counts_as_it_says() {
        use NetworkMode::{All, First, Preferred};
        let some = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect());
        for (mode, networks, without, expected) in [
            (All, &[][..], &[][..], some(&["back", "proxy", "web"])),
            (All, &["web", "proxy"], &[], some(&["proxy", "web"])),
            (All, &[], &["back"], some(&["proxy", "web"])),
            (All, &["web", "back"], &["back"], some(&["web"])),
            (All, &["other"], &[], None),
            (All, &[], &["back", "proxy", "web"], None),
            (First, &[], &[], some(&["back"])),
            (First, &["web", "proxy"], &[], some(&["proxy"])),
            (First, &[], &["back"], some(&["proxy"])),
            (First, &["other"], &[], None),
            (Preferred, &["web", "proxy"], &[], some(&["web"])),
            (Preferred, &["other", "proxy"], &[], some(&["proxy"])),
            (Preferred, &["other"], &[], some(&["back"])),
            (Preferred, &[], &[], some(&["back"])),
            (Preferred, &["web"], &["web"], some(&["back"])),
        ] {
            let found: Option<Vec<String>> = counting(mode, networks, without);
            assert_eq!(found, expected, "{mode:?} {networks:?} without {without:?}");
        }
    }

    #[test]
    fn a_container_without_a_network_counts_where_none_is_asked_for() {
        let mut container = sample::details().container;
        container.networks.clear();
        let mut config = DockerConfig::default();
        assert_eq!(that_count(&container, &config), Some(Vec::new()));
        config.networks.push("web".to_owned());
        assert_eq!(that_count(&container, &config), None);
    }
}
