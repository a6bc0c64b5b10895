use std::time::{Duration, Instant};

use anyhow::Result;
use http::Method;

use super::Args;
use super::gateway::Gateway;
use crate::http::Extras;
use crate::report::{Report, Row, megabytes, milliseconds};

const TARGET: Duration = Duration::from_millis(300);

/// From the start of the process to its readiness, with an existing database.
pub(crate) async fn measure(args: &Args, report: &mut Report) -> Result<()> {
    report.progress("starts");
    let gateway = Gateway::prepare(&args.gateway).await?;
    let (mut times, mut firsts) = (Vec::new(), Vec::new());
    for _ in 0..args.starts {
        let (running, time) = gateway.start().await?;
        times.push(time);
        let began = Instant::now();
        let mut http = running.http().await?;
        http.call(Method::GET, "/api/v1/apps", Extras::default()).await?;
        firsts.push(began.elapsed());
        drop(http);
        running.stop().await?;
    }
    times.sort();
    firsts.sort();
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
    report.add(Row {
        figure: "first request after the start".to_owned(),
        value: format!("{} median", milliseconds(firsts[firsts.len() / 2])),
        target: None,
        how: "`GET /api/v1/apps` over a new HTTPS connection, as soon as it is ready".to_owned(),
    });
    report.add(Row {
        figure: "size of the program".to_owned(),
        value: megabytes(std::fs::metadata(&args.gateway)?.len()),
        target: None,
        how: "the file, with the dashboard in it; a container image adds its base".to_owned(),
    });
    let all: Vec<String> = times.iter().map(|time| milliseconds(*time)).collect();
    report.detail(format!("starts: {}", all.join(", ")));
    Ok(())
}
