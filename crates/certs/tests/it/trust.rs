//! Whom a client that trusts only the CA believes.

use std::sync::Arc;

use rcgen::{CertificateParams, Issuer, KeyPair};
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::pki_types::PrivateKeyDer;
use rustls::sign::CertifiedKey;

use crate::lab::{Lab, handshake};

#[test]
fn the_leaf_is_good_for_every_name_of_this_machine_and_for_no_other() {
    let lab = Lab::new();
    let certs = lab.start();
    for name in ["localhost", "nas", "nas.local", "127.0.0.1", "::1", "192.168.1.20"] {
        lab.connect(&certs, name).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    for name in ["other.local", "192.168.1.21", "example.com"] {
        assert!(lab.connect(&certs, name).is_err(), "{name}");
    }
}

#[test]
fn nobody_believes_the_ca_about_public_names() {
    let lab = Lab::new();
    lab.start();
    let sign = |name: &str| {
        let ca_key = KeyPair::from_pem(&lab.read("ca.key")).expect("the CA's key");
        let ca = Issuer::from_ca_cert_pem(&lab.read("ca.pem"), ca_key).expect("the CA");
        let key = KeyPair::generate().expect("a key");
        let leaf = CertificateParams::new([name.to_owned()]).expect("a name");
        let leaf = leaf.signed_by(&key, &ca).expect("a leaf").der().clone();
        let key = PrivateKeyDer::try_from(key.serialize_der()).expect("a key");
        let pair = CertifiedKey::from_der(vec![leaf], key, &default_provider()).expect("a pair");
        handshake(Arc::new(pair), lab.ca(), name)
    };
    for name in [
        "tv.lan",
        "tv.home",
        "tv.internal",
        "tv.home.arpa",
        "tv.test",
        "tv.localhost",
        "nas",
        "10.1.2.3",
        "172.31.0.1",
        "192.168.9.9",
        "169.254.1.1",
        "100.64.0.1",
        "fd00::1",
        "fe80::1",
    ] {
        sign(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    for name in [
        "example.com",
        "nas.example.com",
        "local.example.com",
        "tv",
        "8.8.8.8",
        "172.32.0.1",
        "2001:db8::1",
    ] {
        let refused = format!("{:?}", sign(name).expect_err(name));
        assert!(refused.contains("NameConstraintViolation"), "{name}: {refused}");
    }
}

#[test]
fn a_name_the_ca_may_not_sign_is_left_out_instead_of_spoiling_the_leaf() {
    let lab = Lab::new();
    let certs = lab.start();
    lab.rename(&["localhost", "box", "box.local", "box.example.com"], &["127.0.0.1", "8.8.8.8"]);
    assert!(certs.renew().expect("renewed"));
    for name in ["localhost", "box.local", "127.0.0.1"] {
        lab.connect(&certs, name).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    for name in ["box", "box.example.com", "8.8.8.8"] {
        assert!(lab.connect(&certs, name).is_err(), "{name}");
    }
}
