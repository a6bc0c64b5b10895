//! Programs that are measured, as processes that end with this one.

use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};
use tokio::time::{sleep, timeout};

use crate::process::descendants;

const READY_WITHIN: Duration = Duration::from_secs(30);
const ENDED_WITHIN: Duration = Duration::from_secs(40);
const PAUSE: Duration = Duration::from_millis(1);
/// Below the range from which the system takes the ports of outgoing connections, so that none of
/// them takes one between two starts.
const PORTS: std::ops::Range<u16> = 20_000..30_000;

/// A running program. Dropped, it is killed, and what it started with it.
pub(crate) struct Process {
    child: Child,
    log: PathBuf,
}

impl Process {
    /// Starts a program whose output goes to the end of a file.
    pub(crate) fn start(mut command: Command, log: PathBuf) -> Result<Process> {
        let output = File::options().create(true).append(true).open(&log)?;
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        let child = command.spawn().with_context(|| format!("{command:?} does not start"))?;
        Ok(Process { child, log })
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Asks every millisecond, for as long as the program lives.
    pub(crate) async fn until(&mut self, check: impl AsyncFn() -> bool) -> Result<()> {
        let waiting = async {
            while !check().await {
                if let Some(status) = self.child.try_wait()? {
                    bail!("the program ended ({status}):\n{}", self.log());
                }
                sleep(PAUSE).await;
            }
            Ok(())
        };
        match timeout(READY_WITHIN, waiting).await {
            Ok(done) => done,
            Err(_) => bail!("the program takes too long:\n{}", self.log()),
        }
    }

    fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Asks it to stop, and waits until it has.
    pub(crate) async fn stop(mut self) -> Result<ExitStatus> {
        kill_process(Pid::from_child(&self.child), Signal::TERM)?;
        let ended = timeout(ENDED_WITHIN, async {
            loop {
                if let Some(status) = self.child.try_wait()? {
                    return anyhow::Ok(status);
                }
                sleep(PAUSE).await;
            }
        });
        ended.await.context("the program does not stop")?
    }

    pub(crate) async fn stop_cleanly(self) -> Result<()> {
        let status = self.stop().await?;
        ensure!(status.success(), "the program stopped with {status}");
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(None)) {
            return;
        }
        // The first goes first, so that it starts no other in place of those that go.
        let others = descendants(self.id());
        let _ = self.child.kill();
        for pid in others {
            let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
            let _ = pid.map(|pid| kill_process(pid, Signal::KILL));
        }
        let _ = self.child.wait();
    }
}

/// A port nobody listens on; no two calls give the same one.
pub(crate) fn free_port() -> Result<u16> {
    static TAKEN: AtomicU16 = AtomicU16::new(0);
    let first = u16::try_from(std::process::id() % 5_000).unwrap_or(0);
    let next = || PORTS.start + (first + TAKEN.fetch_add(1, Ordering::Relaxed)) % 10_000;
    std::iter::repeat_with(next)
        .take(PORTS.len())
        .find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok())
        .context("no port is free")
}
