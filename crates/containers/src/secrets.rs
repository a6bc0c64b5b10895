//! What is nobody's business: values of the environment that look like secrets.

use serde_json::Value;

pub(crate) const MASK: &str = "********";

const WORDS: [&str; 14] = [
    "PASSWORD",
    "PASSWD",
    "PASSPHRASE",
    "PASS",
    "PWD",
    "SECRET",
    "TOKEN",
    "KEY",
    "APIKEY",
    "CREDENTIAL",
    "CREDENTIALS",
    "DSN",
    "AUTH",
    "PRIVATE",
];
/// Parts of names that are secrets wherever they stand, as in `MYSQLPASSWORD`.
const PARTS: [&str; 4] = ["PASSWORD", "SECRET", "TOKEN", "APIKEY"];
/// How keys of well-known services begin.
const PREFIXES: [&str; 8] =
    ["ghp_", "gho_", "github_pat_", "glpat-", "sk-", "xoxb-", "svc_", "-----BEGIN"];

pub(crate) fn looks_secret(name: &str, value: &str) -> bool {
    !value.is_empty() && (is_secret_name(name) || is_secret_value(value))
}

fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let mut words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    // The name of a file that holds the secret is not one.
    if name.ends_with("_FILE") || name.ends_with("_PATH") {
        return false;
    }
    words.any(|word| WORDS.contains(&word)) || PARTS.iter().any(|part| name.contains(part))
}

fn is_secret_value(value: &str) -> bool {
    let value = value.trim_start();
    let is_token =
        value.starts_with("eyJ") && value.bytes().filter(|byte| *byte == b'.').count() == 2;
    is_token || PREFIXES.iter().any(|prefix| value.starts_with(prefix)) || has_password(value)
}

/// `postgres://user:password@host/…`.
fn has_password(value: &str) -> bool {
    let Some((_, rest)) = value.split_once("://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit_once('@').is_some_and(|(user, _)| user.contains(':'))
}

/// Hides secrets in what Docker tells about a container.
pub(crate) fn mask_docker(raw: &mut Value) {
    let Some(lines) = raw["Config"]["Env"].as_array_mut() else { return };
    for line in lines {
        let text = line.as_str().unwrap_or_default();
        let masked = match text.split_once('=') {
            Some((name, value)) if looks_secret(name, value) => format!("{name}={MASK}"),
            _ => continue,
        };
        *line = Value::String(masked);
    }
}

/// Hides secrets in what a cluster tells about a pod.
pub(crate) fn mask_pod(raw: &mut Value) {
    if let Some(annotations) = raw["metadata"]["annotations"].as_object_mut() {
        // The whole pod, as it was once written.
        annotations.remove("kubectl.kubernetes.io/last-applied-configuration");
    }
    for kind in ["containers", "initContainers", "ephemeralContainers"] {
        let Some(containers) = raw["spec"].get_mut(kind).and_then(Value::as_array_mut) else {
            continue;
        };
        let entries = containers.iter_mut().filter_map(|container| container["env"].as_array_mut());
        for entry in entries.flatten() {
            let name = entry["name"].as_str().unwrap_or_default();
            if entry["value"].as_str().is_some_and(|value| looks_secret(name, value)) {
                entry["value"] = Value::String(MASK.to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn secrets_are_known_by_their_names_and_by_their_looks() {
        for (name, value, secret) in [
            ("DB_PASSWORD", "x", true),
            ("MYSQLPASSWORD", "x", true),
            ("db_pass", "x", true),
            ("API_KEY", "x", true),
            ("github-token", "x", true),
            ("SENTRY_DSN", "https://k@sentry/1", true),
            ("URL", "postgres://u:p@db/x", true),
            ("URL", "postgres://u@db/x", false),
            ("URL", "https://example/a:b@c", false),
            ("X", "eyJhbGciOi.eyJzdWIi.c2ln", true),
            ("X", "-----BEGIN PRIVATE KEY-----", true),
            ("DB_PASSWORD_FILE", "/run/secrets/db", false),
            ("DB_PASSWORD", "", false),
            ("KEYBOARD", "de", false),
            ("COMPASS", "north", false),
            ("PATH", "/usr/bin", false),
        ] {
            assert_eq!(looks_secret(name, value), secret, "{name}={value}");
        }
    }

    #[test]
    fn the_rest_of_an_answer_stays_as_it_is() {
        let mut raw = json!({ "Config": { "Env": ["A=1", "TOKEN=x=y", "EMPTY"] }, "Id": "1" });
        mask_docker(&mut raw);
        let expected =
            json!({ "Config": { "Env": ["A=1", "TOKEN=********", "EMPTY"] }, "Id": "1" });
        assert_eq!(raw, expected);
        mask_docker(&mut json!({}));
        let mut pod = json!({
            "metadata": { "annotations": {
                "kubectl.kubernetes.io/last-applied-configuration": "{\"secret\"}", "a": "b",
            } },
            "spec": { "containers": [{ "env": [
                { "name": "TOKEN", "value": "x" }, { "name": "A", "value": "1" },
                { "name": "KEY", "valueFrom": { "secretKeyRef": { "name": "s" } } },
            ] }] },
        });
        mask_pod(&mut pod);
        let env = &pod["spec"]["containers"][0]["env"];
        assert_eq!((&env[0]["value"], &env[1]["value"]), (&json!(MASK), &json!("1")));
        assert_eq!(pod["metadata"]["annotations"], json!({ "a": "b" }));
        mask_pod(&mut json!({}));
    }
}
