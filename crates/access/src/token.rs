//! JSON Web Tokens: what is in them, how they are signed and read. Whether a token still counts
//! is for `verifier` to say.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use kit::{Entropy, Error, Result, Secret, Timestamp};
use serde::{Deserialize, Serialize};

pub(crate) const LIFETIME_SECONDS: i64 = 12 * 60 * 60;
/// How far another machine's clock may be ahead of ours.
const CLOCK_LEEWAY_SECONDS: i64 = 60;
/// Longer texts are not tokens of ours, and not worth a hash.
const LONGEST: usize = 4096;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Claims {
    pub(crate) iss: String,
    pub(crate) aud: String,
    pub(crate) sub: String,
    /// For clients to look at. What counts is what the device may do now.
    pub(crate) scopes: Vec<String>,
    pub(crate) iat: i64,
    pub(crate) exp: i64,
    /// Ours say nothing of it; whoever else holds the secret may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) nbf: Option<i64>,
    pub(crate) jti: String,
    /// The subject's epoch when the token was made; it grows when tokens are taken back. A token
    /// that says nothing of it is of the first.
    #[serde(default = "first_epoch")]
    pub(crate) epoch: i64,
    /// The sign-in that a user's token goes back to, by whatever refreshes: the id of the first
    /// token that it gave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) sid: Option<String>,
    /// The one host at which a cookie counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) host: Option<Arc<str>>,
}

fn first_epoch() -> i64 {
    1
}

pub(crate) struct Signer {
    encoding: EncodingKey,
    decoding: DecodingKey,
    issuer: String,
    audience: String,
    /// Of cookies for apps. It differs, so that neither counts where the other does.
    apps_audience: String,
}

/// The one claim that a token is asked for before anything is known of it.
#[derive(Deserialize)]
struct Issuer {
    iss: String,
}

impl Signer {
    pub(crate) fn new(secret: &Secret, issuer: &str, audience: &str) -> Self {
        Signer {
            encoding: EncodingKey::from_secret(secret.expose().as_bytes()),
            decoding: DecodingKey::from_secret(secret.expose().as_bytes()),
            issuer: issuer.to_owned(),
            audience: audience.to_owned(),
            apps_audience: format!("{audience}/apps"),
        }
    }

    /// What a new token says.
    pub(crate) fn claims(
        &self,
        subject: String,
        scopes: Vec<String>,
        epoch: i64,
        now: Timestamp,
    ) -> Claims {
        Claims {
            iss: self.issuer.clone(),
            aud: self.audience.clone(),
            sub: subject,
            scopes,
            iat: now.unix(),
            exp: now.unix() + LIFETIME_SECONDS,
            nbf: None,
            jti: Entropy.hex::<16>(),
            epoch,
            sid: None,
            host: None,
        }
    }

    /// The same token as a cookie, which opens apps and nothing else. It ends with the token.
    pub(crate) fn claims_for_apps(&self, token: &Claims, host: Option<Arc<str>>) -> Claims {
        let aud = self.apps_audience.clone();
        Claims { aud, scopes: Vec::new(), host, ..token.clone() }
    }

    pub(crate) fn sign(&self, claims: &Claims) -> Result<Secret> {
        let token = jsonwebtoken::encode(&Header::new(Algorithm::HS256), claims, &self.encoding);
        token.map(Secret::new).map_err(Error::internal)
    }

    /// Whether a text looks like a token that we signed; nothing is checked.
    pub(crate) fn is_named_in(&self, token: &str) -> bool {
        let mut parts = token.split('.');
        let (Some(_), Some(payload), Some(_), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return false;
        };
        let payload = URL_SAFE_NO_PAD.decode(payload.trim_end_matches('='));
        let named = payload.ok().and_then(|json| serde_json::from_slice::<Issuer>(&json).ok());
        named.is_some_and(|named| named.iss == self.issuer)
    }

    /// The claims of a token that we signed, for us, and that has not expired for longer than
    /// `grace_seconds`. The order of the checks is the specification's.
    pub(crate) fn read(&self, token: &str, now: Timestamp, grace_seconds: i64) -> Result<Claims> {
        self.read_for(&self.audience, token, now, grace_seconds)
    }

    /// The claims of a cookie for apps.
    pub(crate) fn read_for_apps(&self, cookie: &str, now: Timestamp) -> Result<Claims> {
        self.read_for(&self.apps_audience, cookie, now, 0)
    }

    fn read_for(
        &self,
        audience: &str,
        token: &str,
        now: Timestamp,
        grace_seconds: i64,
    ) -> Result<Claims> {
        let claims = self.signed_claims(token)?;
        let now = now.unix();
        if now >= claims.exp.saturating_add(grace_seconds) {
            return Err(Error::unauthorized("The token has expired"));
        }
        if claims.nbf.unwrap_or(0).max(claims.iat) > now + CLOCK_LEEWAY_SECONDS {
            return Err(Error::unauthorized("The token comes from the future"));
        }
        if claims.iss != self.issuer || claims.aud != audience {
            return Err(Error::unauthorized("The token was made for something else"));
        }
        Ok(claims)
    }

    fn signed_claims(&self, token: &str) -> Result<Claims> {
        let unreadable = || Error::unauthorized("The token is not valid");
        if token.len() > LONGEST {
            return Err(unreadable());
        }
        let mut only_signature = Validation::new(Algorithm::HS256);
        only_signature.validate_exp = false;
        only_signature.validate_aud = false;
        only_signature.required_spec_claims.clear();
        jsonwebtoken::decode::<Claims>(token, &self.decoding, &only_signature)
            .map(|decoded| decoded.claims)
            .map_err(|_| unreadable())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    fn signer() -> Signer {
        Signer::new(&Secret::new("0123456789abcdef0123456789abcdef"), "gatehouse", "devices")
    }

    fn claims() -> Claims {
        signer().claims("phone".to_owned(), vec!["read:*".to_owned()], 3, NOW)
    }

    fn token() -> String {
        signer().sign(&claims()).expect("a token").expose().to_owned()
    }

    fn encoded(value: &Value) -> String {
        URL_SAFE_NO_PAD.encode(value.to_string())
    }

    /// Our own claims with one of them changed, signed with our own key.
    fn with(claim: &str, value: Value) -> String {
        let claims = signer().read(&token(), NOW, 0).expect("claims");
        let mut claims = serde_json::to_value(claims).expect("JSON");
        match value {
            Value::Null => drop(claims.as_object_mut().expect("an object").remove(claim)),
            value => claims[claim] = value,
        }
        let header = Header::new(Algorithm::HS256);
        jsonwebtoken::encode(&header, &claims, &signer().encoding).expect("a token")
    }

    #[test]
    fn a_fresh_token_says_who_and_until_when() {
        let claims = signer().read(&token(), NOW, 0).expect("claims");
        assert_eq!((claims.sub.as_str(), claims.epoch), ("phone", 3));
        assert_eq!(claims.exp - claims.iat, 43_200);
        assert_eq!(claims.jti.len(), 32);
        assert!(
            signer().read(&with("nbf", json!(NOW.unix() + 59)), NOW, 0).is_ok(),
            "clocks differ"
        );
    }

    #[test]
    fn expiry_is_exact_and_the_grace_prolongs_it() {
        let at = |seconds: i64| Timestamp::from_unix(NOW.unix() + seconds);
        assert!(signer().read(&token(), at(43_199), 0).is_ok());
        assert!(signer().read(&token(), at(43_200), 0).is_err());
        assert!(signer().read(&token(), at(43_200 + 99), 100).is_ok());
        assert!(signer().read(&token(), at(43_200 + 100), 100).is_err());
    }

    #[test]
    fn forged_and_foreign_tokens_are_refused() {
        let token = token();
        let (signed, signature) = token.rsplit_once('.').expect("three parts");
        let payload = signed.split_once('.').expect("two parts").1;
        let none = encoded(&json!({"alg": "none", "typ": "JWT"}));
        let rs256 = encoded(&json!({"alg": "RS256", "typ": "JWT"}));
        let kid = encoded(&json!({"alg": "HS256", "kid": "../../dev/null"}));
        let empty_key = {
            let key = EncodingKey::from_secret(b"");
            let claims = signer().read(&token, NOW, 0).expect("claims");
            jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &key).expect("a token")
        };
        for (name, forged) in [
            ("alg none", format!("{none}.{payload}.")),
            ("alg none with a signature", format!("{none}.{payload}.{signature}")),
            ("another algorithm", format!("{rs256}.{payload}.{signature}")),
            ("a key id", format!("{kid}.{payload}.{signature}")),
            ("no signature", format!("{signed}.")),
            ("half a signature", format!("{signed}.{}", &signature[..20])),
            ("an empty key", empty_key),
            ("another issuer", with("iss", json!("evil"))),
            ("another audience", with("aud", json!("others"))),
            ("a list of audiences", with("aud", json!(["devices", "others"]))),
            ("no expiry", with("exp", Value::Null)),
            ("expiry as text", with("exp", json!("never"))),
            ("no id", with("jti", Value::Null)),
            ("from the future", with("iat", json!(NOW.unix() + 3600))),
            ("not yet", with("nbf", json!(NOW.unix() + 3600))),
            ("too long", "x".repeat(100_000)),
            ("nothing", String::new()),
        ] {
            assert!(signer().read(&forged, NOW, 0).is_err(), "{name} passed");
        }
    }
    #[test]
    fn a_cookie_and_its_token_do_not_count_for_each_other() {
        let token = claims();
        let cookie = signer().claims_for_apps(&token, Some("tv.home.lan".into()));
        assert_eq!((&cookie.jti, cookie.epoch, cookie.exp), (&token.jti, token.epoch, token.exp));
        let [token, cookie] = [token, cookie].map(|claims| signer().sign(&claims).expect("signed"));
        assert!(signer().read(cookie.expose(), NOW, 0).is_err());
        assert!(signer().read_for_apps(token.expose(), NOW).is_err());
        let read = signer().read_for_apps(cookie.expose(), NOW).expect("claims");
        assert_eq!(read.host.as_deref(), Some("tv.home.lan"));
    }

    #[test]
    fn a_token_says_whose_it_claims_to_be() {
        let foreign = json!({ "iss": "an-app", "sub": "gatehouse" });
        let forged = json!({ "iss": "gatehouse" });
        for (token, ours) in [
            (token(), true),
            (format!("x.{}.x", encoded(&forged)), true),
            (format!("x.{}==.x", encoded(&forged)), true),
            (format!("x.{}.x", encoded(&foreign)), false),
            (format!("x.{}", encoded(&forged)), false),
            (format!("x.{}.x.x", encoded(&forged)), false),
            ("x.%.x".to_owned(), false),
            ("gatehouse".to_owned(), false),
            (String::new(), false),
        ] {
            assert_eq!(signer().is_named_in(&token), ours, "{token}");
        }
    }
}
