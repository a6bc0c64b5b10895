//! Measures the program as a user would feel it: start, memory, many sockets, the cost of a
//! request. Everything runs on loopback, each measurement with a program of its own.

mod bearer;
mod crowd;
mod devices;
mod fanout;
mod gateway;
mod http;
mod idle;
mod process;
mod report;
mod sockets;
mod start;
mod tls;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;

use crate::report::Report;

/// Prints the figures of a build of the gateway, with how they were taken.
#[derive(Debug, Parser)]
struct Args {
    /// The program to measure.
    gateway: PathBuf,
    /// Starts with an existing database.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=100))]
    starts: u16,
    /// Seconds without a request before memory is read.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u16).range(0..=600))]
    idle: u16,
    /// Sockets open at a time. File descriptors limit them in both processes.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u16).range(1..=15_000))]
    sockets: u16,
    /// Requests in each part of the comparison of their costs.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=200_000))]
    requests: u32,
}

impl Args {
    fn idle(&self) -> Duration {
        Duration::from_secs(self.idle.into())
    }
}

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let args = Args::parse();
    let mut report = Report::default();
    start::measure(&args, &mut report).await?;
    idle::measure(&args, &mut report).await?;
    crowd::measure(&args, &mut report).await?;
    bearer::measure(&args, &mut report).await?;
    report.print()?;
    Ok(if report.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
