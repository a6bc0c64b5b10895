//! What devices need to trust the CA, for everybody to take.

use http::{Method, StatusCode, header};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use crate::fixture::machine;

#[tokio::test]
async fn the_ca_comes_in_the_forms_that_devices_take() {
    let fixture = machine().await.start().await;
    for (path, kind, name) in [
        ("/api/v1/certificates/ca", "application/x-pem-file", "gatehouse-ca.pem"),
        ("/api/v1/certificates/ca?format=pem", "application/x-pem-file", "gatehouse-ca.pem"),
        ("/api/v1/certificates/ca?format=der", "application/x-x509-ca-cert", "gatehouse-ca.crt"),
        (
            "/api/v1/certificates/ca?format=mobileconfig",
            "application/x-apple-aspen-config",
            "gatehouse-ca.mobileconfig",
        ),
    ] {
        let answer = fixture.get(path).await;
        answer.expect(StatusCode::OK);
        assert_eq!(answer.headers[header::CONTENT_TYPE], kind);
        let shown = answer.headers[header::CONTENT_DISPOSITION].to_str().expect("text");
        assert_eq!(shown, format!("attachment; filename=\"{name}\""));
        let open = fixture.call(Method::GET, &format!("/_gh/trust/{name}"), None, None).await;
        assert_eq!(open.bytes, answer.bytes, "the same without a credential");
        match kind {
            "application/x-pem-file" => {
                let ca = CertificateDer::from_pem_slice(&answer.bytes).expect("PEM");
                assert_eq!(ca, fixture.ca);
            }
            "application/x-x509-ca-cert" => assert_eq!(answer.bytes, fixture.ca.to_vec()),
            _ => assert!(answer.text().contains("com.apple.security.root")),
        }
    }
    let none = fixture.call(Method::GET, "/_gh/trust/ca.key", None, None).await;
    none.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn the_page_is_for_everybody_and_runs_nothing_but_its_own_script() {
    let fixture = machine().await.start().await;
    let page = fixture.call(Method::GET, "/_gh/trust", None, None).await;
    page.expect(StatusCode::OK);
    let policy = page.headers[header::CONTENT_SECURITY_POLICY].to_str().expect("text");
    assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    let list = fixture.get("/api/v1/certificates/ca?format=der").await;
    let digest = {
        use sha2::Digest;
        sha2::Sha256::digest(&list.bytes)
    };
    let pairs: Vec<String> = digest.iter().map(|byte| format!("{byte:02X}")).collect();
    assert!(page.text().contains(&pairs.join(":")), "the fingerprint is on it");
    let check = fixture.call(Method::GET, "/_gh/trust/check.js", None, None).await;
    check.expect(StatusCode::OK);
    assert_eq!(check.headers[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
}

#[tokio::test]
async fn a_proof_that_nobody_asked_for_is_not_there() {
    let fixture = machine().await.start().await;
    for token in ["x", "..%2f", "a%0d%0ab"] {
        let path = format!("/.well-known/acme-challenge/{token}");
        let answer = fixture.call(Method::GET, &path, None, None).await;
        assert_eq!(answer.status, 404, "{token}");
    }
}
