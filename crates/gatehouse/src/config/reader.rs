//! Turns the tree into typed configuration. What is expected decides how a text is read, so that
//! `8443` can be a number in one key and a password in another, and no value ever gets into an
//! error message.

use std::cell::RefCell;
use std::collections::btree_map;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, Visitor, value};

use super::node::{Entry, Node, Origin, Problem, Value};

/// A key nobody asked for, and the keys that would have been understood in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unknown {
    pub(crate) key: String,
    pub(crate) origin: Origin,
    pub(crate) siblings: &'static [&'static str],
}

/// Reads `T` off a tree; the keys that `T` does not have are collected, not refused.
pub(crate) fn read<T: de::DeserializeOwned>(root: &Node) -> Result<(T, Vec<Unknown>), Problem> {
    let unknown = RefCell::default();
    let reader = Reader { node: root, path: String::new(), unknown: &unknown };
    let value = T::deserialize(reader).map_err(|fault| fault.problem)?;
    Ok((value, unknown.into_inner()))
}

struct Reader<'n> {
    node: &'n Node,
    path: String,
    unknown: &'n RefCell<Vec<Unknown>>,
}

/// An error that gets its place when it passes the value it is about.
#[derive(Debug)]
struct Fault {
    placed: bool,
    problem: Problem,
}

impl Fault {
    fn new(reason: impl Into<String>) -> Self {
        let problem =
            Problem { origin: Origin::Default, key: String::new(), reason: reason.into() };
        Fault { placed: false, problem }
    }

    fn at(self, path: &str, origin: &Origin) -> Self {
        if self.placed {
            return self;
        }
        let (origin, key) = (origin.clone(), path.to_owned());
        Fault { placed: true, problem: Problem { origin, key, ..self.problem } }
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        Fault::new(reason.to_string())
    }

    // The usual texts of these quote the value.
    fn invalid_type(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Fault::new(format!("expected {expected}"))
    }

    fn invalid_value(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Fault::new(format!("expected {expected}"))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Fault::new(format!("expected one of: {}", expected.join(", ")))
    }
}

impl<'n> Reader<'n> {
    fn place(&self) -> impl FnOnce(Fault) -> Fault + use<'n> {
        let (path, origin) = (self.path.clone(), &self.node.origin);
        move |fault| fault.at(&path, origin)
    }

    fn child(&self, name: &str, node: &'n Node) -> Reader<'n> {
        let dot = if self.path.is_empty() { "" } else { "." };
        Reader { node, path: format!("{}{dot}{name}", self.path), unknown: self.unknown }
    }

    /// Types that read a text and then refuse it know no place; here they get it.
    fn seed<T: DeserializeSeed<'n>>(self, seed: T) -> Result<T::Value, Fault> {
        let place = self.place();
        seed.deserialize(self).map_err(place)
    }

    fn scalar(&self, expected: &str) -> Result<&'n str, Fault> {
        match &self.node.value {
            Value::Scalar { text, .. } => Ok(text),
            Value::Nothing => Ok(""),
            _ => Err(Fault::new(format!("expected {expected}"))),
        }
    }

    fn number<T: std::str::FromStr>(&self, expected: &str) -> Result<T, Fault> {
        self.scalar(expected)?
            .trim()
            .parse()
            .map_err(|_| Fault::new(format!("expected {expected}")))
    }

    fn items(&self) -> Result<Vec<Reader<'n>>, Fault> {
        match &self.node.value {
            Value::Nothing => Ok(Vec::new()),
            Value::List(items) => {
                let items = items.iter().enumerate();
                Ok(items.map(|(i, item)| self.child(&i.to_string(), item)).collect())
            }
            _ => Err(Fault::new("expected a list")),
        }
    }

    fn note_unknown(&self, known: &'static [&'static str]) {
        let Value::Map(fields) = &self.node.value else { return };
        for (key, entry) in fields.iter().filter(|(key, _)| !known.contains(&key.as_str())) {
            let key = self.child(key, &entry.node).path;
            let unknown = Unknown { key, origin: entry.origin.clone(), siblings: known };
            self.unknown.borrow_mut().push(unknown);
        }
    }

    fn map<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Fault> {
        let place = self.place();
        let fields = match &self.node.value {
            Value::Map(fields) => Some(fields.iter()),
            Value::Nothing => None,
            _ => return Err(place(Fault::new("expected a section with keys of its own"))),
        };
        visitor.visit_map(Fields { parent: self, fields, current: None }).map_err(place)
    }
}

struct Fields<'n> {
    parent: Reader<'n>,
    fields: Option<btree_map::Iter<'n, String, Entry>>,
    current: Option<(&'n str, &'n Entry)>,
}

impl<'n> de::MapAccess<'n> for Fields<'n> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'n>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        let Some((key, entry)) = self.fields.as_mut().and_then(Iterator::next) else {
            return Ok(None);
        };
        self.current = Some((key, entry));
        seed.deserialize(key.as_str().into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'n>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let (key, entry) = self.current.take().ok_or_else(|| Fault::new("expected a key"))?;
        self.parent.child(key, &entry.node).seed(seed)
    }
}

struct Items<'n>(std::vec::IntoIter<Reader<'n>>);

impl<'n> de::SeqAccess<'n> for Items<'n> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'n>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        self.0.next().map(|item| item.seed(seed)).transpose()
    }
}

macro_rules! scalars {
    ($($method:ident $visit:ident $expected:literal,)*) => {$(
        fn $method<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Fault> {
            let place = self.place();
            self.number($expected).and_then(|read| visitor.$visit(read)).map_err(place)
        }
    )*};
}

impl<'n> Deserializer<'n> for Reader<'n> {
    type Error = Fault;

    scalars! {
        deserialize_bool visit_bool "true or false",
        deserialize_i8 visit_i8 "a whole number",
        deserialize_i16 visit_i16 "a whole number",
        deserialize_i32 visit_i32 "a whole number",
        deserialize_i64 visit_i64 "a whole number",
        deserialize_u8 visit_u8 "a whole number, not negative",
        deserialize_u16 visit_u16 "a whole number from 0 to 65535",
        deserialize_u32 visit_u32 "a whole number, not negative",
        deserialize_u64 visit_u64 "a whole number, not negative",
        deserialize_f32 visit_f32 "a number",
        deserialize_f64 visit_f64 "a number",
        deserialize_char visit_char "one character",
    }

    /// For types that look at what was written: a size is a number or a text.
    fn deserialize_any<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Fault> {
        let place = self.place();
        match &self.node.value {
            Value::Nothing => visitor.visit_unit().map_err(place),
            Value::List(_) => self.deserialize_seq(visitor),
            Value::Map(_) => self.map(visitor),
            Value::Scalar { text, quoted: true } => visitor.visit_str(text).map_err(place),
            Value::Scalar { text, quoted: false } => plain(text, visitor).map_err(place),
        }
    }

    fn deserialize_str<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Fault> {
        let place = self.place();
        self.scalar("a text").and_then(|text| visitor.visit_borrowed_str(text)).map_err(place)
    }

    fn deserialize_string<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    /// Empty means "not set": that is how an optional setting is written in the reference.
    fn deserialize_option<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Fault> {
        let place = self.place();
        match &self.node.value {
            Value::Nothing => visitor.visit_none().map_err(place),
            Value::Scalar { text, .. } if text.is_empty() => visitor.visit_none().map_err(place),
            _ => visitor.visit_some(self).map_err(place),
        }
    }

    fn deserialize_seq<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Fault> {
        let place = self.place();
        if let (Value::Scalar { text, .. }, Origin::Env(_)) = (&self.node.value, &self.node.origin)
        {
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            return visitor.visit_seq(value::SeqDeserializer::new(items)).map_err(place);
        }
        let items = self.items().map_err(self.place())?;
        visitor.visit_seq(Items(items.into_iter())).map_err(place)
    }

    fn deserialize_map<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.map(visitor)
    }

    fn deserialize_struct<V: Visitor<'n>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.note_unknown(fields);
        self.map(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'n>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'n>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let place = self.place();
        self.scalar("a word").and_then(|w| visitor.visit_enum(w.into_deserializer())).map_err(place)
    }

    fn deserialize_ignored_any<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        <V: Visitor<'n>>
        bytes byte_buf unit unit_struct tuple tuple_struct identifier
    }
}

/// A text without quotes is a truth value or a number where it looks like one.
fn plain<'n, V: Visitor<'n>>(text: &'n str, visitor: V) -> Result<V::Value, Fault> {
    if let Ok(truth) = text.parse() {
        return visitor.visit_bool(truth);
    }
    if let Ok(number) = text.parse() {
        return visitor.visit_u64(number);
    }
    if let Ok(number) = text.parse() {
        return visitor.visit_i64(number);
    }
    visitor.visit_borrowed_str(text)
}
