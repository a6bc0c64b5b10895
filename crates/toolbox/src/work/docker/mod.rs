//! Deployments as containers of a Docker engine.

mod address;
mod deploy;
mod down;
mod lifecycle;
mod plan;
mod replace;
mod up;
mod wait;

use engines::{Container, Docker, Engine, Reach};

use super::{Broken, Job, label_of};
use crate::model::Task;

impl Job<Docker> {
    /// Does what the deployment's task says. When it returns, that is written down.
    pub(crate) async fn run(mut self) -> Result<(), Broken> {
        let done = match self.deployment.task {
            Task::None => return Ok(()),
            Task::Deploy => self.deploy(true).await,
            Task::Prepare => self.deploy(false).await,
            Task::Replace => self.replace().await,
            Task::Start => self.start().await,
            Task::Stop => self.stop().await,
            Task::Delete => self.delete(false).await,
            Task::Erase => self.delete(true).await,
        };
        let Err(Broken::Failed(reason)) = done else { return done };
        let undone = if self.is_first_attempt() { self.undo().await } else { Ok(()) };
        self.failed(&reason, undone).await
    }

    async fn reach(&self) -> Result<Reach, Broken> {
        Ok(self.runtime.surroundings().await?.reach)
    }

    async fn containers(&self) -> Result<Vec<Container>, Broken> {
        Ok(self.runtime.containers_with(&label_of(self.id())).await?)
    }
}
