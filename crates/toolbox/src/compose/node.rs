//! A file before it has types: what was written, and where.

use std::fmt;

/// Where something was written. Line 0: nowhere in particular.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Position {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// What is wrong with a file, and where. It never holds a value, which may be a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) place: Position,
    pub(crate) reason: String,
}

impl Problem {
    pub(crate) fn new(place: Position, reason: impl Into<String>) -> Self {
        Problem { place, reason: reason.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Position { line: 0, .. } => f.write_str(&self.reason),
            Position { line, column } => write!(f, "line {line}, column {column}: {}", self.reason),
        }
    }
}

pub(crate) type Read<T> = Result<T, Problem>;

#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) value: Value,
    pub(crate) place: Position,
}

#[derive(Debug, Clone)]
pub(crate) enum Value {
    /// Written, but with nothing in it.
    Nothing,
    Scalar(String),
    List(Vec<Node>),
    Map(Vec<Entry>),
}

#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) key: String,
    /// Where the key stands; its value may be lines below.
    pub(crate) place: Position,
    pub(crate) node: Node,
}

impl Node {
    pub(crate) fn problem(&self, reason: impl Into<String>) -> Problem {
        Problem::new(self.place, reason)
    }

    pub(crate) fn entries(&self) -> Read<&[Entry]> {
        match &self.value {
            Value::Map(entries) => Ok(entries),
            Value::Nothing => Ok(&[]),
            _ => Err(self.problem("expected keys with values")),
        }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        let Value::Map(entries) = &self.value else { return None };
        entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node)
    }

    pub(crate) fn items(&self) -> Read<&[Node]> {
        match &self.value {
            Value::List(items) => Ok(items),
            Value::Nothing => Ok(&[]),
            _ => Err(self.problem("expected a list")),
        }
    }

    pub(crate) fn text(&self) -> Read<&str> {
        match &self.value {
            Value::Scalar(text) => Ok(text),
            _ => Err(self.problem("expected a text")),
        }
    }

    pub(crate) fn owned_text(&self) -> Read<String> {
        self.text().map(str::to_owned)
    }

    /// How many values it holds, itself included.
    pub(crate) fn size(&self) -> usize {
        1 + match &self.value {
            Value::Nothing | Value::Scalar(_) => 0,
            Value::List(items) => items.iter().map(Node::size).sum(),
            Value::Map(entries) => entries.iter().map(|entry| entry.node.size()).sum(),
        }
    }
}
