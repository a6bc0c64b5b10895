//! Files that somebody else made, or that a disk spoiled.

use std::io::Write;

use kit::{Actor, ErrorKind};
use serde_json::json;
use testkit::Database;

use super::lab::{TABLES, Zoo, locked};
use crate::archive::{self, sha256};
use crate::model::{Manifest, PartEntry, Selection};

async fn zoo() -> (Database, Zoo) {
    let database = Database::sqlite();
    let zoo = Zoo::filled(database.open(TABLES).await).await;
    (database, zoo)
}

#[tokio::test]
async fn a_file_that_was_cut_or_spoiled_is_refused() {
    for config in [crate::Config::default(), locked()] {
        let database = Database::sqlite();
        let zoo = Zoo::configured(database.open(TABLES).await, config).await;
        let made = zoo.back_up().await;
        let file = zoo.file(&made).await;
        zoo.read(&file).expect("it is whole");
        let places = [0, 20, 60, file.len() / 2, file.len() - 9, file.len() - 1];
        for place in places {
            assert!(zoo.read(&file[..place]).is_err(), "cut at {place}");
        }
        // What lies in the folder is compared with what was written, to the bit.
        let path = zoo.backups.config().directory.join(if made.encrypted {
            format!("{}.tar.zst.enc", made.id)
        } else {
            format!("{}.tar.zst", made.id)
        });
        for place in (0..file.len()).step_by(file.len() / 8) {
            let mut spoiled = file.clone();
            spoiled[place] ^= 4;
            std::fs::write(&path, spoiled).expect("written");
            let selection = Selection::default();
            let refused = zoo.backups.restore(Actor::system(), &made.id, &selection, false).await;
            assert_eq!(refused.expect_err("spoiled").kind, ErrorKind::Conflict, "{place}");
        }
    }
}

/// A tar with these files, compressed.
fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_entry_type(tar::EntryType::Regular);
        // Past the library, which refuses names that lead out of a folder.
        let bytes = header.as_gnu_mut().expect("a header");
        bytes.name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        builder.append(&header, *content).expect("appended");
    }
    zstd::encode_all(builder.into_inner().expect("a tar").as_slice(), 1).expect("compressed")
}

fn manifest(zoo: &Zoo, parts: &[(&str, &[u8])]) -> Manifest {
    let entry = |(name, content): &(&str, &[u8])| PartEntry {
        name: (*name).to_owned(),
        sha256: sha256(content),
    };
    Manifest {
        format: 1,
        id: "backup_x".to_owned(),
        version: "1".to_owned(),
        instance_id: zoo.backups.parts().instance.id.clone(),
        description: String::new(),
        trigger: crate::model::Trigger::Manual,
        created_at: super::lab::START,
        counts: Default::default(),
        parts: parts.iter().map(entry).collect(),
    }
}

#[tokio::test]
async fn nobody_gives_himself_rights_with_a_file_that_he_wrote() {
    let (_database, zoo) = zoo().await;
    let content = serde_json::to_vec(&json!({
        "badges": [{ "id": "mallory", "epoch": 1, "revoked_at": null }], "visits": [],
    }));
    let content = content.expect("JSON");
    let manifest = manifest(&zoo, &[("devices", &content)]);
    let manifest = serde_json::to_vec(&manifest).expect("JSON");
    let file = packed(&[("manifest.json", &manifest), ("devices.json", &content)]);
    let archive = zoo.read(&file).expect("it can be read");
    assert!(!archive.is_ours);
    let refused = zoo.backups.restoring().plan(&archive, &Selection::default()).await;
    assert!(refused.expect_err("foreign").message.contains("acceptForeign"));
    assert_eq!(zoo.badges().await, "ann 1, bob 3");
}

#[tokio::test]
async fn what_no_backup_of_ours_holds_is_refused() {
    let (_database, zoo) = zoo().await;
    let accept = Selection { foreign: true, ..Selection::default() };
    let rows = [
        ("an unknown column", json!([{ "name": "x", "legs": 1, "secret": null, "wings": 2 }])),
        ("a column that must be there", json!([{ "name": "x", "secret": null }])),
        ("another kind of value", json!([{ "name": "x", "legs": "four", "secret": null }])),
        ("a number that is none", json!([{ "name": "x", "legs": 1.5, "secret": null }])),
        (
            "one row twice",
            json!([{ "name": "x", "legs": 1, "secret": null },
                                 { "name": "x", "legs": 2, "secret": null }]),
        ),
        ("no name", json!([{ "name": null, "legs": null, "secret": null }])),
    ];
    for (what, rows) in rows {
        let content = serde_json::to_vec(&json!({ "animals": rows })).expect("JSON");
        let manifest = serde_json::to_vec(&manifest(&zoo, &[("apps", &content)])).expect("JSON");
        let file = packed(&[("manifest.json", &manifest), ("apps.json", &content)]);
        let archive = zoo.read(&file).expect("it can be read");
        let refused = zoo.backups.restoring().plan(&archive, &accept).await;
        assert_eq!(refused.expect_err(what).kind, ErrorKind::Conflict, "{what}");
    }
    let tables = json!({ "sqlite_master": [] });
    let content = serde_json::to_vec(&tables).expect("JSON");
    for part in ["apps", "strangers"] {
        let manifest = serde_json::to_vec(&manifest(&zoo, &[(part, &content)])).expect("JSON");
        let name = format!("{part}.json");
        let file = packed(&[("manifest.json", &manifest), (&name, &content)]);
        let archive = zoo.read(&file).expect("it can be read");
        assert!(zoo.backups.restoring().plan(&archive, &accept).await.is_err(), "{part}");
    }
}

#[tokio::test]
async fn an_archive_with_anything_else_in_it_is_refused() {
    let (_database, zoo) = zoo().await;
    let good = serde_json::to_vec(&manifest(&zoo, &[])).expect("JSON");
    zoo.read(&packed(&[("manifest.json", &good)])).expect("it can be read");
    let newer = br#"{"format": 2, "whatever": []}"#;
    let newer = zoo.read(&packed(&[("manifest.json", newer)])).expect_err("newer");
    assert!(newer.message.contains("newer Gatehouse"), "{}", newer.message);
    for files in [
        &[("manifest.json", good.as_slice()), ("../../etc/passwd", b"x")][..],
        &[("manifest.json", good.as_slice()), ("/etc/passwd", b"x")],
        &[("manifest.json", good.as_slice()), ("manifest.json", b"{}")],
        &[("manifest.json", b"{}")],
        &[("manifest.json", b"not JSON")],
        &[("signature", b"00")],
        &[],
    ] {
        assert!(zoo.read(&packed(files)).is_err(), "{files:?}");
    }
    let missing = serde_json::to_vec(&manifest(&zoo, &[("apps", b"{}")])).expect("JSON");
    assert!(zoo.read(&packed(&[("manifest.json", &missing)])).is_err());
}

#[tokio::test]
async fn what_unpacks_to_more_than_there_can_be_is_refused() {
    let (_database, zoo) = zoo().await;
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("an encoder");
    let zeros = vec![0; 1 << 20];
    for _ in 0..100 {
        encoder.write_all(&zeros).expect("written");
    }
    let bomb = encoder.finish().expect("compressed");
    assert!(bomb.len() < 1 << 20);
    assert!(zoo.read(&bomb).expect_err("a bomb").message.contains("64 MiB"));
    let passphrase = kit::Secret::default();
    let nothing = archive::read(&[], zoo.backups.signing(), &passphrase);
    assert!(nothing.is_err());
}
