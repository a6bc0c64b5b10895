use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kit::{Actor, ErrorKind};
use serde_json::Value;
use store::query;
use testkit::{Database, both};

use super::lab::{TABLES, Zoo};
use crate::model::{Selection, Trigger};

/// While legs go from one animal to the other, no backup sees one that is on its way.
#[tokio::test]
async fn a_backup_is_of_one_moment() {
    both(TABLES, async |db| {
        let zoo = Zoo::filled(db).await;
        let ended = Arc::new(AtomicBool::new(false));
        let (writer, over) = (zoo.db.clone(), ended.clone());
        let writing = async move {
            while !over.load(Ordering::Relaxed) {
                let mut tx = writer.begin().await.expect("a transaction");
                for sql in [
                    "UPDATE animals SET legs = (legs + 1) % 5 WHERE name = 'cat'",
                    "UPDATE animals SET legs = 4 - (SELECT legs FROM animals WHERE name = 'cat')
                     WHERE name = 'fish'",
                ] {
                    query(sql).execute(&mut *tx).await.expect("written");
                    tokio::task::yield_now().await;
                }
                tx.commit().await.expect("committed");
            }
        };
        let taking = async {
            for _ in 0..20 {
                let made = zoo.back_up().await;
                let archive = zoo.read(&zoo.file(&made).await).expect("it is whole");
                let animals = &archive.contents.parts["apps"]["animals"];
                let legs = animals.iter().map(|animal| animal["legs"].as_i64().expect("a number"));
                assert_eq!(legs.sum::<i64>(), 4);
            }
            ended.store(true, Ordering::Relaxed);
        };
        tokio::join!(writing, taking);
    })
    .await;
}

#[tokio::test]
async fn only_its_owner_reads_it_and_secrets_in_it_are_as_the_seal_hid_them() {
    let database = Database::sqlite();
    let zoo = Zoo::filled(database.open(TABLES).await).await;
    let made = zoo.back_up().await;
    let folder = zoo.backups.config().directory.clone();
    let mode = |path: &std::path::Path| {
        std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777
    };
    assert_eq!(mode(&folder), 0o700);
    for ending in ["tar.zst", "json"] {
        assert_eq!(mode(&folder.join(format!("{}.{ending}", made.id))), 0o600);
    }
    let archive = zoo.read(&zoo.file(&made).await).expect("it is whole");
    let cat = &archive.contents.parts["apps"]["animals"][0];
    assert_eq!(cat["secret"], Value::from("nine lives"), "another database has another seal");
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_costs_no_backup_that_is_there() {
    let database = Database::sqlite();
    let zoo = Zoo::filled(database.open(TABLES).await).await;
    let made = zoo.back_up().await;
    let folder = zoo.backups.config().directory.clone();
    // What a program left that was ended in the middle is cleared away by the next.
    let left = folder.join("backup_1.tar.zst.part");
    std::fs::write(&left, "half").expect("a file");
    let second = zoo.back_up().await;
    assert!(!left.exists());

    let aside = zoo.folder.path().join("aside");
    std::fs::rename(&folder, &aside).expect("moved");
    std::fs::write(&folder, "a file in the way").expect("a file");
    let refused = zoo.backups.create(Actor::system(), "", Trigger::Manual).await;
    assert_eq!(refused.expect_err("no folder").kind, ErrorKind::StorageUnavailable);
    let health = zoo.backups.parts().health.components();
    let health = health.iter().find(|component| component.name == "backup").expect("a report");
    assert_eq!(health.status, kit::Status::Degraded);
    std::fs::remove_file(&folder).expect("removed");
    std::fs::rename(&aside, &folder).expect("moved back");
    let ids: Vec<String> =
        zoo.backups.list().await.expect("a list").into_iter().map(|record| record.id).collect();
    assert_eq!(ids.len(), 2);
    assert!(ids.contains(&made.id) && ids.contains(&second.id));
}

#[tokio::test]
async fn backups_are_found_deleted_and_missed() {
    let database = Database::sqlite();
    let zoo = Zoo::filled(database.open(TABLES).await).await;
    let made = zoo.back_up().await;
    assert_eq!(zoo.backups.find(&made.id).await.expect("found"), made);
    zoo.backups.delete(Actor::system(), &made.id).await.expect("deleted");
    for id in [made.id.as_str(), "backup_none", "../backup_x", ""] {
        assert_eq!(zoo.backups.find(id).await.expect_err("gone").kind, ErrorKind::NotFound);
        let deleted = zoo.backups.delete(Actor::system(), id).await;
        assert_eq!(deleted.expect_err("gone").kind, ErrorKind::NotFound);
        let selection = Selection::default();
        let restored = zoo.backups.restore(Actor::system(), id, &selection, false).await;
        assert_eq!(restored.expect_err("gone").kind, ErrorKind::NotFound);
    }
    let long = "x".repeat(501);
    let refused = zoo.backups.create(Actor::system(), &long, Trigger::Manual).await;
    assert_eq!(refused.expect_err("too long").kind, ErrorKind::InvalidRequest);
}
