use std::path::PathBuf;

use kit::Secret;
use serde::{Deserialize, Serialize};

/// Where the data lives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    pub database_path: PathBuf,
    /// `postgres://…` selects PostgreSQL; it may hold a password.
    pub database_url: Secret,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            database_path: PathBuf::from("./data/gatehouse.db"),
            database_url: Secret::default(),
        }
    }
}

/// PostgreSQL's port where a URL names none.
const USUAL_PORT: u16 = 5432;

impl Config {
    /// The host and the port of the database server, where there is one.
    pub fn server(&self) -> Option<(String, u16)> {
        let (_, rest) = self.database_url.expose().split_once("://")?;
        let authority = rest.split(['/', '?']).next()?;
        let place = authority.rsplit('@').next()?;
        let (host, port) = match place.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()?),
            _ => (place, USUAL_PORT),
        };
        let host = host.trim_matches(['[', ']']);
        (!host.is_empty()).then(|| (host.to_owned(), port))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_is_read_off_the_address() {
        for (url, expected) in [
            ("", None),
            ("postgres://gate:p%40ss@db:6432/gate?sslmode=disable", Some(("db", 6432))),
            ("postgresql://10.0.0.7/gate", Some(("10.0.0.7", 5432))),
            ("postgres://u@[fd00::7]:5433/x", Some(("fd00::7", 5433))),
            ("postgres:///gate?host=/run/postgresql", None),
        ] {
            let config = Config { database_url: Secret::new(url.to_owned()), ..Config::default() };
            let expected = expected.map(|(host, port): (&str, u16)| (host.to_owned(), port));
            assert_eq!(config.server(), expected, "{url}");
        }
    }
}
