//! Pairs that somebody else made.

use http::StatusCode;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::pki_types::CertificateDer;
use serde_json::{Value, json};

use crate::fixture::{both, machine};
use crate::handshake::handshake;

/// A leaf of another authority, as an administrator would bring it.
pub(crate) struct Pair {
    /// The leaf and what signed it.
    pub(crate) chain: String,
    pub(crate) leaf: String,
    pub(crate) key: String,
    pub(crate) root: CertificateDer<'static>,
}

impl Pair {
    pub(crate) fn signed(names: &[&str]) -> Pair {
        Pair::with(names, |_| {})
    }

    pub(crate) fn with(names: &[&str], change: impl Fn(&mut CertificateParams)) -> Pair {
        let (ca_key, key) =
            (KeyPair::generate().expect("a key"), KeyPair::generate().expect("a key"));
        let mut ca = CertificateParams::default();
        ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let root = ca.self_signed(&ca_key).expect("a CA");
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut leaf = CertificateParams::new(names).expect("names");
        change(&mut leaf);
        let leaf = leaf.signed_by(&key, &Issuer::new(ca, ca_key)).expect("a leaf");
        Pair {
            chain: leaf.pem() + &root.pem(),
            leaf: leaf.pem(),
            key: key.serialize_pem(),
            root: root.der().clone(),
        }
    }

    pub(crate) fn body(&self, domain: &str) -> Value {
        json!({ "domain": domain, "certificate": self.chain, "privateKey": self.key })
    }
}

#[tokio::test]
async fn an_imported_pair_is_served_and_survives_a_restart() {
    both(async |machine| {
        let fixture = machine.start().await;
        fixture.generate(&["home.example"]).await;
        let pair = Pair::signed(&["home.example", "*.home.example", "203.0.113.7"]);
        let answer = fixture.post("replace", pair.body("home.example")).await;
        let made = answer.expect(StatusCode::OK);
        assert_eq!((&made["success"], &made["tls_upgraded"]), (&json!(true), &json!(true)));
        assert_eq!(made["certificate"]["provider"], "imported");
        assert!(!answer.text().contains("PRIVATE KEY"));
        for fixture in [fixture, machine.start().await] {
            let table = fixture.certs.shared().load_full();
            for name in ["home.example", "tv.home.example"] {
                let leaf = table.find(Some(name)).expect("a leaf");
                handshake(leaf, pair.root.clone(), name).expect(name);
            }
            let reached = "203.0.113.7".parse().expect("an address");
            let leaf = table.find_address(None, reached).expect("a leaf for the address");
            handshake(leaf, pair.root.clone(), "203.0.113.7").expect("the address");
            fixture.connect("localhost").expect("the others are as before");
        }
    })
    .await;
}

#[tokio::test]
async fn a_pair_for_an_address_is_not_shown_to_who_asks_for_a_name() {
    let fixture = machine().await.start().await;
    let pair = Pair::signed(&["192.168.1.20"]);
    fixture.post("replace", pair.body("192.168.1.20")).await.expect(StatusCode::OK);
    let (table, reached) =
        (fixture.certs.shared().load_full(), "192.168.1.20".parse().expect("an address"));
    let leaf = table.find_address(None, reached).expect("a leaf for the address");
    handshake(leaf, pair.root.clone(), "192.168.1.20").expect("the address");
    assert!(table.find_address(Some("nas.local"), reached).is_none());
    fixture.connect("nas.local").expect("its name has the gateway's own");
}

#[tokio::test]
async fn a_name_without_a_certificate_can_get_one() {
    let fixture = machine().await.start().await;
    let pair = Pair::signed(&["home.example"]);
    let leaf =
        json!({ "domain": "HOME.example", "certificate": pair.leaf, "privateKey": pair.key });
    fixture.post("replace", leaf).await.expect(StatusCode::OK);
    assert_eq!(fixture.listed().await, ["nas.local", "home.example"]);
}

#[tokio::test]
async fn what_could_not_be_served_is_refused_and_changes_nothing() {
    let fixture = machine().await.start().await;
    fixture.generate(&["home.example"]).await;
    let before = fixture.leaf(Some("home.example"));
    let good = Pair::signed(&["home.example"]);
    let other = Pair::signed(&["home.example"]);
    let expired = Pair::with(&["home.example"], |leaf| {
        leaf.not_after = rcgen::date_time_ymd(2020, 1, 1);
    });
    let early = Pair::with(&["home.example"], |leaf| {
        leaf.not_before = rcgen::date_time_ymd(2090, 1, 1);
    });
    let broken = format!("{}{}", good.leaf, other.chain.replacen(&other.leaf, "", 1));
    let cut = &good.chain[..good.chain.len() / 2];
    let many = good.leaf.repeat(11);
    for (what, chain, key) in [
        ("another key", good.chain.as_str(), other.key.as_str()),
        ("a broken chain", &broken, &good.key),
        ("no certificate", "", &good.key),
        ("a key for a certificate", &good.key, &good.key),
        ("a certificate for a key", &good.chain, &good.leaf),
        ("a cut certificate", cut, &good.key),
        ("no key", &good.chain, ""),
        ("too many certificates", &many, &good.key),
        ("an expired one", &expired.chain, &expired.key),
        ("an early one", &early.chain, &early.key),
    ] {
        let body = json!({ "domain": "home.example", "certificate": chain, "privateKey": key });
        let answer = fixture.post("replace", body).await;
        assert_eq!(answer.status, 400, "{what}: {}", answer.text());
        assert!(!answer.text().contains("PRIVATE"), "{what}: {}", answer.text());
    }
    let elsewhere = fixture.post("replace", good.body("other.example")).await;
    elsewhere.refused(400, "INVALID_REQUEST");
    assert_eq!(fixture.leaf(Some("home.example")), before);
    assert_eq!(fixture.listed().await, ["nas.local", "home.example"]);
}

#[tokio::test]
async fn a_pair_without_its_key_is_asked_for_it() {
    let fixture = machine().await.start().await;
    let body = json!({ "domain": "home.example", "certificate": "x" });
    fixture.post("replace", body).await.refused(400, "INVALID_REQUEST");
}
