use std::collections::BTreeMap;
use std::str::FromStr;

use super::node::{Node, Problem, Read, Value};

/// A map with a closed set of keys. Those that begin with `x-` are nobody's business.
pub(super) struct Section<'n> {
    node: &'n Node,
}

impl<'n> Section<'n> {
    pub(super) fn of(node: &'n Node, known: &[&str]) -> Read<Self> {
        for entry in node.entries()? {
            let key = entry.key.as_str();
            if !known.contains(&key) && !key.starts_with("x-") {
                return Err(Problem::new(entry.place, format!("`{key}` is not supported here")));
            }
        }
        Ok(Section { node })
    }

    /// `None` where it is not written, or written with nothing in it.
    pub(super) fn get(&self, key: &str) -> Option<&'n Node> {
        self.node.get(key).filter(|node| !matches!(node.value, Value::Nothing))
    }

    pub(super) fn text(&self, key: &str) -> Read<Option<String>> {
        self.get(key).map(Node::owned_text).transpose()
    }

    pub(super) fn flag(&self, key: &str) -> Read<bool> {
        self.get(key).map_or(Ok(false), |node| parsed(node, "true or false"))
    }

    pub(super) fn number<T: FromStr>(&self, key: &str) -> Read<Option<T>> {
        self.get(key).map(|node| parsed(node, "a number")).transpose()
    }

    /// A list of texts, or a single one.
    pub(super) fn texts(&self, key: &str) -> Read<Vec<String>> {
        self.get(key).map_or(Ok(Vec::new()), texts)
    }

    /// `{NAME: value}` or `[NAME=value]`.
    pub(super) fn pairs(&self, key: &str) -> Read<BTreeMap<String, String>> {
        self.get(key).map_or(Ok(BTreeMap::new()), |node| pairs(node, '='))
    }

    pub(super) fn read<T>(
        &self,
        key: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Read<Option<T>> {
        let Some(node) = self.get(key) else { return Ok(None) };
        let read = read(node.text()?);
        read.map(Some).ok_or_else(|| node.problem(format!("expected {expected}")))
    }
}

pub(super) fn parsed<T: FromStr>(node: &Node, expected: &str) -> Read<T> {
    let text = node.text()?.trim();
    text.parse().map_err(|_| node.problem(format!("expected {expected}")))
}

pub(super) fn texts(node: &Node) -> Read<Vec<String>> {
    match node.value {
        Value::Scalar(_) => Ok(vec![node.owned_text()?]),
        _ => node.items()?.iter().map(Node::owned_text).collect(),
    }
}

pub(super) fn pairs(node: &Node, sign: char) -> Read<BTreeMap<String, String>> {
    let mut pairs = BTreeMap::new();
    if let Value::List(items) = &node.value {
        for item in items {
            let pair = item.text()?.split_once(sign).filter(|(name, _)| !name.is_empty());
            let (name, value) = pair.ok_or_else(|| {
                item.problem(format!("expected NAME{sign}value; nothing is taken from outside"))
            })?;
            pairs.insert(name.to_owned(), value.to_owned());
        }
        return Ok(pairs);
    }
    for entry in node.entries()? {
        let Value::Scalar(value) = &entry.node.value else {
            let reason = format!("`{}` needs a value; nothing is taken from outside", entry.key);
            return Err(Problem::new(entry.place, reason));
        };
        pairs.insert(entry.key.clone(), value.clone());
    }
    Ok(pairs)
}
