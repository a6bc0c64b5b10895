//! A page of 200 MB through the rewriter, beside the same page as it is: how fast, and with how
//! much memory.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::Plan;
use super::rival::{Rival, Routes, start_gatehouse};
use super::scenario::Transport;
use super::stage::Stage;
use super::table::progress;
use crate::process::CpuReading;

const ROUNDS: usize = 5;
const QUICK_ROUNDS: usize = 2;
const SIZE: usize = 200 << 20;
const MEGABYTE: f64 = 1e6;
const BUFFER: usize = 256 << 10;

/// What pages are made of: text, and addresses of every kind.
const PIECE: &str = "<div class=\"card\"><h2>Something to read</h2>\
    <p>A paragraph that says nothing, in as many words as people use to say something.</p>\
    <a href=\"/items/17?view=full\">All of it</a> <img src=\"/static/img/17.webp\" alt=\"\">\
    <a href=\"https://example.org/elsewhere\">Elsewhere</a> <a href=\"#top\">Up</a>\
    <p style=\"margin: 0\">And one more, because pages are mostly text, after all.</p></div>\n";

#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) plain: Vec<Sample>,
    pub(crate) moved: Vec<Sample>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    /// Megabytes of the app's page in a second.
    pub(crate) rate: f64,
    /// The gateway's processor time for a megabyte, in microseconds.
    pub(crate) cpu: f64,
    /// By how many megabytes its memory grew meanwhile.
    pub(crate) growth: f64,
}

pub(crate) async fn measure(stage: &Stage, plan: Plan) -> Result<Measured> {
    let rival = start_gatehouse(stage, Transport::Plain, Routes::Raw).await?;
    let rounds = if plan.is_quick() { QUICK_ROUNDS } else { ROUNDS };
    let mut measured = Measured { plain: Vec::new(), moved: Vec::new() };
    // Buffers come with the first use.
    for app in ["raw", "bench"] {
        download(&rival, app).await?;
    }
    for number in 1..=rounds {
        progress(&format!("pages, round {number} of {rounds}"));
        measured.plain.push(download(&rival, "raw").await?);
        measured.moved.push(download(&rival, "bench").await?);
    }
    rival.stop().await?;
    Ok(measured)
}

async fn download(rival: &Rival, app: &str) -> Result<Sample> {
    let token = rival.token.as_deref().context("there is no token")?;
    let port = rival.port;
    let (before, began) = (rival.memory()?, Instant::now());
    let cpu = CpuReading::of(&rival.pids())?;
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    let request = format!(
        "GET /apps/{app}/page HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Authorization: Bearer {token}\r\nSec-Fetch-Dest: document\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut buffer = vec![0; BUFFER];
    let (mut read, mut most) = (0, before);
    let mut looked_at = 0;
    loop {
        let count = stream.read(&mut buffer).await?;
        if count == 0 {
            break;
        }
        read += count;
        if read - looked_at > SIZE / 20 {
            looked_at = read;
            most = most.max(rival.memory()?);
        }
    }
    ensure!(read > SIZE, "a page has {read} bytes, and should have more than {SIZE}");
    let (seconds, size) = (began.elapsed().as_secs_f64(), SIZE as f64 / MEGABYTE);
    let cpu = CpuReading::of(&rival.pids())?.since(&cpu).as_secs_f64();
    let growth = most.saturating_sub(before) as f64 / MEGABYTE;
    Ok(Sample { rate: size / seconds, cpu: cpu * 1e6 / size, growth })
}

/// The app's side.
pub(crate) async fn give(stream: &mut TcpStream) -> Result<()> {
    let many = PIECE.repeat(BUFFER / PIECE.len());
    let count = SIZE.div_ceil(many.len());
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\r\n",
        many.len() * count
    );
    stream.write_all(head.as_bytes()).await?;
    for _ in 0..count {
        stream.write_all(many.as_bytes()).await?;
    }
    Ok(())
}
