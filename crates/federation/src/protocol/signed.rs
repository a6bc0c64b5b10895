//! Signed texts: `<content>.<signature>`, each in Base64.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Identity, PublicKey};

/// What a signature is for; it counts for nothing else.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Record,
    Question,
    Answer,
    Pass,
}

impl Kind {
    fn covered(self, content: &str) -> Vec<u8> {
        format!("gatehouse federation v1 {self:?}\n{content}").into_bytes()
    }
}

pub(super) fn write<T: Serialize>(identity: &Identity, kind: Kind, value: &T) -> String {
    let content = serde_json::to_vec(value).expect("messages are plain data");
    let content = BASE64_URL_SAFE_NO_PAD.encode(content);
    let signature = identity.sign(&kind.covered(&content));
    format!("{content}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
}

/// `key` finds, in what is not believed yet, whose signature it has to be.
pub(super) fn read<T: DeserializeOwned>(
    kind: Kind,
    text: &str,
    key: impl FnOnce(&T) -> Option<PublicKey>,
) -> Option<T> {
    let (content, signature) = text.split_once('.')?;
    let value: T = serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(content).ok()?).ok()?;
    let signature = BASE64_URL_SAFE_NO_PAD.decode(signature).ok()?;
    key(&value)?.has_signed(&kind.covered(content), &signature).then_some(value)
}
