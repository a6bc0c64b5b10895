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
use tokio::net::TcpStream;
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

/// A running program. Dropped, it is killed.
pub(crate) struct Running {
    child: Child,
    pub(crate) dialer: Dialer,
}

impl Gateway {
    /// A gateway that has run once, so that its database and certificates exist.
    pub(crate) async fn prepare(program: &Path) -> Result<Gateway> {
        let folder = tempfile::tempdir()?;
        // The listener is gone when this returns, and nobody has connected to it.
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let program = program.canonicalize().with_context(|| program.display().to_string())?;
        let gateway = Gateway { program, folder, port, limited: true };
        let mut first = gateway.spawn()?;
        let made = timeout(READY_WITHIN, async {
            while !gateway.authority().exists() || gateway.tcp_refuses().await {
                gateway.check_alive(&mut first)?;
                sleep(PAUSE).await;
            }
            anyhow::Ok(())
        });
        made.await.context("the first start takes too long")??;
        let running = gateway.until_ready(first).await?;
        running.stop().await?;
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

    fn spawn(&self) -> Result<Child> {
        let log = File::options().create(true).append(true).open(self.log())?;
        let mut command = Command::new(&self.program);
        command.env_clear().current_dir(&self.folder).stdin(Stdio::null());
        if !self.limited {
            command.env("GATEHOUSE_RATE_LIMITS__ENABLED", "false");
        }
        command.arg("--addr").arg(format!("127.0.0.1:{}", self.port));
        command.arg("--data-dir").arg(self.folder.path().join("data"));
        command.stdout(log.try_clone()?).stderr(log);
        command.spawn().context("the program does not start")
    }

    /// The first connection that is taken waits for its answer, so nothing is lost by asking
    /// again and again.
    async fn until_ready(&self, mut child: Child) -> Result<Running> {
        let dialer = Dialer::new(self.port, &self.authority())?;
        let waiting = async {
            loop {
                if !self.tcp_refuses().await && is_ready(&dialer).await {
                    return anyhow::Ok(());
                }
                self.check_alive(&mut child)?;
                sleep(PAUSE).await;
            }
        };
        let outcome = timeout(READY_WITHIN, waiting).await;
        let running = Running { child, dialer };
        outcome.context("not ready in time")??;
        Ok(running)
    }

    async fn tcp_refuses(&self) -> bool {
        TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).await.is_err()
    }

    fn check_alive(&self, child: &mut Child) -> Result<()> {
        if let Some(status) = child.try_wait()? {
            let log = std::fs::read_to_string(self.log())?;
            bail!("the program ended ({status}):\n{log}");
        }
        Ok(())
    }

    fn authority(&self) -> PathBuf {
        self.folder.path().join("data/certs/ca.pem")
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
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
        self.child.id()
    }

    pub(crate) async fn http(&self) -> Result<Http> {
        Http::connect(&self.dialer).await
    }

    /// Asks it to stop, and waits until it has.
    pub(crate) async fn stop(mut self) -> Result<()> {
        kill_process(Pid::from_child(&self.child), Signal::TERM)?;
        let ended = timeout(ENDED_WITHIN, async {
            loop {
                if let Some(status) = self.child.try_wait()? {
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

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
