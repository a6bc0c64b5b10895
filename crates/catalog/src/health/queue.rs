//! Who is asked when.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::pace;
use super::plan::Plan;

/// Every app once: waiting for its turn, or being asked right now.
#[derive(Default)]
pub(super) struct Queue {
    entries: HashMap<Arc<str>, Entry>,
    turns: BTreeSet<(Turn, Arc<str>)>,
}

struct Entry {
    plan: Arc<Plan>,
    /// `None` while it is asked.
    turn: Option<Turn>,
    /// It is to be asked again as soon as this check has ended.
    again: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    /// Before everybody else.
    AtOnce,
    At(Instant),
}

impl Queue {
    /// Takes over another list. What did not change keeps its turn; what did is asked soon.
    pub(super) fn replace(&mut self, plans: Vec<Plan>, now: Instant) {
        let mut before = std::mem::take(&mut self.entries);
        let (mut same, mut fresh) = (Vec::new(), Vec::new());
        for plan in plans {
            match before.remove(&plan.app_id) {
                Some(entry) if *entry.plan == plan => same.push(entry),
                _ => fresh.push(plan),
            }
        }
        self.turns.clear();
        for entry in same {
            self.insert(entry);
        }
        let count = fresh.len();
        for plan in fresh {
            let turn = Some(Turn::At(now + pace::first(plan.interval, count)));
            self.insert(Entry { plan: Arc::new(plan), turn, again: false });
        }
    }

    fn insert(&mut self, entry: Entry) {
        let app_id = entry.plan.app_id.clone();
        if let Some(turn) = entry.turn {
            self.turns.insert((turn, app_id.clone()));
        }
        // A list that names an app twice has one turn for it.
        if let Some(Entry { turn: Some(turn), .. }) = self.entries.insert(app_id.clone(), entry) {
            self.turns.remove(&(turn, app_id));
        }
    }

    /// When the next app has its turn.
    pub(super) fn next(&self, now: Instant) -> Option<Instant> {
        self.turns.first().map(|(turn, _)| match turn {
            Turn::AtOnce => now,
            Turn::At(moment) => *moment,
        })
    }

    /// The app whose turn it is. It has no other until `done`.
    pub(super) fn take(&mut self, now: Instant) -> Option<Arc<Plan>> {
        self.next(now).filter(|turn| *turn <= now)?;
        let (_, app_id) = self.turns.pop_first()?;
        let entry = self.entries.get_mut(&app_id)?;
        entry.turn = None;
        Some(entry.plan.clone())
    }

    /// Whether a check that was begun still is about the app as it is now.
    pub(super) fn is_current(&self, plan: &Arc<Plan>) -> bool {
        self.entries.get(&plan.app_id).is_some_and(|entry| Arc::ptr_eq(&entry.plan, plan))
    }

    /// Gives an app that was asked its next turn. One that has changed meanwhile has it already.
    pub(super) fn done(&mut self, plan: &Arc<Plan>, pause: Duration, now: Instant) {
        if let Some(entry) = self.entries.get_mut(&plan.app_id)
            && Arc::ptr_eq(&entry.plan, plan)
        {
            let again = std::mem::take(&mut entry.again);
            let turn = if again { Turn::AtOnce } else { Turn::At(now + pace::jittered(pause)) };
            entry.turn = Some(turn);
            self.turns.insert((turn, plan.app_id.clone()));
        }
    }

    /// Puts an app before all others; `false` where it is not to be checked at all.
    pub(super) fn hurry(&mut self, app_id: &str) -> bool {
        let Some(entry) = self.entries.get_mut(app_id) else { return false };
        match entry.turn.replace(Turn::AtOnce) {
            Some(turn) => {
                let app_id = entry.plan.app_id.clone();
                self.turns.remove(&(turn, app_id.clone()));
                self.turns.insert((Turn::AtOnce, app_id));
            }
            None => {
                entry.turn = None;
                entry.again = true;
            }
        }
        true
    }

    pub(super) fn contains(&self, app_id: &str) -> bool {
        self.entries.contains_key(app_id)
    }
}

#[cfg(test)]
mod tests {
    use routing::Upstream;

    use super::super::{HealthConfig, Target};
    use super::*;
    use crate::HealthCheck;

    const INTERVAL: Duration = Duration::from_secs(10);

    fn plan(app_id: &str, to: &str) -> Plan {
        let upstream = Upstream::parse(to, false).expect(to);
        let target =
            Target { app_id: app_id.into(), upstream, away: false, check: HealthCheck::default() };
        Plan::new(target, &HealthConfig::default()).expect("a plan")
    }

    fn queue(plans: Vec<Plan>, now: Instant) -> Queue {
        let mut queue = Queue::default();
        queue.replace(plans, now);
        queue
    }

    #[tokio::test]
    async fn an_app_has_one_turn_at_a_time() {
        let now = Instant::now();
        let mut queue = queue(vec![plan("a", "http://a")], now);
        let taken = queue.take(now).expect("a lone app is asked at once");
        assert!(queue.take(now + 10 * INTERVAL).is_none());
        queue.done(&taken, INTERVAL, now);
        let next = queue.next(now).expect("its next turn") - now;
        assert!((INTERVAL.mul_f64(0.9)..=INTERVAL.mul_f64(1.1)).contains(&next));
        assert!(queue.take(now).is_none());
        assert!(queue.take(now + next).is_some());
    }

    #[tokio::test]
    async fn a_list_that_comes_again_changes_no_turn() {
        let now = Instant::now();
        let plans = || vec![plan("a", "http://a"), plan("b", "http://b")];
        let mut queue = queue(plans(), now);
        let taken = queue.take(now + INTERVAL).expect("a turn");
        let next = queue.next(now);
        queue.replace(plans(), now + INTERVAL);
        assert_eq!(queue.next(now), next);
        assert!(queue.is_current(&taken));
        queue.take(now + INTERVAL).expect("the other's turn");
        assert!(queue.take(now + INTERVAL).is_none(), "the first is still being asked");
    }

    #[tokio::test]
    async fn an_app_that_moved_is_asked_at_once_and_its_old_check_counts_no_more() {
        let now = Instant::now();
        let mut queue = queue(vec![plan("a", "http://a")], now);
        let old = queue.take(now).expect("a turn");
        queue.replace(vec![plan("a", "http://elsewhere")], now);
        assert!(!queue.is_current(&old));
        let new = queue.take(now).expect("another turn");
        queue.done(&old, INTERVAL, now);
        assert!(queue.take(now + 2 * INTERVAL).is_none(), "the new check has not ended");
        queue.done(&new, INTERVAL, now);
        assert!(queue.take(now + 2 * INTERVAL).is_some());
        queue.replace(Vec::new(), now);
        assert!(queue.next(now).is_none() && !queue.contains("a"));
    }

    #[tokio::test]
    async fn who_is_in_a_hurry_comes_first_and_comes_again() {
        let now = Instant::now();
        let mut queue = queue(vec![plan("a", "http://a"), plan("b", "http://b")], now);
        assert!(queue.hurry("b") && !queue.hurry("c"));
        let first = queue.take(now).expect("a turn");
        assert_eq!(&*first.app_id, "b");
        assert!(queue.hurry("b"));
        let second = queue.take(now + INTERVAL).expect("the other's turn");
        assert_eq!(&*second.app_id, "a");
        queue.done(&first, INTERVAL, now);
        assert_eq!(queue.take(now).expect("again").app_id, first.app_id);
    }

    #[tokio::test]
    async fn an_app_that_is_named_twice_has_one_turn() {
        let now = Instant::now();
        let mut queue = queue(vec![plan("a", "http://a"), plan("a", "http://b")], now);
        let taken = queue.take(now + INTERVAL).expect("a turn");
        assert!(queue.is_current(&taken));
        assert!(queue.take(now + INTERVAL).is_none());
    }
}
