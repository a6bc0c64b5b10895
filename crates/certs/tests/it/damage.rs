//! Files that are broken or missing.

use std::fs;

use crate::lab::{Lab, leaf};

fn garbage(text: &str) -> String {
    text.replace('A', "!")
}

#[test]
fn a_damaged_ca_is_an_error_and_is_never_replaced() {
    for (broken, content) in
        [("ca.pem", "nonsense"), ("ca.pem", "damage"), ("ca.key", "nonsense"), ("ca.key", "damage")]
    {
        let lab = Lab::new();
        lab.start();
        let content = if content == "damage" { garbage(&lab.read(broken)) } else { content.into() };
        fs::write(lab.file(broken), &content).expect("written");
        let error = lab.try_start().map(drop).expect_err(broken).to_string();
        assert!(error.contains(broken), "{error}");
        assert_eq!(lab.read(broken), content);
    }
}

#[test]
fn a_ca_whose_key_is_gone_or_not_its_own_is_an_error() {
    let (lab, other) = (Lab::new(), Lab::new());
    lab.start();
    other.start();
    fs::copy(other.file("ca.key"), lab.file("ca.key")).expect("copied");
    let error = lab.try_start().map(drop).expect_err("mismatch").to_string();
    assert!(error.contains("ca.key") && error.contains("ca.pem"), "{error}");

    fs::remove_file(lab.file("ca.key")).expect("removed");
    let error = lab.try_start().map(drop).expect_err("gone").to_string();
    assert!(error.contains("ca.key"), "{error}");
    assert!(!lab.file("ca.key").exists());
}

#[test]
fn a_foreign_certificate_in_the_place_of_the_ca_is_refused() {
    let lab = Lab::new();
    lab.start();
    fs::copy(lab.file("server.pem"), lab.file("ca.pem")).expect("copied");
    fs::copy(lab.file("server.key"), lab.file("ca.key")).expect("copied");
    let error = lab.try_start().map(drop).expect_err("no CA").to_string();
    assert!(error.contains("ca.pem"), "{error}");
}

#[test]
fn a_first_start_that_was_cut_off_goes_on_with_the_same_key() {
    let lab = Lab::new();
    lab.start();
    let key = lab.read("ca.key");
    fs::remove_file(lab.file("ca.pem")).expect("removed");
    let certs = lab.start();
    assert_eq!(lab.read("ca.key"), key);
    lab.connect(&certs, "localhost").expect("a leaf of the new CA");
}

#[test]
fn a_damaged_leaf_is_issued_anew_under_the_same_pin() {
    let lab = Lab::new();
    let before = lab.start();
    let damaged = garbage(&lab.read("server.pem"));
    fs::write(lab.file("server.pem"), damaged).expect("written");
    let after = lab.start();
    assert_ne!(leaf(&after), leaf(&before));
    assert_eq!(after.spki_pins(), before.spki_pins());
    lab.connect(&after, "localhost").expect("a good leaf");
}

#[test]
fn a_damaged_leaf_key_is_made_anew() {
    let lab = Lab::new();
    let before = lab.start();
    fs::write(lab.file("server.key"), "nonsense").expect("written");
    let after = lab.start();
    assert_ne!(after.spki_pins(), before.spki_pins());
    lab.connect(&after, "localhost").expect("a good leaf");
    assert_eq!(lab.start().spki_pins(), after.spki_pins());
}

#[test]
fn a_leaf_of_another_ca_is_issued_anew() {
    let (lab, other) = (Lab::new(), Lab::new());
    lab.start();
    other.start();
    for name in ["server.pem", "server.key"] {
        fs::copy(other.file(name), lab.file(name)).expect("copied");
    }
    lab.connect(&lab.start(), "localhost").expect("a leaf of our own CA");
}
