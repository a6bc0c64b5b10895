//! The proxies that are compared.

mod gatehouse;
mod others;

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use clap::ValueEnum;

use super::dial::Dialer;
use super::request::{PREFIX, Request};
use super::scenario::Transport;
use super::stage::Stage;
use crate::child::Process;
use crate::process::{Memory, descendants};

pub(crate) use self::gatehouse::{Routes, start as start_gatehouse};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    Nginx,
    Haproxy,
    Caddy,
    Gatehouse,
}

/// One that runs.
pub(crate) struct Rival {
    pub(crate) kind: Kind,
    pub(crate) transport: Transport,
    process: Process,
    pub(crate) port: u16,
    authority: PathBuf,
    /// What its own callers show; the others are shown the same.
    pub(crate) token: Option<String>,
}

impl Kind {
    pub(crate) const ALL: [Kind; 4] = [Kind::Nginx, Kind::Haproxy, Kind::Caddy, Kind::Gatehouse];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Nginx => "nginx",
            Kind::Haproxy => "haproxy",
            Kind::Caddy => "caddy",
            Kind::Gatehouse => "gatehouse",
        }
    }

    /// Its name and version, as the program tells them.
    pub(crate) fn version(self, stage: &Stage) -> Result<String> {
        let mut command = match self {
            Kind::Nginx => Command::new("/usr/sbin/nginx"),
            Kind::Haproxy => Command::new("/usr/sbin/haproxy"),
            Kind::Caddy => Command::new("caddy"),
            Kind::Gatehouse => Command::new(&stage.gateway),
        };
        command.arg(match self {
            Kind::Nginx | Kind::Haproxy => "-v",
            Kind::Caddy => "version",
            Kind::Gatehouse => "--version",
        });
        let output = command.output().with_context(|| format!("{} is missing", self.name()))?;
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        Ok(format!("{} {}", self.name(), number(&text)))
    }

    pub(crate) async fn start(self, stage: &Stage, transport: Transport) -> Result<Rival> {
        let started = match self {
            Kind::Gatehouse => gatehouse::start(stage, transport, Routes::One).await,
            Kind::Nginx | Kind::Haproxy | Kind::Caddy => {
                others::start(self, stage, transport).await
            }
        };
        started.with_context(|| format!("{} does not start", self.name()))
    }
}

/// The first word that looks like a version.
fn number(text: &str) -> &str {
    let mut words = text.split(|c: char| c.is_whitespace() || c == '/');
    let is_version = |word: &&str| {
        word.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit()) && word.contains('.')
    };
    let word = words.find(is_version).unwrap_or("of unknown version");
    word.split(['-', '+']).next().unwrap_or(word).trim_start_matches('v')
}

impl Rival {
    pub(crate) fn dialer(&self, transport: Transport) -> Result<Dialer> {
        Dialer::new(transport, self.port, &self.authority)
    }

    /// A request to it for something that the app has under this path.
    pub(crate) fn request(&self, path: &str, token: Option<&str>) -> Request {
        Request {
            path: format!("{PREFIX}{path}"),
            transport: self.transport,
            port: self.port,
            token: token.map(str::to_owned),
        }
    }

    /// Its processes.
    pub(crate) fn pids(&self) -> Vec<u32> {
        let first = self.process.id();
        [vec![first], descendants(first)].concat()
    }

    pub(crate) fn memory(&self) -> Result<u64> {
        self.pids().into_iter().map(|pid| Ok(Memory::of(pid)?.proportional)).sum()
    }

    pub(crate) async fn stop(self) -> Result<()> {
        self.process.stop().await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_what_programs_say() {
        assert_eq!(number("nginx version: nginx/1.22.1\n"), "1.22.1");
        assert_eq!(
            number("HAProxy version 2.6.12-1+deb12u4 2026/10/17 - https://x.org/"),
            "2.6.12"
        );
        assert_eq!(number("v2.6.2 h1:wKoFIxpmOJLGl3QXoo6PNbYvGW4xLEgo32GPBEjWL8o=\n"), "2.6.2");
        assert_eq!(number("gatehouse 0.1.0"), "0.1.0");
        assert_eq!(number("nothing"), "of unknown version");
    }
}
