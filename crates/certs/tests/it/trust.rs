//! Whom a client that trusts only the CA believes.

use std::sync::Arc;

use rcgen::{CertificateParams, Issuer, KeyPair};
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::pki_types::PrivateKeyDer;
use rustls::sign::CertifiedKey;

use crate::handshake::handshake;
use crate::house::machine;

#[tokio::test]
async fn the_leaf_is_good_for_every_name_of_this_machine_and_for_no_other() {
    let house = machine().await.start().await;
    for name in ["localhost", "nas", "nas.local", "127.0.0.1", "::1", "192.168.1.20"] {
        house.connect(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    for name in ["other.local", "192.168.1.21", "example.com"] {
        assert!(house.connect(name).is_err(), "{name}");
    }
}

#[tokio::test]
async fn nobody_believes_the_ca_about_public_names() {
    let machine = machine().await;
    let house = machine.start().await;
    let seal = store::Seal::of(&machine.db, "certs.seal").await.expect("the seal");
    let sql = "SELECT sealed FROM certificate_keys WHERE name = 'ca'";
    let mut conn = machine.db.read().await.expect("a connection");
    let sealed: String = store::query_scalar(sql).fetch_one(&mut *conn).await.expect("a row");
    let key = seal.open("certificate_keys\nca", &sealed).expect("the CA's key");
    let key = String::from_utf8(key).expect("text");
    let sign = |name: &str| {
        let ca_key = KeyPair::from_pem(&key).expect("the CA's key");
        let ca = Issuer::from_ca_cert_der(&house.ca, ca_key).expect("the CA");
        let key = KeyPair::generate().expect("a key");
        let leaf = CertificateParams::new([name.to_owned()]).expect("a name");
        let leaf = leaf.signed_by(&key, &ca).expect("a leaf").der().clone();
        let key = PrivateKeyDer::try_from(key.serialize_der()).expect("a key");
        let pair = CertifiedKey::from_der(vec![leaf], key, &default_provider()).expect("a pair");
        handshake(Arc::new(pair), house.ca.clone(), name)
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

#[tokio::test]
async fn a_name_the_ca_may_not_sign_is_left_out_instead_of_spoiling_the_leaf() {
    let machine = machine().await;
    let house = machine.start().await;
    machine
        .rename(&["localhost", "box", "box.local", "box.example.com"], &["127.0.0.1", "8.8.8.8"]);
    assert!(house.certs.refresh().await.expect("renewed"));
    for name in ["localhost", "box.local", "127.0.0.1"] {
        house.connect(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    for name in ["box", "box.example.com", "8.8.8.8"] {
        assert!(house.connect(name).is_err(), "{name}");
    }
}
