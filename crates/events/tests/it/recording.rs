//! A change and what is kept of it are one transaction.

use events::{Change, IconClass, MIGRATIONS};
use kit::{Actor, Page};
use serde_json::json;
use testkit::both;

use crate::lab::{DoorOpened, NOW, kept, open};

fn change() -> Change {
    let actor = Actor { id: "user-ada".to_owned(), address: Some([192, 0, 2, 7].into()) };
    Change::by(actor, "door.opened")
        .target("door_1")
        .details(json!({ "how": "wide", "umlaut": "ü", "quote": "it's" }))
        .notice("door", IconClass::Warning, "A door was opened")
        .notice_details("the front one")
        .fact(&DoorOpened { number: 1 })
        .fact(&DoorOpened { number: 2 })
}

#[tokio::test]
async fn a_change_writes_audit_activity_and_facts_together() {
    both(&[MIGRATIONS], async |db| {
        let events = open(&db).await;
        let mut tx = events.begin().await.expect("a transaction");
        let number = tx.record(&change()).await.expect("it is recorded");
        assert_eq!(kept(&db).await, [0, 0, 0], "nothing is seen before the commit");
        tx.commit().await.expect("it commits");
        assert_eq!(kept(&db).await, [1, 1, 2]);

        let audit = events.audit(&Default::default(), Page::ALL).await.expect("a list");
        let entry = &audit.items[0];
        assert_eq!(audit.total, 1);
        assert_eq!((entry.at, entry.action.as_str()), (NOW, "door.opened"));
        assert_eq!((entry.actor_id.as_str(), entry.actor_ip.as_str()), ("user-ada", "192.0.2.7"));
        assert_eq!(entry.target_id.as_deref(), Some("door_1"));
        let details = json!({ "how": "wide", "umlaut": "ü", "quote": "it's" });
        assert_eq!(entry.details, Some(details));
        assert_eq!(entry.error, None);

        let activity = events.activity(Page::ALL).await.expect("a list");
        let line = &activity.items[0];
        assert_eq!((activity.total, Some(line.number)), (1, number));
        assert_eq!((line.at, line.kind.as_str()), (NOW, "door.opened"));
        assert_eq!((line.icon.as_str(), line.icon_class.as_str()), ("door", "warning"));
        assert_eq!(line.message, "A door was opened");
        assert_eq!(line.details, "the front one");
    })
    .await;
}

#[tokio::test]
async fn what_was_only_noticed_is_told_and_not_audited() {
    both(&[MIGRATIONS], async |db| {
        let events = open(&db).await;
        events.note(&change().unaudited()).await.expect("it is noted");
        assert_eq!(kept(&db).await, [0, 1, 2]);
    })
    .await;
}

#[tokio::test]
async fn a_change_that_is_not_committed_leaves_nothing() {
    both(&[MIGRATIONS], async |db| {
        let events = open(&db).await;
        let mut tx = events.begin().await.expect("a transaction");
        tx.record(&change()).await.expect("it is recorded");
        drop(tx);
        assert_eq!(kept(&db).await, [0, 0, 0]);
    })
    .await;
}

#[tokio::test]
async fn an_attempt_that_failed_is_noted_with_its_reason() {
    both(&[MIGRATIONS], async |db| {
        let events = open(&db).await;
        let attempt = Change::by(Actor::system(), "door.refused").failed("it is locked");
        events.note(&attempt).await.expect("it is noted");
        assert_eq!(kept(&db).await, [1, 0, 0], "no notice, no fact");
        let audit = events.audit(&Default::default(), Page::ALL).await.expect("a list");
        assert_eq!(audit.items[0].error.as_deref(), Some("it is locked"));
        assert_eq!(audit.items[0].actor_ip, "", "the program has no address");
        assert_eq!((&audit.items[0].target_id, &audit.items[0].details), (&None, &None));
    })
    .await;
}
