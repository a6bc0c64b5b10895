//! The log: text or JSON on standard error, with a level that can change while the program runs.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{IsTerminal, stderr};
use std::panic::PanicHookInfo;

use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt, reload};

use crate::config::{Format, Logging};

/// Turns the level up and down.
#[derive(Debug, Clone)]
pub(crate) struct Log(reload::Handle<EnvFilter, Registry>);

impl Log {
    /// Starts the log of the process. To be called once.
    pub(crate) fn start(config: &Logging) -> Self {
        let (filter, handle) = reload::Layer::new(filter(config));
        let lines = match config.format {
            Format::Text => {
                fmt::layer().with_ansi(stderr().is_terminal()).with_writer(stderr).boxed()
            }
            Format::Json => fmt::layer().json().flatten_event(true).with_writer(stderr).boxed(),
        };
        tracing_subscriber::registry().with(filter).with(lines).init();
        std::panic::set_hook(Box::new(log_panic));
        Log(handle)
    }

    pub(crate) fn reload(&self, config: &Logging) {
        if let Err(error) = self.0.reload(filter(config)) {
            tracing::warn!(%error, "setting the log level failed; keeping the present one");
        }
    }
}

/// Statements of the database drown everything else at `debug`; `debug,sqlx=debug` shows them.
/// kube repeats at every try what discovery says once. At `trace`, notify tells of every change
/// beside the configuration file, and so of each line of a log that lies there, without an end.
/// What bollard writes at `debug` holds the environment of containers, so nothing turns that up.
/// The level itself passed its check when the configuration was read.
fn filter(config: &Logging) -> EnvFilter {
    EnvFilter::new(directives(&config.level))
}

fn directives(level: &str) -> String {
    let wanted = level.split(',').filter(|directive| !directive.trim().starts_with("bollard"));
    let wanted: Vec<_> = wanted.collect();
    format!("sqlx=warn,kube_runtime=error,notify=debug,{},bollard=warn", wanted.join(","))
}

fn log_panic(panic: &PanicHookInfo<'_>) {
    let message = panic.payload_as_str().unwrap_or("no message");
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let backtrace = Backtrace::capture();
    match backtrace.status() {
        BacktraceStatus::Captured => tracing::error!(place, "panic: {message}\n{backtrace}"),
        _ => tracing::error!(place, "panic: {message}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_turns_up_what_would_show_the_environment_of_containers() {
        assert!(directives("debug").ends_with("debug,bollard=warn"));
        let turned_up = directives("info, bollard::docker=trace,edge=debug,bollard=debug");
        assert!(turned_up.ends_with("info,edge=debug,bollard=warn"), "{turned_up}");
    }
}
