//! Which key a server has, whoever signed its certificate.

use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{
    CryptoProvider, WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature,
};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{DigitallySignedStruct, Error, SignatureScheme};
use sha2::{Digest, Sha256};

/// Accepts any certificate, but only from a server that has its key: a certificate is public, and
/// whoever copied it must not pass for its owner.
pub(crate) fn proven_key(provider: &CryptoProvider) -> Arc<dyn ServerCertVerifier> {
    Arc::new(ProvenKey(provider.signature_verification_algorithms))
}

/// The SHA-256 of its SubjectPublicKeyInfo, as clients pin it.
pub(crate) fn pin(certificate: &CertificateDer<'_>) -> Option<String> {
    let key = ParsedCertificate::try_from(certificate).ok()?.subject_public_key_info();
    Some(format!("sha256/{}", BASE64_STANDARD.encode(Sha256::digest(&key))))
}

#[derive(Debug)]
struct ProvenKey(WebPkiSupportedAlgorithms);

impl ServerCertVerifier for ProvenKey {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.0)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.0)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_schemes()
    }
}
