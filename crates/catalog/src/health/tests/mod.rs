//! The scheduler against apps that exist on paper, with time that passes by itself; and one check
//! over real sockets.

mod lab;
mod real;

use std::time::Duration;

use kit::Span;

use self::lab::{Lab, app, config, pauses};
use super::HealthConfig;
use crate::HealthStatus::{Healthy, Unhealthy, Unknown};
use crate::{HealthCheck, HealthStatus};

const INTERVAL: Duration = Duration::from_secs(10);

#[tokio::test(start_paused = true)]
async fn ten_thousand_apps_are_asked_in_turn_and_never_all_at_once() {
    let apps: Vec<_> = (0..10_000).map(|number| app(&format!("app-{number}"))).collect();
    let lab = Lab::start(apps, config());
    lab.answers_take(Duration::from_millis(20));
    lab.pass(INTERVAL + INTERVAL / 2).await;
    let first = lab.asked();
    assert!(lab.most_at_once() <= 32, "{} at once", lab.most_at_once());
    assert!((0..10_000).all(|number| lab.state(&format!("app-{number}")).status == Healthy));
    let early = first.iter().filter(|(after, _)| *after < INTERVAL / 2).count();
    assert!((3_000..=7_000).contains(&early), "{early} of them in the first half");
    lab.pass(INTERVAL * 2).await;
    let later = lab.asked().len() - first.len();
    assert!((17_000..=23_000).contains(&later), "{later} in two intervals");
}

#[tokio::test(start_paused = true)]
async fn a_fall_and_a_return_are_told_once_each() {
    let lab = Lab::start(vec![app("a"), app("b")], config());
    lab.pass(INTERVAL * 2).await;
    assert_eq!(lab.told_of("a"), [(Unknown, Healthy)]);
    lab.falls("a");
    lab.pass(INTERVAL * 20).await;
    assert_eq!(lab.told_of("a"), [(Unknown, Healthy), (Healthy, Unhealthy)]);
    let state = lab.state("a");
    assert_eq!(state.message.as_deref(), Some("refused"));
    assert!(state.consecutive_failures > 2 && state.last_success < state.last_check);
    lab.returns("a");
    lab.pass(Duration::from_secs(33)).await;
    assert_eq!(lab.told_of("a").last(), Some(&(Unhealthy, Healthy)));
    assert_eq!(lab.told_of("b"), [(Unknown, Healthy)]);
}

#[tokio::test(start_paused = true)]
async fn an_app_that_is_down_is_asked_less_often_than_one_that_is_up() {
    let lab = Lab::start(vec![app("up"), app("down")], config());
    lab.falls("down");
    lab.pass(INTERVAL * 30).await;
    let (up, down) = (pauses(&lab.asked(), "up"), pauses(&lab.asked(), "down"));
    assert!(up.iter().all(|pause| (9.0..=11.1).contains(pause)), "{up:?}");
    assert!((9.0..=11.1).contains(&down[0]), "the second try comes soon: {down:?}");
    assert!(down[5..].iter().all(|pause| (27.0..=33.1).contains(pause)), "{down:?}");
}

#[tokio::test(start_paused = true)]
async fn nothing_is_asked_while_checks_are_off() {
    let lab = Lab::start(vec![app("a")], HealthConfig { enabled: false, ..config() });
    lab.pass(INTERVAL * 5).await;
    assert!(lab.asked().is_empty());
    lab.monitor.configure(config());
    lab.pass(Duration::from_secs(1)).await;
    assert_eq!(lab.state("a").status, Healthy);
    lab.monitor.configure(HealthConfig { enabled: false, ..config() });
    lab.pass(Duration::from_secs(1)).await;
    let asked = lab.asked().len();
    lab.pass(INTERVAL * 5).await;
    assert_eq!((lab.asked().len(), lab.state("a").status), (asked, Unknown));
}

#[tokio::test(start_paused = true)]
async fn settings_of_the_file_and_of_the_route_hold_at_once() {
    let slow = HealthCheck { interval: Some(Span(INTERVAL * 6)), ..HealthCheck::default() };
    let off = HealthCheck { disabled: true, ..HealthCheck::default() };
    let mut apps = vec![app("plain"), app("slow"), app("off")];
    (apps[1].check, apps[2].check) = (slow, off);
    let lab = Lab::start(apps, config());
    lab.pass(INTERVAL * 6 - Duration::from_secs(8)).await;
    let count = |lab: &Lab, id: &str| lab.asked().iter().filter(|(_, app)| &**app == id).count();
    assert!((5..=6).contains(&count(&lab, "plain")), "{}", count(&lab, "plain"));
    assert_eq!((count(&lab, "slow"), count(&lab, "off")), (1, 0));
    lab.monitor.configure(HealthConfig { interval: Span::seconds(1), ..config() });
    lab.pass(INTERVAL).await;
    assert!(count(&lab, "plain") > 12);
}

#[tokio::test(start_paused = true)]
async fn the_list_is_read_again_when_it_has_changed() {
    let lab = Lab::start(vec![app("old")], config());
    lab.pass(Duration::from_millis(10)).await;
    lab.set_apps(vec![app("new")]);
    lab.pass(Duration::from_millis(10)).await;
    assert_eq!((lab.state("old").status, lab.state("new").status), (Unknown, Healthy));
    lab.pass(INTERVAL * 3).await;
    assert_eq!(lab.asked().iter().filter(|(_, app)| &**app == "old").count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_check_on_demand_does_not_wait_for_its_turn() {
    let lab = Lab::start(vec![app("a")], config());
    lab.pass(INTERVAL / 2).await;
    lab.falls("a");
    let state = lab.monitor.check_now("a").await;
    assert_eq!((state.status, state.consecutive_failures), (Healthy, 1));
    assert_eq!(lab.monitor.check_now("a").await.status, Unhealthy);
    assert_eq!(lab.monitor.check_now("nobody").await.status, Unknown);
    assert!(lab.elapsed() < INTERVAL, "nobody had to wait");
}

#[tokio::test(start_paused = true)]
async fn who_asks_during_a_check_hears_of_the_next_one() {
    let lab = Lab::start(vec![app("a")], config());
    lab.answers_take(Duration::from_secs(1));
    lab.pass(Duration::from_millis(500)).await;
    lab.falls("a");
    let state = lab.monitor.check_now("a").await;
    assert_eq!((state.status, state.consecutive_failures), (Healthy, 1));
    assert_eq!(lab.asked().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_mark_outlives_the_check_that_was_under_way() {
    let lab = Lab::start(vec![app("a")], config());
    lab.pass(INTERVAL / 2).await;
    lab.answers_take(Duration::from_secs(2));
    while lab.under_way() == 0 {
        lab.pass(Duration::from_millis(100)).await;
    }
    let change = lab.monitor.mark_unhealthy("a", "the container was stopped").expect("a change");
    assert_eq!((change.transition.from, change.transition.to), (Healthy, Unhealthy));
    lab.pass(Duration::from_secs(3)).await;
    let state = lab.state("a");
    assert_eq!(state.status, Unhealthy);
    assert_eq!(state.message.as_deref(), Some("the container was stopped"));
    lab.pass(INTERVAL * 2).await;
    assert_eq!(lab.state("a").status, Healthy, "a later check knows better");
}

#[tokio::test(start_paused = true)]
async fn what_is_told_slowly_holds_up_nobody_else_and_stays_in_order() {
    let lab = Lab::start(vec![app("slow"), app("other")], config());
    lab.telling_takes("slow", INTERVAL * 4);
    lab.pass(INTERVAL * 3).await;
    let count = |id: &str| lab.asked().iter().filter(|(_, app)| &**app == id).count();
    assert_eq!(count("slow"), 1, "it is not asked before the last change is told");
    assert!(count("other") >= 3);
    lab.falls("slow");
    lab.pass(INTERVAL * 9).await;
    assert_eq!(lab.told_of("slow"), [(Unknown, Healthy), (Healthy, Unhealthy)]);
}

#[tokio::test(start_paused = true)]
async fn checks_go_on_after_a_panic() {
    let lab = Lab::start(vec![app("a")], config());
    lab.pass(INTERVAL / 2).await;
    lab.panics_once();
    lab.pass(INTERVAL * 3).await;
    let asked = lab.asked().len();
    lab.pass(INTERVAL * 3).await;
    assert!(lab.asked().len() >= asked + 2);
    assert_eq!(lab.state("a").status, HealthStatus::Healthy);
}
