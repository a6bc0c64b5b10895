//! Secrets out of a stack, and variables in their places. The file beside it lists the variables;
//! it shows where a value has to go, never the value.

use std::collections::{BTreeMap, BTreeSet};

use super::secrets::{is_harmless, is_secret_name, is_secret_value, userinfo};
use super::yaml::Node;

/// A known secret is found again in other texts from this length on.
const FEWEST_KNOWN: usize = 6;
const HIDDEN: &str = "CHANGE_ME";

pub(super) struct Sanitizer {
    hides: bool,
    /// By what the variable stands for; the same value under the same name is the same variable.
    variables: BTreeMap<String, Variable>,
    /// Secrets that were found, and their variables: the longest are looked for first.
    known: Vec<(String, String)>,
}

struct Variable {
    value: String,
    /// How the value looks, without what is secret in it.
    shape: String,
    users: BTreeSet<String>,
}

impl Sanitizer {
    pub(super) fn new(hides: bool) -> Self {
        Sanitizer { hides, variables: BTreeMap::new(), known: Vec::new() }
    }

    /// Has the secrets of a service known before any text is written.
    pub(super) fn learn(&mut self, service: &str, name: &str, value: &str) {
        if self.hides && is_secret(name, value) {
            let variable = self.variable(service, name, value);
            if value.len() >= FEWEST_KNOWN {
                self.note(value.to_owned(), variable.clone());
            }
            if let Some(password) = userinfo(value).filter(|text| text.len() >= FEWEST_KNOWN) {
                self.note(password.to_owned(), format!("{variable}_PASSWORD"));
            }
        }
    }

    fn note(&mut self, value: String, variable: String) {
        if !self.known.iter().any(|(known, _)| *known == value) {
            self.known.push((value, variable));
            self.known.sort_by_key(|(value, _)| std::cmp::Reverse(value.len()));
        }
    }

    /// The value of a variable or of a label.
    pub(super) fn value(&mut self, service: &str, name: &str, value: &str) -> Node {
        if self.hides && is_secret(name, value) {
            return reference(&self.variable(service, name, value));
        }
        self.text(service, name, value)
    }

    /// A command line: what follows the name of a secret is one.
    pub(super) fn words(&mut self, service: &str, what: &str, words: &[String]) -> Node {
        let mut after_name = false;
        let written = words.iter().map(|word| {
            let follows = std::mem::replace(&mut after_name, names_secret(word));
            if follows && self.hides && !word.starts_with('-') && !is_harmless(word) {
                reference(&self.variable(service, what, word))
            } else {
                self.text(service, what, word)
            }
        });
        Node::List(written.collect())
    }

    /// Any text: the secrets in it are taken out of it, the rest stays.
    pub(super) fn text(&mut self, service: &str, what: &str, text: &str) -> Node {
        if !self.hides {
            return literal(text);
        }
        let mut secrets: Vec<String> = secrets_in(text).into_iter().map(str::to_owned).collect();
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        let mut found: Vec<(String, String)> = Vec::new();
        for (value, variable) in self.known.clone() {
            if text.contains(&value) {
                self.use_known(&variable, &value, service);
                found.push((value, variable));
            }
        }
        for secret in secrets {
            if !found.iter().any(|(known, _)| known.contains(&secret)) {
                let variable = self.variable(service, what, &secret);
                found.push((secret, variable));
            }
        }
        found.sort_by_key(|(value, _)| std::cmp::Reverse(value.len()));
        Node::Text(replaced(text, &found))
    }

    /// The name of the variable that stands for a value.
    fn variable(&mut self, service: &str, name: &str, value: &str) -> String {
        let plain = identifier(name);
        let own = identifier(&format!("{service}_{name}"));
        let numbered = (2..).map(|n| format!("{own}_{n}"));
        let mut names = [plain, own.clone()].into_iter().chain(numbered);
        let free =
            |name: &String| self.variables.get(name).is_none_or(|variable| variable.value == value);
        let chosen = names.find(free).unwrap_or(own);
        self.use_known(&chosen, value, service);
        chosen
    }

    fn use_known(&mut self, variable: &str, value: &str, service: &str) {
        let entry = self.variables.entry(variable.to_owned()).or_insert_with(|| Variable {
            value: value.to_owned(),
            shape: shape(value),
            users: BTreeSet::new(),
        });
        entry.users.insert(service.to_owned());
    }

    /// The file of variables, where there are any.
    pub(super) fn env_file(&self) -> Option<String> {
        if self.variables.is_empty() {
            return None;
        }
        let mut file = String::from("# Copy this file to .env and set every value.\n");
        for (name, variable) in &self.variables {
            let users: Vec<&str> = variable.users.iter().map(String::as_str).collect();
            let users = users.join(", ").replace(|letter: char| letter.is_control(), " ");
            file.push_str(&format!("\n# {users}\n{name}={}\n", variable.shape));
        }
        Some(file)
    }
}

fn is_secret(name: &str, value: &str) -> bool {
    (is_secret_name(name) && !is_harmless(value)) || is_secret_value(value)
}

/// `--password`, `-requirepass`, `Bearer`.
fn names_secret(word: &str) -> bool {
    let bare = word.trim_end_matches([':', '"', '\'']).trim_start_matches(['"', '\'']);
    !word.contains('=') && !word.contains(' ') && is_secret_name(bare)
}

/// The secrets in a text of several words.
fn secrets_in(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut after_name = false;
    let mut last = "";
    let of_mysql = text.contains("mysql") || text.contains("mariadb");
    let edges = [';', '"', '\'', '(', ')', '`', ','];
    for whole in text.split_whitespace() {
        let word = whole.trim_matches(edges);
        let follows = std::mem::replace(&mut after_name, names_secret(word));
        let (name, value) =
            word.split_once('=').map_or(("", word), |(n, v)| (n, v.trim_matches(edges)));
        let password = word.strip_prefix("-p").filter(|rest| of_mysql && !rest.is_empty());
        let of_user = (last == "-u" || last == "--user").then(|| word.split_once(':')).flatten();
        if let Some(password) = userinfo(word) {
            found.push(password);
        } else if follows && !word.starts_with('-') && !is_harmless(word) && !names_secret(word) {
            found.push(word);
        } else if is_secret(name, value) {
            found.push(value);
        } else if let Some(password) = password.or(of_user.map(|(_, password)| password)) {
            found.push(password);
        }
        last = word;
    }
    found.retain(|secret| !secret.is_empty() && !secret.starts_with('$'));
    found
}

/// A name that every shell takes for a variable.
fn identifier(name: &str) -> String {
    let letter = |letter: char| {
        if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' }
    };
    let name: String = name.chars().map(letter).collect();
    let name = name.trim_matches('_');
    if name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        name.chars().take(100).collect()
    } else {
        format!("SECRET_{name}").chars().take(100).collect()
    }
}

/// What can be told of a value: of an address, all but the password.
fn shape(value: &str) -> String {
    let one_line = |text: &str| text.chars().all(|letter| !letter.is_control() && letter != '#');
    match userinfo(value) {
        Some(password) if one_line(value) => value.replacen(password, HIDDEN, 1),
        _ => String::new(),
    }
}

/// A text that means nothing but itself.
pub(super) fn literal(text: &str) -> Node {
    Node::Text(text.replace('$', "$$"))
}

fn reference(variable: &str) -> Node {
    Node::Text(format!("${{{variable}:?set it in the file .env}}"))
}

fn replaced(text: &str, secrets: &[(String, String)]) -> String {
    let first = secrets.iter().filter_map(|(value, variable)| {
        text.find(value.as_str()).map(|at| (at, value.as_str(), variable.as_str()))
    });
    match first.min_by_key(|(at, value, _)| (*at, std::cmp::Reverse(value.len()))) {
        None => text.replace('$', "$$"),
        Some((at, value, variable)) => {
            let before = text[..at].replace('$', "$$");
            let after = replaced(&text[at + value.len()..], secrets);
            format!("{before}${{{variable}:?set it in the file .env}}{after}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(node: Node) -> String {
        match node {
            Node::Text(text) => text.replace(":?set it in the file .env", ""),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_same_secret_is_the_same_variable_wherever_it_stands() {
        let mut sanitizer = Sanitizer::new(true);
        sanitizer.learn("db", "POSTGRES_PASSWORD", "hunter2");
        sanitizer.learn("web", "POSTGRES_PASSWORD", "hunter2");
        sanitizer.learn("web", "TOKEN", "t-web");
        sanitizer.learn("other", "TOKEN", "t-other");
        let value = |s: &mut Sanitizer, service: &str, name: &str, value: &str| {
            text(s.value(service, name, value))
        };
        assert_eq!(
            value(&mut sanitizer, "db", "POSTGRES_PASSWORD", "hunter2"),
            "${POSTGRES_PASSWORD}"
        );
        assert_eq!(value(&mut sanitizer, "other", "TOKEN", "t-other"), "${OTHER_TOKEN}");
        let url = "--url=http://db?x=hunter2";
        assert_eq!(
            text(sanitizer.text("web", "COMMAND", url)),
            "--url=http://db?x=${POSTGRES_PASSWORD}"
        );
        let file = sanitizer.env_file().expect("variables");
        assert!(file.contains("# db, web\nPOSTGRES_PASSWORD=\n"), "{file}");
        assert!(!file.contains("hunter2") && !file.contains("t-web"), "{file}");
    }

    #[test]
    fn secrets_in_command_lines_are_found() {
        for (line, secret) in [
            ("redis-server --requirepass hunter2", "hunter2"),
            ("curl -H \"Authorization: Bearer abcdef\" http://x", "abcdef"),
            ("curl -u admin:hunter2 http://x", "hunter2"),
            ("mysqladmin ping -phunter2", "hunter2"),
            ("PGPASSWORD=hunter2 psql", "hunter2"),
            ("app --db postgres://u:hunter2@db/x", "hunter2"),
            ("app --token='hunter2'", "hunter2"),
        ] {
            let shown = text(Sanitizer::new(true).text("web", "COMMAND", line));
            assert!(!shown.contains(secret), "{shown}");
        }
        let words = ["--password", "hunter2", "--verbose"].map(str::to_owned);
        let Node::List(shown) = Sanitizer::new(true).words("web", "COMMAND", &words) else {
            panic!()
        };
        assert_eq!(text(shown[1].clone()), "${COMMAND}");
        for harmless in ["httpd -f -p 8080", "sh -c \"echo $HOME\"", "serve --key-file /run/key"] {
            let shown = text(Sanitizer::new(true).text("web", "COMMAND", harmless));
            assert_eq!(shown.replace("$$", "$"), harmless);
        }
    }

    #[test]
    fn nothing_that_a_container_says_is_taken_for_a_variable() {
        assert_eq!(text(literal("${HOME} $(id) $x")), "$${HOME} $$(id) $$x");
        let mut open = Sanitizer::new(false);
        assert_eq!(text(open.value("web", "PASSWORD", "a$b")), "a$$b");
        assert!(open.env_file().is_none());
        let mut closed = Sanitizer::new(true);
        let shown = text(closed.value("web", "URL", "http://u:p$w0rd@h/$x"));
        assert_eq!(shown, "${URL}");
        assert!(closed.env_file().expect("a file").contains("URL=http://u:CHANGE_ME@h/$x"));
    }

    #[test]
    fn an_env_file_has_one_line_for_each_variable() {
        let mut sanitizer = Sanitizer::new(true);
        sanitizer.value("web\nEVIL=1", "URL", "http://u:p@h/\nEVIL=1");
        let file = sanitizer.env_file().expect("a file");
        assert!(!file.contains("\nEVIL"), "{file}");
    }
}
