use std::process::ExitCode;

use anyhow::Context;

use super::runtime;
use crate::config::{Loaded, Sources};
use crate::log::Log;
use crate::serve::{self, Stopped};

pub(super) fn run(sources: Sources, loaded: Loaded) -> anyhow::Result<ExitCode> {
    let log = Log::start(&loaded.config.logging);
    for warning in &loaded.warnings {
        tracing::warn!("{warning}");
    }
    let runtime = runtime().context("starting the async runtime failed")?;
    let stopped = runtime.block_on(serve::run(sources, loaded, log))?;
    // What still runs was told to end; it is not waited for.
    runtime.shutdown_background();
    Ok(match stopped {
        Stopped::Drained | Stopped::CutByTime => ExitCode::SUCCESS,
        Stopped::CutBySignal => ExitCode::FAILURE,
    })
}
