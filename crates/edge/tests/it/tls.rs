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
