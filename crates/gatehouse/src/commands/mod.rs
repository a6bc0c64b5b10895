//! What the program does when it is called: one file per command.

mod backup;
mod check_config;
mod completions;
mod doctor;
mod healthcheck;
mod import;
mod man;
mod openapi;
pub(crate) mod output;
mod reset_password;
mod serve;

use std::io;
use std::process::ExitCode;

use tokio::runtime::{Builder, Runtime};

use crate::cli::Command;
use crate::config::{Flags, Problems, Sources, reference};

/// Something is wrong with the configuration.
const BAD_CONFIG: u8 = 2;

pub(crate) fn run(flags: Flags, command: Command) -> ExitCode {
    let done = dispatch(flags, command);
    done.unwrap_or_else(|error| match error.downcast_ref::<Problems>() {
        Some(problems) => bad_config(problems),
        None => {
            output::complain(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    })
}

fn dispatch(flags: Flags, command: Command) -> anyhow::Result<ExitCode> {
    match &command {
        Command::Openapi => return openapi::run(),
        Command::Import { format, file } => return import::run(*format, file),
        Command::Man { into } => return man::run(into.as_deref()),
        Command::Completions { shell } => return Ok(completions::run(*shell)),
        Command::ConfigReference => return Ok(output::print(&reference())),
        Command::Doctor(options) if options.docker_policy => {
            return Ok(doctor::docker_policy::run(options.json));
        }
        Command::Script { words } => return Ok(scripts::keep(words)),
        _ => {}
    }
    let sources = Sources::of_process(flags)?;
    match command {
        Command::Backup { action } => backup::run(&sources.load()?, &action),
        Command::CheckConfig => Ok(check_config::run(&sources)),
        Command::Doctor(options) => doctor::run(&sources, &options),
        Command::Healthcheck { ready } => healthcheck::run(&sources, &sources.load()?, ready),
        Command::ResetPassword { user } => reset_password::run(&sources.load()?, &user),
        _ => {
            let loaded = sources.load()?;
            serve::run(sources, loaded)
        }
    }
}

fn bad_config(problems: &Problems) -> ExitCode {
    output::complain(&problems.to_string());
    ExitCode::from(BAD_CONFIG)
}

fn runtime() -> io::Result<Runtime> {
    Builder::new_multi_thread().enable_all().build()
}
