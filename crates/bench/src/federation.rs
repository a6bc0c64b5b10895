//! Gateways that share their apps, all on this machine: how soon they know of each other, and what
//! it costs them to stay in touch.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use http::Method;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::child::free_port;
use crate::figures::gateway::{Gateway, Running};
use crate::http::{Extras, Http};
use crate::process::cpu_time;
use crate::report::{Report, Row, milliseconds, seconds};

const PATIENCE: Duration = Duration::from_secs(120);
const PAUSE: Duration = Duration::from_millis(20);
const CHANGES: usize = 9;
const JOINED_WITHIN: Duration = Duration::from_secs(5);
const SHOWN_WITHIN: Duration = Duration::from_secs(2);

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The program to measure.
    gateway: PathBuf,
    /// How many gateways, one measurement after the other.
    #[arg(long, value_delimiter = ',', default_values_t = [5, 10, 21])]
    gateways: Vec<usize>,
    /// Apps of each.
    #[arg(long, default_value_t = 200)]
    apps: usize,
    /// Seconds in which nothing happens.
    #[arg(long, default_value_t = 60)]
    idle: u64,
}

/// One gateway among its peers.
struct Member {
    running: Running,
    http: Http,
    /// Holds its folder.
    _gateway: Gateway,
}

/// What was seen with so many gateways.
struct Seen {
    joined: Duration,
    /// From the answer to a new app until all others show it.
    changes: Vec<Duration>,
    cpu: Duration,
    bytes: f64,
}

pub(crate) async fn measure(args: &Args) -> Result<bool> {
    let mut report = Report::default();
    for count in &args.gateways {
        report.progress(&format!("{count} gateways"));
        let mut seen = observe(args, *count).await?;
        seen.changes.sort();
        report.add(row(args, *count, &seen));
    }
    report.print()?;
    Ok(report.is_good())
}

fn row(args: &Args, count: usize, seen: &Seen) -> Row {
    let (median, worst) = (seen.changes[CHANGES / 2], seen.changes[CHANGES - 1]);
    let target = || {
        let reached = seen.joined <= JOINED_WITHIN && worst <= SHOWN_WITHIN;
        ("joined within 5 s, a change shown within 2 s".to_owned(), reached)
    };
    let share = seen.cpu.as_secs_f64() / args.idle as f64;
    Row {
        figure: format!("{count} gateways of {} apps", args.apps),
        value: format!(
            "joined in {}; a new app is everywhere in {} (worst of {CHANGES}: {}); each sends and \
             reads {:.1} kB/s of gossip and takes {:.2} % of a core",
            seconds(seen.joined),
            milliseconds(median),
            milliseconds(worst),
            seen.bytes / 1e3 / args.idle as f64,
            share * 100.0
        ),
        target: (count == 5).then(target),
        how: format!(
            "processes on loopback, all told of the first; joined: from the start of the last until \
             all show the apps of all; gossip and processor time: mean of all over {} s in which \
             nothing happens; health checks and discovery are off",
            args.idle
        ),
    }
}

async fn observe(args: &Args, count: usize) -> Result<Seen> {
    let (mut members, started) = start(args, count).await?;
    let others = (count - 1) * args.apps;
    until(&mut members, others).await?;
    let joined = started.elapsed();
    let mut changes = Vec::new();
    for number in 0..CHANGES {
        let path = format!("/api/v1/routes/new-{number}");
        let extras = Extras { json: Some(json!({ "to": "http://10.9.9.9" })), ..Extras::default() };
        members[0].http.call(Method::PUT, &path, extras).await?;
        let made = Instant::now();
        until(&mut members[1..], others + number + 1).await?;
        changes.push(made.elapsed());
    }
    let before = costs(&mut members).await?;
    sleep(Duration::from_secs(args.idle)).await;
    let after = costs(&mut members).await?;
    for member in members {
        drop(member.http);
        member.running.stop().await?;
    }
    let number = u32::try_from(count)?;
    Ok(Seen {
        joined,
        changes,
        cpu: (after.0 - before.0) / number,
        bytes: (after.1 - before.1) / count as f64,
    })
}

/// All of them, and when the last was started.
async fn start(args: &Args, count: usize) -> Result<(Vec<Member>, Instant)> {
    let first = free_port()?;
    let mut gateways = Vec::new();
    for number in 0..count {
        let gossip = if number == 0 { first } else { free_port()? };
        let gateway = Gateway::prepare(&args.gateway).await?.without_rate_limits();
        gateways.push(gateway.configured(environment(gossip, first), &file(args.apps))?);
    }
    let (mut members, mut last) = (Vec::new(), Instant::now());
    for gateway in gateways {
        last = Instant::now();
        let running = gateway.start().await?.0;
        let http = running.http().await?;
        members.push(Member { running, http, _gateway: gateway });
    }
    Ok((members, last))
}

fn environment(gossip: u16, first: u16) -> Vec<(&'static str, String)> {
    vec![
        ("GATEHOUSE_FEDERATION__ENABLED", "true".to_owned()),
        ("GATEHOUSE_FEDERATION__CLUSTER_SECRET", "a secret for this measurement".to_owned()),
        ("GATEHOUSE_FEDERATION__MDNS", "false".to_owned()),
        ("GATEHOUSE_FEDERATION__ADVERTISE_ADDR", "127.0.0.1".to_owned()),
        ("GATEHOUSE_FEDERATION__GOSSIP_PORT", gossip.to_string()),
        ("GATEHOUSE_FEDERATION__BOOTSTRAP_PEERS", format!("127.0.0.1:{first}")),
        ("GATEHOUSE_DISCOVERY__ENABLED", "false".to_owned()),
        ("GATEHOUSE_HEALTH_CHECKS__ENABLED", "false".to_owned()),
    ]
}

fn file(apps: usize) -> String {
    let route = |number| format!("  - {{id: app-{number}, to: 'http://10.9.9.9'}}\n");
    format!("routes:\n{}", (0..apps).map(route).collect::<String>())
}

/// Waits until each shows so many apps of others.
async fn until(members: &mut [Member], shown: usize) -> Result<()> {
    let began = Instant::now();
    for member in members {
        while shows(&mut member.http).await? != shown {
            if began.elapsed() > PATIENCE {
                bail!("not all gateways show {shown} apps of others");
            }
            sleep(PAUSE).await;
        }
    }
    Ok(())
}

async fn shows(http: &mut Http) -> Result<usize> {
    let peers = http.json(Method::GET, "/api/v1/federation/peers", Extras::default()).await?;
    let peers = peers["peers"].as_array().context("no list of peers")?;
    let apps = peers.iter().filter_map(|peer: &Value| peer["serviceCount"].as_u64()).sum::<u64>();
    Ok(usize::try_from(apps)?)
}

/// The processor time of all, and the bytes of gossip that they have sent and read.
async fn costs(members: &mut [Member]) -> Result<(Duration, f64)> {
    let (mut cpu, mut bytes) = (Duration::ZERO, 0.0);
    for member in members {
        cpu += cpu_time(member.running.pid())?;
        let metrics = member.http.call(Method::GET, "/metrics", Extras::default()).await?;
        for line in String::from_utf8_lossy(&metrics).lines() {
            let gossip = line.strip_prefix("gatehouse_federation_sent_bytes_total ");
            let gossip =
                gossip.or_else(|| line.strip_prefix("gatehouse_federation_received_bytes_total "));
            bytes += gossip.and_then(|value| value.parse::<f64>().ok()).unwrap_or_default();
        }
    }
    Ok((cpu, bytes))
}
