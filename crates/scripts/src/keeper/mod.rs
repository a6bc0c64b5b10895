//! The process between the gateway and a script. It starts the script in a session of its own,
//! takes in what the script leaves behind (it is the reaper of everything below it), and ends all
//! of it when the script has ended, when it is told to, and when the gateway is gone.
//!
//! It is the gateway's own program, called with an internal command: `keep` is this process,
//! `start` the one that becomes the script. Its standard input carries orders, its standard output
//! is the script's output, and on its standard error it says at last how the script ended.

mod order;
mod start;
mod tree;

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::FdFlags;
use rustix::process::{Pid, PidfdFlags, WaitOptions, WaitStatus};

use self::order::Handover;
pub(crate) use self::order::{Ended, Kind, Limits, Order, STOP};
use crate::files;

/// The name of the internal command.
pub const COMMAND: &str = "internal-run";
const KEEP: &str = "keep";
const START: &str = "start";
const OURSELVES: &str = "/proc/self/exe";
/// How long everything may take to end by itself when it was asked to.
const GRACE: Duration = Duration::from_secs(5);
/// What a script left behind is given less.
const GRACE_FOR_REST: Duration = Duration::from_secs(1);
/// Children of children are taken away this often.
const REAP: Timespec = Timespec { tv_sec: 1, tv_nsec: 0 };

/// Does what the words after the internal command say.
pub fn run(words: &[OsString]) -> ExitCode {
    let [stage, order] = words else { return ExitCode::FAILURE };
    match (stage.to_str(), order.to_str()) {
        (Some(KEEP), Some(order)) => keep(order),
        (Some(START), Some(order)) => start::run(order),
        _ => ExitCode::FAILURE,
    }
}

/// The words with which the gateway calls itself.
pub(crate) fn words(order: &Order) -> serde_json::Result<[String; 3]> {
    Ok([COMMAND.to_owned(), KEEP.to_owned(), serde_json::to_string(order)?])
}

fn keep(order: &str) -> ExitCode {
    let ended = match serde_json::from_str(order) {
        Ok(order) => look_after(&order).unwrap_or_else(|error| Ended::Refused(error.to_string())),
        Err(error) => Ended::Refused(error.to_string()),
    };
    let told = serde_json::to_writer(io::stderr(), &ended).and(Ok(io::stderr().flush()));
    if told.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn look_after(order: &Order) -> io::Result<Ended> {
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let Ok(opened) = files::open(&order.root, &order.path) else { return Ok(Ended::Missing) };
    let mut script = Script { pid: begin(order, opened)?, status: None };
    let asked = script.wait()?;
    let grace = if asked { GRACE } else { GRACE_FOR_REST };
    script.end_all(grace);
    Ok(script.ended())
}

/// Starts the process that becomes the script, and lets go of everything that belongs to it.
fn begin(order: &Order, opened: files::Opened) -> io::Result<Pid> {
    rustix::io::fcntl_setfd(&opened.script, FdFlags::empty())?;
    let handover = Handover::new(order, &opened);
    let both: OwnedFd = io::stdout().as_fd().try_clone_to_owned()?;
    let mut command = Command::new(OURSELVES);
    command.args([COMMAND, START, &serde_json::to_string(&handover)?]);
    command.current_dir(format!("/proc/self/fd/{}", opened.folder.as_raw_fd()));
    let child = command.stdin(Stdio::null()).stderr(both).spawn()?;
    // Whoever reads the output must see its end when the script has gone.
    let nowhere = std::fs::File::options().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(nowhere)?;
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    pid.ok_or_else(|| io::Error::other("the script has no process id"))
}

struct Script {
    pid: Pid,
    status: Option<WaitStatus>,
}

impl Script {
    /// Waits until the script has ended, or until it shall; `true`: it shall.
    fn wait(&mut self) -> io::Result<bool> {
        let process = rustix::process::pidfd_open(self.pid, PidfdFlags::empty())?;
        let orders = io::stdin();
        loop {
            let mut watched =
                [PollFd::new(&process, PollFlags::IN), PollFd::new(&orders, PollFlags::IN)];
            match poll(&mut watched, Some(&REAP)) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            let told = !watched[1].revents().is_empty();
            self.reap();
            if self.status.is_some() {
                return Ok(false);
            }
            if told && shall_stop() {
                return Ok(true);
            }
        }
    }

    /// Takes the ended children away, the script's own and those it left to us.
    fn reap(&mut self) {
        while let Ok(Some((pid, status))) = rustix::process::wait(WaitOptions::NOHANG) {
            if pid == self.pid {
                self.status = Some(status);
            }
        }
    }

    /// Asks everything below us to end, and makes it after a while.
    fn end_all(&mut self, grace: Duration) {
        const FORCE: Duration = Duration::from_secs(5);
        if tree::below_us().is_empty() {
            return self.reap();
        }
        tree::ask_to_end();
        self.until_empty(grace, || {});
        // What begins new processes faster than they are counted is stopped first.
        self.until_empty(FORCE, tree::force_to_end);
        self.reap();
    }

    fn until_empty(&mut self, limit: Duration, each_time: impl Fn()) {
        const PAUSE: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
        let end = Instant::now() + limit;
        while Instant::now() < end {
            self.reap();
            if tree::below_us().is_empty() {
                return;
            }
            each_time();
            let _ = poll(&mut [], Some(&PAUSE));
        }
    }

    fn ended(&self) -> Ended {
        let Some(status) = self.status else { return Ended::Signalled(0) };
        match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => Ended::Exited(code),
            (None, signal) => Ended::Signalled(signal.unwrap_or_default()),
        }
    }
}

/// The gateway says so, or is gone.
fn shall_stop() -> bool {
    let mut byte = [0];
    match io::stdin().read(&mut byte) {
        Ok(0) | Err(_) => true,
        Ok(_) => byte[0] == STOP,
    }
}
