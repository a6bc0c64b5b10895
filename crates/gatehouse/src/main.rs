//! The program: it reads the command line and does what it says.

mod app;
mod cli;
mod commands;
mod config;
mod log;
mod probe;
mod serve;
mod settings;
mod slices;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};

/// The system's allocator keeps the memory of every password hash for itself: 500 MB after 150
/// sign-ins at once, where this one is back at 30.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    let Cli { options, command } = Cli::parse();
    commands::run(options.into(), command.unwrap_or(Command::Serve))
}
