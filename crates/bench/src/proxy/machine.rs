//! What else went on on the machine, as far as the system tells: where many share one, figures are
//! read with that in mind.

use std::fs;

use anyhow::{Context, Result};

/// The processor's time since the start of the system, in ticks.
pub(crate) struct Machine {
    all: u64,
    /// Taken away by whoever the machine belongs to.
    stolen: u64,
}

impl Machine {
    pub(crate) fn now() -> Result<Machine> {
        let stat = fs::read_to_string("/proc/stat")?;
        Machine::read(&stat).context("/proc/stat cannot be read")
    }

    fn read(stat: &str) -> Option<Machine> {
        let ticks = stat.lines().next()?.strip_prefix("cpu ")?;
        let ticks: Option<Vec<u64>> =
            ticks.split_whitespace().map(|number| number.parse().ok()).collect();
        let ticks = ticks?;
        // User, nice, system, idle, iowait, irq, softirq, steal; guests are within user.
        Some(Machine { all: ticks.iter().take(8).sum(), stolen: *ticks.get(7)? })
    }

    /// How it was since then, in words.
    pub(crate) fn since(&self) -> Result<String> {
        let now = Machine::now()?;
        let all = (now.all - self.all).max(1);
        let stolen = 100.0 * (now.stolen - self.stolen) as f64 / all as f64;
        let load = fs::read_to_string("/proc/loadavg")?;
        let load = load.split_whitespace().next().unwrap_or_default();
        Ok(format!("{stolen:.1} % of the processors' time was stolen, load {load}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_stolen_is_the_eighth_figure() {
        let machine = Machine::read("cpu  1 2 3 4 5 6 7 8 1 0\ncpu0 1\n").expect("it can be read");
        assert_eq!((machine.all, machine.stolen), (36, 8));
        assert!(Machine::read("cpu  1 2\n").is_none());
    }
}
