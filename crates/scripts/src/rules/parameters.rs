use kit::{Error, ErrorKind, FieldError, Result};
use regex::{Regex, RegexBuilder};

use super::names::check_variable;
use crate::model::{MASK, Parameter, ParameterKind, Script, Values};

pub(crate) const INVALID_PARAMETERS: &str = "Parameter validation failed";
const LONGEST_VALUE: usize = 32 * 1024;
const MOST_VALUES: usize = 100;
/// Enough for any pattern that a person wrote; bounds what a compiled one may take.
const LARGEST_PATTERN: usize = 1 << 20;

/// What a run is given, after everything was checked.
#[derive(Debug, Clone, Default)]
pub(crate) struct Given {
    /// As they go into the environment.
    pub(crate) values: Values,
    /// The values that must not be shown anywhere.
    pub(crate) secrets: Vec<String>,
}

/// Holds the values of a request against what the script declares, and adds the defaults.
pub(crate) fn resolve(script: &Script, given: &Values) -> Result<Given> {
    let mut wrong = Vec::new();
    let mut resolved = Given::default();
    for (name, value) in given {
        if let Err(reason) = check_given(script, name, value) {
            wrong.push(FieldError { field: name.clone(), reason });
        }
    }
    if given.len() > MOST_VALUES {
        let reason = format!("at most {MOST_VALUES} can be given");
        wrong.push(FieldError { field: "parameters".to_owned(), reason });
    }
    if script.parameters.is_empty() {
        resolved.values.clone_from(given);
    }
    for parameter in &script.parameters {
        let value = given.get(&parameter.name).or(parameter.default.as_ref());
        match (value, check_value(parameter, value.map(String::as_str))) {
            (_, Err(reason)) => wrong.push(FieldError { field: parameter.name.clone(), reason }),
            (Some(value), Ok(())) => resolved.put(parameter, value),
            (None, Ok(())) => {}
        }
    }
    if wrong.is_empty() {
        return Ok(resolved);
    }
    let mut error = Error::new(ErrorKind::InvalidRequest, INVALID_PARAMETERS);
    error.details = wrong;
    Err(error)
}

/// Like `resolve`, for values to which others may still be added.
pub(crate) fn check_part(script: &Script, given: &Values) -> Result<()> {
    let mut lenient = script.clone();
    lenient.parameters.iter_mut().for_each(|parameter| parameter.required = false);
    resolve(&lenient, given).map(drop)
}

impl Given {
    fn put(&mut self, parameter: &Parameter, value: &str) {
        self.values.insert(parameter.name.clone(), value.to_owned());
        if parameter.kind == ParameterKind::Password && !value.is_empty() {
            self.secrets.push(value.to_owned());
        }
    }
}

/// The same values with secret ones masked, for records.
pub(crate) fn masked(script: &Script, values: &Values) -> Values {
    let shown = |(name, value): (&String, &String)| {
        let value = if script.is_secret(name) { MASK } else { value };
        (name.clone(), value.to_owned())
    };
    values.iter().map(shown).collect()
}

/// What can be said about a value without knowing its parameter. Values are never repeated in
/// what is said: they may be secret.
fn check_given(script: &Script, name: &str, value: &str) -> Result<(), String> {
    if script.parameters.is_empty() {
        check_variable(name)?;
    } else if !script.parameters.iter().any(|parameter| parameter.name == name) {
        return Err("is not a parameter of this script".to_owned());
    }
    if value.len() > LONGEST_VALUE {
        Err(format!("is longer than {LONGEST_VALUE} bytes"))
    } else {
        Ok(())
    }
}

/// Holds a value against its parameter.
pub(super) fn check_value(parameter: &Parameter, value: Option<&str>) -> Result<(), String> {
    let Some(value) = value.filter(|value| !value.is_empty()) else {
        return if parameter.required { Err("is required".to_owned()) } else { Ok(()) };
    };
    match parameter.kind {
        ParameterKind::Number if !is_number(value) => return Err("must be a number".to_owned()),
        ParameterKind::Boolean if !["true", "false"].contains(&value) => {
            return Err("must be true or false".to_owned());
        }
        ParameterKind::Select if !parameter.options.iter().any(|option| option == value) => {
            return Err("is not one of the options".to_owned());
        }
        _ => {}
    }
    let pattern = parameter.validation.as_deref().map(pattern).transpose()?;
    if pattern.is_some_and(|pattern| !pattern.is_match(value)) {
        Err("does not match what is expected".to_owned())
    } else {
        Ok(())
    }
}

/// As people write numbers, without exponents, infinities and the like.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    match text.split_once('.') {
        Some((whole, part)) => digits(whole) && digits(part),
        None => digits(text),
    }
}

/// An expression that the whole value must match. It takes time in proportion to the value.
pub(super) fn pattern(text: &str) -> Result<Regex, String> {
    let compile = |text: &str| RegexBuilder::new(text).size_limit(LARGEST_PATTERN).build();
    // By itself first: an expression must not close the bracket that is put around it.
    let whole = compile(text).and_then(|_| compile(&format!(r"\A(?:{text})\z")));
    whole.map_err(|_| "is not a regular expression that can be used".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ScriptKind;
    use kit::Timestamp;

    fn parameter(name: &str, kind: ParameterKind) -> Parameter {
        Parameter {
            name: name.to_owned(),
            label: String::new(),
            description: String::new(),
            kind,
            required: false,
            default: None,
            validation: None,
            options: Vec::new(),
        }
    }

    fn script(parameters: Vec<Parameter>) -> Script {
        Script {
            id: "s".to_owned(),
            name: "s".to_owned(),
            description: String::new(),
            category: "general".to_owned(),
            path: "s.sh".to_owned(),
            kind: ScriptKind::Shell,
            timeout: None,
            parameters,
            environment: Values::new(),
            allowed_scopes: Vec::new(),
            dry_run_command: String::new(),
            created_at: Timestamp(0),
            updated_at: Timestamp(0),
            created_by: "local".to_owned(),
        }
    }

    fn values(pairs: &[(&str, &str)]) -> Values {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn every_type_knows_its_values() {
        let select =
            Parameter { options: vec!["a".to_owned()], ..parameter("X", ParameterKind::Select) };
        for (parameter, value, good) in [
            (parameter("X", ParameterKind::Number), "-12.50", true),
            (parameter("X", ParameterKind::Number), "1e9", false),
            (parameter("X", ParameterKind::Number), "inf", false),
            (parameter("X", ParameterKind::Number), "1 ", false),
            (parameter("X", ParameterKind::Boolean), "true", true),
            (parameter("X", ParameterKind::Boolean), "yes", false),
            (select.clone(), "a", true),
            (select, "b", false),
            (parameter("X", ParameterKind::Text), "anything; rm -rf /", true),
        ] {
            assert_eq!(check_value(&parameter, Some(value)).is_ok(), good, "{value:?}");
        }
    }

    #[test]
    fn an_expression_is_held_against_the_whole_value() {
        let expect = |pattern: &str, value: &str| {
            let parameter = Parameter {
                validation: Some(pattern.to_owned()),
                ..parameter("X", ParameterKind::Text)
            };
            check_value(&parameter, Some(value)).is_ok()
        };
        assert!(expect("[a-z]+", "abc"));
        assert!(!expect("[a-z]+", "abc; rm"));
        assert!(!expect("[a-z]+", "abc\n"));
        assert!(expect("a|ab", "ab"));
        assert!(!expect("^a$|^b$", "a\nb"));
        assert!(pattern("a)(?:b").is_err());
        assert!(pattern("(").is_err());
        assert!(pattern("(a{1000}){1000}").is_err());
    }

    #[test]
    fn a_pattern_made_to_be_slow_is_not() {
        let evil = pattern("(a+)+b").expect("a pattern");
        assert!(!evil.is_match(&"a".repeat(LONGEST_VALUE)));
    }

    #[test]
    fn declared_parameters_alone_are_taken_where_there_are_any() {
        let closed = script(vec![parameter("X", ParameterKind::Text)]);
        let error = resolve(&closed, &values(&[("Y", "1")])).expect_err("not declared");
        assert_eq!(error.message, "Parameter validation failed");
        assert_eq!(error.details[0].field, "Y");
        let open = script(Vec::new());
        assert!(resolve(&open, &values(&[("Y", "1")])).is_ok());
        for bad in ["PATH", "LD_PRELOAD", "a b", "A=B"] {
            assert!(resolve(&open, &values(&[(bad, "1")])).is_err(), "{bad}");
        }
    }

    #[test]
    fn defaults_fill_in_and_secrets_are_known() {
        let with_default = Parameter {
            default: Some("d".to_owned()),
            required: true,
            ..parameter("X", ParameterKind::Text)
        };
        let script = script(vec![with_default, parameter("KEY", ParameterKind::Password)]);
        let given = resolve(&script, &values(&[("KEY", "hunter2")])).expect("good values");
        assert_eq!(given.values, values(&[("KEY", "hunter2"), ("X", "d")]));
        assert_eq!(given.secrets, ["hunter2"]);
        assert_eq!(masked(&script, &given.values), values(&[("KEY", MASK), ("X", "d")]));
    }
}
