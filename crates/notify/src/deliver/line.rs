use std::time::Duration;

use kit::Timestamp;
use web::Session;

/// The pause after the first attempt that was not confirmed; each further one is four times that.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(600);

/// How far one device is.
#[derive(Debug)]
pub(super) struct Line {
    /// The queue may hold something that was not sent yet.
    pub(super) behind: bool,
    pub(super) flight: Option<Flight>,
    /// Nothing is sent before.
    pub(super) held_until: Timestamp,
}

/// A batch on its way.
#[derive(Debug)]
pub(super) struct Flight {
    pub(super) rows: Vec<Sent>,
    pub(super) carriers: Vec<Session>,
    pub(super) deadline: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sent {
    pub(super) id: i64,
    /// Before this one.
    pub(super) attempts: i64,
}

impl Line {
    pub(super) fn new() -> Self {
        Line { behind: true, flight: None, held_until: Timestamp(i64::MIN) }
    }

    pub(super) fn may_send(&self, now: Timestamp) -> bool {
        self.flight.is_none() && self.held_until <= now
    }

    /// Sends again what is on its way. A batch whose sockets are gone is left to be given up.
    pub(super) fn restart(&mut self) {
        self.behind = true;
        self.flight.take_if(|flight| !flight.is_stranded());
    }

    /// Whether time alone can change something.
    pub(super) fn waits(&self, now: Timestamp) -> bool {
        self.flight.is_some() || self.held_until > now
    }

    pub(super) fn confirmed(&mut self, id: i64) {
        let Some(flight) = &mut self.flight else { return };
        flight.rows.retain(|row| row.id != id);
        if flight.rows.is_empty() {
            self.flight = None;
        }
    }

    /// Takes a batch back that nobody will confirm any more: its time is over, or no socket that it
    /// went to is open.
    pub(super) fn lost(&mut self, now: Timestamp) -> Option<Vec<Sent>> {
        let over = |flight: &mut Flight| flight.deadline <= now || flight.is_stranded();
        let flight = self.flight.take_if(over)?;
        self.behind = true;
        let most = flight.rows.iter().map(|row| row.attempts).max().unwrap_or(0);
        // Who comes back gets it at once, unless that was in vain before.
        let attempts = if flight.is_stranded() { most - 1 } else { most };
        self.held_until = now.after(pause(attempts));
        Some(flight.rows)
    }
}

impl Flight {
    /// No socket that it went to is open.
    fn is_stranded(&self) -> bool {
        self.carriers.iter().all(Session::is_closed)
    }
}

fn pause(attempts: i64) -> Duration {
    let Ok(attempts) = u32::try_from(attempts) else { return Duration::ZERO };
    let doublings = attempts.min(8) * 2;
    FIRST_PAUSE.saturating_mul(1 << doublings).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use kit::Principal;

    use super::*;

    #[test]
    fn a_batch_is_lost_with_its_time_or_its_last_socket() {
        let now = Timestamp(0);
        let (session, outbox) = Session::open(Principal::local(), 1, 1);
        let rows = vec![Sent { id: 1, attempts: 0 }, Sent { id: 2, attempts: 1 }];
        let flight = |rows: &[Sent], deadline| {
            Some(Flight { rows: rows.to_vec(), carriers: vec![session.clone()], deadline })
        };
        let mut line = Line { flight: flight(&rows, Timestamp(10)), ..Line::new() };
        assert_eq!(line.lost(now), None);
        line.confirmed(1);
        assert_eq!(line.lost(Timestamp(10)), Some(vec![rows[1]]));
        assert!(!line.may_send(Timestamp(11)) && line.may_send(Timestamp(20_010)));
        line.flight = flight(&rows, Timestamp(99_999));
        line.restart();
        assert!(line.flight.is_none());
        line.flight = flight(&rows[..1], Timestamp(99_999));
        drop(outbox);
        line.restart();
        assert_eq!(line.lost(now), Some(vec![rows[0]]));
        assert!(line.may_send(now), "who comes back gets it at once");
    }

    #[test]
    fn pauses_grow_up_to_a_bound() {
        let pauses: Vec<u64> = (-1..6).map(|attempts| pause(attempts).as_secs()).collect();
        assert_eq!(pauses, [0, 5, 20, 80, 320, 600, 600]);
    }
}
