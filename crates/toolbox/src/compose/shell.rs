//! Variables have no place in what a shell reads: their values come from callers.

use super::interpolate::has_variable;
use super::node::{Node, Problem, Read, Value};

const SHELLS: [&str; 6] = ["sh", "bash", "ash", "dash", "/bin/sh", "/bin/bash"];
const REASON: &str = "a variable must not stand in what a shell reads; pass it as an environment variable, \
     written $$NAME here";

/// Looks at a file before its variables are filled in.
pub(crate) fn check(root: &Node) -> Read<()> {
    let Some(services) = root.get("services") else { return Ok(()) };
    for entry in services.entries()? {
        let service = &entry.node;
        for key in ["command", "entrypoint"] {
            service.get(key).map_or(Ok(()), command)?;
        }
        let test = service.get("healthcheck").and_then(|health| health.get("test"));
        test.map_or(Ok(()), healthcheck)?;
    }
    Ok(())
}

fn command(node: &Node) -> Read<()> {
    match &node.value {
        // It is split into words; a value could bring more of them.
        Value::Scalar(text) if has_variable(text) => {
            Err(node.problem("a command that holds variables is written as a list"))
        }
        Value::List(items) => script(items),
        _ => Ok(()),
    }
}

fn healthcheck(node: &Node) -> Read<()> {
    match &node.value {
        Value::Scalar(text) if has_variable(text) => Err(Problem::new(node.place, REASON)),
        Value::List(items) => {
            let kind = items.first().and_then(|first| first.text().ok());
            match kind {
                Some("CMD-SHELL") => without_variables(items),
                _ => script(items.get(1..).unwrap_or_default()),
            }
        }
        _ => Ok(()),
    }
}

/// `sh -c script …`: the words behind the script are its arguments, and safe.
fn script(items: &[Node]) -> Read<()> {
    let word = |at: usize| items.get(at).and_then(|item| item.text().ok()).unwrap_or_default();
    let is_shell = SHELLS.contains(&word(0)) && word(1).starts_with('-') && word(1).contains('c');
    if is_shell { without_variables(items.get(2..3).unwrap_or_default()) } else { Ok(()) }
}

fn without_variables(items: &[Node]) -> Read<()> {
    let found = items.iter().find(|item| item.text().is_ok_and(has_variable));
    found.map_or(Ok(()), |item| Err(Problem::new(item.place, REASON)))
}
