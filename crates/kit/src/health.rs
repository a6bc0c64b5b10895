use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arc_swap::ArcSwap;

use crate::{Clock, Timestamp};

/// How a part of the program is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Healthy,
    /// Something it would like to have is missing; the gateway serves.
    Degraded,
    /// The gateway cannot do its work.
    Unhealthy,
}

/// The state of one part, as its owner reported it last.
#[derive(Debug, Clone)]
pub struct Component {
    pub name: &'static str,
    pub status: Status,
    pub message: Option<String>,
    pub last_checked: Timestamp,
}

/// The board on which parts report how they are. Reading it costs no lock.
#[derive(Debug, Clone)]
pub struct Health {
    clock: Clock,
    board: Arc<ArcSwap<Vec<Component>>>,
    ready: Arc<AtomicBool>,
}

impl Health {
    pub fn new(clock: Clock) -> Self {
        Health { clock, board: Arc::default(), ready: Arc::default() }
    }

    pub fn report(&self, name: &'static str, status: Status, message: Option<String>) {
        let report = Component { name, status, message, last_checked: self.clock.now() };
        self.board.rcu(|old| {
            let others = old.iter().filter(|component| component.name != name).cloned();
            let mut board: Vec<_> = others.chain([report.clone()]).collect();
            board.sort_by_key(|component| component.name);
            board
        });
    }

    /// Whether traffic may be sent here: not while starting, and not while draining.
    pub fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Relaxed)
    }

    pub fn set_ready(&self, ready: bool) {
        self.ready.store(ready, Ordering::Relaxed);
    }

    pub fn components(&self) -> Arc<Vec<Component>> {
        self.board.load_full()
    }

    pub fn overall(&self) -> Status {
        self.board.load().iter().map(|part| part.status).max().unwrap_or(Status::Healthy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_part_decides_and_a_later_report_replaces_the_earlier() {
        let health = Health::new(Clock::manual(Timestamp(0)));
        assert_eq!(health.overall(), Status::Healthy);
        health.report("storage", Status::Unhealthy, Some("disk is full".into()));
        health.report("docker", Status::Degraded, None);
        assert_eq!(health.overall(), Status::Unhealthy);
        health.report("storage", Status::Healthy, None);
        assert_eq!(health.overall(), Status::Degraded);
        assert_eq!(health.components().len(), 2);
    }
}
