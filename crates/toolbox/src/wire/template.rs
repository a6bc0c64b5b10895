use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::{Kind, RouteSpec, Template, Variable};
use crate::compose::Problem;

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolboxTemplateList)]
pub(crate) struct TemplateList {
    pub(crate) services: Vec<TemplateView>,
    pub(crate) count: usize,
    /// `false` while the toolbox is switched off, else left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) enabled: Option<bool>,
}

/// A service that can be deployed.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = ToolboxTemplate)]
pub(crate) struct TemplateView {
    id: String,
    name: String,
    description: String,
    category: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<String>,
    tags: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    documentation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repository_url: Option<String>,
    /// The image of the main service; empty where the template is broken.
    image: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    default_port: Option<u16>,
    env_vars: Vec<VariableView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default_route: Option<RouteSpecView>,
    security_notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resources: Option<ResourcesView>,
    /// What is wrong with the template. It cannot be deployed then.
    #[serde(skip_serializing_if = "Option::is_none")]
    broken: Option<BrokenView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolboxVariable)]
struct VariableView {
    name: String,
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(rename = "type")]
    kind: Kind,
    required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    options: Vec<String>,
    /// A regular expression that the whole value must match.
    #[serde(skip_serializing_if = "Option::is_none")]
    validation: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolboxRoute)]
struct RouteSpecView {
    service: String,
    port: u16,
    websocket: bool,
    strip_prefix: bool,
    rewrite_html: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    scopes: Option<Vec<String>>,
}

/// The limits of the template's services together.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolboxResources)]
struct ResourcesView {
    /// In bytes, by service.
    memory: BTreeMap<String, i64>,
    /// In cores, by service.
    cpus: BTreeMap<String, f64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolboxProblem)]
struct BrokenView {
    /// Left out where it is about no line.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    reason: String,
}

impl TemplateView {
    pub(crate) fn of(id: String, template: Result<Arc<Template>, Problem>) -> TemplateView {
        match template {
            Ok(template) => TemplateView::good(id, &template),
            Err(problem) => TemplateView::broken(id, problem),
        }
    }

    fn good(id: String, template: &Template) -> TemplateView {
        TemplateView {
            id,
            name: template.name.clone(),
            description: template.description.clone(),
            category: template.category.clone(),
            icon: template.icon.clone(),
            tags: template.tags.clone(),
            documentation: template.documentation.clone(),
            image_url: template.image_url.clone(),
            repository_url: template.repository_url.clone(),
            image: template.image.clone(),
            default_port: template.default_port,
            env_vars: template.variables.iter().map(VariableView::of).collect(),
            default_route: template.route.as_ref().map(RouteSpecView::of),
            security_notes: template.security_notes(),
            resources: ResourcesView::of(template),
            broken: None,
        }
    }

    fn broken(id: String, problem: Problem) -> TemplateView {
        let said = |number: usize| (problem.place.line > 0).then_some(number);
        TemplateView {
            name: id.clone(),
            id,
            category: "general".to_owned(),
            broken: Some(BrokenView {
                line: said(problem.place.line),
                column: said(problem.place.column),
                reason: problem.reason,
            }),
            ..TemplateView::default()
        }
    }
}

impl VariableView {
    fn of(variable: &Variable) -> VariableView {
        VariableView {
            name: variable.name.clone(),
            label: variable.label.clone(),
            description: variable.description.clone(),
            kind: variable.kind,
            required: variable.required,
            default: variable.default.clone(),
            options: variable.options.clone(),
            validation: variable.validation.as_ref().map(|pattern| pattern.text.clone()),
        }
    }
}

impl RouteSpecView {
    fn of(route: &RouteSpec) -> RouteSpecView {
        RouteSpecView {
            service: route.service.clone(),
            port: route.port,
            websocket: route.websocket,
            strip_prefix: route.strip_prefix,
            rewrite_html: route.rewrite_html,
            scopes: route.scopes.clone(),
        }
    }
}

impl ResourcesView {
    fn of(template: &Template) -> Option<ResourcesView> {
        let services = &template.sample.services;
        let memory: BTreeMap<String, i64> = services
            .iter()
            .filter_map(|(name, service)| Some((name.clone(), service.mem_limit?)))
            .collect();
        let cpus: BTreeMap<String, f64> = services
            .iter()
            .filter_map(|(name, service)| Some((name.clone(), service.cpus?)))
            .collect();
        (!memory.is_empty() || !cpus.is_empty()).then_some(ResourcesView { memory, cpus })
    }
}
