use std::sync::Arc;

use catalog::judge;
use kit::Scope;
use routing::{Prefix, Upstream};

use crate::model::{ContainerLink, Observation, Plan, Wishes};

const MOST_SCOPES: usize = 32;

/// What an approval would make of a service, and which of its wishes were left out.
pub(crate) fn plan(
    observation: &Observation,
    app_id: &Arc<str>,
    is_taken: impl Fn(&Prefix) -> bool,
) -> (Plan, Vec<String>) {
    let Wishes { app_name, icon, strip_prefix, rewrite_html, websocket, .. } = &observation.wishes;
    let mut notes = Vec::new();
    let mut refuse = |what: &str, reason: String| {
        notes.push(format!("The wished {what} {reason}; it is ignored"));
    };
    let mut judged =
        |what: &str, wish: &Option<String>, rule: fn(&str) -> Result<String, String>| {
            let wish = wish.as_deref().filter(|wish| !wish.is_empty())?;
            rule(wish).map_err(|reason| refuse(what, reason)).ok()
        };
    let name = judged("name", app_name, judge::name);
    let icon = judged("icon", icon, judge::icon);
    let plan = Plan {
        app_id: app_id.clone(),
        name: name.or_else(|| judge::name(&observation.name).ok()),
        icon,
        tags: tags(observation, &mut refuse),
        path_base: path_base(&observation.wishes, app_id, is_taken, &mut refuse),
        scopes: scopes(&observation.wishes, app_id, &mut refuse),
        websocket: *websocket,
        strip_prefix: *strip_prefix,
        rewrite_html: *rewrite_html,
        server_path: server_path(&observation.server_path, &mut refuse),
        container: observation.container.clone().filter(is_named),
        announcer: observation.announcer.clone(),
    };
    (plan, notes)
}

fn is_named(link: &ContainerLink) -> bool {
    judge::container_id(&link.id).is_ok()
}

/// The path that a service wishes for, where it can be one at all.
pub(crate) fn wished_prefix(wishes: &Wishes) -> Option<Prefix> {
    Prefix::parse(wishes.path_base.as_deref()?)
}

fn path_base(
    wishes: &Wishes,
    app_id: &str,
    is_taken: impl Fn(&Prefix) -> bool,
    refuse: &mut impl FnMut(&str, String),
) -> String {
    let usual = format!("/apps/{app_id}/");
    let Some(wish) = wishes.path_base.as_deref().filter(|wish| !wish.is_empty()) else {
        return usual;
    };
    match Prefix::parse(wish) {
        None => refuse("path", "is not a plain path below /apps/".to_owned()),
        Some(prefix) if is_taken(&prefix) => {
            refuse("path", format!("{}/ is another app's", prefix.as_str()));
        }
        Some(prefix) => return format!("{}/", prefix.as_str()),
    }
    usual
}

fn scopes(wishes: &Wishes, app_id: &str, refuse: &mut impl FnMut(&str, String)) -> Vec<String> {
    let usual = || vec![format!("access:{app_id}")];
    // Without any scope, everybody would come in: no label asks for that.
    let Some(wished) = wishes.scopes.as_ref().filter(|scopes| !scopes.is_empty()) else {
        return usual();
    };
    if wished.len() <= MOST_SCOPES && wished.iter().all(|name| Scope::parse(name).is_some()) {
        return wished.clone();
    }
    refuse("list of scopes", "holds what is not a scope".to_owned());
    usual()
}

fn tags(observation: &Observation, refuse: &mut impl FnMut(&str, String)) -> Vec<String> {
    if let Some(wished) = &observation.wishes.tags {
        match judge::tags(wished) {
            Ok(tags) => return tags,
            Err(reason) => refuse("list of tags", reason),
        }
    }
    // The source's own are put together from names that strangers gave as well.
    let good = |tag: &&String| judge::tags(std::slice::from_ref(*tag)).is_ok();
    let tags: Vec<String> = observation.tags.iter().filter(good).take(32).cloned().collect();
    judge::tags(&tags).unwrap_or_default()
}

fn server_path(path: &str, refuse: &mut impl FnMut(&str, String)) -> String {
    let path = path.trim_end_matches('/');
    if path.is_empty() {
        return String::new();
    }
    let good = path.starts_with('/') && Upstream::parse(&format!("http://h{path}"), false).is_ok();
    if good {
        return path.to_owned();
    }
    refuse("path on the server", "is not in its normal form".to_owned());
    String::new()
}
