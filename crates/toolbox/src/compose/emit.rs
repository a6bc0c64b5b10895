//! Writes YAML. Every text is in quotes, so that none can be read as anything else.

use std::fmt::Write;

use serde_json::Value;

pub(crate) fn emit(value: &Value) -> String {
    let mut out = String::new();
    block(&mut out, value, 0);
    out
}

fn block(out: &mut String, value: &Value, depth: usize) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let key = if is_plain(key) { key.clone() } else { Value::from(&**key).to_string() };
                let _ = write!(out, "{indent}{key}:");
                inline_or_below(out, value, depth + 1);
            }
        }
        Value::Array(items) => {
            for item in items {
                let mut below = String::new();
                block(&mut below, item, depth + 1);
                match item {
                    Value::Object(fields) if !fields.is_empty() => {
                        let first = below.trim_start();
                        let _ = write!(out, "{indent}- {first}");
                    }
                    _ => {
                        let _ = writeln!(out, "{indent}- {item}");
                    }
                }
            }
        }
        scalar => {
            let _ = writeln!(out, "{indent}{scalar}");
        }
    }
}

fn inline_or_below(out: &mut String, value: &Value, depth: usize) {
    let below = match value {
        Value::Object(fields) => !fields.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => false,
    };
    if below {
        out.push('\n');
        block(out, value, depth);
    } else {
        // JSON's way to write a scalar, `{}` or `[]` is YAML's, too.
        {
            let _ = writeln!(out, " {value}");
        }
    }
}

fn is_plain(key: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    let word = key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let reserved = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    word && key.bytes().all(allowed) && !reserved.contains(&key.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::yaml;
    use super::*;

    #[test]
    fn what_is_written_is_read_as_the_same() {
        let hostile = "a: b\n- c # d \"e\" 'f' ${G} \u{1} ü";
        let value = json!({
            "services": {"web": {"image": "a:1", "environment": {"X": hostile, "on": "no"}}},
            "list": ["yes", {"target": 80, "deep": {"er": [1]}}, []],
            "empty": {},
        });
        let tree = yaml::parse(&emit(&value)).unwrap_or_else(|p| panic!("{p}\n{}", emit(&value)));
        let environment = tree.get("services").and_then(|node| node.get("web"));
        let environment = environment.and_then(|node| node.get("environment")).expect("it");
        assert_eq!(environment.get("X").expect("X").text(), Ok(hostile));
        assert_eq!(environment.get("on").expect("on").text(), Ok("no"));
        let items = tree.get("list").expect("a list").items().expect("items");
        assert_eq!(items[1].get("target").expect("a number").text(), Ok("80"));
        assert_eq!(items[1].get("deep").and_then(|d| d.get("er")).expect("er").size(), 2);
    }
}
