use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use base64::prelude::BASE64_STANDARD;
use kit::{Error, Result, Timestamp};
use serde_json::json;

const TOKEN_SECONDS: i64 = 12 * 3600;

/// By which push services know us (RFC 8292). Browsers bind their subscriptions to it, so it is
/// made once and kept.
pub(crate) struct VapidKey {
    pair: EcdsaKeyPair,
}

impl VapidKey {
    /// A new one, as it is kept.
    pub(crate) fn generate() -> String {
        let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING);
        let document = pair.and_then(|pair| pair.to_pkcs8v1());
        let document = document.expect("the library makes keys");
        BASE64_STANDARD.encode(document.as_ref())
    }

    pub(crate) fn read(kept: &str) -> Result<Self> {
        let der = BASE64_STANDARD.decode(kept).map_err(Error::internal)?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &der);
        Ok(VapidKey { pair: pair.map_err(Error::internal_text)? })
    }

    /// As a browser wants it (`applicationServerKey`).
    pub(crate) fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.pair.public_key().as_ref())
    }

    /// The `Authorization` for a push service.
    pub(crate) fn authorization(
        &self,
        origin: &str,
        contact: &str,
        now: Timestamp,
    ) -> Result<String> {
        let claims = json!({ "aud": origin, "exp": now.unix() + TOKEN_SECONDS, "sub": contact });
        let part = |value: &serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed =
            format!("{}.{}", part(&json!({ "typ": "JWT", "alg": "ES256" })), part(&claims));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.map_err(Error::internal_text)?.as_ref());
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

#[cfg(test)]
mod tests {
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    #[test]
    fn a_push_service_can_check_who_sends() {
        let key = VapidKey::read(&VapidKey::generate()).expect("a key");
        let header = key.authorization("https://push.example", "mailto:a@b.c", Timestamp(0));
        let header = header.expect("a header");
        let (token, public) =
            header.strip_prefix("vapid t=").and_then(|h| h.split_once(", k=")).expect("both");
        let (signed, signature) = token.rsplit_once('.').expect("a signature");
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64");
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(public));
        public.verify(signed.as_bytes(), &bytes(signature)).expect("it is signed");
        let claims = bytes(signed.split('.').nth(1).expect("claims"));
        let claims: serde_json::Value = serde_json::from_slice(&claims).expect("JSON");
        assert_eq!(
            claims,
            json!({ "aud": "https://push.example", "exp": 43_200, "sub": "mailto:a@b.c" })
        );
    }
}
