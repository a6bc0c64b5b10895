use std::time::Duration;

use engines::plan::{Condition as Seen, HealthState};
use engines::{ContainerId, Docker};
use tokio::time::{Instant, sleep};

use crate::compose::{Condition, Restart, Service};
use crate::work::Broken;
use crate::work::job::{Job, Progress};

/// Large ones make a database first.
const LONGEST_START: Duration = Duration::from_secs(15 * 60);
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// One without a health check counts as well when it has run for so long.
const PROOF: Duration = Duration::from_secs(2);

/// What a look says about a wait.
enum Verdict {
    Done,
    Wait,
    Fail(String),
}

impl Job<Docker> {
    /// Waits for what another service needs of this one.
    pub(super) async fn wait_for(
        &mut self,
        name: &str,
        id: &ContainerId,
        condition: Condition,
        begun: Instant,
    ) -> Result<(), Broken> {
        let judge = |seen: &Seen, _: Duration| match condition {
            Condition::Started => started(seen),
            Condition::Healthy => healthy(seen),
            Condition::Completed => completed(seen),
        };
        self.wait(name, id, begun, judge).await
    }

    /// Waits until it is as it should stay.
    pub(super) async fn wait_until_well(
        &mut self,
        name: &str,
        id: &ContainerId,
        service: &Service,
        begun: Instant,
    ) -> Result<(), Broken> {
        let may_end = service.restart == Restart::No;
        self.wait(name, id, begun, |seen, running| well(seen, running, may_end)).await
    }

    async fn wait(
        &mut self,
        name: &str,
        id: &ContainerId,
        begun: Instant,
        judge: impl Fn(&Seen, Duration) -> Verdict,
    ) -> Result<(), Broken> {
        let first = Instant::now();
        let mut told = false;
        loop {
            self.checkpoint().await?;
            let seen = self.runtime.condition(id).await?;
            match judge(&seen, first.elapsed()) {
                Verdict::Done => return Ok(()),
                Verdict::Fail(reason) => return Err(Broken::Failed(format!("{name} {reason}"))),
                Verdict::Wait if begun.elapsed() > LONGEST_START => {
                    return Err(Broken::Failed(format!("{name} did not become healthy in time")));
                }
                Verdict::Wait => {}
            }
            if !told {
                let progress = Progress::new("wait", format!("Waiting for {name}")).of(name);
                self.tell(progress).await?;
                told = true;
            }
            sleep(LOOK_EVERY).await;
        }
    }
}

fn ended(seen: &Seen) -> bool {
    seen.started && !seen.running && !seen.restarting
}

fn crashes(seen: &Seen) -> Option<Verdict> {
    let again = seen.restarting || seen.restarts > 0;
    again.then(|| Verdict::Fail(format!("ends again and again, with code {}", seen.exit_code)))
}

fn started(seen: &Seen) -> Verdict {
    if seen.running || ended(seen) { Verdict::Done } else { Verdict::Wait }
}

fn healthy(seen: &Seen) -> Verdict {
    match seen.health {
        _ if ended(seen) => Verdict::Fail(format!("ended with code {}", seen.exit_code)),
        Some(HealthState::Healthy) => Verdict::Done,
        Some(HealthState::Unhealthy) => Verdict::Fail("is not healthy".to_owned()),
        Some(HealthState::Starting) => crashes(seen).unwrap_or(Verdict::Wait),
        None => Verdict::Fail("has no health check to wait for".to_owned()),
    }
}

fn completed(seen: &Seen) -> Verdict {
    match (ended(seen), seen.exit_code) {
        (true, 0) => Verdict::Done,
        (true, code) => Verdict::Fail(format!("ended with code {code}")),
        (false, _) => Verdict::Wait,
    }
}

fn well(seen: &Seen, running: Duration, may_end: bool) -> Verdict {
    if ended(seen) {
        return if may_end && seen.exit_code == 0 {
            Verdict::Done
        } else {
            Verdict::Fail(format!("ended with code {}", seen.exit_code))
        };
    }
    match seen.health {
        Some(_) => healthy(seen),
        None => crashes(seen).unwrap_or(if seen.running && running >= PROOF {
            Verdict::Done
        } else {
            Verdict::Wait
        }),
    }
}
