//! Reads YAML into a tree that remembers lines, on the parser's events: readers that fill structs
//! forget where a value stood and let a doubled key pass.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput};

use super::node::{Entry, Node, Position, Problem, Read, Value};

const DEEPEST: usize = 32;
/// Aliases can repeat each other; a file of a few lines could otherwise fill the memory.
const MOST_NODES: usize = 20_000;
/// Takes over the keys of another map, where they are not there already.
const MERGE: &str = "<<";

pub(crate) fn parse(text: &str) -> Read<Node> {
    let events = Parser::new_from_str(text);
    Reader { events, anchors: HashMap::new(), nodes: 0, depth: 0 }.document()
}

struct Reader<'t> {
    events: Parser<'t, StrInput<'t>>,
    anchors: HashMap<usize, Node>,
    nodes: usize,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn document(&mut self) -> Read<Node> {
        let mut root = None;
        loop {
            match self.next()? {
                (Event::StreamEnd, span) => {
                    let empty = || Problem::new(place(span), "the file is empty");
                    return root.ok_or_else(empty);
                }
                (Event::DocumentStart(_), span) if root.is_some() => {
                    return Err(Problem::new(place(span), "only one YAML document is read"));
                }
                (Event::DocumentStart(_), _) => {
                    let (event, span) = self.next()?;
                    root = Some(self.node(event, span)?);
                }
                _ => {}
            }
        }
    }

    fn node(&mut self, event: Event<'t>, span: Span) -> Read<Node> {
        let place = place(span);
        self.count(place, 1)?;
        let (anchor, value) = match event {
            Event::Alias(anchor) => return self.alias(anchor, place),
            Event::Scalar(text, style, anchor, _) => (anchor, scalar(text.into_owned(), style)),
            Event::SequenceStart(anchor, _) => (anchor, self.nested(place, Self::list)?),
            Event::MappingStart(anchor, _) => (anchor, self.nested(place, Self::map)?),
            _ => return Err(Problem::new(place, "expected a value")),
        };
        let node = Node { value, place };
        if anchor > 0 {
            self.anchors.insert(anchor, node.clone());
        }
        Ok(node)
    }

    fn alias(&mut self, anchor: usize, place: Position) -> Read<Node> {
        let Some(node) = self.anchors.get(&anchor).cloned() else {
            return Err(Problem::new(place, "the alias stands inside its own anchor"));
        };
        self.count(place, node.size())?;
        Ok(node)
    }

    fn nested(&mut self, place: Position, read: fn(&mut Self) -> Read<Value>) -> Read<Value> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Problem::new(place, "nested too deep"));
        }
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn list(&mut self) -> Read<Value> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(Value::List(items)),
                (event, span) => items.push(self.node(event, span)?),
            }
        }
    }

    fn map(&mut self) -> Read<Value> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut merged = Vec::new();
        loop {
            let (key, key_place) = match self.next()? {
                (Event::MappingEnd, _) => break,
                (Event::Scalar(key, ..), span) => (key.into_owned(), place(span)),
                (_, span) => return Err(Problem::new(place(span), "expected a key")),
            };
            if let Some(first) = entries.iter().find(|entry| entry.key == key) {
                let line = first.place.line;
                let reason = format!("the key `{key}` is already there, in line {line}");
                return Err(Problem::new(key_place, reason));
            }
            let (event, span) = self.next()?;
            let node = self.node(event, span)?;
            if key == MERGE {
                merged.push(node);
            } else {
                entries.push(Entry { key, place: key_place, node });
            }
        }
        for node in merged {
            merge(&mut entries, node)?;
        }
        Ok(Value::Map(entries))
    }

    fn next(&mut self) -> Read<(Event<'t>, Span)> {
        let end = (Event::StreamEnd, Span::default());
        self.events.next().unwrap_or(Ok(end)).map_err(|error| syntax(&error))
    }

    fn count(&mut self, place: Position, more: usize) -> Read<()> {
        self.nodes += more;
        if self.nodes > MOST_NODES {
            Err(Problem::new(place, "the file holds too many values"))
        } else {
            Ok(())
        }
    }
}

fn merge(entries: &mut Vec<Entry>, node: Node) -> Read<()> {
    match node.value {
        Value::Map(more) => {
            for entry in more {
                if !entries.iter().any(|known| known.key == entry.key) {
                    entries.push(entry);
                }
            }
            Ok(())
        }
        Value::List(items) => items.into_iter().try_for_each(|item| merge(entries, item)),
        _ => Err(node.problem("only keys with values can be merged")),
    }
}

fn syntax(error: &ScanError) -> Problem {
    let place = place(Span::empty(*error.marker()));
    Problem::new(place, format!("not valid YAML: {}", error.info()))
}

fn place(span: Span) -> Position {
    Position { line: span.start.line(), column: span.start.col() + 1 }
}

fn scalar(text: String, style: ScalarStyle) -> Value {
    let plain = style == ScalarStyle::Plain;
    if plain && matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL") {
        Value::Nothing
    } else {
        Value::Scalar(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, line, reason) in [
            ("a: 1\nb: [", 3, "not valid YAML"),
            ("a: 1\na: 2", 2, "already there, in line 1"),
            ("a: 1\n---\nb: 2", 2, "only one"),
            ("? [x]\n: 1", 1, "expected a key"),
            ("", 0, "empty"),
        ] {
            let problem = parse(text).expect_err(text);
            assert!(problem.reason.contains(reason), "{text:?}: {problem}");
            assert!(problem.place.line.abs_diff(line) <= 1, "{text:?}: {problem}");
        }
        assert!(parse(&format!("a: {}", "[".repeat(1000))).is_err());
    }

    #[test]
    fn anchors_can_be_taken_over_and_cannot_fill_the_memory() {
        let text = "x-base: &base {a: 1, b: 2}\nc:\n  <<: *base\n  b: 3\n";
        let tree = parse(text).expect("a tree");
        let c = tree.get("c").expect("it is there");
        assert_eq!(c.get("a").expect("merged").text(), Ok("1"));
        assert_eq!(c.get("b").expect("its own").text(), Ok("3"));
        let mut bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n".to_owned();
        for level in 1..9 {
            let before = level - 1;
            let refs = vec![format!("*a{before}"); 10].join(",");
            bomb.push_str(&format!("a{level}: &a{level} [{refs}]\n"));
        }
        assert!(parse(&bomb).expect_err("too many").reason.contains("too many"));
    }
}
