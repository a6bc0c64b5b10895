use std::time::Duration;

use tokio::time::Instant;

/// How fast a client's messages are read: a burst at once, then one a period.
#[derive(Debug)]
pub(crate) struct Pace {
    period: Duration,
    lead: Duration,
    /// When everything read so far would be paid for at one a period.
    paid_at: Instant,
}

impl Pace {
    pub(crate) fn new(burst: u32, period: Duration) -> Self {
        Pace { period, lead: period * burst, paid_at: Instant::now() }
    }

    pub(crate) fn note(&mut self) {
        self.paid_at = self.paid_at.max(Instant::now()) + self.period;
    }

    /// When the next message may be read; `None`: now.
    pub(crate) fn resume_at(&self) -> Option<Instant> {
        let resume_at = self.paid_at.checked_sub(self.lead)?;
        (resume_at > Instant::now()).then_some(resume_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_burst_is_read_at_once_and_then_one_a_period() {
        let period = Duration::from_millis(20);
        let mut pace = Pace::new(10, period);
        tokio::time::advance(Duration::from_secs(60)).await;
        for _ in 0..10 {
            assert_eq!(pace.resume_at(), None);
            pace.note();
        }
        pace.note();
        assert_eq!(pace.resume_at(), Some(Instant::now() + period));
        tokio::time::advance(period).await;
        assert_eq!(pace.resume_at(), None);
    }
}
