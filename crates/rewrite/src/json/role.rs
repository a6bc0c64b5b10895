//! What the values mean, by the keys that lead to them. A list means what its elements do.

use super::Flavour;
use crate::Place;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Other,
    /// <https://www.w3.org/TR/appmanifest/> and what browsers added to it.
    Manifest,
    /// Keeps addresses in `src`, `url`, `action` and the like, and icons.
    Resource,
    /// The icons of each language.
    Localized,
    TabStrip,
    ImportMap,
    Specifiers,
    Scopes,
    Integrity,
    /// A check that what we rewrite cannot pass.
    Blank,
    Rules,
    Rule,
    Pattern,
    Address,
    /// Names an app. Browsers read it from the root of the site, not from where the manifest is.
    Id,
    /// An address if it begins like one; otherwise a name.
    Specifier,
}

impl Role {
    pub(super) fn root(flavour: Flavour) -> Self {
        match flavour {
            Flavour::Manifest => Role::Manifest,
            Flavour::ImportMap => Role::ImportMap,
            Flavour::SpeculationRules => Role::Rules,
        }
    }

    pub(super) fn reads_keys(self) -> bool {
        !matches!(self, Role::Other | Role::Blank | Role::Address | Role::Id | Role::Specifier)
    }

    /// Whether a string that means this has to be read.
    pub(super) fn reads_string(self) -> bool {
        matches!(self, Role::Address | Role::Id | Role::Specifier | Role::Pattern | Role::Blank)
    }

    pub(super) fn below(self, key: &Key<'_>) -> Role {
        let Some(name) = key.text else { return Role::Other };
        match self {
            Role::Manifest => in_manifest(name),
            Role::Resource => in_resource(name),
            Role::Localized => Role::Resource,
            Role::TabStrip => match name {
                "new_tab_button" => Role::Resource,
                "home_tab" => Role::Resource,
                _ => Role::Other,
            },
            Role::ImportMap => match name {
                "imports" => Role::Specifiers,
                "scopes" => Role::Scopes,
                "integrity" => Role::Integrity,
                _ => Role::Other,
            },
            Role::Specifiers => Role::Specifier,
            Role::Scopes => Role::Specifiers,
            Role::Integrity if key.leads_into_app() => Role::Blank,
            Role::Rules => Role::Rule,
            Role::Rule => match name {
                "urls" => Role::Address,
                "href_matches" => Role::Pattern,
                "where" | "and" | "or" | "not" => Role::Rule,
                _ => Role::Other,
            },
            Role::Pattern => match name {
                "pathname" => Role::Pattern,
                "baseURL" => Role::Address,
                _ => Role::Other,
            },
            _ => Role::Other,
        }
    }

    /// Where a string that means this must lead.
    pub(super) fn moved(self, text: &str, place: &Place) -> Option<String> {
        let moves = match self {
            Role::Address => true,
            Role::Id => text.starts_with('/'),
            Role::Specifier => is_address(text),
            Role::Pattern => is_address(text) && !text.starts_with('.'),
            Role::Blank => return (!text.is_empty()).then(String::new),
            _ => false,
        };
        if moves { place.moved(text) } else { None }
    }

    pub(super) fn moved_key(self, key: &Key<'_>) -> Option<String> {
        let text = key.text?;
        let moves = match self {
            Role::Specifiers => is_address(text),
            Role::Scopes | Role::Integrity => true,
            _ => false,
        };
        if moves { key.place.moved(text) } else { None }
    }
}

fn in_manifest(name: &str) -> Role {
    match name {
        "start_url" | "scope" => Role::Address,
        "id" => Role::Id,
        "icons"
        | "screenshots"
        | "shortcuts"
        | "share_target"
        | "protocol_handlers"
        | "file_handlers"
        | "related_applications"
        | "serviceworker"
        | "note_taking"
        | "lock_screen"
        | "widgets" => Role::Resource,
        "icons_localized" | "screenshots_localized" | "shortcuts_localized" => Role::Localized,
        "tab_strip" => Role::TabStrip,
        _ => Role::Other,
    }
}

fn in_resource(name: &str) -> Role {
    match name {
        "src" | "url" | "action" | "scope" | "start_url" | "new_note_url" | "data"
        | "ms_ac_template" => Role::Address,
        "icons" | "screenshots" => Role::Resource,
        "icons_localized" => Role::Localized,
        "scope_patterns" => Role::Pattern,
        _ => Role::Other,
    }
}

/// Whether a specifier is read as an address rather than as a name, or a pattern as a path.
fn is_address(text: &str) -> bool {
    text.starts_with('/')
        || text.starts_with("./")
        || text.starts_with("../")
        || text.contains("://")
}

/// A key, if it was short enough to be read.
pub(super) struct Key<'a> {
    text: Option<&'a str>,
    place: &'a Place,
}

impl<'a> Key<'a> {
    pub(super) fn new(text: Option<&'a str>, place: &'a Place) -> Self {
        Key { text, place }
    }

    /// Whether what it names comes from the app, however it says so.
    fn leads_into_app(&self) -> bool {
        let text = self.text.unwrap_or_default().trim();
        let after_scheme = match text.find("://") {
            Some(at) => at + 3,
            None if text.starts_with("//") => 2,
            None => return true,
        };
        let rest = &text[after_scheme..];
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        self.place.moved(&format!("{}/", &text[..after_scheme + end])).is_some()
    }
}
