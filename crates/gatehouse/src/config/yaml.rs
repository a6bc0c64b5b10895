//! Reads a YAML file into a tree that remembers lines. We do this ourselves, on the parser's
//! events, because the serde readers forget where a value stood and let a doubled key pass.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput};

use super::node::{Entry, Node, Origin, Problem, Value};

const DEEPEST: usize = 32;
/// Aliases can repeat each other; a file of a few lines could otherwise fill the memory.
const MOST_NODES: usize = 100_000;

/// The tree of the configuration's text. A file without content is an empty map.
pub(crate) fn parse(file: &str, text: &str) -> Result<Node, Problem> {
    Reader::new(file, text).document(Reader::sections)
}

/// The tree of any file's text.
pub(crate) fn parse_any(file: &str, text: &str) -> Result<Node, Problem> {
    Reader::new(file, text).document(Reader::root)
}

struct Reader<'t> {
    file: Arc<str>,
    events: Parser<'t, StrInput<'t>>,
    anchors: HashMap<usize, Node>,
    nodes: usize,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn new(file: &str, text: &'t str) -> Self {
        Reader {
            file: file.into(),
            events: Parser::new_from_str(text),
            anchors: HashMap::new(),
            nodes: 0,
            depth: 0,
        }
    }

    fn document(
        &mut self,
        read: impl Fn(&mut Self) -> Result<Node, Problem>,
    ) -> Result<Node, Problem> {
        let mut root = Node::map(self.origin(Span::default()));
        let mut documents = 0;
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => return Ok(root),
                Event::DocumentStart(_) if documents == 1 => {
                    return Err(self.problem(span, "only one YAML document is read; remove `---`"));
                }
                Event::DocumentStart(_) => {
                    documents += 1;
                    root = read(self)?;
                }
                _ => {}
            }
        }
    }

    fn root(&mut self) -> Result<Node, Problem> {
        let (event, span) = self.next()?;
        self.node(event, span)
    }

    fn sections(&mut self) -> Result<Node, Problem> {
        let (event, span) = self.next()?;
        let node = self.node(event, span)?;
        match node.value {
            Value::Map(_) => Ok(node),
            Value::Nothing => Ok(Node::map(node.origin)),
            _ => Err(self.problem(span, "expected sections such as `server:`")),
        }
    }

    fn node(&mut self, event: Event<'t>, span: Span) -> Result<Node, Problem> {
        self.count(span, 1)?;
        let origin = self.origin(span);
        let (anchor, value) = match event {
            Event::Alias(anchor) => return self.alias(anchor, span),
            Event::Scalar(text, style, anchor, _) => (anchor, scalar(text.into_owned(), style)),
            Event::SequenceStart(anchor, _) => (anchor, self.nested(span, Self::list)?),
            Event::MappingStart(anchor, _) => (anchor, self.nested(span, Self::map)?),
            _ => return Err(self.problem(span, "expected a value")),
        };
        let node = Node { value, origin };
        if anchor > 0 {
            self.anchors.insert(anchor, node.clone());
        }
        Ok(node)
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Result<Node, Problem> {
        let Some(node) = self.anchors.get(&anchor).cloned() else {
            return Err(self.problem(span, "the alias stands inside its own anchor"));
        };
        self.count(span, node.size())?;
        Ok(node)
    }

    fn nested(
        &mut self,
        span: Span,
        read: impl FnOnce(&mut Self) -> Result<Value, Problem>,
    ) -> Result<Value, Problem> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.problem(span, "nested too deep"));
        }
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn list(&mut self) -> Result<Value, Problem> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(Value::List(items)),
                (event, span) => items.push(self.node(event, span)?),
            }
        }
    }

    fn map(&mut self) -> Result<Value, Problem> {
        let mut fields: BTreeMap<String, Entry> = BTreeMap::new();
        loop {
            let (key, span) = match self.next()? {
                (Event::MappingEnd, _) => return Ok(Value::Map(fields)),
                (Event::Scalar(key, ..), span) => (key.into_owned(), span),
                (_, span) => return Err(self.problem(span, "expected a key")),
            };
            if let Some(Entry { origin: Origin::File { line, .. }, .. }) = fields.get(&key) {
                let reason = format!("the key `{key}` is already there, in line {line}");
                return Err(self.problem(span, &reason));
            }
            let (event, value) = self.next()?;
            let node = self.node(event, value)?;
            fields.insert(key, Entry { origin: self.origin(span), node });
        }
    }

    fn next(&mut self) -> Result<(Event<'t>, Span), Problem> {
        let end = (Event::StreamEnd, Span::default());
        self.events.next().unwrap_or(Ok(end)).map_err(|error| self.syntax(&error))
    }

    fn count(&mut self, span: Span, more: usize) -> Result<(), Problem> {
        self.nodes += more;
        if self.nodes > MOST_NODES {
            Err(self.problem(span, "the file holds too many values"))
        } else {
            Ok(())
        }
    }

    fn syntax(&self, error: &ScanError) -> Problem {
        let span = Span::empty(*error.marker());
        self.problem(span, &format!("not valid YAML: {}", error.info()))
    }

    fn problem(&self, span: Span, reason: &str) -> Problem {
        Problem { origin: self.origin(span), key: String::new(), reason: reason.to_owned() }
    }

    fn origin(&self, span: Span) -> Origin {
        Origin::File {
            file: self.file.clone(),
            line: span.start.line(),
            column: span.start.col() + 1,
        }
    }
}

fn scalar(text: String, style: ScalarStyle) -> Value {
    let quoted = style != ScalarStyle::Plain;
    if !quoted && matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL") {
        Value::Nothing
    } else {
        Value::Scalar { text, quoted }
    }
}
