//! What attributes hold, rewritten.

use lol_html::send::Element;

use super::holds::Holds;
use super::links::{has_scheme, trimmed};
use super::opened::Opened;
use super::page::OpenPage;
use super::text::through;
use super::{Html, entity, list, refresh};
use crate::{csp, css, script};

/// A tag with more attributes than this is no tag that anybody wrote.
const MANY_ATTRIBUTES: usize = 512;

impl OpenPage {
    /// Rewrites the attributes, and tells whether one of them can run a script.
    pub(super) fn attributes(&mut self, element: &mut Element<'_, '_>, opened: &Opened) -> bool {
        let mut runs = false;
        let mut seen: Vec<String> = Vec::new();
        let mut changes: Vec<(usize, String)> = Vec::new();
        for attribute in element.attributes().iter().take(MANY_ATTRIBUTES) {
            let name = attribute.name();
            let Some(holds) = opened.named().holds(&name) else { continue };
            // Of attributes with the same name, browsers take the first.
            if seen.contains(&name) {
                continue;
            }
            let value = attribute.value();
            let text = entity::decoded(&value);
            if let Holds::Address = holds {
                self.learn(opened, &text);
            }
            runs |= can_run(holds, &text);
            if let Some(new) = self.rewritten(holds, &text) {
                changes.push((seen.len(), entity::encoded(&new)));
            }
            self.remember(holds, opened, &text);
            seen.push(name);
        }
        for (at, value) in changes {
            element.set_attribute(&seen[at], &value).expect("a name that was just read");
        }
        runs
    }

    fn rewritten(&self, holds: Holds, text: &str) -> Option<String> {
        let moved = |address: &str| self.links.moved(address);
        match holds {
            Holds::Address if has_scheme(text, "javascript") => self.code_address(text),
            Holds::Address => moved(text),
            Holds::Addresses(is_separator) => list::addresses(text, is_separator, moved),
            Holds::Candidates => list::candidates(text, moved),
            Holds::Style if self.links.lead_elsewhere() => None,
            Holds::Style => css::inline(text, self.links.place()).filter(|new| new != text),
            Holds::Handler => self.code(text),
            Holds::Document => self.document(text),
            Holds::Refresh => refresh::refreshed(text, moved),
            Holds::Policy => csp::adapted(text, self.links.place(), self.inject),
        }
    }

    fn code(&self, text: &str) -> Option<String> {
        if self.hashed.scripts { None } else { script::inline(text, self.links.place()) }
    }

    fn code_address(&self, text: &str) -> Option<String> {
        let (scheme, code) = trimmed(text).split_once(':')?;
        self.code(code).map(|code| format!("{scheme}:{code}"))
    }

    fn document(&self, text: &str) -> Option<String> {
        through(Html::of(self.part(self.inject, false)?), text)
    }

    fn learn(&mut self, opened: &Opened, address: &str) {
        if let Some(path) = self.links.own_path(address) {
            self.evidence.see(&opened.name, path, opened.icon, self.links.place());
        }
    }

    /// What the elements that follow must be read by.
    fn remember(&mut self, holds: Holds, opened: &Opened, text: &str) {
        match holds {
            Holds::Address if opened.name == "base" && !self.is_enclosed() => {
                self.links.start_at(text);
            }
            Holds::Policy => self.hashed = self.hashed.or(csp::hashed(text)),
            _ => {}
        }
    }

    /// What arrives may have been rewritten, so that its hash is another.
    pub(super) fn drop_integrity(&self, element: &mut Element<'_, '_>, opened: &Opened) {
        if opened.source(element).is_some_and(|address| self.links.is_own(&address)) {
            element.remove_attribute("integrity");
        }
    }

    /// Browsers ask for a manifest without the cookie by which we know people, unless told to.
    pub(super) fn ask_with_cookie(&self, element: &mut Element<'_, '_>, opened: &Opened) {
        let is_manifest = |rel: String| {
            rel.split_ascii_whitespace().any(|kind| kind.eq_ignore_ascii_case("manifest"))
        };
        let own = |address: String| self.links.is_own(&address);
        if opened.name == "link"
            && element.get_attribute("rel").is_some_and(is_manifest)
            && element.get_attribute("crossorigin").as_deref() != Some(WITH_COOKIE)
            && opened.source(element).is_some_and(own)
        {
            // The name is a valid one, so this cannot fail.
            let _ = element.set_attribute("crossorigin", WITH_COOKIE);
        }
    }
}

const WITH_COOKIE: &str = "use-credentials";

fn can_run(holds: Holds, text: &str) -> bool {
    match holds {
        Holds::Handler | Holds::Document => true,
        Holds::Address => has_scheme(text, "javascript"),
        _ => false,
    }
}
