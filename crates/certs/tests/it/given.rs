//! Certificates that somebody else made.

use std::fs;
use std::path::PathBuf;

use crate::lab::{Lab, handshake, leaf};

struct Given {
    lab: Lab,
    certificate: PathBuf,
    key: PathBuf,
}

/// A pair as an administrator would bring it; who signed it does not matter.
fn given() -> Given {
    let lab = Lab::new();
    lab.start();
    Given { certificate: lab.file("server.pem"), key: lab.file("server.key"), lab }
}

impl Given {
    fn error(&self) -> String {
        certs::from_files(&self.certificate, &self.key).map(drop).expect_err("refused").to_string()
    }
}

#[test]
fn a_matching_pair_is_served_and_left_alone() {
    let Given { lab, certificate, key } = given();
    let certs = certs::from_files(&certificate, &key).expect("a pair");
    let served = certs.shared().load().find(None).expect("a leaf");
    handshake(served, lab.ca(), "localhost").expect("a handshake");
    assert_eq!(certs.spki_pins(), lab.start().spki_pins());
    let before = leaf(&certs);
    assert!(!certs.renew().expect("nothing to do"));
    assert_eq!(leaf(&certs), before);
}

#[test]
fn what_is_wrong_is_said_with_the_file() {
    let pair = given();
    let missing = Given { certificate: pair.lab.file("none.pem"), ..given() };
    assert!(missing.error().contains("none.pem"), "{}", missing.error());

    let crossed = Given { key: pair.lab.file("ca.key"), ..given() };
    let error = crossed.error();
    assert!(error.contains("ca.key") && error.contains("server.pem"), "{error}");
    assert!(error.contains("does not belong"), "{error}");

    let swapped = Given { certificate: pair.key.clone(), key: pair.certificate.clone(), ..given() };
    assert!(swapped.error().contains("holds no certificate"), "{}", swapped.error());

    fs::write(&pair.key, "").expect("written");
    let error = pair.error();
    assert!(error.contains("server.key") && error.contains("holds no private key"), "{error}");
}
