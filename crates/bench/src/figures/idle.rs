use anyhow::Result;
use tokio::time::sleep;

use super::Args;
use super::gateway::Gateway;
use crate::process::Memory;
use crate::report::{MB, Report, Row, megabytes};

const TARGET: u64 = 25 * MB;

/// Memory of a program that nobody asks anything.
pub(crate) async fn measure(args: &Args, report: &mut Report) -> Result<()> {
    report.progress("memory at rest");
    let gateway = Gateway::prepare(&args.gateway).await?;
    let (running, _) = gateway.start().await?;
    sleep(args.idle()).await;
    let memory = Memory::of(running.pid())?;
    report.add(Row {
        figure: "memory at rest".to_owned(),
        value: format!(
            "{} RSS, {} PSS",
            megabytes(memory.resident),
            megabytes(memory.proportional)
        ),
        target: Some((format!("< {}", megabytes(TARGET)), memory.resident < TARGET)),
        how: format!("default configuration, {} s after the start; `smaps_rollup`", args.idle),
    });
    running.stop().await
}
