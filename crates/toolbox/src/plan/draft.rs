use std::collections::BTreeMap;
use std::sync::Arc;

use kit::{Error, ErrorKind, Result};

use crate::catalogue::{Answers, Template};
use crate::compose::{Privileges, Project};
use crate::model::Recipe;
use crate::rules;

/// What a caller asks for.
#[derive(Clone, Default)]
pub(crate) struct Request {
    pub(crate) answers: BTreeMap<String, String>,
    pub(crate) custom_image: Option<String>,
    pub(crate) custom_port: Option<i64>,
    pub(crate) pull: bool,
}

/// A deployment that could be made.
pub(crate) struct Draft {
    pub(crate) template: Arc<Template>,
    pub(crate) recipe: Recipe,
    pub(crate) project: Project,
    /// The same with secrets masked.
    pub(crate) shown: Project,
    pub(crate) shown_answers: Answers,
}

impl Draft {
    /// Checks everything that can be checked without an engine. What is not said stays as it was
    /// before, where there was something.
    pub(crate) fn new(
        template: Arc<Template>,
        request: Request,
        before: Option<&Recipe>,
    ) -> Result<Draft> {
        let nothing = BTreeMap::new();
        let kept = before.map_or(&nothing, |before| &before.answers);
        let answers = Answers::resolve(&template, &request.answers, kept)?;
        let recipe = Recipe {
            text: template.text.to_string(),
            answers: answers.all().clone(),
            custom_image: image(request.custom_image)?
                .or_else(|| before.and_then(|before| before.custom_image.clone())),
            custom_port: port(request.custom_port)?.or(before.and_then(|b| b.custom_port)),
            pull: request.pull,
        };
        let shown_answers = answers.masked(&template);
        Ok(Draft {
            project: project(&template, &recipe, &answers)?,
            shown: hidden(project(&template, &recipe, &shown_answers)?),
            shown_answers,
            template,
            recipe,
        })
    }
}

/// The project of a recipe. What callers say can change texts and numbers in it, and nothing that
/// gives a container power over the machine.
pub(crate) fn project(template: &Template, recipe: &Recipe, answers: &Answers) -> Result<Project> {
    let filled = template.fill(answers);
    let mut project =
        filled.map_err(|problem| Error::invalid("env_vars", format!("do not fit: {problem}")))?;
    if !template.privileges.cover(&Privileges::of(&project)) {
        let reason = "would give a container more rights than the template has";
        return Err(Error::invalid("env_vars", reason));
    }
    let Some(main) = project.services.get_mut(&template.main) else {
        return Err(Error::internal_text("a template without its main service"));
    };
    if let Some(image) = &recipe.custom_image {
        main.image.clone_from(image);
    }
    if let Some(port) = recipe.custom_port {
        let target = template.route.as_ref().map(|route| route.port);
        let mut mappings = main.ports.iter_mut().filter(|mapping| mapping.is_tcp());
        let mapping = match target {
            Some(target) => mappings.find(|mapping| mapping.target == target),
            None => mappings.next(),
        };
        let none = || Error::invalid("custom_port", "the template publishes no port");
        mapping.ok_or_else(none)?.published = Some(port);
    }
    Ok(project)
}

/// Templates may hold secrets of their own.
fn hidden(mut project: Project) -> Project {
    for service in project.services.values_mut() {
        for (name, value) in &mut service.environment {
            if rules::looks_secret(name) && !value.is_empty() {
                "********".clone_into(value);
            }
        }
    }
    for secret in project.secrets.values_mut() {
        "********".clone_into(&mut secret.content);
    }
    project
}

fn image(image: Option<String>) -> Result<Option<String>> {
    match image.filter(|image| !image.is_empty()) {
        Some(image) if !rules::is_image(&image) => {
            Err(Error::invalid("custom_image", "must be an image such as name:tag"))
        }
        image => Ok(image),
    }
}

fn port(port: Option<i64>) -> Result<Option<u16>> {
    let Some(port) = port else { return Ok(None) };
    match u16::try_from(port).ok().filter(|port| *port > 0) {
        Some(port) => Ok(Some(port)),
        None => {
            let reason = "must be a port from 1 to 65535";
            let error = Error::new(ErrorKind::InvalidPort, "custom_port is not a port");
            Err(error.detail("custom_port", reason))
        }
    }
}
