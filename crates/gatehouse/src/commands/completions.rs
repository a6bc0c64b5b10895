use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::output;
use crate::cli::Cli;

pub(super) fn run(shell: Shell) -> ExitCode {
    let mut script = Vec::new();
    generate(shell, &mut Cli::command(), "gatehouse", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}
