//! Certificates and keys as text. What is wrong is said in words of ours: those of a parser might
//! repeat a piece of the key.

use rustls::InconsistentKeys;
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::sign::CertifiedKey;
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};

/// Longer chains than this are a mistake.
const LONGEST_CHAIN: usize = 10;
const LABEL: &str = "CERTIFICATE";
const LINE: usize = 64;

/// A chain, leaf first.
pub(crate) fn chain(text: &str) -> Result<Vec<CertificateDer<'static>>, String> {
    let read: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(text.as_bytes()).collect();
    let chain = read.map_err(|_| "is not whole PEM")?;
    match chain.len() {
        0 => Err("holds no certificate in PEM form".to_owned()),
        1..=LONGEST_CHAIN => Ok(chain),
        _ => Err(format!("holds more than {LONGEST_CHAIN} certificates")),
    }
}

/// A chain and the private key that belongs to its leaf.
pub(crate) fn pair(certificates: &str, key: &str) -> Result<CertifiedKey, String> {
    let chain = chain(certificates)?;
    let key = PrivateKeyDer::from_pem_slice(key.as_bytes())
        .map_err(|_| "the key is no private key in PEM form, or an encrypted one")?;
    together(chain, key)
}

pub(crate) fn together(
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
) -> Result<CertifiedKey, String> {
    CertifiedKey::from_der(chain, key, &default_provider()).map_err(|error| match error {
        rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
            "the private key does not belong to the certificate".to_owned()
        }
        rustls::Error::InvalidCertificate(_) => "the certificate is damaged".to_owned(),
        _ => "the private key is of a kind that cannot be served".to_owned(),
    })
}

/// The chain as text.
pub(crate) fn text(chain: &[CertificateDer<'_>]) -> String {
    use base64::Engine;
    let mut text = String::new();
    for certificate in chain {
        let body = base64::prelude::BASE64_STANDARD.encode(certificate);
        text.push_str(&format!("-----BEGIN {LABEL}-----\n"));
        for start in (0..body.len()).step_by(LINE) {
            text.push_str(&body[start..body.len().min(start + LINE)]);
            text.push('\n');
        }
        text.push_str(&format!("-----END {LABEL}-----\n"));
    }
    text
}
