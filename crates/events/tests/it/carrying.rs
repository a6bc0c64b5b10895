//! Facts reach listeners after the commit, in order, each once.

use std::time::Instant;

use events::{Audience, MIGRATIONS};
use futures::future::join_all;
use testkit::{Database, both};

use crate::lab::{Running, doors, next, open, opened};

#[tokio::test]
async fn facts_come_in_order_each_once_and_only_after_the_commit() {
    both(&[MIGRATIONS], async |db| {
        let events = open(&db).await;
        let running = Running::start(&events);
        let (mut first, mut second) = (events.subscribe(), events.subscribe());

        let mut dropped = events.begin().await.expect("a transaction");
        dropped.record(&opened(99)).await.expect("it is recorded");
        drop(dropped);
        let mut tx = events.begin().await.expect("a transaction");
        tx.record(&opened(1)).await.expect("it is recorded");
        assert!(first.try_recv().is_err(), "nothing comes before the commit");
        tx.commit().await.expect("it commits");
        for number in 2..=600 {
            events.note(&opened(number)).await.expect("it is recorded");
        }

        let expected: Vec<u64> = (1..=600).collect();
        assert_eq!(doors(&mut first, 600).await, expected);
        let event = next(&mut second).await.expect("nothing is missed");
        assert_eq!(event.kind, "door_opened");
        assert_eq!(event.audience, Audience::Devices(vec!["porter".to_owned()]));
        assert_eq!(doors(&mut second, 599).await, expected[1..]);
        running.stop().await;
        assert!(first.try_recv().is_err(), "none comes twice");
    })
    .await;
}

#[tokio::test]
async fn parallel_changes_are_all_carried_with_growing_numbers() {
    both(&[MIGRATIONS], async |db| {
        let events = open(&db).await;
        let mut listener = events.subscribe();
        let running = Running::start(&events);
        let changes: Vec<_> = (0..30).map(opened).collect();
        let recorded = join_all(changes.iter().map(|change| events.note(change))).await;
        assert!(recorded.iter().all(Result::is_ok));

        let mut seen = Vec::new();
        let mut last = 0;
        for _ in 0..30 {
            let event = next(&mut listener).await.expect("nothing is missed");
            assert!(event.seq > last, "{} after {last}", event.seq);
            last = event.seq;
            seen.push(event.data["number"].as_u64().expect("a number"));
        }
        seen.sort_unstable();
        assert_eq!(seen, (0..30).collect::<Vec<_>>());
        running.stop().await;
    })
    .await;
}

#[tokio::test]
async fn what_was_told_before_the_start_is_not_told_again() {
    both(&[MIGRATIONS], async |db| {
        open(&db).await.note(&opened(1)).await.expect("it is recorded");
        let events = open(&db).await;
        let mut listener = events.subscribe();
        let running = Running::start(&events);
        events.note(&opened(2)).await.expect("it is recorded");
        assert_eq!(doors(&mut listener, 1).await, [2]);
        running.stop().await;
    })
    .await;
}

#[tokio::test]
async fn a_listener_that_falls_behind_is_told_how_much_it_missed() {
    both(&[MIGRATIONS], async |db| {
        let events = open(&db).await;
        let (mut slow, mut fast) = (events.subscribe(), events.subscribe());
        let running = Running::start(&events);
        let mut tx = events.begin().await.expect("a transaction");
        for number in 0..1500 {
            tx.record(&opened(number)).await.expect("it is recorded");
        }
        tx.commit().await.expect("it commits");
        events.note(&opened(1500)).await.expect("it is recorded");

        let mut fast_saw = 0;
        let mut newest = 0;
        while newest < 1500 {
            match next(&mut fast).await {
                Ok(event) => {
                    newest = event.data["number"].as_u64().expect("a number");
                    fast_saw += 1;
                }
                Err(missed) => fast_saw += missed,
            }
        }
        assert_eq!(fast_saw, 1501, "every fact is seen or counted as missed");
        let missed = next(&mut slow).await.expect_err("it is far behind");
        assert!(missed >= 400, "{missed}");
        let rest = doors(&mut slow, usize::try_from(1501 - missed).expect("a count")).await;
        assert_eq!(rest, (missed..1501).collect::<Vec<_>>(), "and the rest is whole");
        running.stop().await;
    })
    .await;
}

#[tokio::test]
async fn two_programs_on_one_server_both_hear_everything() {
    let Some(database) = Database::postgres() else { return };
    let (here, there) = (database.open(&[MIGRATIONS]).await, database.open(&[MIGRATIONS]).await);
    let (one, two) = (open(&here).await, open(&there).await);
    let (mut ear_one, mut ear_two) = (one.subscribe(), two.subscribe());
    let (run_one, run_two) = (Running::start(&one), Running::start(&two));
    let changes: Vec<_> = (0..60).map(opened).collect();
    let writers = changes.iter().enumerate();
    let writers =
        writers.map(|(n, change)| if n % 2 == 0 { one.note(change) } else { two.note(change) });
    assert!(join_all(writers).await.iter().all(Result::is_ok));

    let (heard_one, heard_two) = (doors(&mut ear_one, 60).await, doors(&mut ear_two, 60).await);
    assert_eq!(heard_one, heard_two, "in the same order");
    let mut sorted = heard_one;
    sorted.sort_unstable();
    assert_eq!(sorted, (0..60).collect::<Vec<_>>());
    run_one.stop().await;
    run_two.stop().await;
    here.close().await;
    there.close().await;
}

/// Such as the command line beside a gateway.
#[tokio::test]
async fn two_programs_on_one_file_both_hear_everything() {
    let database = Database::sqlite();
    let (here, there) = (database.open(&[MIGRATIONS]).await, database.open(&[MIGRATIONS]).await);
    let events = open(&here).await;
    let mut listener = events.subscribe();
    let running = Running::start(&events);
    open(&there).await.note(&opened(7)).await.expect("it is recorded");
    assert_eq!(doors(&mut listener, 1).await, [7]);
    running.stop().await;
    here.close().await;
    there.close().await;
}

#[tokio::test]
async fn a_fact_that_cannot_be_read_holds_up_no_other() {
    both(&[MIGRATIONS], async |db| {
        let events = open(&db).await;
        let mut listener = events.subscribe();
        let running = Running::start(&events);
        let mut tx = events.begin().await.expect("a transaction");
        tx.record(&opened(1)).await.expect("it is recorded");
        let damage = "UPDATE outbox SET audience = 'who?', data = '{'";
        store::query(damage).execute(&mut **tx).await.expect("it runs");
        tx.record(&opened(2)).await.expect("it is recorded");
        tx.commit().await.expect("it commits");
        events.note(&opened(3)).await.expect("it is recorded");
        assert_eq!(doors(&mut listener, 2).await, [2, 3]);
        running.stop().await;
    })
    .await;
}

/// Facts of other programs are looked for every half second.
#[tokio::test]
async fn nobody_waits_for_that_when_the_fact_is_our_own() {
    let Some(database) = Database::postgres() else { return };
    let db = database.open(&[MIGRATIONS]).await;
    let events = open(&db).await;
    let mut listener = events.subscribe();
    let running = Running::start(&events);
    let started = Instant::now();
    for number in 0..40 {
        events.note(&opened(number)).await.expect("it is recorded");
        assert_eq!(doors(&mut listener, 1).await, [u64::from(number)]);
    }
    assert!(started.elapsed().as_secs() < 10, "it took {:?}", started.elapsed());
    running.stop().await;
    db.close().await;
}
