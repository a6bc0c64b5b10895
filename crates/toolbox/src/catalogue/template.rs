use std::sync::Arc;

use super::block::{self, About};
use super::{Answers, Variable};
use crate::compose::interpolate::{self, Reference};
use crate::compose::{Node, Privileges, Problem, Project, files, shell, yaml};

/// A file that can be deployed, with everything that is said about it.
#[derive(Debug)]
pub(crate) struct Template {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) category: String,
    pub(crate) description: String,
    pub(crate) icon: Option<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) documentation: Option<String>,
    pub(crate) image_url: Option<String>,
    pub(crate) repository_url: Option<String>,
    pub(crate) default_port: Option<u16>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) route: Option<RouteSpec>,
    /// The service that it is about: the route's, or the first.
    pub(crate) main: String,
    /// The image of that one.
    pub(crate) image: String,
    pub(crate) unverified: bool,
    /// What it may do by itself; no answer can add to it.
    pub(crate) privileges: Privileges,
    /// As it is with samples for answers.
    pub(crate) sample: Project,
    /// As it was written.
    pub(crate) text: Arc<str>,
    tree: Node,
}

/// How a deployment is reached through the gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RouteSpec {
    pub(crate) service: String,
    pub(crate) port: u16,
    pub(crate) websocket: bool,
    pub(crate) strip_prefix: bool,
    pub(crate) rewrite_html: bool,
    pub(crate) scopes: Option<Vec<String>>,
}

impl Template {
    /// Reads a file and tries it with samples, so that whoever deploys it meets no surprise.
    pub(crate) fn read(id: &str, text: &str) -> Result<Template, Problem> {
        let mut tree = yaml::parse(text)?;
        files::desugar(&mut tree);
        shell::check(&tree)?;
        let references = interpolate::references(&tree)?;
        let about = About::read(&tree)?;
        let variables = block::variables(&tree, &references)?;
        let sample = |reference: &Reference| {
            let known = variables.iter().find(|variable| variable.name == reference.name);
            known.map(Variable::sample).unwrap_or_default()
        };
        let project = Project::read(&interpolate::fill(&tree, &sample)?)?;
        let mut route = block::route(&tree)?;
        let main = main_service(&tree, &about, route.as_ref());
        let service = project.services.get(&main).ok_or_else(|| {
            let place = tree.get("x-toolbox").map(|block| block.place).unwrap_or_default();
            Problem::new(place, format!("there is no service `{main}` for the route"))
        })?;
        let published = service.ports.iter().find(|port| port.is_tcp());
        if let Some(route) = &mut route {
            route.service.clone_from(&main);
            let port = Some(route.port).filter(|port| *port > 0);
            let port = port.or(published.map(|port| port.target));
            route.port = port.ok_or_else(|| tree.problem("the route needs a `port`"))?;
        }
        Ok(Template {
            id: id.to_owned(),
            name: about.text("name").unwrap_or_else(|| id.to_owned()),
            category: about.text("category").unwrap_or_else(|| "general".to_owned()),
            description: about.text("description").unwrap_or_default(),
            icon: about.text("icon"),
            documentation: about.text("documentation"),
            image_url: about.text("image_url"),
            repository_url: about.text("repository_url"),
            default_port: about.default_port.or(published.and_then(|port| port.published)),
            tags: about.tags,
            unverified: about.unverified,
            image: service.image.clone(),
            privileges: Privileges::of(&project),
            sample: project,
            variables,
            route,
            main,
            text: text.into(),
            tree,
        })
    }

    /// The project that these answers make.
    pub(crate) fn fill(&self, answers: &Answers) -> Result<Project, Problem> {
        let value =
            |reference: &Reference| answers.get(&reference.name).unwrap_or_default().to_owned();
        Project::read(&interpolate::fill(&self.tree, &value)?)
    }

    /// What to know before it is let in.
    pub(crate) fn security_notes(&self) -> Vec<String> {
        let mut notes = self.privileges.notes();
        if self.unverified {
            notes.push("This version of the image was not tried with this template".to_owned());
        }
        notes
    }
}

fn main_service(tree: &Node, about: &About, route: Option<&RouteSpec>) -> String {
    let of_route = route.map(|route| route.service.clone()).filter(|name| !name.is_empty());
    let services = tree.get("services").and_then(|services| services.entries().ok());
    let first = services.and_then(|entries| entries.first()).map(|entry| entry.key.clone());
    of_route.or_else(|| about.main.clone()).or(first).unwrap_or_default()
}
