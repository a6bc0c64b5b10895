//! Starts, restarts, and the leaf for this machine's own names.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::fixture::{DAY, both, machine};

#[tokio::test]
async fn a_first_start_leaves_no_secret_in_the_folder() {
    both(async |machine| {
        machine.start().await;
        assert_eq!(machine.files(), ["ca.pem", "server.pem"]);
        let mode = fs::metadata(machine.folder.path().join("certs")).expect("made").permissions();
        assert_eq!(mode.mode() & 0o777, 0o700);
    })
    .await;
}

#[tokio::test]
async fn a_restart_serves_the_same_leaf_of_the_same_ca() {
    both(async |machine| {
        let before = machine.start().await;
        let after = machine.start().await;
        assert_eq!(before.leaf(None), after.leaf(None));
        assert_eq!(before.ca, after.ca);
        assert_eq!(before.certs.spki_pins(), after.certs.spki_pins());
    })
    .await;
}

#[tokio::test]
async fn a_pin_is_a_hash_in_the_usual_form() {
    let pins = machine().await.start().await.certs.spki_pins();
    assert_eq!(pins.len(), 1);
    let hash = pins[0].strip_prefix("sha256/").expect("the prefix");
    assert_eq!((hash.len(), hash.ends_with('=')), (44, true));
}

#[tokio::test]
async fn new_names_get_a_new_leaf_under_the_same_pin() {
    let machine = machine().await;
    let fixture = machine.start().await;
    let (before, pins) = (fixture.leaf(None), fixture.certs.spki_pins());
    assert!(!fixture.certs.refresh().await.expect("nothing to do"));
    assert_eq!(fixture.leaf(None), before);

    machine.rename(&["localhost", "nas.lan"], &["192.168.1.99"]);
    assert!(fixture.certs.refresh().await.expect("renewed"));
    assert_ne!(fixture.leaf(None), before);
    assert_eq!(fixture.certs.spki_pins(), pins);
    fixture.connect("nas.lan").expect("the new name");
    fixture.connect("192.168.1.99").expect("the new address");
    assert!(fixture.connect("192.168.1.20").is_err(), "the old address");
    assert_eq!(machine.start().await.leaf(None), fixture.leaf(None), "it was written, too");
}

#[tokio::test]
async fn a_leaf_is_renewed_after_two_thirds_of_its_life() {
    let machine = machine().await;
    let fixture = machine.start().await;
    let pins = fixture.certs.spki_pins();
    machine.clock.advance(59 * DAY);
    assert!(!fixture.certs.refresh().await.expect("still young"));
    machine.clock.advance(2 * DAY);
    assert!(fixture.certs.refresh().await.expect("renewed"));
    assert_eq!(fixture.certs.spki_pins(), pins);
    machine.clock.advance(200 * DAY);
    assert_eq!(machine.start().await.certs.spki_pins(), pins, "also after a long rest");
}

#[tokio::test]
async fn a_renewal_that_fails_leaves_the_present_leaf() {
    let machine = machine().await;
    let fixture = machine.start().await;
    let before = fixture.leaf(None);
    machine.clock.advance(61 * DAY);
    fs::remove_dir_all(machine.folder.path().join("certs")).expect("removed");
    fixture.certs.refresh().await.expect_err("there is no place to write to");
    assert_eq!(fixture.leaf(None), before);
}

#[tokio::test]
async fn an_expired_ca_makes_way_for_a_new_one() {
    both(async |machine| {
        let before = machine.start().await;
        machine.clock.advance(3653 * DAY);
        let after = machine.start().await;
        assert_ne!(before.ca, after.ca);
        assert_eq!(before.certs.spki_pins(), after.certs.spki_pins(), "the key stays");
        assert_eq!(machine.start().await.ca, after.ca);
    })
    .await;
}
