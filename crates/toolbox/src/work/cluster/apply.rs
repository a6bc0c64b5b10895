//! Everything of a project is made or changed, in its order.

use std::collections::BTreeMap;
use std::net::IpAddr;

use engines::Kubernetes;
use engines::kubernetes::Workspace;
use tokio::time::Instant;

use super::{Surroundings, Translated, names, translate};
use crate::catalogue::Template;
use crate::compose::Project;
use crate::work::job::Progress;
use crate::work::{Broken, Job};

impl Job<Kubernetes> {
    pub(super) fn translate(
        &self,
        template: &Template,
        project: &Project,
        revision: &str,
        pull: bool,
    ) -> Result<Translated, Broken> {
        let surroundings = Surroundings {
            deployment: self.id(),
            revision,
            inside: self.runtime.is_inside(),
            route: template.route.as_ref(),
            pull,
        };
        translate(project, surroundings).map_err(|reasons| Broken::Failed(reasons.join("; ")))
    }

    /// With no replicas everything is made, and nothing runs.
    pub(super) async fn bring_up(
        &mut self,
        space: &Workspace,
        project: &Project,
        translated: &Translated,
        replicas: u32,
    ) -> Result<(), Broken> {
        self.checkpoint().await?;
        self.tell(Progress::new("create", "Making claims and services")).await?;
        for claim in translated.claims.keys() {
            let labels = names::claim_labels(self.id());
            space.apply_claim(claim, &labels, names::CLAIM_SIZE).await?;
        }
        let hosts = self.services(space, translated).await?;
        let begun = Instant::now();
        for part in &translated.parts {
            self.checkpoint().await?;
            let name = part.name.as_str();
            self.tell(Progress::new("start", format!("Starting {name}")).of(name)).await?;
            let mut plan = part.workload.clone();
            plan.replicas = replicas;
            // It calls itself by its own address.
            let others = hosts.iter().filter(|(_, names)| **names != part.host_names);
            plan.hosts = others.map(|(ip, names)| (*ip, names.clone())).collect();
            space.apply_workload(&plan).await?;
            let service = project.services.get(name);
            if replicas > 0
                && let Some(service) = service
            {
                self.wait_until_well(space, name, service, begun).await?;
            }
        }
        Ok(())
    }

    /// What leads to the services. Returns what their names mean to their neighbours, for which
    /// the cluster's own names would be taken already: every deployment has a `db`.
    async fn services(
        &self,
        space: &Workspace,
        translated: &Translated,
    ) -> Result<BTreeMap<IpAddr, Vec<String>>, Broken> {
        let mut hosts = BTreeMap::new();
        for part in &translated.parts {
            let Some(plan) = &part.service else { continue };
            if let Some(address) = space.apply_service(plan).await? {
                hosts.insert(address, part.host_names.clone());
            }
        }
        Ok(hosts)
    }

    pub(super) async fn scale_up(
        &mut self,
        space: &Workspace,
        project: &Project,
    ) -> Result<(), Broken> {
        let begun = Instant::now();
        for name in project.order() {
            let Some(service) = project.services.get(name) else { continue };
            self.checkpoint().await?;
            self.tell(Progress::new("start", format!("Starting {name}")).of(name)).await?;
            space.scale(&names::part(self.id(), name), 1).await?;
            self.wait_until_well(space, name, service, begun).await?;
        }
        Ok(())
    }

    /// The last service first.
    pub(super) async fn scale_down(
        &mut self,
        space: &Workspace,
        project: &Project,
    ) -> Result<(), Broken> {
        for name in project.order().into_iter().rev() {
            self.checkpoint().await?;
            space.scale(&names::part(self.id(), name), 0).await?;
            self.wait_until_gone(space, &names::label_of(self.id(), name)).await?;
        }
        Ok(())
    }
}
