use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::pipe;
use tokio::process::{ChildStderr, ChildStdin, Command};
use tokio::time::{Instant, timeout_at};

use crate::keeper::{self, Ended, Order, STOP};
use crate::model::Values;

/// After the script and all that it started have ended, somebody outside may still hold its
/// output open. Nobody waits for that.
const LAST_WORDS: Duration = Duration::from_secs(1);
const LONGEST_REPORT: u64 = 16 * 1024;

/// A script that runs, behind its keeper.
#[derive(Debug)]
pub(crate) struct Child {
    keeper: tokio::process::Child,
    orders: Option<ChildStdin>,
    report: ChildStderr,
    output: pipe::Receiver,
    buffer: Vec<u8>,
    /// When reading stops, once the keeper has ended.
    last_words: Option<Instant>,
}

/// How a run came to its end, as far as its process is concerned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Exit {
    Code(i32),
    Signal(i32),
    Missing,
    Failed(String),
}

impl Child {
    /// Starts the program again as the keeper of this script.
    pub(crate) fn start(program: &Path, order: &Order, environment: &Values) -> io::Result<Child> {
        let (reader, writer) = io::pipe()?;
        let mut command = Command::new(program);
        command.args(keeper::words(order)?);
        command.env_clear().envs(environment);
        // A terminal's interrupt is for the gateway, which ends its scripts in order.
        command.process_group(0);
        command.stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped());
        let mut keeper = command.spawn()?;
        let lost = || io::Error::other("the script's pipes are lost");
        let output = pipe::Receiver::from_owned_fd(OwnedFd::from(reader))?;
        Ok(Child {
            orders: keeper.stdin.take(),
            report: keeper.stderr.take().ok_or_else(lost)?,
            keeper,
            output,
            buffer: vec![0; 64 * 1024],
            last_words: None,
        })
    }

    /// The length of the next piece of output; `None` when there will be no more.
    pub(crate) async fn next(&mut self) -> io::Result<Option<usize>> {
        while self.last_words.is_none() {
            tokio::select! {
                read = self.output.read(&mut self.buffer) => match read? {
                    0 => self.ended().await?,
                    count => return Ok(Some(count)),
                },
                ended = self.keeper.wait() => {
                    ended?;
                    self.last_words = Some(Instant::now() + LAST_WORDS);
                }
            }
        }
        let end = self.last_words.unwrap_or_else(Instant::now);
        match timeout_at(end, self.output.read(&mut self.buffer)).await {
            Ok(read) => Ok(Some(read?).filter(|count| *count > 0)),
            Err(_) => Ok(None),
        }
    }

    /// The piece that came last.
    pub(crate) fn piece(&self, length: usize) -> &[u8] {
        &self.buffer[..length]
    }

    /// The output was closed; the script may go on without it.
    async fn ended(&mut self) -> io::Result<()> {
        self.keeper.wait().await?;
        self.last_words = Some(Instant::now() + LAST_WORDS);
        Ok(())
    }

    /// Asks the script to end; its keeper sees to it that it does.
    pub(crate) async fn stop(&mut self) {
        if let Some(orders) = &mut self.orders {
            // One byte always fits, and a keeper that is gone needs none.
            let _ = orders.write_all(&[STOP]).await;
        }
    }

    /// What the keeper reported, when there is no more output.
    pub(crate) async fn exit(self) -> Exit {
        let mut report = Vec::new();
        let mut all = self.report.take(LONGEST_REPORT);
        let read = all.read_to_end(&mut report);
        if let Err(error) = timeout_at(Instant::now() + LAST_WORDS, read).await {
            return Exit::Failed(error.to_string());
        }
        match serde_json::from_slice(&report) {
            Ok(Ended::Exited(code)) => Exit::Code(code),
            Ok(Ended::Signalled(signal)) => Exit::Signal(signal),
            Ok(Ended::Missing) => Exit::Missing,
            Ok(Ended::Refused(reason)) => Exit::Failed(reason),
            Err(_) => Exit::Failed("the process that looked after it was killed".to_owned()),
        }
    }
}
