use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::{Database, Gateway, free_port, gatehouse_binary};

/// How to start the program. Unless said otherwise: plain HTTP on loopback, the built-in
/// configuration, SQLite, rate limits on.
#[derive(Debug, Default)]
pub struct Launch {
    config: Option<String>,
    environment: Vec<(String, String)>,
    flags: Vec<String>,
    address: Option<IpAddr>,
    port: Option<u16>,
    pub(crate) https: bool,
}

impl Launch {
    /// The text of the configuration file.
    pub fn config(mut self, yaml: impl Into<String>) -> Self {
        self.config = Some(yaml.into());
        self
    }

    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    pub fn flag(mut self, flag: impl Into<String>) -> Self {
        self.flags.push(flag.into());
        self
    }

    pub fn https(mut self) -> Self {
        self.https = true;
        self
    }

    /// Listens on this address instead of 127.0.0.1.
    pub fn listen(mut self, address: impl Into<IpAddr>) -> Self {
        self.address = Some(address.into());
        self
    }

    /// Listens on this port, for configurations that have to name it. It should come from
    /// `free_port`.
    pub fn port(mut self, port: u16) -> Self {
        self.port = Some(port);
        self
    }

    pub fn without_rate_limits(self) -> Self {
        self.env("GATEHOUSE_RATE_LIMITS__ENABLED", "false")
    }

    pub fn database(self, database: &Database) -> Self {
        let config = database.config();
        if config.database_url.is_empty() {
            let path = config.database_path.display().to_string();
            return self.env("GATEHOUSE_STORAGE__DATABASE_PATH", path);
        }
        self.env("GATEHOUSE_STORAGE__DATABASE_URL", config.database_url.expose())
    }

    /// Starts the program and waits until it is ready.
    pub async fn start(self) -> Gateway {
        let folder = tempfile::tempdir().expect("a temporary folder");
        if let Some(yaml) = &self.config {
            std::fs::write(config_path(&folder), yaml).expect("the folder can be written");
        }
        let port = self.port.unwrap_or_else(free_port);
        Gateway::new(self, folder, port).await
    }

    /// The program sees this environment and no other, and the folder as its working directory.
    pub(crate) fn command(&self, folder: &TempDir, port: u16) -> Command {
        let mut command = self.bare_command(folder);
        let address = self.address.unwrap_or(Ipv4Addr::LOCALHOST.into());
        command.arg("--addr").arg(std::net::SocketAddr::new(address, port).to_string());
        if !self.https {
            command.arg("--insecure-http");
        }
        command.args(&self.flags);
        command
    }

    /// The same without an address: for commands beside the running program, too.
    pub(crate) fn bare_command(&self, folder: &TempDir) -> Command {
        let mut command = bound_to_this_process(&gatehouse_binary());
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        // What runs on this machine or in its network is nothing to a test that does not ask.
        command.env("GATEHOUSE_DISCOVERY__ENABLED", "false");
        command.env("GATEHOUSE_RUNTIMES__DOCKER__ENABLED", "false");
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.current_dir(folder).stdin(Stdio::null());
        command.arg("--data-dir").arg(data_dir(folder));
        if self.config.is_some() {
            command.arg("--config").arg(config_path(folder));
        }
        command
    }
}

pub(crate) fn config_path(folder: &TempDir) -> std::path::PathBuf {
    folder.path().join("config.yaml")
}

pub(crate) fn data_dir(folder: &TempDir) -> std::path::PathBuf {
    folder.path().join("data")
}

/// Where the system can, the program ends with the test even when that is killed.
fn bound_to_this_process(program: &Path) -> Command {
    let setpriv = Path::new("/usr/bin/setpriv");
    if !setpriv.exists() {
        return Command::new(program);
    }
    let mut command = Command::new(setpriv);
    command.args(["--pdeathsig", "KILL", "--"]).arg(program);
    command
}
