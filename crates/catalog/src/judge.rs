//! The rules for single values, for slices that have to judge what strangers wish for before they
//! make a draft of it. Each error says what is expected.

use crate::rules::text;

/// Whether it can be the id of an app or of a route.
pub fn app_id(id: &str) -> Result<(), String> {
    text::id(id)
}

/// The name of an app, without the space around it.
pub fn name(name: &str) -> Result<String, String> {
    text::name(name)
}

/// An icon's name, an emoji or an address; never something that a browser would run.
pub fn icon(icon: &str) -> Result<String, String> {
    text::icon(icon)
}

/// In their order, each once.
pub fn tags(tags: &[String]) -> Result<Vec<String>, String> {
    text::tags(tags)
}

/// A container's id or name, or the namespace and name of a pod.
pub fn container_id(id: &str) -> Result<(), String> {
    text::container_id(id)
}
