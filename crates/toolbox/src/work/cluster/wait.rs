use std::time::Duration;

use engines::kubernetes::Workspace;
use engines::kubernetes::plan::{Rollout, Waiting};
use engines::{EngineError, Fault, Kubernetes};
use tokio::time::{Instant, sleep};

use super::names;
use crate::compose::{Healthcheck, Service};
use crate::work::job::Progress;
use crate::work::{Broken, Job};

/// Large ones make a database first, and their images are large.
const LONGEST_START: Duration = Duration::from_secs(15 * 60);
const LONGEST_END: Duration = Duration::from_secs(120);
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// A pod that ended so often does it again.
const MOST_RESTARTS: i32 = 2;
/// How long a pod may be unwell beyond what its health check allows.
const SLACK: Duration = Duration::from_secs(10);

impl Job<Kubernetes> {
    /// Waits until the newest pods of a service are well, and no others are left.
    pub(super) async fn wait_until_well(
        &mut self,
        space: &Workspace,
        name: &str,
        service: &Service,
        begun: Instant,
    ) -> Result<(), Broken> {
        let workload = names::part(self.id(), name);
        let patience = patience(service.healthcheck.as_ref());
        let mut unready_since: Option<Instant> = None;
        let mut told = false;
        loop {
            self.checkpoint().await?;
            if let Some(seen) = unless_away(space.rollout(&workload).await)? {
                if seen.complete {
                    return Ok(());
                }
                unready_since = seen.unready.then(|| unready_since.unwrap_or_else(Instant::now));
                let unwell = unready_since.is_some_and(|since| since.elapsed() > patience);
                if let Some(reason) = trouble(&seen, unwell) {
                    return Err(Broken::Failed(format!("{name} {reason}")));
                }
            }
            if begun.elapsed() > LONGEST_START {
                return Err(Broken::Failed(format!("{name} did not become healthy in time")));
            }
            if !told {
                let progress = Progress::new("wait", format!("Waiting for {name}")).of(name);
                self.tell(progress).await?;
                told = true;
            }
            sleep(LOOK_EVERY).await;
        }
    }

    /// Waits until no pod with this label is left.
    pub(super) async fn wait_until_gone(
        &self,
        space: &Workspace,
        label: &str,
    ) -> Result<(), Broken> {
        let begun = Instant::now();
        loop {
            self.checkpoint().await?;
            match unless_away(space.pods_with(label).await)? {
                Some(0) => return Ok(()),
                _ if begun.elapsed() > LONGEST_END => {
                    return Err(Broken::Failed(format!("the pods of {label} do not end")));
                }
                _ => sleep(LOOK_EVERY).await,
            }
        }
    }
}

/// One answer that is lost decides nothing.
fn unless_away<T>(answer: Result<T, EngineError>) -> Result<Option<T>, EngineError> {
    match answer {
        Err(error) if matches!(error.fault, Fault::Timeout | Fault::Unreachable) => Ok(None),
        answer => answer.map(Some),
    }
}

/// For how long a service that runs may be unwell: until Docker would call it unhealthy.
fn patience(check: Option<&Healthcheck>) -> Duration {
    const USUAL: Duration = Duration::from_secs(30);
    let Some(check) = check else { return LONGEST_START };
    let round = check.interval.unwrap_or(USUAL) + check.timeout.unwrap_or(USUAL);
    check.start_period.unwrap_or_default() + round * check.retries.unwrap_or(3) + SLACK
}

fn trouble(seen: &Rollout, unwell: bool) -> Option<String> {
    /// What a cluster calls what does not pass by itself.
    const LASTING: [&str; 7] = [
        "ImagePullBackOff",
        "ErrImageNeverPull",
        "InvalidImageName",
        "ImageInspectError",
        "CreateContainerConfigError",
        "CreateContainerError",
        "RunContainerError",
    ];
    if let Some(Waiting { reason, message }) = &seen.waiting
        && LASTING.contains(&reason.as_str())
    {
        return Some(format!("cannot run ({reason}): {message}"));
    }
    if seen.restarts >= MOST_RESTARTS {
        return Some("ends again and again".to_owned());
    }
    unwell.then(|| "is not healthy".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_pass_by_itself_is_trouble() {
        let waiting = |reason: &str| Rollout {
            waiting: Some(Waiting { reason: reason.to_owned(), message: "why".to_owned() }),
            ..Rollout::default()
        };
        assert_eq!(trouble(&waiting("ContainerCreating"), false), None);
        let lasting = trouble(&waiting("ImagePullBackOff"), false);
        assert_eq!(lasting.as_deref(), Some("cannot run (ImagePullBackOff): why"));
        let crashing = Rollout { restarts: 2, ..Rollout::default() };
        assert!(trouble(&crashing, false).is_some_and(|reason| reason.contains("again")));
        assert_eq!(trouble(&Rollout::default(), true).as_deref(), Some("is not healthy"));
    }
}
