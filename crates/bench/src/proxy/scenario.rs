//! What is measured, by name.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, bail};

/// How clients speak to the proxy. It speaks HTTP/1.1 without encryption to the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Transport {
    Plain,
    Tls,
    /// HTTP/1.1, encrypted, and a connection for every request.
    Handshakes,
    /// HTTP/2, always encrypted.
    H2,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    Small,
    Medium,
    Large,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scenario {
    /// As many requests as the proxy can carry.
    Exchange(Transport, Answer),
    /// A thousand WebSockets that are relayed.
    Sockets(Transport),
    /// Small answers, where the gateway has one route and where it has very many.
    Routes,
    /// A very large page whose addresses are moved, beside the same page as it is.
    Pages,
}

impl Transport {
    pub(crate) fn is_encrypted(self) -> bool {
        self != Transport::Plain
    }

    pub(crate) fn scheme(self) -> &'static str {
        if self.is_encrypted() { "https" } else { "http" }
    }
}

impl Answer {
    pub(crate) const ALL: [Answer; 3] = [Answer::Small, Answer::Medium, Answer::Large];

    /// The path at which the app gives it.
    pub(crate) fn path(self) -> &'static str {
        match self {
            Answer::Small => "/200",
            Answer::Medium => "/16k",
            Answer::Large => "/1m",
        }
    }

    pub(crate) fn length(self) -> usize {
        match self {
            Answer::Small => 200,
            Answer::Medium => 16 << 10,
            Answer::Large => 1 << 20,
        }
    }

    /// Nothing that a proxy would want to look into.
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Answer::Small => "application/json",
            Answer::Medium => "image/webp",
            Answer::Large => "video/mp4",
        }
    }
}

impl Scenario {
    pub(crate) fn all() -> Vec<Scenario> {
        let transports = [Transport::Plain, Transport::Tls, Transport::H2];
        let exchanges = transports
            .into_iter()
            .flat_map(|transport| Answer::ALL.map(|answer| Scenario::Exchange(transport, answer)));
        let handshakes = Scenario::Exchange(Transport::Handshakes, Answer::Small);
        let sockets = [Transport::Plain, Transport::Tls].map(Scenario::Sockets);
        exchanges
            .chain([handshakes])
            .chain(sockets)
            .chain([Scenario::Routes, Scenario::Pages])
            .collect()
    }

    /// The gateway may take so many times the processor time of nginx.
    pub(crate) fn target(self) -> Option<f64> {
        match self {
            Scenario::Exchange(Transport::Plain, Answer::Small) => Some(1.10),
            Scenario::Exchange(Transport::H2, Answer::Small) => Some(0.70),
            Scenario::Exchange(_, Answer::Small) => Some(1.0),
            Scenario::Exchange(_, Answer::Large) => Some(0.5),
            _ => None,
        }
    }
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scenario::Exchange(transport, answer) => {
                let name = match transport {
                    Transport::Plain => "plain",
                    Transport::Tls => "tls",
                    Transport::Handshakes => "handshakes",
                    Transport::H2 => "h2",
                };
                write!(f, "{name}-{}", &answer.path()[1..])
            }
            Scenario::Sockets(Transport::Plain) => f.write_str("ws"),
            Scenario::Sockets(_) => f.write_str("wss"),
            Scenario::Routes => f.write_str("routes"),
            Scenario::Pages => f.write_str("pages"),
        }
    }
}

impl FromStr for Scenario {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Scenario> {
        let all = Scenario::all();
        if let Some(found) = all.iter().find(|scenario| scenario.to_string() == text) {
            return Ok(*found);
        }
        let names: Vec<String> = all.iter().map(Scenario::to_string).collect();
        bail!("there is {}", names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scenario_is_found_by_its_name() {
        for scenario in Scenario::all() {
            assert_eq!(scenario.to_string().parse::<Scenario>().expect("it is known"), scenario);
        }
        let refused = "plain-2".parse::<Scenario>().expect_err("there is none").to_string();
        assert!(refused.contains("plain-200") && refused.contains("routes"), "{refused}");
    }
}
