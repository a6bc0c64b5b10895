//! Everything that runs below this process.

use std::collections::HashMap;
use std::fs;

use rustix::process::{Pid, Signal, kill_process};

/// The processes below us that have not ended. All of them can be found, because none gets another
/// parent than us or one of them.
pub(super) fn below_us() -> Vec<Pid> {
    let mut children: HashMap<i32, Vec<(i32, bool)>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let Ok(stat) = fs::read(entry.path().join("stat")) else { continue };
        if let Some((parent, ended)) = parent(&String::from_utf8_lossy(&stat)) {
            children.entry(parent).or_default().push((pid, ended));
        }
    }
    let mut found = Vec::new();
    let mut parents = vec![rustix::process::getpid().as_raw_nonzero().get()];
    while let Some(parent) = parents.pop() {
        for (pid, ended) in children.remove(&parent).unwrap_or_default() {
            parents.push(pid);
            found.extend(Pid::from_raw(pid).filter(|_| !ended));
        }
    }
    found
}

/// The parent in a line of `/proc/<pid>/stat`, and whether the process has ended. The name in it
/// may hold anything, so what counts begins behind its last bracket.
fn parent(stat: &str) -> Option<(i32, bool)> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace();
    let state = fields.next()?;
    let parent = fields.next()?.parse().ok()?;
    Some((parent, matches!(state, "Z" | "X")))
}

pub(super) fn ask_to_end() {
    signal(&below_us(), &[Signal::TERM, Signal::CONT]);
}

pub(super) fn force_to_end() {
    signal(&below_us(), &[Signal::STOP]);
    signal(&below_us(), &[Signal::KILL]);
}

fn signal(processes: &[Pid], signals: &[Signal]) {
    for pid in processes {
        for signal in signals {
            // It may have ended by now.
            let _ = kill_process(*pid, *signal);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_lie_about_the_parent() {
        assert_eq!(parent("7 (sh) S 3 7 7 0 -1"), Some((3, false)));
        assert_eq!(parent("7 (a) S 9 (b) Z 3 7 7 0 -1"), Some((3, true)));
        assert_eq!(parent("7"), None);
    }
}
