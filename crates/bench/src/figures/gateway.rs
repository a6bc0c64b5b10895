//! The program that is measured, as a process with a folder of its own.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use http::{Method, StatusCode};
use tempfile::TempDir;

use crate::child::{Process, free_port};
use crate::http::{Extras, Http};
use crate::tls::Dialer;

/// How to start a program. It sees the defaults: HTTPS, SQLite, and no configuration file.
pub(crate) struct Gateway {
    program: PathBuf,
    folder: TempDir,
    port: u16,
    limited: bool,
    environment: Vec<(&'static str, String)>,
}

/// A running program.
pub(crate) struct Running {
    process: Process,
    pub(crate) dialer: Dialer,
}

impl Gateway {
    /// A gateway that has run once, so that its database and certificates exist.
    pub(crate) async fn prepare(program: &Path) -> Result<Gateway> {
        let folder = tempfile::tempdir()?;
        let program = program.canonicalize().with_context(|| program.display().to_string())?;
        let (port, environment) = (free_port()?, Vec::new());
        let gateway = Gateway { program, folder, port, limited: true, environment };
        let mut first = gateway.spawn()?;
        let certificates = first.until(async || gateway.authority().exists());
        certificates.await.context("no certificate is made")?;
        gateway.until_ready(first).await?.stop().await?;
        Ok(gateway)
    }

    /// One client makes thousands of requests here, which is what rate limits are against.
    pub(crate) fn without_rate_limits(self) -> Gateway {
        Gateway { limited: false, ..self }
    }

    /// Settings beside the defaults, and a file of them.
    pub(crate) fn configured(
        self,
        environment: Vec<(&'static str, String)>,
        file: &str,
    ) -> Result<Gateway> {
        std::fs::write(self.folder.path().join("config.yaml"), file)?;
        Ok(Gateway { environment, ..self })
    }

    /// Starts it, and how long that took until a request for `/readyz` was answered with 200.
    pub(crate) async fn start(&self) -> Result<(Running, Duration)> {
        let began = Instant::now();
        let running = self.until_ready(self.spawn()?).await?;
        Ok((running, began.elapsed()))
    }

    fn spawn(&self) -> Result<Process> {
        let mut command = Command::new(&self.program);
        command.env_clear().current_dir(&self.folder);
        if !self.limited {
            command.env("GATEHOUSE_RATE_LIMITS__ENABLED", "false");
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.arg("--addr").arg(format!("127.0.0.1:{}", self.port));
        command.arg("--data-dir").arg(self.folder.path().join("data"));
        Process::start(command, self.folder.path().join("log"))
    }

    async fn until_ready(&self, mut process: Process) -> Result<Running> {
        let dialer = Dialer::new(self.port, &self.authority())?;
        let ready = process.until(async || is_ready(&dialer).await);
        ready.await.context("the program is not ready")?;
        Ok(Running { process, dialer })
    }

    fn authority(&self) -> PathBuf {
        self.folder.path().join("data/certs/ca.pem")
    }
}

async fn is_ready(dialer: &Dialer) -> bool {
    let asked = async {
        let mut http = Http::connect(dialer).await?;
        http.ask(Method::GET, "/readyz", Extras::default()).await
    };
    asked.await.is_ok_and(|(status, _)| status == StatusCode::OK)
}

impl Running {
    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }

    pub(crate) async fn http(&self) -> Result<Http> {
        Http::connect(&self.dialer).await
    }

    /// Asks it to stop, and waits until it has.
    pub(crate) async fn stop(self) -> Result<()> {
        self.process.stop_cleanly().await
    }
}
