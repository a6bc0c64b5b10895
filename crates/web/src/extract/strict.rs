//! JSON as strict as a configuration file deserves: one document, no key twice, no NUL in a text.

use std::collections::HashSet;
use std::fmt;

use kit::Error;
use serde::Deserialize;
use serde::de::{self, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};

use super::object::ObjectOnly;

pub(super) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    serde_json::from_slice::<KeysOnce>(bytes).map_err(|error| malformed(&error))?;
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    serde_path_to_error::deserialize(ObjectOnly(&mut reader)).map_err(|error| {
        let path = error.path().to_string();
        let field = if path == "." { "body".to_owned() } else { path };
        Error::invalid(field, without_position(&error.into_inner()))
    })
}

fn malformed(error: &serde_json::Error) -> Error {
    Error::invalid("body", error.to_string())
}

/// The path already says where; line and column of a request body help nobody.
fn without_position(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// Accepts any value in which no object has a key twice and no text holds a NUL.
struct KeysOnce;

impl<'de> Deserialize<'de> for KeysOnce {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(KeysOnceVisitor)
    }
}

struct KeysOnceVisitor;

macro_rules! accept {
    ($($method:ident: $kind:ty),*) => {
        $(fn $method<E>(self, _: $kind) -> Result<KeysOnce, E> { Ok(KeysOnce) })*
    };
}

impl<'de> Visitor<'de> for KeysOnceVisitor {
    type Value = KeysOnce;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    accept!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64);

    fn visit_str<E: de::Error>(self, text: &str) -> Result<KeysOnce, E> {
        without_nul(text)?;
        Ok(KeysOnce)
    }

    fn visit_unit<E>(self) -> Result<KeysOnce, E> {
        Ok(KeysOnce)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<KeysOnce, A::Error> {
        while items.next_element::<KeysOnce>()?.is_some() {}
        Ok(KeysOnce)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<KeysOnce, A::Error> {
        let mut seen = HashSet::new();
        while let Some(key) = entries.next_key::<String>()? {
            without_nul(&key)?;
            entries.next_value::<KeysOnce>()?;
            if let Some(twice) = seen.replace(key) {
                return Err(de::Error::custom(format_args!("the key `{twice}` is there twice")));
            }
        }
        Ok(KeysOnce)
    }
}

/// One of the two databases cannot keep it.
fn without_nul<E: de::Error>(text: &str) -> Result<(), E> {
    if text.contains('\0') {
        return Err(E::custom("a text holds the character NUL"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Body {
        #[allow(dead_code, reason = "only its type matters")]
        device_name: String,
    }

    fn reason<T: DeserializeOwned + fmt::Debug>(text: &str) -> (String, String) {
        let error = parse::<T>(text.as_bytes()).expect_err(text);
        (error.details[0].field.clone(), error.details[0].reason.clone())
    }

    #[test]
    fn unknown_fields_pass_and_wrong_ones_are_named() {
        assert!(parse::<Body>(br#"{"deviceName":"phone","more":[1,{"a":null}]}"#).is_ok());
        let (field, why) = reason::<Body>(r#"{"deviceName":7}"#);
        assert_eq!(field, "deviceName");
        assert_eq!(why, "invalid type: integer `7`, expected a string");
    }

    #[test]
    fn a_key_twice_is_refused_at_any_depth_and_in_any_spelling() {
        for text in [r#"{"a":1,"a":1}"#, r#"[{"x":{"b":1,"c":2,"b":3}}]"#, r#"{"a":1,"\u0061":2}"#]
        {
            assert!(reason::<Value>(text).1.contains("twice"), "{text}");
        }
        assert!(parse::<Value>(br#"{"a":{"a":1},"b":{"a":2}}"#).is_ok());
    }

    #[test]
    fn rubbish_is_refused() {
        for text in ["", "{", "{} {}", "{}x", "nul", "[1,]", "\u{feff}{}", "{\"a\":1}]"] {
            assert!(parse::<Value>(text.as_bytes()).is_err(), "{text:?}");
        }
        assert!(parse::<Value>("[".repeat(100_000).as_bytes()).is_err());
        assert!(parse::<Value>(b"\"\xff\"").is_err());
    }
}
