use std::collections::BTreeMap;

use kit::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalogue::{Answers, Template};
use crate::model::{Deployment, Removed};
use crate::plan::Request;
use crate::service::DeployRequest;

/// What to deploy. The camel-case spelling of every field is read, too.
#[derive(Deserialize, ToSchema)]
#[schema(as = ToolboxDeployInput)]
pub(crate) struct DeployInput {
    /// The template's id.
    #[serde(alias = "serviceId")]
    service_id: String,
    /// What it is called, and the root of its app's id.
    #[serde(alias = "serviceName")]
    service_name: String,
    #[serde(default, alias = "envVars")]
    env_vars: BTreeMap<String, String>,
    /// `false`: everything is made, and nothing started. Left out: as configured.
    #[serde(default, alias = "autoStart")]
    auto_start: Option<bool>,
    /// Replaces the published port of the route's service.
    #[serde(default, alias = "customPort")]
    custom_port: Option<i64>,
    /// Replaces the image of the route's service.
    #[serde(default, alias = "customImage")]
    custom_image: Option<String>,
}

impl DeployInput {
    pub(crate) fn wanted(self) -> DeployRequest {
        DeployRequest {
            template: self.service_id,
            name: self.service_name,
            request: Request {
                answers: self.env_vars,
                custom_image: self.custom_image,
                custom_port: self.custom_port,
                pull: false,
            },
            start: self.auto_start,
        }
    }
}

/// What shall be another. What is left out stays as it is.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = ToolboxRedeployInput)]
pub(crate) struct RedeployInput {
    #[serde(default, alias = "envVars")]
    env_vars: BTreeMap<String, String>,
    #[serde(default, alias = "customPort")]
    custom_port: Option<i64>,
    #[serde(default, alias = "customImage")]
    custom_image: Option<String>,
}

impl RedeployInput {
    pub(crate) fn request(self, pull: bool) -> Request {
        Request {
            answers: self.env_vars,
            custom_image: self.custom_image,
            custom_port: self.custom_port,
            pull,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolboxDeployAnswer)]
pub(crate) struct DeployAnswer {
    deployment_id: String,
    status: &'static str,
    message: String,
}

impl DeployAnswer {
    pub(crate) fn of(deployment: &Deployment, said: &str) -> DeployAnswer {
        DeployAnswer {
            deployment_id: deployment.id.clone(),
            status: deployment.status.into_str(),
            message: format!("{} {said}", deployment.name),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolboxDeploymentList)]
pub(crate) struct DeploymentList {
    pub(crate) deployments: Vec<DeploymentView>,
    pub(crate) count: usize,
    /// `false` while the toolbox is switched off, else left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) enabled: Option<bool>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolboxDeployment)]
pub(crate) struct DeploymentView {
    id: String,
    service_template_id: String,
    service_name: String,
    /// `pending`, `deploying`, `deployed`, `failed` or `stopped`.
    status: &'static str,
    project_name: String,
    /// Secret values are masked.
    env_vars: BTreeMap<String, String>,
    container_ids: Vec<String>,
    container_names: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    custom_image: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    custom_port: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    route_id: Option<String>,
    deployed_by: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    images_pulled: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    deployed_at: Option<Timestamp>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    updated_at: Timestamp,
    /// Why it failed, or what went wrong with the last change.
    #[serde(skip_serializing_if = "Option::is_none")]
    error_message: Option<String>,
}

impl DeploymentView {
    pub(crate) fn of(deployment: Deployment) -> DeploymentView {
        let recipe = deployment.recipes.current;
        let (container_ids, container_names) = deployment.made.containers.into_iter().unzip();
        DeploymentView {
            env_vars: masked(&deployment.template, &recipe.text, recipe.answers),
            project_name: deployment.id.clone(),
            id: deployment.id,
            service_template_id: deployment.template,
            service_name: deployment.name,
            status: deployment.status.into_str(),
            container_ids,
            container_names,
            custom_image: recipe.custom_image,
            custom_port: recipe.custom_port,
            route_id: deployment.route,
            deployed_by: deployment.deployed_by,
            images_pulled: deployment.made.images_pulled,
            deployed_at: deployment.deployed_at,
            created_at: deployment.created_at,
            updated_at: deployment.updated_at,
            error_message: deployment.error,
        }
    }
}

/// What the template of then called a secret is one. Where it cannot be read any more, all is.
fn masked(id: &str, text: &str, answers: BTreeMap<String, String>) -> BTreeMap<String, String> {
    match Template::read(id, text) {
        Ok(template) => Answers::known(answers).masked(&template).all().clone(),
        Err(_) => answers.into_keys().map(|name| (name, "********".to_owned())).collect(),
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolboxData)]
pub(crate) struct DataView {
    /// Names of volumes; a folder below the data directory begins with `./`.
    pub(crate) volumes: Vec<String>,
    pub(crate) count: usize,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolboxDeleted)]
pub(crate) struct DeletedView {
    message: String,
    removed: RemovedView,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolboxRemoved)]
struct RemovedView {
    containers: Vec<String>,
    networks: Vec<String>,
    volumes: Vec<String>,
}

impl DeletedView {
    pub(crate) fn of(removed: Removed) -> DeletedView {
        let Removed { containers, networks, volumes, kept_volumes } = removed;
        let message = if kept_volumes.is_empty() {
            "The deployment is deleted".to_owned()
        } else {
            let kept = kept_volumes.join(", ");
            format!("The deployment is deleted; its data stays: {kept}")
        };
        DeletedView { message, removed: RemovedView { containers, networks, volumes } }
    }
}
