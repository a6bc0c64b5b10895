//! What is nobody's business: values of the environment, of labels and on command lines that look
//! like secrets.

use serde_json::Value;

pub(crate) const MASK: &str = "********";

const WORDS: [&str; 15] = [
    "PASSWORD",
    "PASSWD",
    "PASSPHRASE",
    "PASS",
    "REQUIREPASS",
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

/// What follows such a word on a command line is a secret.
fn names_secret(word: &str) -> bool {
    !word.contains(['=', ' ']) && is_secret_name(word)
}

/// Hides the secrets of a container wherever its engine tells them.
pub(crate) struct Mask {
    /// Secrets of the environment, which are often repeated on a command line.
    known: Vec<String>,
}

/// Shorter ones stand in other words by chance.
const FEWEST_KNOWN: usize = 6;

impl Mask {
    pub(crate) fn of(environment: &[(String, String)]) -> Self {
        let secrets = environment.iter().filter(|(name, value)| looks_secret(name, value));
        let known = secrets.map(|(_, value)| value.clone());
        Mask { known: known.filter(|value| value.len() >= FEWEST_KNOWN).collect() }
    }

    /// A command line.
    pub(crate) fn words<'a>(&self, words: impl IntoIterator<Item = &'a mut String>) {
        let mut after_name = false;
        for word in words {
            let follows = std::mem::replace(&mut after_name, names_secret(word));
            let named = word.split_once('=').map(|(name, value)| (name.to_owned(), value));
            match named {
                _ if follows && !word.starts_with('-') => MASK.clone_into(word),
                Some((name, value)) if looks_secret(&name, value) => {
                    *word = format!("{name}={MASK}");
                }
                _ => self.text(word),
            }
        }
    }

    /// The value of a label or of a variable.
    pub(crate) fn value(&self, name: &str, value: &mut String) {
        if looks_secret(name, value) { MASK.clone_into(value) } else { self.text(value) }
    }

    fn text(&self, text: &mut String) {
        if is_secret_value(text) {
            MASK.clone_into(text);
            return;
        }
        for secret in &self.known {
            if text.contains(secret.as_str()) {
                *text = text.replace(secret.as_str(), MASK);
            }
        }
    }

    fn tree(&self, tree: &mut Value) {
        match tree {
            Value::String(text) => self.text(text),
            Value::Array(list) => {
                self.words(list.iter_mut().filter_map(|item| match item {
                    Value::String(word) => Some(word),
                    _ => None,
                }));
                list.iter_mut().filter(|item| !item.is_string()).for_each(|item| self.tree(item));
            }
            Value::Object(fields) => {
                for (name, field) in fields {
                    match field {
                        Value::String(value) => self.value(name, value),
                        field => self.tree(field),
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// What Docker tells about a container.
    pub(crate) fn docker(&self, raw: &mut Value) {
        for place in ["Env", "Cmd", "Entrypoint", "Healthcheck", "Labels"] {
            raw.pointer_mut(&format!("/Config/{place}")).into_iter().for_each(|at| self.tree(at));
        }
        for place in ["/Args", "/State/Health"] {
            raw.pointer_mut(place).into_iter().for_each(|at| self.tree(at));
        }
    }

    /// What a cluster tells about a pod.
    pub(crate) fn pod(&self, raw: &mut Value) {
        mask_pod_environment(raw);
        for place in ["/metadata/labels", "/metadata/annotations"] {
            raw.pointer_mut(place).into_iter().for_each(|at| self.tree(at));
        }
        let places =
            ["command", "args", "livenessProbe", "readinessProbe", "startupProbe", "lifecycle"];
        for kind in CONTAINERS {
            let containers = raw["spec"].get_mut(kind).and_then(Value::as_array_mut);
            for container in containers.into_iter().flatten() {
                for place in places {
                    container.get_mut(place).into_iter().for_each(|at| self.tree(at));
                }
            }
        }
    }
}

const CONTAINERS: [&str; 3] = ["containers", "initContainers", "ephemeralContainers"];

fn mask_pod_environment(raw: &mut Value) {
    if let Some(annotations) = raw["metadata"]["annotations"].as_object_mut() {
        // The whole pod, as it was once written.
        annotations.remove("kubectl.kubernetes.io/last-applied-configuration");
    }
    for kind in CONTAINERS {
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
        let mask = Mask::of(&[]);
        mask.docker(&mut raw);
        let expected =
            json!({ "Config": { "Env": ["A=1", "TOKEN=********", "EMPTY"] }, "Id": "1" });
        assert_eq!(raw, expected);
        mask.docker(&mut json!({}));
        let mut pod = json!({
            "metadata": { "annotations": {
                "kubectl.kubernetes.io/last-applied-configuration": "{\"secret\"}", "a": "b",
            } },
            "spec": { "containers": [{ "env": [
                { "name": "TOKEN", "value": "x" }, { "name": "A", "value": "1" },
                { "name": "KEY", "valueFrom": { "secretKeyRef": { "name": "s" } } },
            ] }] },
        });
        mask.pod(&mut pod);
        let env = &pod["spec"]["containers"][0]["env"];
        assert_eq!((&env[0]["value"], &env[1]["value"]), (&json!(MASK), &json!("1")));
        assert_eq!(pod["metadata"]["annotations"], json!({ "a": "b" }));
        mask.pod(&mut json!({}));
    }

    #[test]
    fn secrets_on_command_lines_in_labels_and_health_checks_are_hidden() {
        let environment = [("DB_PASSWORD".to_owned(), "hunter22".to_owned())];
        let mask = Mask::of(&environment);
        let mut raw = json!({
            "Config": {
                "Cmd": ["db", "--password", "one", "--token=two", "-v", "--keep", "three"],
                "Healthcheck": { "Test": ["CMD-SHELL", "ping -u a -phunter22"] },
                "Labels": { "backup.token": "four", "title": "My db", "to": "http://u:five@db" },
            },
            "State": { "Health": { "Log": [{ "Output": "hunter22 was wrong", "ExitCode": 1 }] } },
            "Name": "/db",
        });
        mask.docker(&mut raw);
        let config = &raw["Config"];
        let words = ["db", "--password", MASK, "--token=********", "-v", "--keep", "three"];
        assert_eq!(config["Cmd"], json!(words));
        assert_eq!(config["Healthcheck"]["Test"][1], "ping -u a -p********");
        let labels = json!({ "backup.token": MASK, "title": "My db", "to": MASK });
        assert_eq!(config["Labels"], labels);
        assert_eq!(raw["State"]["Health"]["Log"][0]["Output"], "******** was wrong");
        assert_eq!(raw["Name"], "/db");

        let mut pod = json!({ "spec": { "containers": [{ "args": ["--secret", "x", "run"] }] } });
        mask.pod(&mut pod);
        assert_eq!(pod["spec"]["containers"][0]["args"], json!(["--secret", MASK, "run"]));
    }
}
