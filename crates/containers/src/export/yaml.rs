//! YAML, written strictly: whatever a container is called or says, a text stays a text.

use std::fmt::Write;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    Text(String),
    Number(i64),
    Bool(bool),
    Null,
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

impl Node {
    pub(super) fn map() -> Self {
        Node::Map(Vec::new())
    }

    /// Adds an entry to a map; what is empty is left out.
    pub(super) fn set(&mut self, key: &str, value: impl Into<Option<Node>>) {
        let Some(value) = value.into().filter(|value| !value.is_empty()) else { return };
        self.keep(key, value);
    }

    /// Adds an entry to a map, also an empty one.
    pub(super) fn keep(&mut self, key: &str, value: Node) {
        if let Node::Map(entries) = self {
            entries.push((key.to_owned(), value));
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Node::List(items) => items.is_empty(),
            Node::Map(entries) => entries.is_empty(),
            _ => false,
        }
    }

    pub(super) fn write(&self) -> String {
        let mut out = String::new();
        self.block(&mut out, 0);
        out
    }

    fn block(&self, out: &mut String, depth: usize) {
        let margin = "  ".repeat(depth);
        match self {
            Node::Map(entries) => {
                for (key, value) in entries {
                    let _ = write!(out, "{margin}{}:", scalar(key));
                    value.after_key(out, depth);
                }
            }
            Node::List(items) => {
                for item in items {
                    let _ = write!(out, "{margin}-");
                    item.after_dash(out, depth);
                }
            }
            single => {
                let _ = writeln!(out, "{margin}{}", single.inline());
            }
        }
    }

    fn after_key(&self, out: &mut String, depth: usize) {
        match self {
            block @ (Node::Map(_) | Node::List(_)) if !block.is_empty() => {
                out.push('\n');
                block.block(out, depth + 1);
            }
            single => {
                let _ = writeln!(out, " {}", single.inline());
            }
        }
    }

    /// The first line of a map stands behind the dash.
    fn after_dash(&self, out: &mut String, depth: usize) {
        match self {
            block @ (Node::Map(_) | Node::List(_)) if !block.is_empty() => {
                let mut inner = String::new();
                block.block(&mut inner, depth + 1);
                out.push(' ');
                out.push_str(inner.trim_start_matches(' '));
            }
            single => {
                let _ = writeln!(out, " {}", single.inline());
            }
        }
    }

    fn inline(&self) -> String {
        match self {
            Node::Text(text) => scalar(text),
            Node::Number(number) => number.to_string(),
            Node::Bool(is) => is.to_string(),
            Node::Null => "null".to_owned(),
            Node::List(_) => "[]".to_owned(),
            Node::Map(_) => "{}".to_owned(),
        }
    }
}

/// Plain only where no reader of any version of YAML could take it for something else.
fn scalar(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { quoted(text) }
}

fn is_plain(text: &str) -> bool {
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"];
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_./-".contains(&byte))
        && !words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            letter if is_shown(letter) => out.push(letter),
            letter => {
                let _ = match u32::from(letter) {
                    code @ 0..=0xffff => write!(out, "\\u{code:04x}"),
                    code => write!(out, "\\U{code:08x}"),
                };
            }
        }
    }
    out.push('"');
    out
}

/// Neither control characters nor what ends a line, turns it round or cannot be seen.
fn is_shown(letter: char) -> bool {
    !letter.is_control()
        && !matches!(u32::from(letter), 0xad | 0x200b..=0x200f | 0x2028..=0x202e
            | 0x2060..=0x206f | 0xfeff | 0xfff0..=0xffff | 0xe0000..=0xe0fff)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(entries: Vec<(&str, Node)>) -> Node {
        Node::Map(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    #[test]
    fn blocks_are_laid_out_as_people_write_them() {
        let text = |text: &str| Node::Text(text.to_owned());
        let ports = Node::List(vec![map(vec![("target", Node::Number(80))]), text("a")]);
        let node = map(vec![
            ("services", map(vec![("web", map(vec![("image", text("web:1")), ("ports", ports)]))])),
            ("volumes", map(vec![("data", Node::map())])),
        ]);
        let expected = "services:\n  web:\n    image: \"web:1\"\n    ports:\n      \
                        - target: 80\n      - a\nvolumes:\n  data: {}\n";
        assert_eq!(node.write(), expected);
    }

    #[test]
    fn a_text_stays_a_text() {
        for (text, written) in [
            ("plain-name_1.2", "plain-name_1.2"),
            ("/var/lib", "/var/lib"),
            ("", "\"\""),
            ("Yes", "\"Yes\""),
            ("null", "\"null\""),
            ("12", "\"12\""),
            ("1e3", "\"1e3\""),
            ("~", "\"~\""),
            ("a: b", "\"a: b\""),
            ("a #b", "\"a #b\""),
            ("- x", "\"- x\""),
            ("*alias", "\"*alias\""),
            ("!!python/object", "\"!!python/object\""),
            ("a\nprivileged: true", "\"a\\nprivileged: true\""),
            ("\"quoted\" \\ ", "\"\\\"quoted\\\" \\\\ \""),
            (
                "\u{0}\u{1b}\u{85}\u{2028}\u{202e}\u{feff}",
                "\"\\u0000\\u001b\\u0085\\u2028\\u202e\\ufeff\"",
            ),
            ("Größe ☃", "\"Größe ☃\""),
        ] {
            assert_eq!(scalar(text), written);
        }
    }
}
