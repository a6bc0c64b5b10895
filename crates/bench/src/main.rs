//! Measures the release build from outside, on loopback: by itself, and beside other proxies.

mod child;
mod federation;
mod figures;
mod http;
mod logs;
mod process;
mod proxy;
mod report;
mod tls;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use tokio::runtime::Builder;

/// Prints figures of a build of the gateway, with how they were taken.
#[derive(Debug, Parser)]
enum Cli {
    /// Start, memory, many sockets, the cost of a request.
    Figures(figures::Args),
    /// Several gateways that share their apps.
    Federation(federation::Args),
    /// Containers that talk without a pause.
    Logs(logs::Args),
    /// Processor time per proxied request, beside nginx, haproxy and caddy.
    Proxy(proxy::Args),
}

fn main() -> Result<ExitCode> {
    let good = match Cli::parse() {
        Cli::Figures(args) => {
            Builder::new_multi_thread().enable_all().build()?.block_on(figures::measure(&args))?
        }
        Cli::Federation(args) => Builder::new_multi_thread()
            .enable_all()
            .build()?
            .block_on(federation::measure(&args))?,
        Cli::Logs(args) => {
            Builder::new_multi_thread().enable_all().build()?.block_on(logs::measure(&args))?
        }
        Cli::Proxy(args) => proxy::measure(&args)?,
    };
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
