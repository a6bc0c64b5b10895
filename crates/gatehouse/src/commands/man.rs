use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_mangen::{Man, generate_to};

use super::output;
use crate::cli::Cli;

/// Prints the page of the program, or writes it and one for each command into a folder.
pub(super) fn run(folder: Option<&Path>) -> anyhow::Result<ExitCode> {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        Man::new(definition()).render(&mut page)?;
        return Ok(output::print(&String::from_utf8_lossy(&page)));
    };
    generate_to(definition(), folder).with_context(|| folder.display().to_string())?;
    Ok(ExitCode::SUCCESS)
}

/// Without the commit, so that the pages of a version are the same wherever they are made.
fn definition() -> Command {
    Cli::command().version(env!("CARGO_PKG_VERSION")).disable_help_subcommand(true)
}
