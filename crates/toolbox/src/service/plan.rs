use std::collections::BTreeMap;

use engines::{Docker, Engine, EngineError, Kubernetes, Reach};
use kit::{Error, Result};

use super::DeployRequest;
use crate::compose::Privileges;
use crate::plan::{Conflict, Draft, conflicts};
use crate::work::{Surroundings, Translated, translate};
use crate::{Target, Toolbox, rules};

/// What would be made, and what is in its way.
pub(crate) struct Planned {
    pub(crate) draft: Draft,
    pub(crate) name: String,
    pub(crate) privileges: Privileges,
    pub(crate) conflicts: Vec<Conflict>,
    /// Which images are at the engine; `None` where it could not be asked.
    pub(crate) images: BTreeMap<String, Option<bool>>,
    /// The app that it would become, where it would.
    pub(crate) app_id: Option<String>,
    pub(crate) start: bool,
    pub(crate) warnings: Vec<String>,
    /// Why it would not be deployed at all.
    pub(crate) refusal: Option<String>,
}

impl Toolbox {
    /// Says what a deployment would be, and makes nothing.
    pub(crate) async fn plan(&self, wanted: DeployRequest) -> Result<Planned> {
        self.refuse_while_off()?;
        let draft = self.draft(&wanted)?;
        let images = draft.project.services.values().map(|service| (service.image.clone(), None));
        let routed = draft.template.route.is_some() && self.auto_route();
        let mut planned = Planned {
            privileges: Privileges::of(&draft.project),
            images: images.collect(),
            conflicts: Vec::new(),
            app_id: routed.then(|| self.free_app_id(&wanted.name)),
            start: wanted.start.unwrap_or(self.auto_start()),
            warnings: Vec::new(),
            refusal: None,
            name: wanted.name,
            draft,
        };
        if let Err(error) = self.refuse_without_target() {
            planned.refusal = Some(error.message);
        }
        match self.target() {
            Target::Docker(docker) => {
                if let Err(error) = planned.look(docker).await {
                    planned.warnings.push(format!("the engine was not asked: {error}"));
                }
            }
            Target::Kubernetes(cluster) => match translated(cluster, &planned.draft) {
                Ok(translated) => planned.warnings = translated.warnings,
                Err(error) => planned.refusal = Some(error.message),
            },
            Target::Off => {}
        }
        Ok(planned)
    }

    /// What a compose file says that only one machine can do is no matter for a cluster.
    pub(super) fn refuse_what_the_target_cannot(&self, draft: &Draft) -> Result<()> {
        match self.target() {
            Target::Kubernetes(cluster) => translated(cluster, draft).map(drop),
            Target::Docker(_) | Target::Off => Ok(()),
        }
    }

    fn free_app_id(&self, name: &str) -> String {
        let root = rules::app_id(name);
        let ids = (1..100).map(|number| match number {
            1 => root.clone(),
            number => format!("{root}-{number}"),
        });
        let mut ids = ids.filter(|id| self.catalog().app(id).is_none());
        ids.next().unwrap_or(root)
    }
}

fn translated(cluster: &Kubernetes, draft: &Draft) -> Result<Translated> {
    let surroundings = Surroundings {
        deployment: "deploy_0",
        revision: "0",
        inside: cluster.is_inside(),
        route: draft.template.route.as_ref(),
        pull: false,
    };
    translate(&draft.project, surroundings).map_err(|reasons| {
        let reasons = reasons.join("; ");
        Error::conflict(format!("The template cannot run in a cluster: {reasons}"))
    })
}

impl Planned {
    async fn look(&mut self, docker: &Docker) -> Result<(), EngineError> {
        for (image, here) in &mut self.images {
            *here = Some(docker.image(image).await?.is_some());
        }
        let containers = docker.containers().await?;
        let reach = docker.surroundings().await.map_or(Reach::Unknown, |around| around.reach);
        self.conflicts = conflicts(&self.draft.project, &containers, &reach);
        Ok(())
    }
}
