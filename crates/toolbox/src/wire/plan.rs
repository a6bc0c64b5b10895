use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::compose::{Privileges, Source, emit};
use crate::plan::Conflict;
use crate::service::Planned;

/// What a deployment would be.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolboxPlan)]
pub(crate) struct PlanView {
    service_id: String,
    service_name: String,
    /// Whether it could be deployed now.
    deployable: bool,
    /// Why it would be refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<String>,
    services: Vec<PlannedServiceView>,
    networks: Vec<String>,
    volumes: Vec<String>,
    /// Folders below the data directory.
    folders: Vec<String>,
    /// The compose file with everything filled in and secrets masked.
    compose: String,
    env_vars: BTreeMap<String, String>,
    conflicts: Vec<Conflict>,
    privileges: Privileges,
    /// The same in words.
    security_notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    route: Option<PlannedRouteView>,
    auto_start: bool,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolboxPlannedService)]
struct PlannedServiceView {
    name: String,
    image: String,
    /// Whether the engine has the image already; left out where it could not be asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    image_present: Option<bool>,
    depends_on: Vec<String>,
    /// As `127.0.0.1:8080:80/tcp`.
    ports: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolboxPlannedRoute)]
struct PlannedRouteView {
    app_id: String,
    path: String,
}

impl PlanView {
    pub(crate) fn of(planned: Planned) -> PlanView {
        let (template, project) = (&planned.draft.template, &planned.draft.shown);
        let services = project.order().into_iter().filter_map(|name| {
            let service = project.services.get(name)?;
            let ports = service.ports.iter().map(|port| {
                let ip = port.host_ip.map(|ip| format!("{ip}:")).unwrap_or_default();
                let published = port.published.map(|port| format!("{port}:")).unwrap_or_default();
                format!("{ip}{published}{}/{}", port.target, port.protocol)
            });
            Some(PlannedServiceView {
                name: name.to_owned(),
                image: service.image.clone(),
                image_present: planned.images.get(&service.image).copied().flatten(),
                depends_on: service.depends_on.keys().cloned().collect(),
                ports: ports.collect(),
            })
        });
        let mounts = project.services.values().flat_map(|service| &service.volumes);
        let folders = mounts.filter_map(|mount| match &mount.source {
            Source::Folder(folder) => Some(format!("./{folder}")),
            _ => None,
        });
        let compose = serde_json::to_value(project).unwrap_or_default();
        PlanView {
            service_id: template.id.clone(),
            deployable: planned.refusal.is_none() && planned.conflicts.is_empty(),
            services: services.collect(),
            networks: project.networks.keys().cloned().collect(),
            volumes: project.volumes.keys().cloned().collect(),
            folders: folders.collect(),
            compose: emit(&compose),
            env_vars: planned.draft.shown_answers.all().clone(),
            security_notes: planned.privileges.notes(),
            privileges: planned.privileges,
            conflicts: planned.conflicts,
            route: planned
                .app_id
                .map(|app_id| PlannedRouteView { path: format!("/apps/{app_id}/"), app_id }),
            auto_start: planned.start,
            warnings: planned.warnings,
            refusal: planned.refusal,
            service_name: planned.name,
        }
    }
}
