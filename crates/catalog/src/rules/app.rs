use std::sync::Arc;

use super::{Faults, Stamp, text};
use crate::{App, AppDraft};

const LARGEST_META: usize = 16 * 1_024;

/// The app that a draft makes of the one that is known, or of nothing.
pub(crate) fn app(
    id: &str,
    known: Option<&App>,
    draft: &AppDraft,
    stamp: Stamp,
) -> Result<App, Faults> {
    let mut faults = Faults::default();
    faults.take("id", text::id(id));
    let mut app = known.cloned().unwrap_or_else(|| App::new(Arc::from(id), stamp));
    app.updated_at = stamp.now;
    if let Some(name) = &draft.name {
        app.name = faults.take("name", text::name(name)).unwrap_or_default();
    }
    if let Some(icon) = &draft.icon {
        app.icon = faults.take("icon", text::icon(icon)).unwrap_or_default();
    }
    if let Some(tags) = &draft.tags {
        app.tags = faults.take("tags", text::tags(tags)).unwrap_or_default();
    }
    if let Some(endpoints) = &draft.endpoints {
        faults.take("endpoints", text::endpoints(endpoints));
        app.endpoints.clone_from(endpoints);
    }
    if let Some(meta) = &draft.discovery_meta {
        if meta.as_ref().is_some_and(|meta| meta.to_string().len() > LARGEST_META) {
            faults.add("discoveryMeta", "is too large");
        }
        app.discovery_meta.clone_from(meta);
    }
    if faults.0.is_empty() { Ok(app) } else { Err(faults) }
}

impl App {
    /// An app of which nothing is known but its id.
    pub(crate) fn new(id: Arc<str>, stamp: Stamp) -> Self {
        App {
            name: text::title(&id),
            id,
            icon: String::new(),
            tags: Vec::new(),
            endpoints: Default::default(),
            origin: stamp.origin,
            discovery_meta: None,
            created_at: stamp.now,
            updated_at: stamp.now,
        }
    }

    /// Whether the two say the same, whenever they were written.
    pub(crate) fn says_the_same_as(&self, other: &App) -> bool {
        App { updated_at: other.updated_at, ..self.clone() } == *other
    }
}
