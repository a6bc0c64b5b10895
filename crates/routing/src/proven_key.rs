//! Servers that are known by their key, whoever signed their certificate.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{
    CryptoProvider, WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature,
};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, DigitallySignedStruct, Error, SignatureScheme};
use sha2::{Digest, Sha256};

/// The SHA-256 of a SubjectPublicKeyInfo, as clients pin it.
pub type KeyHash = [u8; 32];

/// Accepts any certificate, or any with this key, but only from a server that has the key: a
/// certificate is public, and whoever copied it must not pass for its owner.
pub fn proven_key(provider: &CryptoProvider, only: Option<KeyHash>) -> Arc<dyn ServerCertVerifier> {
    Arc::new(ProvenKey { algorithms: provider.signature_verification_algorithms, only })
}

/// `None` where the certificate cannot be read.
pub fn key_hash(certificate: &CertificateDer<'_>) -> Option<KeyHash> {
    let key = ParsedCertificate::try_from(certificate).ok()?.subject_public_key_info();
    Some(Sha256::digest(&key).into())
}

#[derive(Debug)]
struct ProvenKey {
    algorithms: WebPkiSupportedAlgorithms,
    only: Option<KeyHash>,
}

impl ServerCertVerifier for ProvenKey {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.only.is_some() && key_hash(certificate) != self.only {
            return Err(CertificateError::ApplicationVerificationFailure.into());
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}
