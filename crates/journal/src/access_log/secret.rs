//! What a secret looks like. Hiding too much does no harm here; showing too much does.

/// Words that make a parameter's name that of a secret.
const WORDS: [&str; 20] = [
    "assertion",
    "auth",
    "authorization",
    "code",
    "credential",
    "credentials",
    "jwt",
    "key",
    "nonce",
    "otp",
    "pass",
    "passcode",
    "pin",
    "pwd",
    "sas",
    "sid",
    "sig",
    "sign",
    "ticket",
    "totp",
];

/// What does so wherever it stands in the name, whose separators are left out.
const PARTS: [&str; 17] = [
    "accesskey",
    "apikey",
    "authkey",
    "authorization",
    "bearer",
    "credential",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "saml",
    "secret",
    "sessid",
    "session",
    "signature",
    "token",
    "userpwd",
];

/// Families of parameters that sign an address: of the cloud that began it, and of another.
const FAMILIES: [&str; 2] = ["xamz", "xgoog"];

/// Our API keys are `svc_` and hexadecimal digits, JSON Web Tokens begin with `eyJ`. So many
/// characters must follow; less of a secret tells nothing.
const FEWEST: usize = 16;

/// `name` is free of percent-encoding.
pub(super) fn is_secret_name(name: &[u8]) -> bool {
    let squashed: String = letters(name).collect();
    PARTS.iter().any(|part| squashed.contains(part))
        || FAMILIES.iter().any(|family| squashed.starts_with(family))
        || words(name).any(|word| WORDS.contains(&word.as_str()))
}

/// Whether one of our keys, or a JSON Web Token, stands somewhere in the text.
pub(super) fn holds_credential(text: &[u8]) -> bool {
    let begins = |at: usize| {
        let rest = &text[at..];
        let key = after(rest, b"svc_").is_some_and(|rest| run(rest, |b| b.is_ascii_hexdigit()));
        let token = rest.strip_prefix(b"eyJ").is_some_and(|rest| run(rest, is_base64url));
        key || token
    };
    (0..text.len()).any(begins)
}

fn after<'t>(text: &'t [u8], prefix: &[u8]) -> Option<&'t [u8]> {
    let (head, rest) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}

fn run(text: &[u8], allowed: impl Fn(u8) -> bool) -> bool {
    text.iter().take_while(|byte| allowed(**byte)).take(FEWEST).count() == FEWEST
}

fn is_base64url(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

fn letters(name: &[u8]) -> impl Iterator<Item = char> {
    let alphanumeric = name.iter().filter(|byte| byte.is_ascii_alphanumeric());
    alphanumeric.map(|byte| char::from(byte.to_ascii_lowercase()))
}

/// `userKey`, `user_key` and `user[key]` are two words each.
fn words(name: &[u8]) -> impl Iterator<Item = String> {
    let parts = name.split(|byte| !byte.is_ascii_alphanumeric());
    let camel =
        |part| <[u8]>::chunk_by(part, |a, b| !(a.is_ascii_lowercase() && b.is_ascii_uppercase()));
    parts.flat_map(camel).map(|word| letters(word).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets() {
        for name in [
            "token",
            "access_token",
            "ACCESS_TOKEN",
            "accessToken",
            "refresh-token",
            "key",
            "userKey",
            "api_key",
            "apikey",
            "X-Api-Key",
            "password",
            "passwd",
            "pwd",
            "pass",
            "client_secret",
            "code",
            "setupCode",
            "auth",
            "authorization",
            "sig",
            "signature",
            "session",
            "PHPSESSID",
            "jsessionid",
            "sid",
            "connect.sid",
            "jwt",
            "credential",
            "user[password]",
            "X-Amz-Signature",
            "X-Amz-Date",
            "x-goog-credential",
            "SAMLResponse",
            "otp",
        ] {
            assert!(is_secret_name(name.as_bytes()), "{name}");
        }
        for name in ["", "q", "page", "author", "monkey", "keyboard", "encoding", "side", "design"]
        {
            assert!(!is_secret_name(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn credentials_are_known_by_their_looks() {
        let key = format!("svc_{}", "0123456789abcdef".repeat(4));
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl";
        for text in
            [&key, &key[..24], &key.to_uppercase(), &format!("x{key}y"), token, &token[..20]]
        {
            assert!(holds_credential(text.as_bytes()), "{text}");
        }
        for text in
            ["", "svc_", "svc_apps", "svc_0123456789abcde", "eyJ", "eyJhbGciOiJIUz", "greyJay"]
        {
            assert!(!holds_credential(text.as_bytes()), "{text}");
        }
    }
}
