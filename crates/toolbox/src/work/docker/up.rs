//! Everything of a project is made, and started in its order.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use engines::plan::Pulled;
use engines::{Action, ContainerId, Docker, Engine};
use tokio::sync::mpsc;
use tokio::time::{Instant, interval};

use super::plan::{Surroundings, plan};
use crate::compose::Project;
use crate::model::Made;
use crate::work::Broken;
use crate::work::job::{Job, Progress};
use crate::work::{label_of, names};

const LOOK_EVERY: Duration = Duration::from_millis(500);
/// How many messages of a pull may wait to be told; the newest says it all.
const WAITING: usize = 64;

/// The containers of services, by the services' names.
pub(super) type Containers = BTreeMap<String, ContainerId>;

impl Job<Docker> {
    /// Every image that is not there is fetched; with `again`, newer ones of those that are.
    pub(super) async fn images(
        &mut self,
        project: &Project,
        again: bool,
    ) -> Result<Vec<String>, Broken> {
        let images: BTreeSet<&str> =
            project.services.values().map(|service| service.image.as_str()).collect();
        let mut pulled = Vec::new();
        for image in images {
            self.checkpoint().await?;
            let here = self.runtime.image(image).await?;
            if here.is_some() && !again {
                continue;
            }
            match self.pull(image).await {
                Ok(()) => pulled.push(image.to_owned()),
                // A registry that is away is no reason not to use what is here.
                Err(Broken::Failed(reason)) if here.is_some() => {
                    let message = format!("{image} is used as it is: {reason}");
                    self.tell(Progress::new("pull", message)).await?;
                }
                Err(broken) => return Err(broken),
            }
        }
        Ok(pulled)
    }

    async fn pull(&mut self, image: &str) -> Result<(), Broken> {
        self.tell(Progress::new("pull", format!("Fetching {image}"))).await?;
        let (sender, mut told) = mpsc::channel::<Pulled>(WAITING);
        let docker = self.runtime.clone();
        let pull = docker.pull(image, move |progress| drop(sender.try_send(progress)));
        let mut pull = std::pin::pin!(pull);
        let mut look = interval(LOOK_EVERY);
        loop {
            tokio::select! {
                done = &mut pull => return Ok(done?),
                Some(progress) = told.recv() => {
                    let message = format!("{image}: {}", progress.message);
                    let progress = Progress::new("pull", message)
                        .bytes(progress.current, progress.total);
                    self.tell_now_and_then(progress).await?;
                }
                _ = look.tick() => self.checkpoint().await?,
            }
        }
    }

    /// Networks, volumes and containers, none of which is started.
    pub(super) async fn make(&mut self, project: &Project) -> Result<Containers, Broken> {
        self.checkpoint().await?;
        self.tell(Progress::new("create", "Making networks, volumes and containers")).await?;
        let labels = names::labels(self.id());
        let there = self.runtime.networks_with(&label_of(self.id())).await?;
        for (name, network) in &project.networks {
            let name = names::part(self.id(), name);
            if !there.contains(&name) {
                self.runtime.create_network(&name, network.internal, &labels).await?;
            }
        }
        for name in project.volumes.keys() {
            self.runtime.create_volume(&names::part(self.id(), name), &labels).await?;
        }
        let reach = self.reach().await?;
        let mut made = Containers::new();
        for name in project.order() {
            self.checkpoint().await?;
            let Some(service) = project.services.get(name) else { continue };
            let surroundings = Surroundings {
                project,
                deployment: self.id(),
                turn: self.deployment.turn,
                folders: self.toolbox.folders(),
                reach: &reach,
            };
            let plan = plan(&surroundings, name, service)?;
            made.insert(name.to_owned(), self.runtime.create(&plan).await?);
        }
        Ok(made)
    }

    /// Starts every service after those that it depends on, and waits until all are well.
    pub(super) async fn start_all(
        &mut self,
        project: &Project,
        containers: &Containers,
    ) -> Result<(), Broken> {
        let begun = Instant::now();
        for name in project.order() {
            let (Some(service), Some(id)) = (project.services.get(name), containers.get(name))
            else {
                continue;
            };
            for (other, dependency) in &service.depends_on {
                let Some(other_id) = containers.get(other) else { continue };
                self.wait_for(other, other_id, dependency.condition, begun).await?;
            }
            self.checkpoint().await?;
            self.tell(Progress::new("start", format!("Starting {name}")).of(name)).await?;
            self.runtime.act(id, Action::Start { replicas: None }).await?;
        }
        for (name, id) in containers {
            if let Some(service) = project.services.get(name) {
                self.wait_until_well(name, id, service, begun).await?;
            }
        }
        Ok(())
    }

    pub(super) fn made(
        &self,
        project: &Project,
        containers: &Containers,
        images_pulled: Vec<String>,
    ) -> Made {
        let named = containers.iter().filter_map(|(name, id)| {
            let service = project.services.get(name)?;
            Some((id.to_string(), names::container(self.id(), name, service)))
        });
        Made { containers: named.collect(), images_pulled }
    }
}
