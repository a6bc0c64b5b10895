//! The program that is measured, as a process with a folder of its own.

use std::fs::File;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use http::{Method, StatusCode};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use crate::http::{Extras, Http};
use crate::tls::Dialer;

const READY_WITHIN: Duration = Duration::from_secs(30);
const ENDED_WITHIN: Duration = Duration::from_secs(40);
const PAUSE: Duration = Duration::from_millis(1);

/// How to start a program. It sees the defaults: HTTPS, SQLite, and no configuration file.
pub(crate) struct Gateway {
    program: PathBuf,
    folder: TempDir,
    port: u16,
    limited: bool,
}

/// A running program.
pub(crate) struct Running {
    process: Process,
    pub(crate) dialer: Dialer,
}

/// Dropped, it is killed.
struct Process(Child);

impl Gateway {
    /// A gateway that has run once, so that its database and certificates exist.
    pub(crate) async fn prepare(program: &Path) -> Result<Gateway> {
        let folder = tempfile::tempdir()?;
        let program = program.canonicalize().with_context(|| program.display().to_string())?;
        let gateway = Gateway { program, folder, port: free_port()?, limited: true };
        let mut first = gateway.spawn()?;
        let certificates = gateway.until(&mut first, async || gateway.authority().exists());
        certificates.await.context("no certificate is made")?;
        gateway.until_ready(first).await?.stop().await?;
        Ok(gateway)
    }

    /// One client makes thousands of requests here, which is what rate limits are against.
    pub(crate) fn without_rate_limits(self) -> Gateway {
        Gateway { limited: false, ..self }
    }

    /// Starts it, and how long that took until a request for `/readyz` was answered with 200.
    pub(crate) async fn start(&self) -> Result<(Running, Duration)> {
        let began = Instant::now();
        let running = self.until_ready(self.spawn()?).await?;
        Ok((running, began.elapsed()))
    }

    fn spawn(&self) -> Result<Process> {
        let log = File::options().create(true).append(true).open(self.log())?;
        let mut command = Command::new(&self.program);
        command.env_clear().current_dir(&self.folder).stdin(Stdio::null());
        if !self.limited {
            command.env("GATEHOUSE_RATE_LIMITS__ENABLED", "false");
        }
        command.arg("--addr").arg(format!("127.0.0.1:{}", self.port));
        command.arg("--data-dir").arg(self.folder.path().join("data"));
        command.stdout(log.try_clone()?).stderr(log);
        Ok(Process(command.spawn().context("the program does not start")?))
    }

    async fn until_ready(&self, mut process: Process) -> Result<Running> {
        let dialer = Dialer::new(self.port, &self.authority())?;
        let ready = self.until(&mut process, async || is_ready(&dialer).await);
        ready.await.context("the program is not ready")?;
        Ok(Running { process, dialer })
    }

    /// Asks every millisecond, for as long as the program lives.
    async fn until(&self, process: &mut Process, check: impl AsyncFn() -> bool) -> Result<()> {
        let waiting = async {
            while !check().await {
                if let Some(status) = process.0.try_wait()? {
                    let log = std::fs::read_to_string(self.log())?;
                    bail!("the program ended ({status}):\n{log}");
                }
                sleep(PAUSE).await;
            }
            Ok(())
        };
        timeout(READY_WITHIN, waiting).await?
    }

    fn authority(&self) -> PathBuf {
        self.folder.path().join("data/certs/ca.pem")
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }
}

/// One below the range from which the system takes the ports of outgoing connections, so that
/// none of them takes it between two starts.
fn free_port() -> Result<u16> {
    let offset = std::process::id() % 5_000;
    (20_000..30_000)
        .map(|port| port + u16::try_from(offset).unwrap_or(0))
        .find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok())
        .context("no port is free")
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
        self.process.0.id()
    }

    pub(crate) async fn http(&self) -> Result<Http> {
        Http::connect(&self.dialer).await
    }

    /// Asks it to stop, and waits until it has.
    pub(crate) async fn stop(mut self) -> Result<()> {
        let child = &mut self.process.0;
        kill_process(Pid::from_child(child), Signal::TERM)?;
        let ended = timeout(ENDED_WITHIN, async {
            loop {
                if let Some(status) = child.try_wait()? {
                    return anyhow::Ok(status);
                }
                sleep(PAUSE).await;
            }
        });
        let status = ended.await.context("the program does not stop")??;
        ensure!(status.success(), "the program stopped with {status}");
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
