//! Web Push: a message that only the browser can read (RFC 8291), by way of its push service.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree};
use aws_lc_rs::error::Unspecified;
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use fetch::Fetcher;
use http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue};
use kit::{Entropy, Timestamp};
use serde_json::json;

use super::outgoing::{Failure, Fate, Outgoing, post};
use super::url::Address;
use super::vapid::VapidKey;

/// What push services take for sure is 4096 bytes, of which the coding needs some.
const LONGEST_TEXT: usize = 2_000;
const LONGEST_TITLE: usize = 500;
const RECORD_SIZE: u32 = 4096;
const DAY: &str = "86400";

/// A browser's subscription.
#[derive(Clone)]
pub(crate) struct Subscription {
    pub(super) address: Address,
    /// The browser's public key, uncompressed.
    pub(super) public: Vec<u8>,
    pub(super) auth: Vec<u8>,
}

/// Who we are to the push service, and when.
pub(super) struct Sender<'a> {
    pub(super) key: &'a VapidKey,
    pub(super) contact: &'a str,
    pub(super) now: Timestamp,
}

pub(super) async fn send(
    fetcher: &Fetcher,
    subscription: &Subscription,
    sender: &Sender<'_>,
    outgoing: &Outgoing,
) -> Result<(), Failure> {
    let plain = json!({
        "id": outgoing.id, "type": outgoing.kind, "title": cut(&outgoing.title, LONGEST_TITLE),
        "message": cut(&outgoing.text, LONGEST_TEXT), "timestamp": outgoing.at,
    });
    let Ok(own) = PrivateKey::generate(&ECDH_P256) else {
        return Err(Failure::again("no key could be made"));
    };
    let body = encrypt(subscription, &own, Entropy.bytes(), plain.to_string().into_bytes())
        .map_err(|Unspecified| Failure::never("the browser's key is not valid"))?;
    let origin = subscription.address.origin();
    let authorization = sender.key.authorization(&origin, sender.contact, sender.now);
    let authorization = authorization.ok().and_then(|value| HeaderValue::from_str(&value).ok());
    let mut headers = HeaderMap::new();
    headers.insert(
        AUTHORIZATION,
        authorization.ok_or_else(|| Failure::never("nothing to sign with"))?,
    );
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    headers.insert(CONTENT_ENCODING, HeaderValue::from_static("aes128gcm"));
    headers.insert(HeaderName::from_static("ttl"), HeaderValue::from_static(DAY));
    headers.insert(HeaderName::from_static("urgency"), HeaderValue::from_static("normal"));
    let path = subscription.address.path.clone();
    let sent = post(fetcher, &subscription.address, path, headers, body).await;
    sent.map_err(|failure| match failure.fate {
        Fate::Gone => {
            Failure { message: "the browser has ended its subscription".to_owned(), ..failure }
        }
        _ => failure,
    })
}

/// One record of `aes128gcm` (RFC 8188), with a key that both sides derive.
fn encrypt(
    subscription: &Subscription,
    own: &PrivateKey,
    salt: [u8; 16],
    mut plain: Vec<u8>,
) -> Result<Vec<u8>, Unspecified> {
    let own_public = own.compute_public_key()?;
    let own_public = own_public.as_ref();
    let peer = UnparsedPublicKey::new(&ECDH_P256, &subscription.public);
    let secret = agree(own, peer, Unspecified, |shared| {
        let info = [b"WebPush: info\0", subscription.public.as_slice(), own_public];
        expand::<32>(&Salt::new(HKDF_SHA256, &subscription.auth).extract(shared), &info)
    })?;
    let derived = Salt::new(HKDF_SHA256, &salt).extract(&secret);
    let key = expand::<16>(&derived, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce = expand::<12>(&derived, &[b"Content-Encoding: nonce\0"])?;
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    // Behind the text, 2 says that this is the last record.
    plain.push(2);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut plain)?;
    let mut message = salt.to_vec();
    message.extend(RECORD_SIZE.to_be_bytes());
    message.push(u8::try_from(own_public.len()).map_err(|_| Unspecified)?);
    message.extend(own_public);
    message.append(&mut plain);
    Ok(message)
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(key: &Prk, info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut out = [0; N];
    key.expand(info, Length(N))?.fill(&mut out)?;
    Ok(out)
}

fn cut(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).expect("base64")
    }

    /// RFC 8291, section 5 and appendix A.
    #[test]
    fn a_message_is_coded_as_the_standard_shows() {
        let subscription = Subscription {
            address: Address::parse("endpoint", "https://push.example/x").expect("an address"),
            public: bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        };
        let own = bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
        let own = PrivateKey::from_private_key(&ECDH_P256, &own).expect("a key");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().expect("16 bytes");
        let plain = b"When I grow up, I want to be a watermelon".to_vec();
        let message = encrypt(&subscription, &own, salt, plain).expect("a message");
        let expected = concat!(
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml",
            "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT",
            "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
        );
        assert_eq!(URL_SAFE_NO_PAD.encode(message), expected);
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        assert_eq!(cut("äöü", 3), "ä");
        assert_eq!(cut("abc", 9), "abc");
    }
}
