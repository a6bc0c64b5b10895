//! The process that becomes the script.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use rustix::process::{Resource, Rlimit};

use super::order::{Handover, Kind};

/// As shells say it: the command was found and cannot be run.
const CANNOT_RUN: u8 = 126;
const LONGEST_FIRST_LINE: u64 = 256;

pub(super) fn run(handover: &str) -> ExitCode {
    let error = match serde_json::from_str::<Handover>(handover) {
        Ok(handover) => become_script(&handover),
        Err(error) => error.into(),
    };
    complain(&error);
    ExitCode::from(CANNOT_RUN)
}

#[expect(clippy::print_stderr, reason = "it is the output of the script that did not start")]
fn complain(error: &io::Error) {
    eprintln!("The script cannot be started: {error}");
}

/// Returns only when it failed.
fn become_script(handover: &Handover) -> io::Error {
    match prepare(handover) {
        Ok(mut command) => command.exec(),
        Err(error) => error,
    }
}

fn prepare(handover: &Handover) -> io::Result<Command> {
    rustix::process::setsid()?;
    limit(Resource::Core, Some(0))?;
    limit(Resource::As, handover.limits.memory)?;
    limit(Resource::Cpu, handover.limits.cpu)?;
    let mut words = command_line(handover)?.into_iter();
    let program = words.next().ok_or_else(|| io::Error::other("there is no command"))?;
    let mut command = Command::new(program);
    command.args(words);
    if let Some(user) = handover.limits.run_as {
        command.gid(user.gid).uid(user.uid);
    }
    Ok(command)
}

fn limit(resource: Resource, amount: Option<u64>) -> io::Result<()> {
    if amount.is_none() {
        return Ok(());
    }
    Ok(rustix::process::setrlimit(resource, Rlimit { current: amount, maximum: amount })?)
}

/// The file that was opened is what runs, under whatever name it has by now.
fn command_line(handover: &Handover) -> io::Result<Vec<OsString>> {
    if !handover.instead.is_empty() {
        return Ok(handover.instead.iter().map(OsString::from).collect());
    }
    let script = format!("/proc/self/fd/{}", handover.script);
    let mut words: Vec<OsString> = match handover.kind {
        Kind::Binary => Vec::new(),
        Kind::Python => vec!["python3".into()],
        Kind::Sh => interpreter(&script)?.unwrap_or_else(|| vec!["sh".into()]),
        Kind::Bash => interpreter(&script)?.unwrap_or_else(|| vec!["bash".into()]),
    };
    words.push(script.into());
    words.extend(handover.arguments.iter().map(OsString::from));
    Ok(words)
}

/// What a shell script's first line asks for, as the system would read it.
fn interpreter(script: &str) -> io::Result<Option<Vec<OsString>>> {
    let mut line = Vec::new();
    let first = BufReader::new(File::open(script)?.take(LONGEST_FIRST_LINE));
    first.take(LONGEST_FIRST_LINE).read_until(b'\n', &mut line)?;
    let line = String::from_utf8_lossy(&line).into_owned();
    let Some(wanted) = line.strip_prefix("#!").map(str::trim) else { return Ok(None) };
    let (program, argument) = wanted.split_once(char::is_whitespace).unwrap_or((wanted, ""));
    let words = [program, argument.trim()].into_iter().filter(|word| !word.is_empty());
    Ok(Some(words.map(OsString::from).collect::<Vec<_>>()).filter(|words| !words.is_empty()))
}
