//! What is done about each element of a page.

use lol_html::html_content::ContentType;
use lol_html::send::Element;

use super::evidence::Evidence;
use super::inject::{self, Space};
use super::links::Links;
use super::opened::Opened;
use super::reader::Handler;
use super::script_type::ScriptType;
use super::text::{Content, OpenText};
use super::{Page, Part};
use crate::csp::Hashed;
use crate::json::Flavour;
use crate::runtime;

/// How many pages may stand inside of each other.
pub(super) const DEEP: usize = 2;

/// An element whose end must be noticed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Encloses {
    /// What stands in it does not run.
    Template,
    /// What stands in it is not of HTML.
    Picture,
}

/// A page that is being read.
pub(super) struct OpenPage {
    pub(super) links: Links,
    pub(super) inject: bool,
    /// Something that runs was seen.
    owed: bool,
    injected: bool,
    aware: bool,
    xml: bool,
    depth: usize,
    pub(super) evidence: Evidence,
    pub(super) hashed: Hashed,
    /// How many elements of each kind the page is inside of.
    templates: usize,
    pictures: usize,
    /// Among frames, no script runs.
    framed: bool,
    /// The text of the element that was opened last.
    text: Option<OpenText>,
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
            pictures: 0,
            framed: false,
            text: None,
        }
    }

    pub(super) fn keep(&mut self, hashed: Hashed) {
        self.hashed = self.hashed.or(hashed);
    }

    pub(super) fn is_enclosed(&self) -> bool {
        self.templates > 0 || self.pictures > 0
    }

    fn count(&mut self, kind: Encloses) -> &mut usize {
        match kind {
            Encloses::Template => &mut self.templates,
            Encloses::Picture => &mut self.pictures,
        }
    }

    /// Puts the run-time script before an element. Where it cannot stand, the next one will do.
    fn inject_before(&mut self, element: &mut Element<'_, '_>, name: &str) {
        let space = Space::of(element);
        let enclosed = self.pictures > 0;
        if space.takes_script_before(name, enclosed)
            && let Some(script) = self.due()
        {
            let marked = self.xml || enclosed && space == Space::Svg;
            element.before(&inject::fitted(&script, marked), ContentType::Html);
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

    /// A page inside of this one; `None`: that would be too deep.
    pub(super) fn part(&self, inject: bool, xml: bool) -> Option<Part> {
        let place = self.links.place().clone();
        let page = Page { place, inject, aware: self.aware(), xml };
        let part = Part { page, hashed: self.hashed, depth: self.depth + 1 };
        (part.depth <= DEEP).then_some(part)
    }

    /// Whether the element runs scripts whatever its attributes hold.
    fn runs(&self, element: &Element<'_, '_>, opened: &Opened) -> bool {
        opened.script.is_some_and(ScriptType::runs)
            // Its content becomes part of the page, where our script would not find itself.
            || opened.name == "template" && element.has_attribute("shadowrootmode")
    }

    /// What the text of the element is, if it is to be read.
    fn content(&self, element: &Element<'_, '_>, opened: &Opened) -> Option<Content> {
        match opened.name.as_str() {
            "script" => self.script_content(element, opened),
            "style" => {
                let read = !self.hashed.styles && !self.links.lead_elsewhere();
                (read && opened.is_css(element)).then_some(Content::Style)
            }
            "noscript" if !opened.foreign => self.part(false, self.xml).map(Content::Markup),
            _ => None,
        }
    }

    fn script_content(&self, element: &Element<'_, '_>, opened: &Opened) -> Option<Content> {
        if self.hashed.scripts || opened.source(element).is_some() {
            return None;
        }
        match opened.script? {
            ScriptType::Classic => Some(Content::Script { module: false }),
            ScriptType::Module => Some(Content::Script { module: true }),
            ScriptType::ImportMap => Some(Content::Json(Flavour::ImportMap)),
            ScriptType::SpeculationRules => Some(Content::Json(Flavour::SpeculationRules)),
            ScriptType::Data => None,
        }
    }
}

impl Handler for OpenPage {
    fn open(&mut self, element: &mut Element<'_, '_>) -> Option<Encloses> {
        self.text = None;
        if !self.owed && element.attributes().is_empty() && !matters(&element.tag_name()) {
            return None;
        }
        let opened = Opened::new(element);
        if opened.script.is_some() && element.has_attribute("data-gatehouse") {
            self.injected = true;
            return None;
        }
        let runs = self.attributes(element, &opened) || self.runs(element, &opened);
        self.drop_integrity(element, &opened);
        self.ask_with_cookie(element, &opened);
        self.owed |= runs && self.is_live();
        if self.owed {
            self.inject_before(element, &opened.name);
        }
        self.text = self
            .content(element, &opened)
            .map(|content| OpenText::new(content, self.links.place()));
        self.framed |= opened.name == "frameset";
        match opened.name.as_str() {
            "template" if !opened.foreign => Some(Encloses::Template),
            "svg" | "math" => Some(Encloses::Picture),
            _ => None,
        }
    }

    fn text(&mut self, piece: &str, last: bool) -> Option<String> {
        self.text.as_mut()?.push(piece, last)
    }

    fn read_anew(&mut self) {
        (self.templates, self.pictures) = (0, 0);
        self.text = None;
    }

    fn enter(&mut self, kind: Encloses) {
        *self.count(kind) += 1;
    }

    fn leave(&mut self, kind: Encloses) {
        let count = self.count(kind);
        *count = count.saturating_sub(1);
    }

    fn may_begin_anew(&self, html: bool) -> bool {
        html && !self.is_enclosed()
    }

    fn is_xml(&self) -> bool {
        self.xml
    }
}

/// Whether an element without attributes is of interest.
fn matters(name: &str) -> bool {
    ["script", "style", "noscript", "template", "frameset", "svg", "math"].contains(&name)
}
