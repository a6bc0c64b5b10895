use std::time::Duration;

use tokio::time::{Instant, sleep};

/// How long a test waits for what should happen. A machine that is busy elsewhere can stand still for
/// most of it; a test that passes never waits for longer than it must.
pub const PATIENCE: Duration = Duration::from_secs(120);

const PAUSE: Duration = Duration::from_millis(10);

/// Waits until `check` says yes. Panics with `what` when it has not within `limit`.
pub async fn deadline(what: &str, limit: Duration, mut check: impl AsyncFnMut() -> bool) {
    let end = Instant::now() + limit;
    loop {
        if check().await {
            return;
        }
        assert!(Instant::now() < end, "not within {limit:?}: {what}");
        sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn it_returns_as_soon_as_the_check_says_yes() {
        let mut calls = 0;
        deadline("three calls", Duration::from_secs(60), async || {
            calls += 1;
            calls == 3
        })
        .await;
        assert_eq!(calls, 3);
    }

    #[tokio::test]
    #[should_panic(expected = "not within 20ms: the moon is blue")]
    async fn it_names_what_did_not_happen() {
        deadline("the moon is blue", Duration::from_millis(20), async || false).await;
    }
}
