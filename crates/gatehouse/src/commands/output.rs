//! Words for the person at the terminal. A reader that went away is no reason to panic.

use std::io::{self, Write};
use std::process::ExitCode;

pub(crate) fn print(text: &str) -> ExitCode {
    let mut out = io::stdout().lock();
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    match write!(out, "{text}{newline}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    }
}

/// Every line begins with the name of the program, as the log is silent about who writes it.
pub(crate) fn complain(text: &str) {
    let mut out = io::stderr().lock();
    for line in text.lines() {
        let _ = writeln!(out, "gatehouse: {line}");
    }
}
