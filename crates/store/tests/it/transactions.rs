//! Commits that last, settings and leases that have one value, errors a caller can act upon.

use std::time::Duration;

use futures::future::join_all;
use kit::{ErrorKind, Timestamp};
use store::{Lease, StoreError, query};
use testkit::{Database, both};

use crate::lab::{NOTES, add, assert_unavailable, notes};

#[tokio::test]
async fn a_commit_is_there_after_reopening_and_a_dropped_transaction_is_not() {
    for database in Database::all() {
        let db = database.open(&[NOTES]).await;
        let mut dropped = db.begin().await.expect("a transaction");
        let sql = "INSERT INTO notes (text) VALUES ('dropped')";
        query(sql).execute(&mut *dropped).await.expect("it runs");
        drop(dropped);
        add(&db, "kept").await.expect("it commits");
        assert_eq!(notes(&db).await, ["kept"], "{database}");
        db.close().await;

        let again = database.open(&[NOTES]).await;
        assert_eq!(notes(&again).await, ["kept"], "{database}");
        again.close().await;
    }
}

#[tokio::test]
async fn a_transaction_is_not_seen_before_its_commit() {
    both(&[NOTES], async |db| {
        let mut tx = db.begin().await.expect("a transaction");
        let sql = "INSERT INTO notes (text) VALUES ('new')";
        query(sql).execute(&mut *tx).await.expect("it runs");
        assert!(notes(&db).await.is_empty());
        tx.commit().await.expect("it commits");
        assert_eq!(notes(&db).await, ["new"]);
    })
    .await;
}

#[tokio::test]
async fn many_writers_at_once_all_succeed() {
    both(&[NOTES], async |db| {
        let texts: Vec<String> = (0..30).map(|number| format!("note {number:02}")).collect();
        for result in join_all(texts.iter().map(|text| add(&db, text))).await {
            result.expect("it commits");
        }
        let mut found = notes(&db).await;
        found.sort();
        assert_eq!(found, texts);
    })
    .await;
}

#[tokio::test]
async fn a_setting_has_one_value_for_parallel_callers_and_keeps_it() {
    for database in Database::all() {
        let db = database.open(&[]).await;
        let ask = |number: u32| {
            let db = db.clone();
            async move { db.setting("key", || format!("made by {number}")).await }
        };
        let values = join_all((0..20).map(ask)).await;
        let first = values[0].as_ref().expect("a value").clone();
        for value in values {
            assert_eq!(value.expect("a value"), first, "{database}");
        }
        let other = db.setting("other", || "another".to_owned()).await;
        assert_eq!(other.expect("a value"), "another", "{database}");
        db.close().await;

        let again = database.open(&[]).await;
        let kept = again.setting("key", || panic!("it is known")).await;
        assert_eq!(kept.expect("a value"), first, "{database}");
        again.close().await;
    }
}

fn lease(holder: &str) -> Lease {
    Lease { name: "sweep", holder: holder.to_owned(), lifetime: Duration::from_secs(30) }
}

#[tokio::test]
async fn a_lease_has_one_holder_until_it_runs_out() {
    both(&[], async |db| {
        let (one, two) = (lease("one"), lease("two"));
        let at = Timestamp::from_unix;
        for (holder, moment, taken) in [
            (&one, at(100), true),
            (&two, at(100), false),
            (&one, at(120), true), // prolonged to 150
            (&two, at(149), false),
            (&two, at(150), true),
            (&one, at(151), false),
        ] {
            let answer = holder.take(&db, moment).await.expect("an answer");
            assert_eq!(answer, taken, "{} at {moment}", holder.holder);
        }
        let elsewhere = Lease { name: "other", ..lease("one") };
        assert!(elsewhere.take(&db, at(151)).await.expect("an answer"), "names are apart");
    })
    .await;
}

#[tokio::test]
async fn a_lease_that_many_want_goes_to_one() {
    both(&[], async |db| {
        let holders: Vec<_> = (0..20).map(|number| lease(&format!("holder {number}"))).collect();
        let now = Timestamp::from_unix(100);
        let answers = join_all(holders.iter().map(|holder| holder.take(&db, now))).await;
        let taken = answers.into_iter().filter(|answer| *answer.as_ref().expect("an answer"));
        assert_eq!(taken.count(), 1);
    })
    .await;
}

#[tokio::test]
async fn every_connection_taken_is_counted() {
    both(&[NOTES], async |db| {
        let before = db.operations();
        drop(db.read().await.expect("a connection"));
        drop(db.clone().begin().await.expect("a transaction"));
        add(&db, "x").await.expect("it commits");
        assert_eq!(db.operations() - before, 3);
    })
    .await;
}

#[tokio::test]
async fn errors_have_a_kind_and_keep_their_causes_to_themselves() {
    both(&[NOTES], async |db| {
        add(&db, "twice").await.expect("it commits");
        let duplicate = add(&db, "twice").await.expect_err("the text is there");
        assert!(matches!(duplicate, StoreError::Duplicate(_)), "{duplicate:?}");
        let mut conn = db.read().await.expect("a connection");
        let failed = query("SELECT * FROM no_such_table").execute(&mut *conn).await;
        let failed = StoreError::from(failed.expect_err("there is no such table"));
        drop(conn);

        for (error, kind) in [(duplicate, ErrorKind::Conflict), (failed, ErrorKind::Internal)] {
            let told = kit::Error::from(error);
            assert_eq!(told.kind, kind);
            assert!(!told.message.contains("no"), "names nothing of ours: {}", told.message);
            assert!(std::error::Error::source(&told).is_some(), "the log learns the cause");
        }

        assert!(db.check().await.is_ok());
        assert!(db.size().await.expect("a size") > 0);
        db.close().await;
        assert_unavailable(db.check().await);
        assert_unavailable(db.read().await);
    })
    .await;
}

/// Two writers that wait for each other: the server ends one, which may simply try again.
#[tokio::test]
async fn the_loser_of_a_deadlock_may_try_again() {
    let Some(database) = Database::postgres() else { return };
    let db = database.open(&[NOTES]).await;
    add(&db, "a").await.expect("it commits");
    add(&db, "b").await.expect("it commits");
    let touch = "UPDATE notes SET text = text WHERE text = $1";
    let mut one = db.begin().await.expect("a transaction");
    let mut two = db.begin().await.expect("a transaction");
    query(touch).bind("a").execute(&mut *one).await.expect("it runs");
    query(touch).bind("b").execute(&mut *two).await.expect("it runs");
    let (first, second) = tokio::join!(
        async {
            let done = query(touch).bind("b").execute(&mut *one).await;
            drop(one);
            done
        },
        async {
            let done = query(touch).bind("a").execute(&mut *two).await;
            drop(two);
            done
        }
    );
    let loser = first.err().or(second.err()).expect("one of them is ended");
    assert_unavailable::<()>(Err(loser.into()));
    db.close().await;
}
