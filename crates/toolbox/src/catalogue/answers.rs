use std::collections::BTreeMap;

use kit::{Error, ErrorKind, Result};

use super::{Template, Variable};

/// What is shown in the place of a secret.
const MASK: &str = "********";
const MOST_ANSWERS: usize = 200;

/// A value for every variable of a template.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Answers(BTreeMap<String, String>);

impl Answers {
    /// What was given, and for the rest what is usual, was there before or can be made.
    pub(crate) fn resolve(
        template: &Template,
        given: &BTreeMap<String, String>,
        before: &BTreeMap<String, String>,
    ) -> Result<Answers> {
        if given.len() > MOST_ANSWERS {
            return Err(Error::invalid("env_vars", "holds too many variables"));
        }
        let mut answers = BTreeMap::new();
        let mut faults = Vec::new();
        for variable in &template.variables {
            match answer(variable, given, before) {
                Ok(value) => drop(answers.insert(variable.name.clone(), value)),
                Err(reason) => faults.push((variable.name.clone(), reason)),
            }
        }
        let known = |name: &&String| template.variables.iter().any(|known| known.name == **name);
        let unknown = given.keys().filter(|name| !known(name));
        faults.extend(unknown.map(|name| {
            let shown: String = name.chars().filter(|c| !c.is_control()).take(64).collect();
            (shown, "is not a variable of this template".to_owned())
        }));
        if faults.is_empty() {
            return Ok(Answers(answers));
        }
        let error = Error::new(ErrorKind::InvalidRequest, "The variables are not valid");
        Err(faults
            .into_iter()
            .fold(error, |error, (name, reason)| error.detail(format!("env_vars.{name}"), reason)))
    }

    /// Those of a deployment that was checked when it was made.
    pub(crate) fn known(answers: BTreeMap<String, String>) -> Answers {
        Answers(answers)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    pub(crate) fn all(&self) -> &BTreeMap<String, String> {
        &self.0
    }

    /// The same with secrets hidden.
    pub(crate) fn masked(&self, template: &Template) -> Answers {
        let hidden = |name: &str| {
            let known = template.variables.iter().find(|variable| variable.name == name);
            known.is_none_or(Variable::is_secret)
        };
        let shown = self.0.iter().map(|(name, value)| {
            let value = if hidden(name) { MASK.to_owned() } else { value.clone() };
            (name.clone(), value)
        });
        Answers(shown.collect())
    }
}

fn answer(
    variable: &Variable,
    given: &BTreeMap<String, String>,
    before: &BTreeMap<String, String>,
) -> Result<String, String> {
    let said = given.get(&variable.name).filter(|value| !is_left_out(variable, value));
    if let Some(value) = said.or(before.get(&variable.name)) {
        variable.refuse(value)?;
        return Ok(value.clone());
    }
    if let Some(generate) = variable.generate {
        return Ok(generate.make());
    }
    match &variable.default {
        Some(default) => Ok(default.clone()),
        None if variable.required => Err("is required".to_owned()),
        None => Ok(String::new()),
    }
}

/// Forms send empty fields, and back what they were shown in the place of a secret.
fn is_left_out(variable: &Variable, value: &str) -> bool {
    value.is_empty() || variable.is_secret() && value == MASK
}
