use std::time::Duration;

use anyhow::Result;

use super::Args;
use super::gateway::Gateway;
use crate::report::{Report, Row, milliseconds};

const TARGET: Duration = Duration::from_millis(300);

/// From the start of the process to its readiness, with an existing database.
pub(crate) async fn measure(args: &Args, report: &mut Report) -> Result<()> {
    report.progress("starts");
    let gateway = Gateway::prepare(&args.gateway).await?;
    let mut times = Vec::new();
    for _ in 0..args.starts {
        let (running, time) = gateway.start().await?;
        times.push(time);
        running.stop().await?;
    }
    times.sort();
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    report.add(Row {
        figure: "start to ready, existing database".to_owned(),
        value: format!("{} median, {} worst", milliseconds(median), milliseconds(worst)),
        target: Some((format!("< {}", milliseconds(TARGET)), worst < TARGET)),
        how: format!(
            "{} starts; from spawning the process to the 200 of `/readyz` over a new HTTPS \
             connection, retried every millisecond",
            args.starts
        ),
    });
    let all: Vec<String> = times.iter().map(|time| milliseconds(*time)).collect();
    report.detail(format!("starts: {}", all.join(", ")));
    Ok(())
}
