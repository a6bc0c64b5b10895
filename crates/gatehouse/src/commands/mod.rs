//! What the program does when it is called: one file per command.

mod check_config;
mod completions;
mod output;

use std::process::ExitCode;

use crate::cli::Command;
use crate::config::{Flags, Problems, Sources, reference};

/// Something is wrong with the configuration.
const BAD_CONFIG: u8 = 2;

pub(crate) fn run(flags: Flags, command: Command) -> ExitCode {
    let done = match command {
        Command::CheckConfig => {
            Sources::of_process(flags).map(|sources| check_config::run(&sources))
        }
        Command::Completions { shell } => Ok(completions::run(shell)),
        Command::ConfigReference => Ok(output::print(&reference())),
        _ => Ok(ExitCode::FAILURE),
    };
    done.unwrap_or_else(|problems: Problems| bad_config(&problems))
}

fn bad_config(problems: &Problems) -> ExitCode {
    output::complain(&problems.to_string());
    ExitCode::from(BAD_CONFIG)
}
