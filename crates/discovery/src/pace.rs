use std::time::Duration;

use tokio::sync::watch;

/// When a source looks at everything again: after every interval, and whenever somebody asks.
#[derive(Debug, Clone)]
pub(crate) struct Pace {
    orders: watch::Receiver<Orders>,
    /// The last time that somebody asked and was heard.
    round: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Orders {
    pub(crate) interval: Duration,
    /// Grows each time that somebody asks.
    pub(crate) round: u64,
}

/// Gives the orders.
#[derive(Debug)]
pub(crate) struct RescanTimer {
    orders: watch::Sender<Orders>,
}

impl RescanTimer {
    pub(crate) fn new(interval: Duration) -> Self {
        RescanTimer { orders: watch::Sender::new(Orders { interval, round: 0 }) }
    }

    pub(crate) fn pace(&self) -> Pace {
        Pace { orders: self.orders.subscribe(), round: self.orders.borrow().round }
    }

    /// Has the source look at once.
    pub(crate) fn look_now(&self) {
        self.orders.send_modify(|orders| orders.round += 1);
    }

    pub(crate) fn set_interval(&self, interval: Duration) {
        self.orders.send_if_modified(|orders| {
            let changed = orders.interval != interval;
            orders.interval = interval;
            changed
        });
    }
}

impl Pace {
    /// Returns when it is time to look again.
    pub(crate) async fn next(&mut self) {
        loop {
            let Orders { interval, round } = *self.orders.borrow_and_update();
            if round != self.round {
                self.round = round;
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(interval) => return,
                // Another interval begins anew.
                Ok(()) = self.orders.changed() => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_look_comes_with_the_interval_and_when_asked_for() {
        let rescan_timer = RescanTimer::new(Duration::from_secs(30));
        let mut pace = rescan_timer.pace();
        let begun = tokio::time::Instant::now();
        pace.next().await;
        assert_eq!(begun.elapsed(), Duration::from_secs(30));
        rescan_timer.look_now();
        pace.next().await;
        assert_eq!(begun.elapsed(), Duration::from_secs(30));
        rescan_timer.set_interval(Duration::from_secs(5));
        pace.next().await;
        assert_eq!(begun.elapsed(), Duration::from_secs(35));
    }
}
