//! The program: it reads the command line and does what it says.

mod app;
mod cli;
mod commands;
mod config;
mod log;
mod page;
mod probe;
mod serve;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};

fn main() -> ExitCode {
    let Cli { options, command } = Cli::parse();
    commands::run(options.into(), command.unwrap_or(Command::Serve))
}
