use std::time::Duration;

use kit::{Actor, ErrorKind, Span};
use testkit::Database;

use super::lab::{START, TABLES, Zoo};
use crate::Config;

#[tokio::test]
async fn one_is_made_when_it_is_due_and_the_oldest_go() {
    let database = Database::sqlite();
    let config = Config { schedule: Span::seconds(3600), retention: 2, ..Config::default() };
    let zoo = Zoo::configured(database.open(TABLES).await, config).await;
    let by_hand = zoo.back_up().await;
    let count = async || zoo.backups.list().await.expect("a list").len();

    zoo.backups.look_at_schedule().await.expect("nothing is due");
    assert_eq!(count().await, 1);
    for round in 1..=4 {
        zoo.clock.advance(Duration::from_secs(3600));
        zoo.backups.look_at_schedule().await.expect("one is due");
        zoo.backups.look_at_schedule().await.expect("and no second one");
        assert_eq!(count().await, 1 + round.min(2));
    }
    assert_eq!(zoo.backups.find(&by_hand.id).await.expect("it stays"), by_hand);
    let state = zoo.backups.scheduler().await.expect("a state");
    let last = START.after(Duration::from_secs(4 * 3600));
    assert_eq!((state.last, state.count), (Some(last), 3));
    assert_eq!(state.next, Some(last.after(Duration::from_secs(3600))));
}

#[tokio::test]
async fn switched_off_it_makes_none_and_says_so() {
    let database = Database::sqlite();
    let config = Config { enabled: false, ..Config::default() };
    let zoo = Zoo::configured(database.open(TABLES).await, config).await;
    zoo.clock.advance(Duration::from_secs(30 * 86_400));
    zoo.backups.look_at_schedule().await.expect("nothing");
    assert_eq!(zoo.backups.scheduler().await.expect("a state").next, None);
    let refused = zoo.backups.run_scheduled(Actor::system()).await.expect_err("off");
    assert_eq!(refused.kind, ErrorKind::ServiceUnavailable);
    zoo.back_up().await;
}
