//! The gateway by itself, as a user would feel it: start, memory, many sockets, the cost of a
//! request. Each measurement has a program of its own.

mod bearer;
mod crowd;
pub(crate) mod devices;
mod fanout;
pub(crate) mod gateway;
mod idle;
mod notifications;
pub(crate) mod sockets;
mod start;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;

use crate::report::Report;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
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

/// Takes and prints all figures, and tells whether they are as they should be.
pub(crate) async fn measure(args: &Args) -> Result<bool> {
    let mut report = Report::default();
    start::measure(args, &mut report).await?;
    idle::measure(args, &mut report).await?;
    crowd::measure(args, &mut report).await?;
    notifications::measure(args, &mut report).await?;
    bearer::measure(args, &mut report).await?;
    report.print()?;
    Ok(report.is_good())
}
