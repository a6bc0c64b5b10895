//! A pair of files that the configuration names.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fixture::machine;
use crate::handshake::handshake;
use crate::imports::Pair;

fn written(folder: &Path, pair: &Pair) -> (PathBuf, PathBuf) {
    let (certificate, key) = (folder.join("given.pem"), folder.join("given.key"));
    fs::write(&certificate, &pair.chain).expect("written");
    fs::write(&key, &pair.key).expect("written");
    (certificate, key)
}

#[tokio::test]
async fn a_matching_pair_is_served_and_left_alone() {
    let machine = machine().await;
    let pair = Pair::signed(&["home.example"]);
    let (certificate, key) = written(machine.folder.path(), &pair);
    let given = certs::from_files(&certificate, &key).expect("a pair");
    let fixture =
        machine.try_start(certs::Config::default(), Some(given)).await.expect("it starts");
    let served = fixture.certs.shared().load().find(None).expect("a leaf");
    handshake(served, pair.root.clone(), "home.example").expect("a handshake");
    let before = fixture.leaf(None);
    assert!(!fixture.certs.refresh().await.expect("nothing to do"));
    assert_eq!(fixture.leaf(None), before);
    assert_eq!(fixture.listed().await, ["home.example"]);
    fixture.delete("home.example").await.refused(409, "CONFLICT");
    let renew = serde_json::json!({ "domain": "home.example" });
    fixture.post("renew", renew).await.refused(409, "CONFLICT");
}

#[test]
fn what_is_wrong_is_said_with_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (certificate, key) = written(folder.path(), &Pair::signed(&["home.example"]));
    let error = |certificate: &Path, key: &Path| {
        certs::from_files(certificate, key).map(drop).expect_err("refused").to_string()
    };
    let missing = error(&folder.path().join("none.pem"), &key);
    assert!(missing.contains("none.pem"), "{missing}");
    let swapped = error(&key, &certificate);
    assert!(swapped.contains("holds no certificate"), "{swapped}");
    fs::write(&key, Pair::signed(&["home.example"]).key).expect("written");
    let crossed = error(&certificate, &key);
    assert!(crossed.contains("given.key") && crossed.contains("does not belong"), "{crossed}");
    fs::write(&key, "").expect("written");
    let empty = error(&certificate, &key);
    assert!(empty.contains("given.key") && empty.contains("holds no private key"), "{empty}");
}
