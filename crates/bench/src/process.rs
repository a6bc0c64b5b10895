//! What the system knows of a process, and of itself.

use std::collections::HashMap;
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

/// All that the machine has, not only those that this program may use.
pub(crate) fn cores() -> usize {
    let stat = fs::read_to_string("/proc/stat").unwrap_or_default();
    let is_core = |line: &&str| line.starts_with("cpu") && !line.starts_with("cpu ");
    stat.lines().filter(is_core).count()
}

/// The processes that one has started, and those that they have.
pub(crate) fn descendants(pid: u32) -> Vec<u32> {
    let path = format!("/proc/{pid}/task/{pid}/children");
    let children = fs::read_to_string(path).unwrap_or_default();
    let children: Vec<u32> = children.split_whitespace().flat_map(str::parse).collect();
    let below: Vec<u32> = children.iter().flat_map(|child| descendants(*child)).collect();
    [children, below].concat()
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

/// The processor time that all processes together took so far.
pub(crate) fn machine_cpu_time() -> Result<Duration> {
    let stat = fs::read_to_string("/proc/stat")?;
    let ticks = machine_ticks(&stat).context("/proc/stat has no times")?;
    Ok(TICK * ticks)
}

/// All fields but those that count idle time, the fourth and fifth, and guests, who are in others.
fn machine_ticks(stat: &str) -> Option<u32> {
    let line = stat.lines().find_map(|line| line.strip_prefix("cpu "))?;
    let fields: Vec<u32> = line.split_whitespace().flat_map(str::parse).collect();
    Some(fields.get(..3)?.iter().sum::<u32>() + fields.get(5..8)?.iter().sum::<u32>())
}

/// The processor time of some processes at one moment, to the nanosecond where the system tells.
#[derive(Debug, Default)]
pub(crate) struct CpuReading {
    threads: HashMap<u32, Duration>,
    ticks: Duration,
}

impl CpuReading {
    pub(crate) fn of(pids: &[u32]) -> Result<CpuReading> {
        let mut reading = CpuReading::default();
        for pid in pids {
            reading.ticks += cpu_time(*pid)?;
            for thread in fs::read_dir(format!("/proc/{pid}/task"))? {
                let thread = thread?;
                let Ok(text) = fs::read_to_string(thread.path().join("schedstat")) else {
                    continue;
                };
                let ran = text.split_whitespace().next().and_then(|ran| ran.parse().ok());
                let id = thread.file_name().to_str().and_then(|id| id.parse().ok());
                reading.threads.extend(id.zip(ran.map(Duration::from_nanos)));
            }
        }
        Ok(reading)
    }

    /// What was used between an earlier reading and this one. A thread that ended in between is
    /// in the ticks alone.
    pub(crate) fn since(&self, earlier: &CpuReading) -> Duration {
        let ran = |(id, now): (&u32, &Duration)| {
            now.saturating_sub(earlier.threads.get(id).copied().unwrap_or_default())
        };
        let exact: Duration = self.threads.iter().map(ran).sum();
        let ticks = self.ticks.saturating_sub(earlier.ticks);
        if ticks > exact + 2 * TICK { ticks } else { exact }
    }
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

    #[test]
    fn an_idle_machine_uses_no_time() {
        assert_eq!(machine_ticks("cpu  1 2 3 900 90 4 5 6 7 8\ncpu0 1 1 1 1"), Some(21));
        assert_eq!(machine_ticks("cpu0 1 1 1 1"), None);
    }

    #[test]
    fn a_thread_that_is_new_counts_from_its_start_and_one_that_ended_by_ticks() {
        let ms = Duration::from_millis;
        let reading = |threads: &[(u32, u64)], ticks| CpuReading {
            threads: threads.iter().map(|(id, ran)| (*id, ms(*ran))).collect(),
            ticks: ms(ticks),
        };
        let before = reading(&[(1, 100), (2, 50)], 150);
        assert_eq!(reading(&[(1, 105), (2, 50), (3, 7)], 160).since(&before), ms(12));
        assert_eq!(reading(&[(1, 105)], 250).since(&before), ms(100));
    }
}
