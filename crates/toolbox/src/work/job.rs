use std::time::Duration;

use events::Change;
use events::facts::ToolboxProgress;
use kit::Actor;
use tokio::time::Instant;

use super::broken::Broken;
use crate::Toolbox;
use crate::catalogue::{Answers, Template};
use crate::compose::Project;
use crate::model::{Deployment, Recipe};
use crate::{plan, store};

/// So often at most are people told how far something has come.
const TELL_EVERY: Duration = Duration::from_millis(500);
/// Shorter values are words that mean nothing.
const SHORTEST_SECRET: usize = 4;

/// What is done to one deployment, once, at the runtime that it is for.
pub(crate) struct Job<R> {
    pub(super) toolbox: Toolbox,
    pub(super) runtime: R,
    pub(super) deployment: Deployment,
    told: Option<Instant>,
}

/// A recipe that was read again.
pub(super) struct Cooked {
    pub(super) template: Template,
    pub(super) project: Project,
}

impl<R> Job<R> {
    pub(crate) fn new(toolbox: Toolbox, runtime: R, deployment: Deployment) -> Job<R> {
        Job { toolbox, runtime, deployment, told: None }
    }

    pub(super) fn id(&self) -> &str {
        &self.deployment.id
    }

    /// Ends a job whose deployment has another task by now.
    pub(super) async fn checkpoint(&self) -> Result<(), Broken> {
        let mut conn = self.toolbox.db().read().await?;
        match store::turn(&mut conn, self.id()).await? {
            Some(turn) if turn == self.deployment.turn => Ok(()),
            _ => Err(Broken::Overtaken),
        }
    }

    pub(super) fn cook(&self, recipe: &Recipe) -> Result<Cooked, Broken> {
        let failed = |reason: String| Broken::Failed(reason);
        let template = Template::read(&self.deployment.template, &recipe.text)
            .map_err(|problem| failed(problem.to_string()))?;
        let answers = Answers::known(recipe.answers.clone());
        let project = plan::project(&template, recipe, &answers)
            .map_err(|error| failed(error.to_string()))?;
        Ok(Cooked { template, project })
    }

    /// Tells a step, always.
    pub(super) async fn tell(&mut self, progress: Progress<'_>) -> Result<(), Broken> {
        self.told = Some(Instant::now());
        let fact = ToolboxProgress {
            deployment_id: self.id().to_owned(),
            step: progress.step.to_owned(),
            service: progress.service.map(str::to_owned),
            current: progress.bytes.map(|(current, _)| current),
            total: progress.bytes.map(|(_, total)| total),
            message: progress.message,
        };
        let change = Change::by(Actor::system(), "toolbox.progress").unaudited().fact(&fact);
        self.toolbox.events().note(&change).await?;
        Ok(())
    }

    /// Tells how far a step has come, unless that was just told.
    pub(super) async fn tell_now_and_then(&mut self, progress: Progress<'_>) -> Result<(), Broken> {
        if self.told.is_some_and(|told| told.elapsed() < TELL_EVERY) {
            Ok(())
        } else {
            self.tell(progress).await
        }
    }

    /// What engines say may repeat what they were told.
    pub(super) fn without_secrets(&self, text: &str) -> String {
        let recipes = &self.deployment.recipes;
        let all = std::iter::once(&recipes.current).chain(&recipes.next);
        let mut said = text.to_owned();
        for recipe in all {
            let Ok(template) = Template::read(&self.deployment.template, &recipe.text) else {
                continue;
            };
            let secret = template.variables.iter().filter(|variable| variable.is_secret());
            for value in secret.filter_map(|variable| recipe.answers.get(&variable.name)) {
                if value.len() >= SHORTEST_SECRET {
                    said = said.replace(value.as_str(), "********");
                }
            }
        }
        said
    }
}

/// Something to tell.
pub(super) struct Progress<'a> {
    pub(super) step: &'static str,
    pub(super) service: Option<&'a str>,
    pub(super) bytes: Option<(u64, u64)>,
    pub(super) message: String,
}

impl<'a> Progress<'a> {
    pub(super) fn new(step: &'static str, message: impl Into<String>) -> Self {
        Progress { step, service: None, bytes: None, message: message.into() }
    }

    pub(super) fn of(mut self, service: &'a str) -> Self {
        self.service = Some(service);
        self
    }

    pub(super) fn bytes(mut self, current: u64, total: u64) -> Self {
        self.bytes = (total > 0).then_some((current, total));
        self
    }
}
