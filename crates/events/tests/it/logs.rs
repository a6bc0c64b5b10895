//! The audit log and the activity feed: filters, pages, and how long they are kept.

use events::{AuditFilter, Change, Events, IconClass, MIGRATIONS};
use kit::{Actor, Page};
use store::Db;
use testkit::both;

use crate::lab::{kept, open, opened, rows};

async fn note(events: &Events, actor: &str, action: &'static str) {
    let actor = Actor { id: actor.to_owned(), address: None };
    events.note(&Change::by(actor, action)).await.expect("it is noted");
}

fn filter(action: Option<&str>, actor: Option<&str>) -> AuditFilter {
    AuditFilter { action: action.map(Into::into), actor: actor.map(Into::into) }
}

#[tokio::test]
async fn filters_combine_and_totals_count_what_they_let_through() {
    both(&[MIGRATIONS], async |db| {
        let events = open(&db).await;
        for _ in 0..3 {
            note(&events, "ada", "door.opened").await;
            note(&events, "bob", "door.opened").await;
            note(&events, "ada", "door.closed").await;
        }
        for (action, actor, total) in [
            (None, None, 9),
            (Some("door.opened"), None, 6),
            (None, Some("ada"), 6),
            (Some("door.opened"), Some("ada"), 3),
            (Some("door.closed"), Some("bob"), 0),
            (Some("door"), None, 0),
            (Some("door.%"), Some("a%"), 0),
            (Some("' OR 1=1 --"), None, 0),
        ] {
            let page = Page { limit: Some(2), offset: 0 };
            let found = events.audit(&filter(action, actor), page).await.expect("a list");
            assert_eq!(found.total, total, "{action:?} by {actor:?}");
            assert_eq!(found.items.len(), usize::try_from(total.min(2)).expect("a count"));
            for entry in &found.items {
                assert!(action.is_none_or(|action| entry.action == action));
                assert!(actor.is_none_or(|actor| entry.actor_id == actor));
            }
        }
    })
    .await;
}

#[tokio::test]
async fn pages_go_from_the_newest_to_the_oldest_without_gaps() {
    both(&[MIGRATIONS], async |db| {
        let events = open(&db).await;
        for number in 0..25 {
            let notice = format!("line {number}");
            let change = Change::by(Actor::system(), "line.written");
            let change = change.notice("pen", IconClass::Plain, notice);
            events.note(&change).await.expect("it is noted");
        }
        let mut lines = Vec::new();
        let mut ids = Vec::new();
        for offset in [0, 10, 20, 30] {
            let page = Page { limit: Some(10), offset };
            let activity = events.activity(page).await.expect("a list");
            let audit = events.audit(&AuditFilter::default(), page).await.expect("a list");
            assert_eq!((activity.total, audit.total), (25, 25));
            lines.extend(activity.items.into_iter().map(|line| line.message));
            ids.extend(audit.items.into_iter().map(|entry| entry.id));
        }
        let expected: Vec<_> = (0..25).rev().map(|number| format!("line {number}")).collect();
        assert_eq!(lines, expected);
        assert_eq!(ids.len(), 25);
        assert!(ids.is_sorted_by(|newer, older| newer > older));
        assert_eq!(events.activity(Page::ALL).await.expect("a list").items.len(), 25);
    })
    .await;
}

/// Fills the tables far faster than changes would.
async fn fill(db: &Db, sql: &'static str) {
    let mut tx = db.begin().await.expect("a transaction");
    store::query(sql).execute(&mut *tx).await.expect("it runs");
    tx.commit().await.expect("it commits");
}

const ACTIVITIES: &str = "
    WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 1500)
    INSERT INTO activity (at, kind, icon, icon_class, message, details)
    SELECT n, 'x', '', '', 'm', '' FROM many";
const FACTS: &str = "
    WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 10100)
    INSERT INTO outbox (kind, audience, data, recorded_at) SELECT 'x', '', '', n FROM many";
const AUDIT: &str = "
    WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 100100)
    INSERT INTO audit_log (at, action, actor_id, actor_ip) SELECT n, 'x', '', '' FROM many";

#[tokio::test]
async fn the_newest_are_kept_and_the_rest_goes() {
    both(&[MIGRATIONS], async |db| {
        let events = open(&db).await;
        for sql in [ACTIVITIES, FACTS, AUDIT] {
            fill(&db, sql).await;
        }
        events.prune().await.expect("it prunes");
        assert_eq!(kept(&db).await, [100_000, 1_000, 10_000]);
        assert_eq!(rows(&db, "SELECT MIN(at) FROM activity").await, 501, "the oldest are gone");
        assert_eq!(rows(&db, "SELECT MIN(at) FROM audit_log").await, 101);
        assert_eq!(rows(&db, "SELECT MIN(recorded_at) FROM outbox").await, 101);
        events.prune().await.expect("it prunes");
        assert_eq!(kept(&db).await, [100_000, 1_000, 10_000], "once is enough");
    })
    .await;
}

const STRANGERS: &str = "
    WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 10100)
    INSERT INTO audit_log (at, action, actor_id, actor_ip) SELECT n, 'x', $1, '' FROM many";

#[tokio::test]
async fn strangers_push_out_nothing_but_their_own() {
    both(&[MIGRATIONS], async |db| {
        let events = open(&db).await;
        note(&events, "ada", "door.opened").await;
        let stranger = Actor::anonymous([192, 0, 2, 7].into());
        let mut tx = db.begin().await.expect("a transaction");
        let many = store::query(STRANGERS).bind(stranger.id).execute(&mut *tx).await;
        many.expect("it runs");
        tx.commit().await.expect("it commits");
        events.prune().await.expect("it prunes");
        let total = async |actor| {
            let page = Page { limit: Some(1), offset: 0 };
            events.audit(&filter(None, Some(actor)), page).await.expect("a list").total
        };
        assert_eq!((total("ada").await, total("anonymous").await), (1, 10_000));
        let oldest = "SELECT MIN(at) FROM audit_log WHERE actor_id = 'anonymous'";
        assert_eq!(rows(&db, oldest).await, 101, "the oldest are gone");
    })
    .await;
}

/// Transactions that are given up use up numbers, on PostgreSQL at least.
#[tokio::test]
async fn gaps_between_numbers_do_not_shorten_what_is_kept() {
    both(&[MIGRATIONS], async |db| {
        let events = open(&db).await;
        fill(&db, ACTIVITIES).await;
        let mut given_up = db.begin().await.expect("a transaction");
        store::query(ACTIVITIES).execute(&mut *given_up).await.expect("it runs");
        drop(given_up);
        let newest = Change::by(Actor::system(), "x").notice("x", IconClass::Info, "newest");
        events.note(&newest).await.expect("it is noted");
        events.prune().await.expect("it prunes");
        assert_eq!(events.activity(Page::first(1)).await.expect("a list").total, 1_000);
    })
    .await;
}

#[tokio::test]
async fn short_logs_are_left_alone() {
    both(&[MIGRATIONS], async |db| {
        let events = open(&db).await;
        events.prune().await.expect("nothing to prune");
        events.note(&opened(1)).await.expect("it is recorded");
        events.prune().await.expect("nothing to prune");
        assert_eq!(kept(&db).await, [1, 0, 1]);
    })
    .await;
}
