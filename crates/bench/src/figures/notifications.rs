//! A broadcast to many devices, and a queue with a million rows.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use http::Method;
use serde_json::json;
use tokio::time::timeout;

use super::gateway::{Gateway, Running};
use super::sockets::Sockets;
use super::{Args, devices};
use crate::http::{Extras, Http};
use crate::report::{Report, Row, milliseconds};

const BROADCAST_TARGET: Duration = Duration::from_secs(2);
const QUERY_TARGET: Duration = Duration::from_millis(20);
const ROUNDS: usize = 5;
const HEARD_WITHIN: Duration = Duration::from_secs(60);
const ROWS: usize = 1_000_000;
const CALLS: usize = 300;

pub(crate) async fn measure(args: &Args, report: &mut Report) -> Result<()> {
    let gateway = Gateway::prepare(&args.gateway).await?.without_rate_limits();
    let (running, _) = gateway.start().await?;
    report.progress("devices for notifications");
    let mut http = running.http().await?;
    let mut tokens = Vec::new();
    for number in 0..args.sockets {
        tokens.push(devices::pair(&mut http, &format!("bench-{number}")).await?);
    }
    let token = tokens[0].clone();
    broadcast(&running, tokens, report).await?;
    queue(&mut http, &token, args, report).await?;
    running.stop().await
}

/// Each device has one socket.
async fn broadcast(running: &Running, tokens: Vec<String>, report: &mut Report) -> Result<()> {
    let (count, token) = (tokens.len(), tokens[0].clone());
    report.progress("a broadcast to all devices");
    let mut sockets = Sockets::open(&running.dialer, tokens).await?;
    let mut http = running.http().await?;
    let mut slowest = Duration::ZERO;
    for number in 0..ROUNDS {
        let message = format!("broadcast-{number}");
        let began = Instant::now();
        report_activity(&mut http, &token, &message).await?;
        let answered = began.elapsed();
        let heard = timeout(HEARD_WITHIN, until_heard(&mut sockets, count, &message)).await;
        let last = heard.context("a broadcast did not reach every device")??;
        let took = last.saturating_duration_since(began);
        report.detail(format!(
            "broadcast {}: answered after {}, the last device had it after {}",
            number + 1,
            milliseconds(answered),
            milliseconds(took)
        ));
        slowest = slowest.max(took);
    }
    let target = format!("< {}", milliseconds(BROADCAST_TARGET));
    report.add(Row {
        figure: format!("a notification to {count} devices"),
        value: milliseconds(slowest),
        target: Some((target, slowest < BROADCAST_TARGET)),
        how: format!(
            "worst of {ROUNDS}; from the beginning of the request (`webhooks/activity`) until the \
             last device has read it, each queued for it before; the clients use the same cores"
        ),
    });
    Ok(())
}

async fn until_heard(sockets: &mut Sockets, count: usize, message: &str) -> Result<Instant> {
    let mut last = Instant::now();
    let mut heard = 0;
    while heard < count {
        let next = sockets.next().await?;
        if next.text.contains(message) {
            (heard, last) = (heard + 1, next.at);
        }
    }
    Ok(last)
}

async fn report_activity(http: &mut Http, token: &str, message: &str) -> Result<()> {
    let json = Some(json!({ "message": message }));
    let extras = Extras { token: Some(token), json, ..Extras::default() };
    http.call(Method::POST, "/api/v1/webhooks/activity", extras).await.map(drop)
}

/// Nobody is connected any more: everything waits.
async fn queue(http: &mut Http, token: &str, args: &Args, report: &mut Report) -> Result<()> {
    report.progress("a queue with a million rows");
    for number in 0..ROWS.div_ceil(args.sockets.into()) {
        report_activity(http, token, &format!("row-{number}")).await?;
    }
    let one = json!({ "type": "bench", "data": {}, "deviceIds": ["bench-1"] });
    let list = "/api/v1/notifications?status=pending";
    let own = "/api/v1/notifications?device_id=bench-1&offset=20";
    for (figure, method, path, body) in [
        ("enqueue", Method::POST, "/api/v1/webhooks/notify", Some(one)),
        ("list", Method::GET, list, None),
        ("list of one device", Method::GET, own, None),
        ("stats", Method::GET, "/api/v1/notifications/stats", None),
    ] {
        let mut times = Vec::with_capacity(CALLS);
        for _ in 0..CALLS {
            let extras = Extras { token: Some(token), json: body.clone(), ..Extras::default() };
            let began = Instant::now();
            http.call(method.clone(), path, extras).await?;
            times.push(began.elapsed());
        }
        times.sort();
        let p99 = times[(times.len() - 1) * 99 / 100];
        report.add(Row {
            figure: format!("{figure} with {ROWS} notifications queued"),
            value: format!(
                "p50 {}, p99 {}",
                milliseconds(times[times.len() / 2]),
                milliseconds(p99)
            ),
            target: Some((format!("< {}", milliseconds(QUERY_TARGET)), p99 < QUERY_TARGET)),
            how: format!("{CALLS} requests over one connection, SQLite"),
        });
    }
    Ok(())
}
