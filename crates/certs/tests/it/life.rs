//! Starts, restarts and renewals.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use kit::{Clock, Timestamp};

use crate::lab::{Lab, leaf};

const DAY: Duration = Duration::from_secs(86_400);

fn in_2030() -> Lab {
    Lab::at(Clock::manual(Timestamp::parse("2030-01-01T00:00:00Z").expect("a time")))
}

#[test]
fn the_first_start_makes_files_that_only_the_owner_can_use() {
    let lab = Lab::new();
    lab.start();
    let mode = |path| fs::metadata(path).expect("made").permissions().mode() & 0o777;
    assert_eq!(mode(lab.directory()), 0o700);
    for (name, expected) in
        [("ca.key", 0o600), ("server.key", 0o600), ("ca.pem", 0o644), ("server.pem", 0o644)]
    {
        assert_eq!(mode(lab.file(name)), expected, "{name}");
    }
    assert_eq!(fs::read_dir(lab.directory()).expect("made").count(), 4, "nothing else is left");
}

#[test]
fn a_restart_serves_the_same_leaf_and_closes_what_was_opened() {
    let lab = Lab::new();
    let before = lab.start();
    fs::set_permissions(lab.file("server.key"), fs::Permissions::from_mode(0o644)).expect("mode");
    fs::set_permissions(lab.directory(), fs::Permissions::from_mode(0o755)).expect("mode");
    let after = lab.start();
    assert_eq!(leaf(&before), leaf(&after));
    assert_eq!(before.spki_pins(), after.spki_pins());
    let mode = |path| fs::metadata(path).expect("made").permissions().mode() & 0o777;
    assert_eq!((mode(lab.file("server.key")), mode(lab.directory())), (0o600, 0o700));
}

#[test]
fn a_pin_is_a_hash_in_the_usual_form() {
    let pins = Lab::new().start().spki_pins();
    assert_eq!(pins.len(), 1);
    let hash = pins[0].strip_prefix("sha256/").expect("the prefix");
    assert_eq!((hash.len(), hash.ends_with('=')), (44, true));
}

#[test]
fn new_names_get_a_new_leaf_under_the_same_pin() {
    let lab = Lab::new();
    let certs = lab.start();
    let (before, pins) = (leaf(&certs), certs.spki_pins());
    assert!(!certs.renew().expect("nothing to do"));
    assert_eq!(leaf(&certs), before);

    lab.rename(&["localhost", "nas.lan"], &["192.168.1.99"]);
    assert!(certs.renew().expect("renewed"));
    assert_ne!(leaf(&certs), before);
    assert_eq!(certs.spki_pins(), pins);
    lab.connect(&certs, "nas.lan").expect("the new name");
    lab.connect(&certs, "192.168.1.99").expect("the new address");
    assert!(lab.connect(&certs, "192.168.1.20").is_err(), "the old address");
    assert_eq!(leaf(&lab.start()), leaf(&certs), "it was written, too");
}

#[test]
fn a_leaf_is_renewed_after_two_thirds_of_its_life() {
    let lab = in_2030();
    let certs = lab.start();
    let pins = certs.spki_pins();
    lab.clock.advance(59 * DAY);
    assert!(!certs.renew().expect("still young"));
    lab.clock.advance(2 * DAY);
    assert!(certs.renew().expect("renewed"));
    assert_eq!(certs.spki_pins(), pins);
    lab.clock.advance(200 * DAY);
    assert_eq!(lab.start().spki_pins(), pins, "also at a start after a long rest");
}

#[test]
fn a_renewal_that_fails_leaves_the_present_leaf() {
    let lab = in_2030();
    let certs = lab.start();
    let before = leaf(&certs);
    lab.clock.advance(61 * DAY);
    fs::remove_dir_all(lab.directory()).expect("removed");
    let error = certs.renew().expect_err("there is no place to write to");
    assert!(error.to_string().contains("server.pem"), "{error}");
    assert_eq!(leaf(&certs), before);
}

#[test]
fn an_expired_ca_is_a_clear_error() {
    let lab = in_2030();
    lab.start();
    let ca = lab.read("ca.pem");
    lab.clock.advance(3653 * DAY);
    let error = lab.try_start().map(drop).expect_err("expired").to_string();
    assert!(error.contains("ca.pem") && error.contains("expired"), "{error}");
    assert_eq!(lab.read("ca.pem"), ca);
}
