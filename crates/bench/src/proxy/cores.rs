//! Which core the proxies have to themselves, and which one the clients and the app share.

use std::str::FromStr;

use anyhow::{Context, Result, ensure};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cores {
    pub(crate) proxy: usize,
    pub(crate) load: usize,
}

impl FromStr for Cores {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Cores> {
        let (proxy, load) = text.split_once(',').context("two numbers with a comma")?;
        let cores = Cores { proxy: proxy.parse()?, load: load.parse()? };
        ensure!(cores.proxy != cores.load, "the proxy needs a core of its own");
        ensure!(cores.proxy.max(cores.load) < CpuSet::MAX_CPU, "there is no such core");
        Ok(cores)
    }
}

impl Cores {
    /// Keeps this thread, and all that it starts, on the core for the clients and the app.
    pub(crate) fn settle(self) -> Result<()> {
        let allowed = sched_getaffinity(None)?;
        for core in [self.proxy, self.load] {
            ensure!(allowed.is_set(core), "core {core} is not ours; this needs two of them");
        }
        let mut ours = CpuSet::new();
        ours.set(self.load);
        Ok(sched_setaffinity(None, &ours)?)
    }
}

/// As many open files as the system lets us have, for us and for the programs we start.
pub(crate) fn allow_many_files() -> Result<()> {
    let limit = getrlimit(Resource::Nofile);
    Ok(setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_different_cores_are_named() {
        assert_eq!("0,1".parse::<Cores>().expect("two"), Cores { proxy: 0, load: 1 });
        for bad in ["", "1", "1,1", "0,x", "0,99999"] {
            assert!(bad.parse::<Cores>().is_err(), "{bad}");
        }
    }
}
