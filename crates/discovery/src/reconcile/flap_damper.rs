use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

/// How long a service may be away before that is worth telling.
pub(super) const ABSENCE: Duration = Duration::from_secs(1);
/// How long its comings and goings are counted, and it is remembered.
pub(super) const MEMORY: Duration = Duration::from_secs(60);
/// How often it may go in that time before it counts as restless.
const RESTLESS: usize = 3;
/// How long a restless one must stay before it is shown again.
const STEADY: Duration = Duration::from_secs(30);

/// Whether a service is there, and how it comes and goes.
#[derive(Debug)]
pub(super) struct FlapDamper {
    presence: Presence,
    departures: VecDeque<Instant>,
    /// A restless one is not shown before.
    quiet_until: Option<Instant>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    Here,
    /// It went a moment ago, and may be back at once.
    Leaving,
    Away,
}

impl FlapDamper {
    pub(super) fn new() -> Self {
        FlapDamper { presence: Presence::Away, departures: VecDeque::new(), quiet_until: None }
    }

    pub(super) fn presence(&self) -> Presence {
        self.presence
    }

    /// Returns whether it was not here before.
    pub(super) fn came(&mut self, now: Instant) -> bool {
        if self.presence == Presence::Here {
            return false;
        }
        self.presence = Presence::Here;
        self.forget_old(now);
        if self.departures.len() >= RESTLESS {
            self.quiet_until = Some(now + STEADY);
        }
        true
    }

    /// Returns whether it was here.
    pub(super) fn went(&mut self, now: Instant) -> bool {
        if self.presence != Presence::Here {
            return false;
        }
        self.presence = Presence::Leaving;
        self.forget_old(now);
        if self.departures.len() == RESTLESS {
            self.departures.pop_front();
        }
        self.departures.push_back(now);
        true
    }

    /// Returns whether its absence has just become worth telling.
    pub(super) fn stays_away(&mut self, now: Instant) -> bool {
        let left = self.departures.back();
        let leaving = self.presence == Presence::Leaving;
        let told = leaving && left.is_none_or(|left| now.duration_since(*left) >= ABSENCE);
        if told {
            self.presence = Presence::Away;
        }
        told
    }

    /// Whether it is away for so long that nothing of it needs to be remembered.
    pub(super) fn is_forgotten(&self, now: Instant) -> bool {
        let left = self.departures.back();
        self.presence == Presence::Away
            && left.is_none_or(|left| now.duration_since(*left) >= MEMORY)
    }

    /// When it may be shown, where that is not now.
    pub(super) fn quiet_until(&self, now: Instant) -> Option<Instant> {
        self.quiet_until.filter(|until| *until > now)
    }

    fn forget_old(&mut self, now: Instant) {
        self.departures.retain(|departure| now.duration_since(*departure) < MEMORY);
    }
}
