use kit::{Secret, Span};
use serde::{Deserialize, Serialize};

use crate::address::HostPort;

/// The `federation` section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    pub enabled: bool,
    /// What all gateways of a cluster know, and nobody else.
    pub cluster_secret: Secret,
    /// Datagrams for gossip, connections for catalogues.
    pub gossip_port: u16,
    /// Where peers reach us, `HOST[:PORT]`. Empty: the address in the local network.
    pub advertise_addr: String,
    /// Where to look for peers, `HOST[:PORT]` each.
    pub bootstrap_peers: Vec<String>,
    /// Find peers in the local network, and be found.
    pub mdns: bool,
    /// How often every peer is asked whether something was missed.
    pub sync_interval: Span,
    /// `all`, `none`, or the tags of which an app must have one.
    pub share: Vec<String>,
    /// Open apps of peers through this gateway, and let peers open those that are shared here.
    pub allow_remote_routes: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            enabled: false,
            cluster_secret: Secret::default(),
            gossip_port: 7946,
            advertise_addr: String::new(),
            bootstrap_peers: Vec::new(),
            mdns: true,
            sync_interval: Span::seconds(60),
            share: vec![ALL.to_owned()],
            allow_remote_routes: false,
        }
    }
}

const ALL: &str = "all";
const NONE: &str = "none";
/// Whoever hears a datagram can try secrets as fast as they like.
const SHORTEST_SECRET: usize = 16;
const SHORTEST_INTERVAL: u64 = 5;

/// Which apps others may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Share {
    All,
    /// Those with one of these tags; none at all where there are none.
    Tagged(Vec<String>),
}

impl Share {
    pub(crate) fn allows(&self, tags: &[String]) -> bool {
        match self {
            Share::All => true,
            Share::Tagged(wanted) => tags.iter().any(|tag| wanted.contains(tag)),
        }
    }
}

impl Config {
    /// As the catalogue is told: the tags of which an app must have one, `None` for all apps.
    pub(crate) fn shared_tags(&self) -> Option<Vec<String>> {
        match self.share() {
            Share::All => None,
            Share::Tagged(tags) => Some(tags),
        }
    }

    pub(crate) fn share(&self) -> Share {
        if self.share.iter().any(|word| word == ALL) {
            return Share::All;
        }
        Share::Tagged(self.share.iter().filter(|word| *word != NONE).cloned().collect())
    }

    /// What is wrong with it: the key, and why.
    pub fn problems(&self) -> Vec<(String, String)> {
        let unreadable = |text: &String| HostPort::parse(text, self.gossip_port).is_none();
        let weak = self.cluster_secret.expose().len() < SHORTEST_SECRET;
        let rules = [
            (
                "cluster_secret",
                self.enabled && weak,
                "expected at least 16 bytes, the same for all",
            ),
            ("gossip_port", self.gossip_port == 0, "expected a port"),
            (
                "advertise_addr",
                !self.advertise_addr.is_empty() && unreadable(&self.advertise_addr),
                "expected HOST or HOST:PORT",
            ),
            (
                "bootstrap_peers",
                self.bootstrap_peers.iter().any(unreadable),
                "expected HOST or HOST:PORT each",
            ),
            (
                "sync_interval",
                self.sync_interval.0.as_secs() < SHORTEST_INTERVAL,
                "must be at least 5s",
            ),
        ];
        let broken = rules.into_iter().filter(|(_, broken, _)| *broken);
        broken.map(|(key, _, why)| (format!("federation.{key}"), why.to_owned())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_work_is_named() {
        assert!(Config::default().problems().is_empty());
        let bad = Config {
            enabled: true,
            cluster_secret: Secret::new("short"),
            gossip_port: 0,
            advertise_addr: "a b".to_owned(),
            bootstrap_peers: vec!["attic.local:port".to_owned()],
            sync_interval: Span::seconds(1),
            ..Config::default()
        };
        let keys: Vec<_> = bad.problems().into_iter().map(|(key, _)| key).collect();
        let expected =
            ["cluster_secret", "gossip_port", "advertise_addr", "bootstrap_peers", "sync_interval"];
        assert_eq!(keys, expected.map(|key| format!("federation.{key}")));
    }

    #[test]
    fn apps_are_shared_by_all_none_or_tags() {
        let share = |words: &[&str]| {
            let share = words.iter().map(|&word| word.to_owned()).collect();
            Config { share, ..Config::default() }.share()
        };
        let tags = ["media".to_owned()];
        assert!(Config::default().share().allows(&[]));
        assert!(!share(&["none"]).allows(&tags) && !share(&[]).allows(&tags));
        assert!(share(&["home", "media"]).allows(&tags));
        assert!(!share(&["home"]).allows(&tags) && !share(&["home"]).allows(&[]));
    }
}
