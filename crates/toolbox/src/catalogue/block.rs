//! The block `x-toolbox`: what people are shown of a template, what it asks, and how it is
//! reached.

use std::collections::BTreeMap;

use super::template::RouteSpec;
use super::variable::{Kind, Pattern, Variable};
use crate::compose::interpolate::{Reference, is_name};
use crate::compose::node::{Node, Problem, Read, Value};

const KEYS: [&str; 12] = [
    "name",
    "category",
    "description",
    "icon",
    "tags",
    "documentation",
    "image_url",
    "repository_url",
    "default_port",
    "variables",
    "route",
    "unverified",
];
const VARIABLE_KEYS: [&str; 8] =
    ["label", "description", "type", "required", "default", "options", "validation", "generate"];
const ROUTE_KEYS: [&str; 6] =
    ["service", "port", "websocket", "strip_prefix", "rewrite_html", "scopes"];
const LABEL_PREFIX: &str = "toolbox.";

/// What is said about a template.
#[derive(Debug, Default)]
pub(super) struct About {
    pub(super) texts: BTreeMap<&'static str, String>,
    pub(super) tags: Vec<String>,
    pub(super) default_port: Option<u16>,
    pub(super) unverified: bool,
    /// The service whose labels say so.
    pub(super) main: Option<String>,
}

impl About {
    pub(super) fn read(root: &Node) -> Read<About> {
        match root.get("x-toolbox") {
            Some(block) => About::of_block(block),
            None => About::of_labels(root),
        }
    }

    pub(super) fn text(&self, key: &str) -> Option<String> {
        self.texts.get(key).filter(|text| !text.is_empty()).cloned()
    }

    fn of_block(block: &Node) -> Read<About> {
        known(block, &KEYS)?;
        let mut about = About::default();
        for key in KEYS {
            let Some(node) = block.get(key) else { continue };
            match key {
                "tags" => about.tags = list(node)?,
                "default_port" => about.default_port = Some(port(node)?),
                "unverified" => about.unverified = flag(node)?,
                "variables" | "route" => {}
                key => drop(about.texts.insert(key, node.owned_text()?)),
            }
        }
        Ok(about)
    }

    fn of_labels(root: &Node) -> Read<About> {
        let mut about = About::default();
        let Some(services) = root.get("services") else { return Ok(about) };
        for service in services.entries()? {
            let Some(labels) = service.node.get("labels") else { continue };
            for (name, value) in pairs(labels) {
                let Some(key) = name.strip_prefix(LABEL_PREFIX) else { continue };
                let Some(key) = KEYS[..9].iter().find(|known| **known == key) else { continue };
                about.main.get_or_insert_with(|| service.key.clone());
                match *key {
                    "tags" => about.tags = split(&value),
                    "default_port" => about.default_port = value.parse().ok(),
                    key => drop(about.texts.insert(key, value)),
                }
            }
        }
        Ok(about)
    }
}

/// Labels as a map or a list, with their values.
fn pairs(labels: &Node) -> Vec<(String, String)> {
    match &labels.value {
        Value::Map(entries) => {
            let texts = entries
                .iter()
                .filter_map(|entry| Some((entry.key.clone(), entry.node.owned_text().ok()?)));
            texts.collect()
        }
        Value::List(items) => {
            let texts = items.iter().filter_map(|item| {
                let (name, value) = item.text().ok()?.split_once('=')?;
                Some((name.to_owned(), value.to_owned()))
            });
            texts.collect()
        }
        _ => Vec::new(),
    }
}

/// Those that are described, in their order, then those that only stand in the file.
pub(super) fn variables(root: &Node, references: &[Reference]) -> Read<Vec<Variable>> {
    let mut variables = Vec::new();
    let described = root.get("x-toolbox").and_then(|block| block.get("variables"));
    for entry in described.map_or(Ok(&[][..]), Node::entries)? {
        let used = references.iter().any(|reference| reference.name == entry.key);
        if !is_name(&entry.key) || !used {
            let reason = format!("no `${{{}}}` stands in the file", entry.key);
            return Err(Problem::new(entry.place, reason));
        }
        variables.push(variable(&entry.key, &entry.node)?);
    }
    for reference in references {
        let known = variables.iter().position(|variable| variable.name == reference.name);
        let at = known.unwrap_or_else(|| {
            variables.push(Variable::plain(&reference.name));
            variables.len() - 1
        });
        let variable = &mut variables[at];
        if variable.default.is_none() {
            variable.default = reference.default.clone();
        }
        variable.description = variable.description.take().or_else(|| reference.message.clone());
        let optional = variable.default.is_some() || variable.generate.is_some();
        variable.required |= !optional && reference.default.is_none() && known.is_none();
    }
    Ok(variables)
}

fn variable(name: &str, node: &Node) -> Read<Variable> {
    known(node, &VARIABLE_KEYS)?;
    let text = |key: &str| node.get(key).map(Node::owned_text).transpose();
    let word = |key: &str| node.get(key).map(|node| Ok((node, node.text()?))).transpose();
    let mut variable = Variable::plain(name);
    if let Some((node, word)) = word("type")? {
        let wrong = |_| node.problem("unknown type of a variable");
        variable.kind = word.parse().map_err(wrong)?;
    }
    if let Some((node, word)) = word("generate")? {
        let wrong = |_| node.problem("`password` or `hex` can be generated");
        variable.generate = Some(word.parse().map_err(wrong)?);
    }
    if let Some((node, word)) = word("validation")? {
        let pattern = Pattern::parse(word);
        let wrong = || node.problem("expected a regular expression");
        variable.validation = Some(pattern.ok_or_else(wrong)?);
    }
    variable.label = text("label")?.unwrap_or(variable.label);
    variable.description = text("description")?;
    variable.default = text("default")?;
    variable.options = node.get("options").map_or(Ok(Vec::new()), list)?;
    let optional = variable.default.is_some() || variable.generate.is_some();
    variable.required = node.get("required").map_or(Ok(!optional), flag)?;
    if variable.kind == Kind::Select && variable.options.is_empty() {
        return Err(node.problem("a choice needs `options`"));
    }
    if let Some(default) = &variable.default {
        variable.refuse(default).map_err(|why| node.problem(format!("the default {why}")))?;
    }
    Ok(variable)
}

pub(super) fn route(root: &Node) -> Read<Option<RouteSpec>> {
    let Some(node) = root.get("x-toolbox").and_then(|block| block.get("route")) else {
        return Ok(None);
    };
    known(node, &ROUTE_KEYS)?;
    let text = |key: &str| node.get(key).map(Node::owned_text).transpose();
    let switch = |key: &str, usual: bool| node.get(key).map_or(Ok(usual), flag);
    Ok(Some(RouteSpec {
        service: text("service")?.unwrap_or_default(),
        port: node.get("port").map(port).transpose()?.unwrap_or_default(),
        websocket: switch("websocket", false)?,
        strip_prefix: switch("strip_prefix", true)?,
        rewrite_html: switch("rewrite_html", true)?,
        scopes: node.get("scopes").map(list).transpose()?,
    }))
}

fn known(node: &Node, keys: &[&str]) -> Read<()> {
    let unknown = node.entries()?.iter().find(|entry| !keys.contains(&entry.key.as_str()));
    match unknown {
        Some(entry) => Err(Problem::new(entry.place, format!("`{}` is not known", entry.key))),
        None => Ok(()),
    }
}

fn flag(node: &Node) -> Read<bool> {
    node.text()?.parse().map_err(|_| node.problem("expected true or false"))
}

fn port(node: &Node) -> Read<u16> {
    let port = node.text()?.parse().ok().filter(|port| *port > 0);
    port.ok_or_else(|| node.problem("expected a port from 1 to 65535"))
}

fn list(node: &Node) -> Read<Vec<String>> {
    match &node.value {
        Value::Scalar(text) => Ok(split(text)),
        _ => node.items()?.iter().map(Node::owned_text).collect(),
    }
}

fn split(text: &str) -> Vec<String> {
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    items.map(str::to_owned).collect()
}
