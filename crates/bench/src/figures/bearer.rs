use std::time::{Duration, Instant};

use anyhow::Result;
use http::Method;

use super::gateway::{Gateway, Running};
use super::{Args, devices};
use crate::http::{Extras, Http};
use crate::process::cpu_time;
use crate::report::{Report, Row, microseconds};

const DEVICES: &str = "/api/v1/devices";

/// What a request costs the server.
#[derive(Debug, Clone, Copy)]
struct Cost {
    cpu: Duration,
    wall: Duration,
}

/// Compares a request that is judged by its token with the same one from this machine, which
/// needs none, and with the cheapest there is.
pub(crate) async fn measure(args: &Args, report: &mut Report) -> Result<()> {
    report.progress("requests");
    let gateway = Gateway::prepare(&args.gateway).await?.without_rate_limits();
    let (running, _) = gateway.start().await?;
    let mut http = running.http().await?;
    let token = devices::pair(&mut http, "bench").await?;
    let livez = cost(&running, &mut http, "/livez", None, args.requests).await?;
    let local = cost(&running, &mut http, DEVICES, None, args.requests).await?;
    let bearer = cost(&running, &mut http, DEVICES, Some(&token), args.requests).await?;
    running.stop().await?;

    let ratio = |cost: Cost| cost.cpu.as_secs_f64() / livez.cpu.as_secs_f64().max(1e-9);
    report.add(Row {
        figure: "a request with a token".to_owned(),
        value: format!(
            "{} of processor time, {:.2} times `/livez`",
            microseconds(bearer.cpu),
            ratio(bearer)
        ),
        target: None,
        how: format!(
            "{} times `GET {DEVICES}` (one device) one after the other on one HTTP/1.1 connection \
             over TLS; the server's processor time divided by their number",
            args.requests
        ),
    });
    for (name, cost) in
        [("/livez", livez), ("devices, local caller", local), ("devices, token", bearer)]
    {
        report.detail(format!(
            "{name}: {} of the server's processor time, {} from request to answer, {:.2} times \
             /livez",
            microseconds(cost.cpu),
            microseconds(cost.wall),
            ratio(cost)
        ));
    }
    Ok(())
}

async fn cost(
    running: &Running,
    http: &mut Http,
    path: &str,
    token: Option<&str>,
    requests: u32,
) -> Result<Cost> {
    let cpu_before = cpu_time(running.pid())?;
    let began = Instant::now();
    for _ in 0..requests {
        http.call(Method::GET, path, Extras { token, ..Extras::default() }).await?;
    }
    let wall = began.elapsed() / requests;
    Ok(Cost { cpu: (cpu_time(running.pid())? - cpu_before) / requests, wall })
}
