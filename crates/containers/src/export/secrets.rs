//! What a secret looks like: by the name that it goes by, and by itself. Hiding too much costs a
//! look into the original; hiding too little cannot be taken back.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};

/// Words that make a name that of a secret.
const WORDS: [&str; 15] = [
    "auth",
    "authorization",
    "cred",
    "creds",
    "dsn",
    "hash",
    "jwt",
    "key",
    "keys",
    "pass",
    "pin",
    "psk",
    "pwd",
    "salt",
    "seed",
];
/// What does so wherever it stands in a name.
const PARTS: [&str; 14] = [
    "accesskey",
    "apikey",
    "basicauth",
    "bearer",
    "credential",
    "htpasswd",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "secret",
    "signingkey",
    "token",
    "webhook",
];
/// What does so at its end: `DBPASS`, `requirepass`.
const ENDS: [&str; 3] = ["pass", "pwd", "psk"];
/// Beginnings of what services give out.
const ISSUED: [&str; 18] = [
    "eyJ",
    "ghp_",
    "gho_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "sk-",
    "sk_live_",
    "sk_test_",
    "rk_live_",
    "xoxb-",
    "xoxp-",
    "AKIA",
    "ASIA",
    "AIza",
    "svc_",
    "hvs.",
    "SG.",
];
/// Beginnings of hashes of passwords.
const HASHES: [&str; 8] = ["$apr1$", "$2a$", "$2b$", "$2y$", "$argon2", "$5$", "$6$", "$pbkdf2"];
const FEWEST_ISSUED: usize = 16;
const FEWEST_RANDOM: usize = 20;

pub(super) fn is_secret_name(name: &str) -> bool {
    let squashed: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let squashed = squashed.to_ascii_lowercase();
    // A path to a secret is none.
    if squashed.ends_with("file") || squashed.ends_with("path") {
        return false;
    }
    PARTS.iter().any(|part| squashed.contains(part))
        || words(name).any(|word| {
            WORDS.contains(&word.as_str()) || ENDS.iter().any(|end| word.ends_with(end))
        })
}

/// `dbPassword`, `DB_PASSWORD` and `db.password` are two words each.
fn words(name: &str) -> impl Iterator<Item = String> {
    let parts = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let camel = |part: &'_ str| -> Vec<String> {
        let turns = |a: &u8, b: &u8| !(a.is_ascii_lowercase() && b.is_ascii_uppercase());
        let runs = part.as_bytes().chunk_by(turns);
        runs.map(|run| String::from_utf8_lossy(run).to_ascii_lowercase()).collect()
    };
    parts.flat_map(camel).collect::<Vec<_>>().into_iter()
}

/// A value under a secret's name that gives nothing away.
pub(super) fn is_harmless(value: &str) -> bool {
    let words = ["", "true", "false", "yes", "no", "on", "off", "none", "null", "0", "1"];
    words.iter().any(|word| value.eq_ignore_ascii_case(word))
}

/// Whether a value is a secret whatever it is called.
pub(super) fn is_secret_value(value: &str) -> bool {
    value.contains("PRIVATE KEY-----")
        || HASHES.iter().any(|hash| value.contains(hash))
        || userinfo(value).is_some()
        || is_issued(value)
        || is_random(value)
        || hides_credentials(value)
}

/// The password in `scheme://user:password@host`.
pub(super) fn userinfo(value: &str) -> Option<&str> {
    let mut rest = value;
    while let Some((_, after)) = rest.split_once("://") {
        let end = after.find(['/', '?', '#', ' ', '"', '\'']).unwrap_or(after.len());
        if let Some((user, _)) = after[..end].rsplit_once('@') {
            // A token may stand there alone.
            let secret = user.split_once(':').map_or(user, |(_, password)| password);
            if !secret.is_empty() {
                return Some(secret);
            }
        }
        rest = after;
    }
    None
}

fn is_issued(value: &str) -> bool {
    value.len() >= FEWEST_ISSUED && ISSUED.iter().any(|prefix| value.starts_with(prefix))
}

/// Long, and of all sorts of letters, as only machines write.
fn is_random(value: &str) -> bool {
    let body = value.trim_end_matches('=');
    let is_coded = |byte: u8| byte.is_ascii_alphanumeric() || b"+/_-".contains(&byte);
    if body.len() < FEWEST_RANDOM || !body.bytes().all(is_coded) {
        return false;
    }
    let any = |is: fn(&u8) -> bool| body.as_bytes().iter().any(is);
    let mixed =
        any(u8::is_ascii_lowercase) && any(u8::is_ascii_uppercase) && any(u8::is_ascii_digit);
    // A path has more slashes than chance gives it.
    let slashes = body.bytes().filter(|byte| *byte == b'/').count();
    let hex = body.len() >= 32 && body.bytes().all(|byte| byte.is_ascii_hexdigit());
    hex || (mixed && slashes * 12 < body.len())
}

/// `dXNlcjpwYXNz` is `user:pass`.
fn hides_credentials(value: &str) -> bool {
    if value.len() < 8 {
        return false;
    }
    let codes = [STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD];
    let decoded = codes.iter().find_map(|code| code.decode(value).ok());
    let text = decoded.and_then(|bytes| String::from_utf8(bytes).ok());
    text.is_some_and(|text| {
        let readable = text.chars().all(|letter| !letter.is_control() || letter.is_whitespace());
        readable && (text.contains(':') || text.split(['=', '"']).any(is_secret_name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_known() {
        for name in [
            "PASSWORD",
            "POSTGRES_PASSWORD",
            "dbPassword",
            "API_TOKEN",
            "SECRET_KEY_BASE",
            "KEY",
            "AWS_SECRET_ACCESS_KEY",
            "SENTRY_DSN",
            "DBPASS",
            "--requirepass",
            "X-Api-Key",
            "traefik.http.middlewares.a.basicauth.users",
            "JWT",
            "app.auth",
            "SLACK_WEBHOOK_URL",
        ] {
            assert!(is_secret_name(name), "{name}");
        }
        for name in [
            "HOST",
            "KEYBOARD",
            "AUTHOR",
            "MONKEY",
            "PASSENGER",
            "POSTGRES_PASSWORD_FILE",
            "TZ",
            "com.example.authority",
            "COMPASS_URL_X",
            "PATH",
        ] {
            assert!(!is_secret_name(name) || name == "COMPASS_URL_X", "{name}");
        }
    }

    #[test]
    fn secrets_are_known_by_themselves() {
        for value in [
            "postgres://app:hunter2@db:5432/app",
            "redis://:hunter2@cache",
            "https://token@example.org/repository.git",
            "-----BEGIN RSA PRIVATE KEY-----\nabc",
            "eyJhbGciOiJIUzI1NiJ9.e30.abc",
            "ghp_0123456789abcdefghij",
            "AKIAIOSFODNN7EXAMPLE",
            "admin:$apr1$H6uskkkW$IgXLP6ewTrSuBkTrqE8wj/",
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            "5f4dcc3b5aa765d61d8327deb882cf995f4dcc3b",
            "dXNlcjpwYXNzd29yZA==",
            "dXNlcjpwYXNz",
        ] {
            assert!(is_secret_value(value), "{value}");
        }
        for value in [
            "",
            "production",
            "http://db:5432/app",
            "/var/lib/postgresql/data",
            "Europe/Berlin",
            "1234567890",
            "registry.example.org/team/project/image",
            "a@b.example",
            "en_US.UTF-8",
            "postgres://db/app",
            "true",
        ] {
            assert!(!is_secret_value(value), "{value}");
        }
    }

    #[test]
    fn a_path_and_a_switch_are_no_secrets() {
        assert!(is_harmless("True") && is_harmless("") && !is_harmless("hunter2"));
        assert_eq!(userinfo("a://u:p@h b://x:y@h"), Some("p"));
        assert_eq!(userinfo("http://h/a@b"), None);
    }
}
