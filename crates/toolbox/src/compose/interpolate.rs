//! Variables in a compose file: `${X}`, `${X:-default}`, `${X:?message}`, `$X`, and `$$` for a
//! dollar. They are filled in after the YAML is read, once, so that a value can neither change the
//! shape of the file nor name another variable.

use super::node::{Entry, Node, Read, Value};

/// A place where a variable is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) name: String,
    pub(crate) default: Option<String>,
    /// What to say where it is missing.
    pub(crate) message: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Variable(Reference),
}

/// Every variable that the file asks for, in its order.
pub(crate) fn references(node: &Node) -> Read<Vec<Reference>> {
    let mut found = Vec::new();
    collect(node, &mut found)?;
    Ok(found)
}

fn collect(node: &Node, found: &mut Vec<Reference>) -> Read<()> {
    match &node.value {
        Value::Nothing => Ok(()),
        Value::Scalar(text) => {
            for piece in pieces(text).map_err(|reason| node.problem(reason))? {
                if let Piece::Variable(reference) = piece {
                    found.push(reference);
                }
            }
            Ok(())
        }
        Value::List(items) => items.iter().try_for_each(|item| collect(item, found)),
        Value::Map(entries) => entries.iter().try_for_each(|entry| collect(&entry.node, found)),
    }
}

/// Whether a text asks for a variable.
pub(crate) fn has_variable(text: &str) -> bool {
    let variable = |piece: &Piece| matches!(piece, Piece::Variable(_));
    pieces(text).is_ok_and(|pieces| pieces.iter().any(variable))
}

/// The same tree with every variable filled in.
pub(crate) fn fill(node: &Node, value_of: &impl Fn(&Reference) -> String) -> Read<Node> {
    let value = match &node.value {
        Value::Nothing => Value::Nothing,
        Value::Scalar(text) => {
            let pieces = pieces(text).map_err(|reason| node.problem(reason))?;
            let filled = pieces.into_iter().map(|piece| match piece {
                Piece::Text(text) => text,
                Piece::Variable(reference) => value_of(&reference),
            });
            Value::Scalar(filled.collect())
        }
        Value::List(items) => {
            Value::List(items.iter().map(|item| fill(item, value_of)).collect::<Read<_>>()?)
        }
        Value::Map(entries) => {
            let filled = entries.iter().map(|Entry { key, place, node }| {
                Ok(Entry { key: key.clone(), place: *place, node: fill(node, value_of)? })
            });
            Value::Map(filled.collect::<Read<_>>()?)
        }
    };
    Ok(Node { value, place: node.place })
}

fn pieces(text: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        plain.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('$') {
            plain.push('$');
            rest = after;
            continue;
        }
        let (reference, after) = reference(rest)?;
        pieces.push(Piece::Text(std::mem::take(&mut plain)));
        pieces.push(Piece::Variable(reference));
        rest = after;
    }
    plain.push_str(rest);
    pieces.push(Piece::Text(plain));
    pieces.retain(|piece| *piece != Piece::Text(String::new()));
    Ok(pieces)
}

/// What stands behind a dollar, and what comes after it.
fn reference(text: &str) -> Result<(Reference, &str), String> {
    let Some(inside) = text.strip_prefix('{') else {
        let length = name_length(text);
        if length == 0 {
            return Err("a `$` that begins no variable is written `$$`".to_owned());
        }
        let name = text[..length].to_owned();
        return Ok((Reference { name, default: None, message: None }, &text[length..]));
    };
    let (inside, after) = inside.split_once('}').ok_or("`${` has no `}`")?;
    let length = name_length(inside);
    let (name, form) = (inside[..length].to_owned(), &inside[length..]);
    if name.is_empty() {
        return Err("`${` needs the name of a variable".to_owned());
    }
    let plain = Reference { name, default: None, message: None };
    let reference = match form.split_at_checked(2) {
        _ if form.is_empty() => plain,
        Some((":-", default)) if !default.contains('$') => {
            Reference { default: Some(default.to_owned()), ..plain }
        }
        Some((":?", message)) if !message.contains('$') => {
            Reference { message: Some(message.to_owned()), ..plain }
        }
        _ => {
            return Err(format!(
                "`${{{inside}}}` is not supported: use ${{X}}, ${{X:-default}} or ${{X:?message}}"
            ));
        }
    };
    Ok((reference, after))
}

pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty() && name_length(text) == text.len()
}

fn name_length(text: &str) -> usize {
    let first = |c: char| c.is_ascii_alphabetic() || c == '_';
    if !text.starts_with(first) {
        return 0;
    }
    text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::super::yaml;
    use super::*;

    fn filled(text: &str, value: &str) -> Result<String, String> {
        let node = yaml::parse(&format!("a: '{text}'")).expect("YAML");
        let value_of = |r: &Reference| match r.name.as_str() {
            "X" => value.to_owned(),
            _ => r.default.clone().unwrap_or_default(),
        };
        let node = fill(&node, &value_of).map_err(|problem| problem.reason)?;
        Ok(node.get("a").expect("a").text().unwrap_or_default().to_owned())
    }

    #[test]
    fn all_forms_are_filled_in_once() {
        for (text, expected) in [
            ("plain", "plain"),
            ("${X}", "1"),
            ("a$X-b", "a1-b"),
            ("${X:-d}${Y:-d}", "1d"),
            ("${X:?must be there}", "1"),
            ("$$X $${X}", "$X ${X}"),
            ("100$$", "100$"),
            ("${Y:-}", ""),
        ] {
            assert_eq!(filled(text, "1").as_deref(), Ok(expected), "{text}");
        }
        for hostile in ["${Y}", "$$", "$(id)", "`id`", "; id", "a\nb: c", "--flag", "}"] {
            assert_eq!(filled("[${X}]", hostile), Ok(format!("[{hostile}]")));
        }
    }

    #[test]
    fn other_forms_are_refused() {
        for text in ["$", "$1", "${", "${}", "${X", "${X-d}", "${X:+d}", "${X:-${Y}}", "${1}"] {
            assert!(filled(text, "1").is_err(), "{text}");
        }
    }
}
