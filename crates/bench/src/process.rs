//! What the system knows of a process, and of itself.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

/// The system counts processor time in hundredths of a second for everybody who asks.
const TICK: Duration = Duration::from_millis(10);

/// Memory of a process, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Memory {
    /// Everything that is in memory for it.
    pub(crate) resident: u64,
    /// The same, with its share of what others use too.
    pub(crate) proportional: u64,
}

impl Memory {
    pub(crate) fn of(pid: u32) -> Result<Memory> {
        let path = format!("/proc/{pid}/smaps_rollup");
        let text = fs::read_to_string(&path).with_context(|| path)?;
        Memory::parse(&text).context("smaps_rollup has no Rss and Pss")
    }

    fn parse(smaps: &str) -> Option<Memory> {
        Some(Memory { resident: bytes(smaps, "Rss:")?, proportional: bytes(smaps, "Pss:")? })
    }
}

/// The bytes that a line such as `Rss:  2048 kB` tells.
fn bytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

/// The memory of the machine, in bytes.
pub(crate) fn total_memory() -> Option<u64> {
    bytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")
}

pub(crate) fn kernel_version() -> String {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    release.trim().split('-').next().unwrap_or_default().to_owned()
}

/// The processor time it took so far, over all its threads.
pub(crate) fn cpu_time(pid: u32) -> Result<Duration> {
    let path = format!("/proc/{pid}/stat");
    let stat = fs::read_to_string(&path).with_context(|| path)?;
    let ticks = cpu_ticks(&stat).context("stat has no times")?;
    Ok(TICK * ticks)
}

/// The 14th and 15th field; the second one, the name, may hold spaces and ends with the last `)`.
fn cpu_ticks(stat: &str) -> Option<u32> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11);
    let user: u32 = times.next()?.parse().ok()?;
    let system: u32 = times.next()?.parse().ok()?;
    Some(user + system)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_in_bytes() {
        let text = "5581-7ffd ---p 00000000 00:00 0 [rollup]\nRss:   2048 kB\nPss:  1024 kB\n\
                    Pss_Dirty:  100 kB\n";
        let memory = Memory { resident: 2 << 20, proportional: 1 << 20 };
        assert_eq!(Memory::parse(text), Some(memory));
        assert_eq!(Memory::parse("Rss: much\n"), None);
    }

    #[test]
    fn times_are_found_behind_a_strange_name() {
        let stat = "42 (a) b (c) S 1 42 42 0 -1 4194560 100 0 0 0 150 25 0 0 20 0 4 0 12345";
        assert_eq!(cpu_ticks(stat), Some(175));
    }
}
