//! What is done about each element of a page.

use lol_html::send::Element;

use super::evidence::Evidence;
use super::inject;
use super::links::Links;
use super::opened::Opened;
use super::script_type::ScriptType;
use super::text::{Content, OpenText};
use super::{Page, Part};
use crate::csp::Hashed;
use crate::json::Flavour;
use crate::runtime;

/// A page that is being read.
pub(super) struct OpenPage {
    pub(super) links: Links,
    pub(super) inject: bool,
    /// Something that runs was seen.
    owed: bool,
    injected: bool,
    aware: bool,
    xml: bool,
    pub(super) depth: usize,
    pub(super) evidence: Evidence,
    pub(super) hashed: Hashed,
    /// What stands in a template does not run, nor does a script among frames.
    pub(super) templates: usize,
    framed: bool,
    /// The text of the element that was opened last.
    pub(super) text: Option<OpenText>,
}

impl OpenPage {
    pub(super) fn new(part: Part) -> Self {
        let Part { page, hashed, depth } = part;
        OpenPage {
            links: Links::new(page.place),
            inject: page.inject,
            owed: false,
            injected: false,
            aware: page.aware,
            xml: page.xml,
            depth,
            evidence: Evidence::default(),
            hashed,
            templates: 0,
            framed: false,
            text: None,
        }
    }

    pub(super) fn knows_prefix(&self) -> bool {
        self.evidence.knows_prefix()
    }

    pub(super) fn keep(&mut self, hashed: Hashed) {
        self.hashed = self.hashed.or(hashed);
    }

    pub(super) fn is_xml(&self) -> bool {
        self.xml
    }

    pub(super) fn is_inside_template(&self) -> bool {
        self.templates > 0
    }

    pub(super) fn leave_template(&mut self) {
        self.templates = self.templates.saturating_sub(1);
    }

    /// Forgets what is only known as long as the same reader goes on.
    pub(super) fn read_anew(&mut self) {
        self.templates = 0;
        self.text = None;
    }

    /// Looks at an element. The answer tells whether it is a template, whose end must be noticed.
    pub(super) fn open(&mut self, element: &mut Element<'_, '_>) -> bool {
        self.text = None;
        if !self.owed && element.attributes().is_empty() && !matters(&element.tag_name()) {
            return false;
        }
        let opened = Opened::new(element);
        if opened.script.is_some() && element.has_attribute("data-gatehouse") {
            self.injected = true;
            return false;
        }
        let runs = self.attributes(element, &opened) || self.runs(element, &opened);
        self.drop_integrity(element, &opened);
        self.owed |= runs && self.is_live();
        if self.owed && inject::can_go_before(element, &opened.name) {
            self.inject_before(element);
        }
        self.text = self
            .content(element, &opened)
            .map(|content| OpenText::new(content, self.links.place()));
        self.framed |= opened.name == "frameset";
        let template = opened.name == "template" && !opened.foreign;
        self.templates += usize::from(template);
        template
    }

    fn inject_before(&mut self, element: &mut Element<'_, '_>) {
        if let Some(script) = self.due() {
            inject::put_before(element, &script, self.xml);
        }
    }

    fn is_live(&self) -> bool {
        self.templates == 0 && !self.framed
    }

    /// The run-time script, if it is still to be put in. It is then taken for put in.
    fn due(&mut self) -> Option<String> {
        if !self.inject || self.injected || !self.is_live() {
            return None;
        }
        self.injected = true;
        Some(runtime::element(self.links.place(), self.aware()))
    }

    /// The run-time script for a place before an element that is too big to be looked at.
    pub(super) fn due_before_unread(&mut self, name: &str) -> Option<String> {
        let script = ["script", "iframe"].contains(&name).then(|| self.due()).flatten()?;
        Some(inject::fitted(&script, self.xml))
    }

    fn aware(&self) -> bool {
        self.aware || self.evidence.knows_prefix()
    }

    /// A page inside of this one.
    pub(super) fn part(&self, inject: bool) -> Part {
        let place = self.links.place().clone();
        let page = Page { place, inject, aware: self.aware(), xml: self.xml && !inject };
        Part { page, hashed: self.hashed, depth: self.depth + 1 }
    }

    /// Whether the element runs scripts whatever its attributes hold.
    fn runs(&self, element: &Element<'_, '_>, opened: &Opened) -> bool {
        opened.script.is_some_and(ScriptType::runs)
            // Its content becomes part of the page, where our script would not find itself.
            || opened.name == "template" && element.has_attribute("shadowrootmode")
    }

    fn content(&self, element: &Element<'_, '_>, opened: &Opened) -> Option<Content> {
        let sourced =
            || ["src", "href", "xlink:href"].iter().any(|name| element.has_attribute(name));
        match (opened.name.as_str(), opened.script) {
            (_, Some(_)) if self.hashed.scripts || sourced() => None,
            (_, Some(ScriptType::Classic)) => Some(Content::Script { module: false }),
            (_, Some(ScriptType::Module)) => Some(Content::Script { module: true }),
            (_, Some(ScriptType::ImportMap)) => Some(Content::Json(Flavour::ImportMap)),
            (_, Some(ScriptType::SpeculationRules)) => {
                Some(Content::Json(Flavour::SpeculationRules))
            }
            ("style", _) if !self.hashed.styles && !self.links.lead_elsewhere() => {
                Some(Content::Style)
            }
            ("noscript", _) if !opened.foreign => Some(Content::Markup(self.part(false))),
            _ => None,
        }
    }
}

/// Whether an element without attributes is of interest.
fn matters(name: &str) -> bool {
    ["script", "style", "noscript", "template", "frameset"].contains(&name)
}
