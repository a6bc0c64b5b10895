//! A configuration before it has types: what was written, and where. Every layer becomes such a
//! tree; they are laid over each other and read once.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Where a value was written, so that an error can point there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    Default,
    File { file: Arc<str>, line: usize, column: usize },
    Env(Arc<str>),
    Flag(&'static str),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("built-in default"),
            Origin::File { file, line: 0, .. } => f.write_str(file),
            Origin::File { file, line, column } => write!(f, "{file}:{line}:{column}"),
            Origin::Env(variable) => f.write_str(variable),
            Origin::Flag(flag) => f.write_str(flag),
        }
    }
}

/// Something wrong with the configuration. It never holds the value, which may be a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) origin: Origin,
    /// Empty where it is about no key.
    pub(crate) key: String,
    pub(crate) reason: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.origin, self.key.as_str()) {
            (origin, "") => write!(f, "{origin}: {}", self.reason),
            (origin, key) => write!(f, "{origin}: {key}: {}", self.reason),
        }
    }
}

#[derive(Clone)]
pub(crate) struct Node {
    pub(crate) value: Value,
    pub(crate) origin: Origin,
}

/// Equal is what says the same, wherever it is written.
impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

#[derive(Clone, PartialEq)]
pub(crate) enum Value {
    /// Written, but with nothing in it: as good as not written.
    Nothing,
    /// Text, and whether it stood in quotes.
    Scalar {
        text: String,
        quoted: bool,
    },
    List(Vec<Node>),
    Map(BTreeMap<String, Entry>),
}

#[derive(Clone)]
pub(crate) struct Entry {
    /// Where the key stands; its value may be lines below.
    pub(crate) origin: Origin,
    pub(crate) node: Node,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

/// Two ways to say one thing: saying it one way takes back the other way of a lower layer.
const ALTERNATIVES: [(&str, &str); 2] =
    [("per_second", "per_minute"), ("per_minute", "per_second")];

impl Node {
    pub(crate) fn text(text: impl Into<String>, origin: Origin) -> Self {
        Node { value: Value::Scalar { text: text.into(), quoted: true }, origin }
    }

    pub(crate) fn map(origin: Origin) -> Self {
        Node { value: Value::Map(BTreeMap::new()), origin }
    }

    /// The tree of a value that can be written as JSON: the built-in defaults.
    pub(crate) fn from_json(json: serde_json::Value) -> Self {
        use serde_json::Value as Json;
        let origin = Origin::Default;
        let value = match json {
            Json::Null => Value::Nothing,
            Json::String(text) => return Node::text(text, origin),
            Json::Array(items) => Value::List(items.into_iter().map(Node::from_json).collect()),
            Json::Object(fields) => {
                let entry = |json| Entry { origin: Origin::Default, node: Node::from_json(json) };
                Value::Map(fields.into_iter().map(|(key, json)| (key, entry(json))).collect())
            }
            plain => Value::Scalar { text: plain.to_string(), quoted: false },
        };
        Node { value, origin }
    }

    /// Puts a node at a path, making the maps on the way. What stands in the way gives way.
    pub(crate) fn set(&mut self, path: &[String], node: Node) {
        let Some((key, rest)) = path.split_first() else {
            *self = node;
            return;
        };
        if !matches!(self.value, Value::Map(_)) {
            *self = Node::map(node.origin.clone());
        }
        if let Value::Map(fields) = &mut self.value {
            let origin = node.origin.clone();
            let below = fields
                .entry(key.clone())
                .or_insert_with(|| Entry { origin: origin.clone(), node: Node::map(origin) });
            below.node.set(rest, node);
        }
    }

    /// Lays `upper` over this tree: maps key by key, anything else as a whole. Where somebody wrote
    /// a plain value in place of a section, it stays, for the reader of the tree to complain about.
    pub(crate) fn lay(&mut self, upper: Node) {
        let written = self.origin != Origin::Default;
        match (&mut self.value, upper.value) {
            (_, Value::Nothing) => {}
            (Value::Map(lower), Value::Map(fields)) => {
                lay_map(lower, fields);
                self.origin = upper.origin;
            }
            (Value::Scalar { .. } | Value::List(_), Value::Map(_)) if written => {}
            (_, value) => *self = Node { value, origin: upper.origin },
        }
    }

    pub(crate) fn get(&self, path: &str) -> Option<&Node> {
        path.split('.').try_fold(self, Node::child)
    }

    /// Where a key was written; for one that is missing, where it would have been.
    pub(crate) fn place(&self, path: &str) -> &Origin {
        let mut node = self;
        for key in path.split('.') {
            match node.child(key) {
                Some(child) => node = child,
                None => break,
            }
        }
        &node.origin
    }

    fn child(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Map(fields) => fields.get(key).map(|entry| &entry.node),
            Value::List(items) => items.get(key.parse::<usize>().ok()?),
            Value::Nothing | Value::Scalar { .. } => None,
        }
    }

    /// The dotted names of everything that is not a map.
    pub(crate) fn leaves(&self) -> Vec<String> {
        let Value::Map(fields) = &self.value else { return Vec::new() };
        let named = fields.iter().map(|(key, entry)| (key, entry.node.leaves()));
        named
            .flat_map(|(key, below)| {
                if below.is_empty() {
                    vec![key.clone()]
                } else {
                    below.into_iter().map(|leaf| format!("{key}.{leaf}")).collect()
                }
            })
            .collect()
    }

    pub(crate) fn size(&self) -> usize {
        1 + match &self.value {
            Value::Nothing | Value::Scalar { .. } => 0,
            Value::List(items) => items.iter().map(Node::size).sum(),
            Value::Map(fields) => fields.values().map(|entry| entry.node.size()).sum(),
        }
    }

    pub(crate) fn each_text(&mut self, change: &impl Fn(&mut String)) {
        match &mut self.value {
            Value::Nothing => {}
            Value::Scalar { text, .. } => change(text),
            Value::List(items) => items.iter_mut().for_each(|item| item.each_text(change)),
            Value::Map(fields) => fields.values_mut().for_each(|e| e.node.each_text(change)),
        }
    }
}

fn lay_map(lower: &mut BTreeMap<String, Entry>, upper: BTreeMap<String, Entry>) {
    for (said, other) in ALTERNATIVES {
        if upper.contains_key(said) {
            lower.remove(other);
        }
    }
    for (key, entry) in upper {
        match lower.get_mut(&key) {
            Some(below) => {
                below.node.lay(entry.node);
                below.origin = entry.origin;
            }
            None => {
                lower.insert(key, entry);
            }
        }
    }
}
