//! Containers that say a lot, and many who read along.

mod engine;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use self::engine::Engine;
use crate::figures::devices;
use crate::figures::gateway::{Gateway, Running};
use crate::figures::sockets::{self, Socket};
use crate::process::{Memory, cpu_time};
use crate::report::{Report, Row, megabytes};

const CONTAINERS: usize = 50;
const SOCKETS: usize = 20;
/// Each container is followed by two sockets.
const FOLLOWED: usize = 5;
const TARGET: f64 = 100_000.0;
/// How many lines a second all readers together are to get, tried one after the other until one
/// of them cannot keep up.
const RATES: [u64; 5] = [50_000, 100_000, 150_000, 200_000, 300_000];
const BUFFER: usize = 64 * 1024;
const WARM_UP: Duration = Duration::from_secs(5);
/// More than is kept for a reader, in the network and in the gateway.
const SLOW_FOR: Duration = Duration::from_secs(15);

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The program to measure.
    gateway: PathBuf,
    /// Seconds for which lines are counted.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
}

/// What all readers have seen.
#[derive(Default)]
struct Counts {
    lines: AtomicU64,
    lost: AtomicU64,
}

pub(crate) async fn measure(args: &Args) -> Result<bool> {
    let mut report = Report::default();
    let mut best: Option<Seen> = None;
    for rate in RATES {
        report.progress(&format!("{rate} log lines a second"));
        match at_rate(args, rate).await {
            Ok(seen) if seen.is_whole(rate) => best = Some(seen),
            Ok(seen) => {
                report.progress(&format!("too many: {:.0} came, {} lost", seen.rate, seen.lost));
                break;
            }
            Err(error) => {
                report.progress(&format!("too many: {error}"));
                break;
            }
        }
    }
    report.add(row(args, best.as_ref()));
    report.print()?;
    Ok(report.is_good())
}

async fn at_rate(args: &Args, rate: u64) -> Result<Seen> {
    let readers_of_each = (SOCKETS * FOLLOWED / CONTAINERS) as u64;
    let engine = Engine::start(CONTAINERS, rate / CONTAINERS as u64 / readers_of_each).await?;
    let gateway = Gateway::prepare(&args.gateway).await?.without_rate_limits();
    let gateway = gateway.configured(environment(&engine), &file())?;
    let running = gateway.start().await?.0;
    let counts = Arc::new(Counts::default());
    let token = devices::pair(&mut running.http().await?, "reader").await?;
    let mut readers = JoinSet::new();
    for number in 0..SOCKETS {
        let socket = follow(&running, &token, number).await?;
        readers.spawn(read(socket, counts.clone()));
    }
    sleep(WARM_UP).await;
    let seen = observe(args, &running, &counts, &token).await;
    let ended = readers.try_join_next();
    drop(readers);
    running.stop().await?;
    if let Some(ended) = ended {
        ended??;
    }
    seen
}

/// What came of a rate.
struct Seen {
    rate: f64,
    cpu: f64,
    lost: u64,
    memory: (u64, u64),
    dropped: bool,
}

impl Seen {
    /// Everything came, and came in time.
    fn is_whole(&self, rate: u64) -> bool {
        self.lost == 0 && self.rate >= rate as f64 * 0.97
    }
}

async fn observe(args: &Args, running: &Running, counts: &Counts, token: &str) -> Result<Seen> {
    let pid = running.pid();
    let begun = (Instant::now(), cpu_time(pid)?, counts.lines.load(Ordering::Relaxed));
    let before = Memory::of(pid)?.resident;
    sleep(Duration::from_secs(args.seconds)).await;
    let took = begun.0.elapsed().as_secs_f64();
    let lines = (counts.lines.load(Ordering::Relaxed) - begun.2) as f64;
    Ok(Seen {
        rate: lines / took,
        cpu: (cpu_time(pid)? - begun.1).as_secs_f64() / took,
        memory: (before, Memory::of(pid)?.resident),
        dropped: is_dropped(running, token).await?,
        lost: counts.lost.load(Ordering::Relaxed),
    })
}

fn row(args: &Args, best: Option<&Seen>) -> Row {
    let value = best.map_or("no rate that was tried".to_owned(), |seen| {
        format!(
            "{:.0} a second at {:.0} % of a core; memory {} → {}; a reader that stands still is {}",
            seen.rate,
            seen.cpu * 100.0,
            megabytes(seen.memory.0),
            megabytes(seen.memory.1),
            if seen.dropped { "dropped" } else { "NOT dropped" },
        )
    });
    let is_good = best.is_some_and(|seen| seen.dropped && seen.rate >= TARGET * 0.97);
    Row {
        figure: format!("log lines of {CONTAINERS} containers to {SOCKETS} sockets, none lost"),
        value,
        target: Some((format!("≥ {TARGET:.0} a second"), is_good)),
        how: format!(
            "the highest of {RATES:?} that all readers kept up with; lines of 100 bytes, made by a \
             stand-in for the engine, each container followed by {} sockets over TLS and kept on \
             disk; {} s; engine and readers use the same cores",
            SOCKETS * FOLLOWED / CONTAINERS,
            args.seconds
        ),
    }
}

fn environment(engine: &Engine) -> Vec<(&'static str, String)> {
    let address = engine.address();
    vec![
        ("GATEHOUSE_RUNTIMES__DOCKER__SOCKET_PATH", address),
        ("GATEHOUSE_DISCOVERY__ENABLED", "false".to_owned()),
        ("GATEHOUSE_HEALTH_CHECKS__ENABLED", "false".to_owned()),
    ]
}

/// Only containers behind an app are shown.
fn file() -> String {
    let route =
        |number| format!("  - {{id: c{number}, to: 'http://10.9.9.9', container_id: c{number}}}\n");
    format!("routes:\n{}", (0..CONTAINERS).map(route).collect::<String>())
}

async fn follow(running: &Running, token: &str, number: usize) -> Result<Socket> {
    let mut socket = sockets::open(&running.dialer, token, BUFFER).await?;
    for at in 0..FOLLOWED {
        let container = format!("c{}", (number * FOLLOWED + at) % CONTAINERS);
        subscribe(&mut socket, &container).await?;
    }
    Ok(socket)
}

async fn subscribe(socket: &mut Socket, container: &str) -> Result<()> {
    let data = json!({ "containerId": container, "tail": 0 });
    let wanted = json!({ "type": "container.logs.subscribe", "data": data });
    Ok(socket.send(Message::text(wanted.to_string())).await?)
}

/// Counts lines, and those that are missing between two of one container.
async fn read(mut socket: Socket, counts: Arc<Counts>) -> Result<()> {
    let mut last = vec![None; CONTAINERS];
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message? else { continue };
        let Some((container, number)) = engine::line_in(&text) else {
            let told: Value = serde_json::from_str(&text)?;
            let kind = told["type"].as_str().unwrap_or_default();
            let fine = !matches!(kind, "container.logs.error" | "container.logs.ended");
            ensure!(fine, "{text}");
            continue;
        };
        let before: &mut Option<u64> = last.get_mut(container).context("a container of ours")?;
        let missing = before.map_or(0, |before| number.abs_diff(before + 1));
        *before = Some(number);
        counts.lost.fetch_add(missing, Ordering::Relaxed);
        counts.lines.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// One who asks and then reads nothing for a while: the stream has ended when it looks again.
async fn is_dropped(running: &Running, token: &str) -> Result<bool> {
    let mut socket = sockets::open(&running.dialer, token, BUFFER).await?;
    for number in 0..FOLLOWED {
        subscribe(&mut socket, &format!("c{number}")).await?;
    }
    let over = Arc::new(AtomicBool::new(false));
    sleep(SLOW_FOR).await;
    let seen = over.clone();
    let looking = async move {
        while let Some(Ok(message)) = socket.next().await {
            let text = message.to_text().unwrap_or_default();
            if text.contains("container.logs.error") || text.contains("container.logs.ended") {
                seen.store(true, Ordering::Relaxed);
                return;
            }
        }
        // Closed altogether.
        seen.store(true, Ordering::Relaxed);
    };
    let _ = tokio::time::timeout(Duration::from_secs(30), looking).await;
    Ok(over.load(Ordering::Relaxed))
}
