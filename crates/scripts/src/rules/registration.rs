use std::collections::BTreeSet;

use kit::{Error, Result, Scope};

use super::names::check_variable;
use super::parameters::{check_value, pattern};
use crate::config::LONGEST_TIMEOUT;
use crate::files;
use crate::model::{MASK, Parameter, ParameterKind, Script, Values};

const LONGEST_NAME: usize = 100;
const LONGEST_TEXT: usize = 2_000;
const LONGEST_PATTERN: usize = 1_000;
const LONGEST_VALUE: usize = 32 * 1024;
const MOST: usize = 64;

/// Everything about a registration that can be judged without the file.
pub(crate) fn check_script(script: &Script) -> Result<()> {
    text("name", &script.name, 1..=LONGEST_NAME)?;
    text("description", &script.description, 0..=LONGEST_TEXT)?;
    text("category", &script.category, 1..=LONGEST_NAME)?;
    files::check_path(&script.path).map_err(|why| Error::invalid("scriptPath", why))?;
    if script.timeout.is_some_and(|seconds| !(1..=LONGEST_TIMEOUT).contains(&seconds)) {
        let reason = format!("must be between 1 and {LONGEST_TIMEOUT}");
        return Err(Error::invalid("timeoutSeconds", reason));
    }
    text("dryRunCommand", &script.dry_run_command, 0..=LONGEST_TEXT)?;
    if shlex::split(&script.dry_run_command).is_none() {
        return Err(Error::invalid("dryRunCommand", "has a quote that is not closed"));
    }
    environment(&script.environment)?;
    parameters(&script.parameters, &script.environment)
}

/// Known scopes, each once.
pub(crate) fn scopes(names: &[String]) -> Result<()> {
    let unknown = names.iter().find(|name| Scope::parse(name).is_none());
    if let Some(unknown) = unknown {
        return Err(Error::invalid("allowedScopes", format!("{unknown} is not a scope")));
    }
    if names.len() > MOST {
        Err(Error::invalid("allowedScopes", format!("at most {MOST} can be given")))
    } else {
        Ok(())
    }
}

/// A line or a paragraph for people.
pub(crate) fn text(field: &str, text: &str, length: std::ops::RangeInclusive<usize>) -> Result<()> {
    let strange = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
    if text.chars().any(strange) {
        return Err(Error::invalid(field, "must not hold control characters"));
    }
    let (least, most) = (*length.start(), *length.end());
    let count = if least > 0 { text.trim().chars().count() } else { text.chars().count() };
    if length.contains(&count) {
        Ok(())
    } else {
        Err(Error::invalid(field, format!("must have {least} to {most} characters")))
    }
}

fn environment(variables: &Values) -> Result<()> {
    if variables.len() > MOST {
        return Err(Error::invalid("environment", format!("at most {MOST} can be given")));
    }
    for (name, value) in variables {
        let field = || format!("environment.{name}");
        check_variable(name).map_err(|why| Error::invalid(field(), why))?;
        if value.len() > LONGEST_VALUE {
            return Err(Error::invalid(field(), format!("is longer than {LONGEST_VALUE} bytes")));
        }
    }
    Ok(())
}

fn parameters(all: &[Parameter], environment: &Values) -> Result<()> {
    if all.len() > MOST {
        return Err(Error::invalid("parameters", format!("at most {MOST} can be declared")));
    }
    let mut seen = BTreeSet::new();
    for (number, one) in all.iter().enumerate() {
        let wrong = |part: &str, why: &str| {
            Err(Error::invalid(format!("parameters[{number}].{part}"), why))
        };
        if let Err(why) = check_variable(&one.name) {
            return wrong("name", why);
        }
        if !seen.insert(&one.name) || environment.contains_key(&one.name) {
            return wrong("name", "is there twice");
        }
        text("parameters", &one.label, 0..=LONGEST_NAME)?;
        text("parameters", &one.description, 0..=LONGEST_TEXT)?;
        if one.options.is_empty() == (one.kind == ParameterKind::Select) {
            return wrong("options", "belong to the type `select`, which needs them");
        }
        if one.options.len() > MOST || one.options.iter().any(|o| o.len() > LONGEST_TEXT) {
            return wrong("options", "are too many, or too long");
        }
        let expression = one.validation.as_deref().unwrap_or_default();
        if expression.len() > LONGEST_PATTERN {
            return wrong("validation", "is longer than 1000 bytes");
        }
        if let Err(why) = pattern(expression) {
            return wrong("validation", &why);
        }
        if let Some(Err(why)) = one.default.as_deref().map(|value| check_value(one, Some(value))) {
            return wrong("default", &why);
        }
    }
    Ok(())
}

/// A mask that comes back stands for what it hides.
pub(crate) fn keep_masked(field: &str, new: &mut Values, old: Option<&Values>) -> Result<()> {
    for (name, value) in new.iter_mut().filter(|(_, value)| value.as_str() == MASK) {
        match old.and_then(|old| old.get(name)) {
            Some(kept) => value.clone_from(kept),
            None => {
                let reason = "is the mask of a value, not a value";
                return Err(Error::invalid(format!("{field}.{name}"), reason));
            }
        }
    }
    Ok(())
}
