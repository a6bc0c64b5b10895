//! Whom a client that trusts only the CA believes.

use std::sync::Arc;

use http::StatusCode;
use kit::Page;
use rcgen::{
    BasicConstraints, CertificateParams, GeneralSubtree, IsCa, Issuer, KeyPair, NameConstraints,
};
use rustls::Error;
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;
use store::query;

use crate::fixture::{Machine, both, machine};
use crate::handshake::handshake;

#[tokio::test]
async fn the_leaf_is_good_for_every_name_of_this_machine_and_for_no_other() {
    let fixture = machine().await.start().await;
    for name in ["localhost", "nas", "nas.local", "127.0.0.1", "::1", "192.168.1.20"] {
        fixture.connect(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    for name in ["other.local", "192.168.1.21", "example.com"] {
        assert!(fixture.connect(name).is_err(), "{name}");
    }
}

/// Has whoever stole the CA's key sign a leaf for the name, and a client that trusts the CA look at it.
async fn forge(machine: &Machine, ca: &CertificateDer<'static>, name: &str) -> Result<(), Error> {
    let seal = store::Seal::of(&machine.db, "certs.seal").await.expect("the seal");
    let sql = "SELECT sealed FROM certificate_keys WHERE name = 'ca'";
    let mut conn = machine.db.read().await.expect("a connection");
    let sealed: String = store::query_scalar(sql).fetch_one(&mut *conn).await.expect("a row");
    let key = seal.open("certificate_keys\nca", &sealed).expect("the CA's key");
    let key = KeyPair::from_pem(&String::from_utf8(key).expect("text")).expect("the CA's key");
    let issuer = Issuer::from_ca_cert_der(ca, key).expect("the CA");
    let key = KeyPair::generate().expect("a key");
    let leaf = CertificateParams::new([name.to_owned()]).expect("a name");
    let leaf = leaf.signed_by(&key, &issuer).expect("a leaf").der().clone();
    let key = PrivateKeyDer::try_from(key.serialize_der()).expect("a key");
    let pair = CertifiedKey::from_der(vec![leaf], key, &default_provider()).expect("a pair");
    handshake(Arc::new(pair), ca.clone(), name)
}

#[track_caller]
fn violates(forged: Result<(), Error>, name: &str) {
    let refused = format!("{:?}", forged.expect_err(name));
    assert!(refused.contains("NameConstraintViolation"), "{name}: {refused}");
}

#[tokio::test]
async fn nobody_believes_the_ca_about_public_names() {
    let machine = machine().await;
    let fixture = machine.start().await;
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
        let forged = forge(&machine, &fixture.ca, name).await;
        forged.unwrap_or_else(|error| panic!("{name}: {error}"));
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
        violates(forge(&machine, &fixture.ca, name).await, name);
    }
}

#[tokio::test]
async fn a_name_the_ca_may_not_sign_is_left_out_instead_of_spoiling_the_leaf() {
    let machine = machine().await;
    let fixture = machine.start().await;
    machine
        .rename(&["localhost", "box", "box.local", "box.example.com"], &["127.0.0.1", "8.8.8.8"]);
    assert!(fixture.certs.refresh().await.expect("renewed"));
    for name in ["localhost", "box.local", "127.0.0.1"] {
        fixture.connect(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    for name in ["box", "box.example.com", "8.8.8.8"] {
        assert!(fixture.connect(name).is_err(), "{name}");
    }
}

/// Constraints cannot say "this name and nothing below it".
#[tokio::test]
async fn a_host_name_that_is_a_top_level_domain_never_enters_the_constraints() {
    for label in ["media", "dev", "cloud", "io", "zz", "xn--p1ai", "xn--bro-hoa"] {
        let machine = machine().await;
        let local = format!("{label}.local");
        machine.rename(&["localhost", label, &local], &["127.0.0.1", "192.168.1.20"]);
        let fixture = machine.start().await;
        let below = format!("www.{label}");
        for name in [label, &below] {
            violates(forge(&machine, &fixture.ca, name).await, name);
        }
        for name in ["localhost", &local, "192.168.1.20"] {
            fixture.connect(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        let made = fixture.generate(&[label]).await;
        assert!(fixture.connect(label).is_err(), "a leaf that stands alone: {made}");
    }
}

/// A CA as earlier versions made it, on a machine that is called `media`.
fn ca_for_media() -> (String, String) {
    let key = KeyPair::generate().expect("a key");
    let mut ca = CertificateParams::default();
    ca.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    let zones = ["lan", "local", "localhost", "media"];
    let zones = zones.map(|zone| GeneralSubtree::DnsName(zone.to_owned()));
    let permitted_subtrees = zones.into();
    ca.name_constraints =
        Some(NameConstraints { permitted_subtrees, excluded_subtrees: Vec::new() });
    (ca.self_signed(&key).expect("a CA").pem(), key.serialize_pem())
}

#[tokio::test]
async fn a_ca_that_may_sign_a_top_level_domain_is_replaced_at_start_and_people_are_told() {
    both(async |machine| {
        machine.rename(&["localhost", "media", "media.local"], &["127.0.0.1"]);
        machine.start().await;
        let seal = store::Seal::of(&machine.db, "certs.seal").await.expect("the seal");
        let (certificate, key) = ca_for_media();
        let sealed = seal.close("certificate_keys\nca", key.into_bytes()).expect("sealed");
        let mut tx = machine.db.begin().await.expect("a transaction");
        let sql = "UPDATE certificate_keys SET certificate = $1, sealed = $2 WHERE name = 'ca'";
        let changed = query(sql).bind(certificate.as_str()).bind(sealed).execute(&mut *tx).await;
        changed.expect("changed");
        tx.commit().await.expect("committed");

        let fixture = machine.start().await;
        violates(forge(&machine, &fixture.ca, "www.media").await, "www.media");
        fixture.connect("media.local").expect("a leaf of the new CA");
        let told = fixture.events.activity(Page::first(10)).await.expect("the feed").items;
        let told: Vec<_> = told.into_iter().map(|line| line.message).collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("local CA was replaced"), "{told:?}");
        let served = fixture.get("/api/v1/certificates/ca?format=pem").await;
        served.expect(StatusCode::OK);
        assert!(!served.text().contains(certificate.trim()), "the old one is not offered");

        let again = machine.start().await;
        assert_eq!(again.ca, fixture.ca, "once");
        let told = again.events.activity(Page::first(10)).await.expect("the feed").items;
        assert_eq!(told.len(), 1);
    })
    .await;
}
