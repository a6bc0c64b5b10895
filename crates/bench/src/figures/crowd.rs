use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tokio::time::sleep;

use super::gateway::{Gateway, Running};
use super::sockets::Sockets;
use super::{Args, devices, fanout};
use crate::process::{Memory, cpu_time};
use crate::report::{MB, Report, Row, megabytes, milliseconds, seconds};

const TARGET: u64 = 300 * MB;
/// The allocator gives memory back little by little.
const SETTLED: Duration = Duration::from_secs(30);
/// A device may have 32 sockets open.
const SOCKETS_PER_DEVICE: u16 = 25;

/// Memory with many idle sockets, and then an event to all of them.
pub(crate) async fn measure(args: &Args, report: &mut Report) -> Result<()> {
    let gateway = Gateway::prepare(&args.gateway).await?.without_rate_limits();
    let (running, _) = gateway.start().await?;
    report.progress("devices for the sockets");
    let tokens = tokens(&running, args.sockets).await?;
    let before = Memory::of(running.pid())?;
    report.progress("sockets");
    let (began, cpu_before) = (Instant::now(), cpu_time(running.pid())?);
    let mut sockets = Sockets::open(&running.dialer, tokens).await?;
    let opening = began.elapsed();
    let opening_cpu = cpu_time(running.pid())? - cpu_before;
    report.progress("idle sockets");
    let cpu_before = cpu_time(running.pid())?;
    sleep(args.idle()).await;
    let idle_cpu = cpu_time(running.pid())? - cpu_before;
    ensure!(sockets.open_now()? == usize::from(args.sockets), "sockets were lost");
    let with = Memory::of(running.pid())?;
    report.add(memory_row(args, before, with));
    report.detail(format!(
        "opening {} sockets, 64 at a time, without TLS resumption: {} and {} of the server's \
         processor time ({} each)",
        args.sockets,
        seconds(opening),
        seconds(opening_cpu),
        milliseconds(opening_cpu / u32::from(args.sockets)),
    ));
    report.detail(format!(
        "{} s of {} idle sockets, each pinged every 25 s: {} of the server's processor time",
        args.idle,
        args.sockets,
        seconds(idle_cpu)
    ));
    fanout::measure(&running, &mut sockets, args.sockets, report).await?;
    let after = Memory::of(running.pid())?;
    report.detail(format!("memory after the events: {} RSS", megabytes(after.resident)));
    drop(sockets);
    sleep(SETTLED).await;
    let left = Memory::of(running.pid())?;
    report.detail(format!(
        "memory {} s after all sockets were closed: {} RSS",
        SETTLED.as_secs(),
        megabytes(left.resident)
    ));
    running.stop().await
}

fn memory_row(args: &Args, before: Memory, with: Memory) -> Row {
    let grown = with.resident.saturating_sub(before.resident);
    let each = grown as f64 / 1024.0 / f64::from(args.sockets);
    Row {
        figure: format!("memory with {} idle sockets", args.sockets),
        value: format!(
            "{} RSS ({} before; {each:.1} kB each)",
            megabytes(with.resident),
            megabytes(before.resident)
        ),
        target: Some((format!("< {}", megabytes(TARGET)), with.resident < TARGET)),
        how: format!(
            "`wss://127.0.0.1`, {SOCKETS_PER_DEVICE} sockets for each paired device, all \
             authenticated, {} s after the last was opened; the clients are in a process of \
             their own; `rate_limits.enabled: false`",
            args.idle
        ),
    }
}

/// One token for each socket.
async fn tokens(running: &Running, sockets: u16) -> Result<Vec<String>> {
    let mut http = running.http().await?;
    let mut tokens = Vec::new();
    for number in 0..sockets.div_ceil(SOCKETS_PER_DEVICE) {
        let token = devices::pair(&mut http, &format!("bench-{number}")).await?;
        tokens.extend(std::iter::repeat_n(token, SOCKETS_PER_DEVICE.into()));
    }
    tokens.truncate(sockets.into());
    Ok(tokens)
}
