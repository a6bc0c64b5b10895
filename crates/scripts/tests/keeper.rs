//! What `gatehouse internal-run …` does, without the rest of the program.

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(2).collect();
    scripts::keep(&words)
}
