use std::sync::atomic::Ordering;

use kit::{Actor, ErrorKind};
use testkit::{Database, both};
use web::Reload;

use super::lab::{TABLES, Zoo, locked};
use crate::model::Selection;

fn everything() -> Selection {
    Selection::default()
}

fn only(part: &str) -> Selection {
    Selection { parts: Some([part.to_owned()].into()), ..Selection::default() }
}

#[tokio::test]
async fn what_was_there_is_there_again() {
    both(TABLES, async |db| {
        let zoo = Zoo::filled(db).await;
        let before = zoo.contents().await;
        let made = zoo.back_up().await;
        assert_eq!(
            (made.counts["animals"], made.counts["badges"], made.counts["visits"]),
            (2, 2, 1)
        );
        zoo.run(&[
            "DELETE FROM animals WHERE name = 'cat'",
            "INSERT INTO animals (name, legs) VALUES ('ant', 6)",
            "DELETE FROM visits",
        ])
        .await;
        let changed = zoo.contents().await;

        let plan = zoo.backups.restore(Actor::system(), &made.id, &everything(), true).await;
        let plan = plan.expect("a plan");
        assert_eq!((plan.restored["animals"], plan.restored["visits"]), (2, 1));
        assert_eq!(zoo.contents().await, changed, "a plan changed something");
        assert_eq!(zoo.reread.load(Ordering::SeqCst), 0);

        let done = zoo.backups.restore(Actor::system(), &made.id, &everything(), false).await;
        assert_eq!(done.expect("restored").restored, plan.restored);
        assert_eq!(zoo.contents().await, before);
        assert_eq!(zoo.reread.load(Ordering::SeqCst), 1);
    })
    .await;
}

#[tokio::test]
async fn one_part_leaves_the_others_alone() {
    both(TABLES, async |db| {
        let zoo = Zoo::filled(db).await;
        let made = zoo.back_up().await;
        zoo.run(&["DELETE FROM animals", "UPDATE badges SET epoch = 9 WHERE id = 'ann'"]).await;
        let done = zoo.backups.restore(Actor::system(), &made.id, &only("apps"), false).await;
        let done = done.expect("restored");
        assert_eq!(done.restored.get("badges"), None);
        assert_eq!(done.restored["animals"], 2);
        assert_eq!(zoo.badges().await, "ann 9, bob 3");
    })
    .await;
}

#[tokio::test]
async fn what_was_taken_back_stays_so_unless_somebody_says_otherwise() {
    both(TABLES, async |db| {
        let zoo = Zoo::filled(db).await;
        zoo.run(&["INSERT INTO badges (id, epoch) VALUES ('cid', 1), ('dan', 1)"]).await;
        let made = zoo.back_up().await;
        zoo.run(&[
            "UPDATE badges SET epoch = 5 WHERE id = 'ann'",
            "UPDATE badges SET epoch = 4, revoked_at = 1 WHERE id = 'bob'",
            "DELETE FROM badges WHERE id = 'cid'",
            "INSERT INTO badges (id, epoch) VALUES ('eve', 1)",
        ])
        .await;
        let restore = async |selection: Selection| {
            let done = zoo.backups.restore(Actor::system(), &made.id, &selection, false).await;
            done.expect("restored")
        };
        let done = restore(everything()).await;
        assert_eq!(zoo.badges().await, "ann 5, bob 4 revoked, dan 1");
        assert_eq!(done.restored["badges"], 2);
        assert!(done.warnings[0].starts_with("2 badges were revoked or deleted"), "{done:?}");

        restore(Selection { revoked: true, ..everything() }).await;
        assert_eq!(zoo.badges().await, "ann 5, bob 4, cid 1, dan 1");
    })
    .await;
}

#[tokio::test]
async fn a_backup_goes_from_one_database_to_the_other() {
    let postgres = Database::postgres().is_some();
    let kinds = [(false, false), (false, true), (true, false)];
    for (from, to) in kinds.into_iter().filter(|(from, to)| postgres || !(*from || *to)) {
        let [from, to] = [from, to].map(database);
        let source = Zoo::filled(from.open(TABLES).await).await;
        let made = source.back_up().await;
        let file = source.file(&made).await;

        let target = Zoo::open(to.open(TABLES).await).await;
        let folder = target.backups.config().directory.clone();
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("backup_copied.tar.zst"), file).expect("a copy");
        let restore = async |selection: &Selection| {
            target.backups.restore(Actor::system(), "backup_copied", selection, false).await
        };
        let refused = restore(&everything()).await.expect_err("it is not ours");
        assert_eq!(refused.kind, ErrorKind::Conflict);
        assert_eq!(target.badges().await, "");
        restore(&Selection { foreign: true, ..everything() }).await.expect("restored");
        assert_eq!(target.contents().await, source.contents().await, "from {from} to {to}");
        target.db.close().await;
        source.db.close().await;
    }
}

fn database(postgres: bool) -> Database {
    if postgres { Database::postgres().expect("there is one") } else { Database::sqlite() }
}

#[tokio::test]
async fn one_that_the_program_could_not_read_changes_nothing() {
    both(TABLES, async |db| {
        let zoo = Zoo::filled(db).await;
        zoo.run(&["INSERT INTO animals (name, legs) VALUES ('centipede', 354)"]).await;
        let made = zoo.back_up().await;
        zoo.run(&["DELETE FROM animals WHERE legs > 100", "DELETE FROM visits"]).await;
        let before = zoo.contents().await;
        let refused = zoo.backups.restore(Actor::system(), &made.id, &everything(), false).await;
        assert_eq!(refused.expect_err("refused").kind, ErrorKind::Conflict);
        assert_eq!(zoo.contents().await, before);
    })
    .await;
}

#[tokio::test]
async fn an_encrypted_one_is_opened_by_its_passphrase_alone() {
    let database = Database::sqlite();
    let zoo = Zoo::configured(database.open(TABLES).await, locked()).await;
    zoo.run(&["INSERT INTO animals (name, legs) VALUES ('cat', 4)"]).await;
    let made = zoo.back_up().await;
    assert!(made.encrypted);
    let file = zoo.file(&made).await;
    assert!(!file.windows(3).any(|bytes| bytes == b"cat"));
    zoo.run(&["DELETE FROM animals"]).await;
    zoo.backups.reload(crate::Config::default()).await.expect("a reload");
    let refused = zoo.backups.restore(Actor::system(), &made.id, &everything(), false).await;
    assert!(refused.expect_err("locked").message.contains("backup.passphrase"));
    zoo.backups.reload(locked()).await.expect("a reload");
    zoo.backups.restore(Actor::system(), &made.id, &everything(), false).await.expect("restored");
    assert_eq!(zoo.contents().await.parts["apps"]["animals"].len(), 1);
}
