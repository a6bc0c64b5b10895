//! What the proxies of a run share: the app behind them, a certificate, a core.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use tempfile::TempDir;

use super::Args;
use super::upstream::Upstream;

/// Where the programs are; nothing else of the environment reaches them.
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

pub(crate) struct Stage {
    folder: TempDir,
    conf: PathBuf,
    pub(crate) gateway: PathBuf,
    pub(crate) upstream: Upstream,
    core: usize,
}

impl Stage {
    pub(crate) async fn prepare(args: &Args) -> Result<Stage> {
        let folder = tempfile::tempdir()?;
        let gateway = &args.gateway;
        let gateway = gateway.canonicalize().with_context(|| gateway.display().to_string())?;
        let certified = rcgen::generate_simple_self_signed(vec!["127.0.0.1".to_owned()])?;
        let (certificate, key) = (certified.cert.pem(), certified.signing_key.serialize_pem());
        fs::write(folder.path().join("cert.pem"), &certificate)?;
        fs::write(folder.path().join("key.pem"), &key)?;
        fs::write(folder.path().join("both.pem"), certificate + &key)?;
        let upstream = Upstream::start().await?;
        Ok(Stage { folder, conf: args.conf.clone(), gateway, upstream, core: args.cores.proxy })
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Whom clients of the other proxies trust: the certificate vouches for itself.
    pub(crate) fn authority(&self) -> PathBuf {
        self.folder().join("cert.pem")
    }

    /// A program that runs on the proxy's core, and ends when this one does.
    pub(crate) fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "TERM", "taskset", "-c"]);
        command.arg(self.core.to_string()).arg(program.as_ref());
        command.env_clear().env("PATH", PATH).env("HOME", self.folder());
        command.current_dir(self.folder());
        command
    }

    /// Writes a configuration from the repository with its blanks filled in, and says where.
    pub(crate) fn configure(&self, name: &str, ports: Ports) -> Result<PathBuf> {
        let source = self.conf.join(name);
        let text = fs::read_to_string(&source).with_context(|| source.display().to_string())?;
        let text = text
            .replace("@DIR@", &self.folder().display().to_string())
            .replace("@PORT@", &ports.plain.to_string())
            .replace("@TLS_PORT@", &ports.tls.to_string())
            .replace("@UPSTREAM@", &self.upstream.port.to_string());
        let path = self.folder().join(name);
        fs::write(&path, text)?;
        Ok(path)
    }
}

/// Where a proxy listens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ports {
    pub(crate) plain: u16,
    pub(crate) tls: u16,
}
