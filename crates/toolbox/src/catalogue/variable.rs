use kit::Entropy;
use regex::{Regex, RegexBuilder};
use serde::Serialize;
use strum::EnumString;
use utoipa::ToSchema;

use crate::rules;

const LONGEST_VALUE: usize = 32 * 1024;
const LARGEST_PATTERN: usize = 64 * 1024;
const PASSWORD_ALPHABET: &[u8] = b"abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// Something that a template asks of whoever deploys it.
#[derive(Debug, Clone)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) description: Option<String>,
    pub(crate) kind: Kind,
    pub(crate) required: bool,
    pub(crate) default: Option<String>,
    pub(crate) options: Vec<String>,
    /// What a value must look like, as a regular expression.
    pub(crate) validation: Option<Pattern>,
    pub(crate) generate: Option<Generate>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, EnumString, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Kind {
    #[default]
    Text,
    Password,
    Number,
    Boolean,
    Select,
    Port,
}

/// What is made where nobody says anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Generate {
    Password,
    Hex,
}

impl Generate {
    pub(crate) fn make(self) -> String {
        match self {
            Generate::Password => Entropy.text(PASSWORD_ALPHABET, 24),
            Generate::Hex => Entropy.hex::<32>(),
        }
    }
}

/// A regular expression that a whole value must match.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    pub(crate) text: String,
    regex: Regex,
}

impl Pattern {
    pub(crate) fn parse(text: &str) -> Option<Pattern> {
        let whole = format!("^(?:{text})$");
        let regex = RegexBuilder::new(&whole).size_limit(LARGEST_PATTERN).build().ok()?;
        Some(Pattern { text: text.to_owned(), regex })
    }
}

impl Variable {
    /// One that stands in the file without being described.
    pub(crate) fn plain(name: &str) -> Variable {
        let secret = rules::looks_secret(name);
        Variable {
            name: name.to_owned(),
            label: name.to_owned(),
            description: None,
            kind: if secret { Kind::Password } else { Kind::Text },
            required: false,
            default: None,
            options: Vec::new(),
            validation: None,
            generate: None,
        }
    }

    /// Whether its value is shown to nobody.
    pub(crate) fn is_secret(&self) -> bool {
        self.kind == Kind::Password || rules::looks_secret(&self.name)
    }

    /// Why a value does not do. It never says the value.
    pub(crate) fn refuse(&self, value: &str) -> Result<(), String> {
        let fits = match self.kind {
            Kind::Text | Kind::Password => true,
            Kind::Number => value.parse::<f64>().is_ok_and(f64::is_finite),
            Kind::Boolean => matches!(value, "true" | "false"),
            Kind::Select => self.options.iter().any(|option| option == value),
            Kind::Port => value.parse::<u16>().is_ok_and(|port| port > 0),
        };
        let expected = match self.kind {
            Kind::Text | Kind::Password => "a text",
            Kind::Number => "a number",
            Kind::Boolean => "true or false",
            Kind::Select => &format!("one of {}", self.options.join(", ")),
            Kind::Port => "a port from 1 to 65535",
        };
        if !fits {
            return Err(format!("must be {expected}"));
        }
        if value.len() > LONGEST_VALUE || value.contains('\0') {
            return Err("is too long, or holds the character NUL".to_owned());
        }
        match &self.validation {
            Some(pattern) if !pattern.regex.is_match(value) => {
                Err(format!("must look like {}", pattern.text))
            }
            _ => Ok(()),
        }
    }

    /// What a reader of the template tries it with.
    pub(crate) fn sample(&self) -> String {
        if let Some(default) = self.default.as_ref().filter(|default| !default.is_empty()) {
            return default.clone();
        }
        match self.kind {
            Kind::Text => "sample".to_owned(),
            Kind::Password => "********".to_owned(),
            Kind::Number => "1".to_owned(),
            Kind::Boolean => "true".to_owned(),
            Kind::Select => self.options.first().cloned().unwrap_or_default(),
            Kind::Port => "8080".to_owned(),
        }
    }
}
