//! Certificates and protocol versions.

use std::sync::Arc;

use edge::Limits;
use routing::CertTable;
use rustls::ProtocolVersion;

use crate::client::get;
use crate::lab::{Lab, certificate, soon};

#[tokio::test]
async fn a_new_certificate_counts_from_the_next_handshake_and_leaves_open_connections_alone() {
    let lab = Lab::tls(Limits::default());
    let before = lab.handshake("http/1.1").await.expect("the first certificate is trusted");
    assert_eq!(before.get_ref().1.protocol_version(), Some(ProtocolVersion::TLSv1_3));
    let mut open = lab.http1(before).await;

    let old = lab.certs.swap(Arc::new(CertTable::with_default(certificate().1)));
    assert!(lab.handshake("http/1.1").await.is_err(), "the second one is not");
    assert_eq!(soon(open.send_request(get("/"))).await.expect("an answer").status(), 200);

    lab.certs.store(old);
    assert!(lab.handshake("http/1.1").await.is_ok());
}

#[tokio::test]
async fn without_a_certificate_there_is_no_handshake() {
    let lab = Lab::tls(Limits::default());
    lab.certs.store(Arc::new(CertTable::default()));
    assert!(lab.handshake("http/1.1").await.is_err());
    lab.counts("gatehouse_tls_handshakes_failed_total{reason=\"protocol\"} 1").await;
}

#[tokio::test]
async fn the_name_decides_then_the_address_then_the_default() {
    let lab = Lab::tls(Limits::default());
    let ((default, a), (named, b), (reached, c)) = (certificate(), certificate(), certificate());
    let here = lab.address.ip();
    let table = CertTable::with_default(a).with("*.lan", b);
    lab.certs.store(Arc::new(table.clone()));
    for (name, expected) in [("tv.lan", &named), ("127.0.0.1", &default), ("tv.test", &default)] {
        assert_eq!(lab.shown(name, "http/1.1").await.expect(name), *expected, "{name}");
    }
    lab.certs.store(Arc::new(table.with_address(here, c)));
    for (name, expected) in [("tv.lan", &named), ("127.0.0.1", &reached), ("tv.test", &reached)] {
        assert_eq!(lab.shown(name, "http/1.1").await.expect(name), *expected, "{name}");
    }
}

#[tokio::test]
async fn an_authority_is_shown_the_proof_and_nobody_else_is() {
    let lab = Lab::tls(Limits::default());
    let ((default, a), (proof, b)) = (certificate(), certificate());
    lab.certs.store(Arc::new(CertTable::with_default(a).with_proof("nas.example", b)));
    let shown = lab.shown("nas.example", "acme-tls/1").await;
    assert_eq!(shown.expect("the proof"), proof);
    assert_eq!(lab.shown("nas.example", "http/1.1").await.expect("a certificate"), default);
    assert!(lab.shown("tv.example", "acme-tls/1").await.is_err(), "there is no proof");
}
