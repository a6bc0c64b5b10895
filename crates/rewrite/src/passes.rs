//! The pass that a kind of text needs.

use crate::csp::Hashed;
use crate::css::Css;
use crate::html::{Html, Page};
use crate::json::{Flavour, Json};
use crate::kind::{self, Kind, Role};
use crate::script::Script;
use crate::{Broken, Pass, Place, runtime};

/// Behind the prefix: where the run-time script is found by workers that are modules.
pub const OWN_SCRIPT: &str = "/_gh/rewrite.js";

/// A text of an app, and what must be known of it before it is read.
#[derive(Debug, Clone)]
pub struct Text {
    pub kind: Kind,
    pub place: Place,
    /// Whether the app is known to write the prefix by itself.
    pub aware: bool,
    /// Which inline texts of a page must stay as they are.
    pub hashed: Hashed,
}

pub(crate) enum Passes {
    Html(Box<Html>),
    Other(Box<dyn Pass>),
}

impl Passes {
    pub(crate) fn new(text: Text) -> Self {
        let Text { kind, place, aware, hashed } = text;
        match kind {
            Kind::Html(kind::Html { document, xml, .. }) => {
                let page = Page { place, inject: document, aware, xml };
                Passes::Html(Box::new(Html::new(page).keeping(hashed)))
            }
            Kind::Script(role) => Passes::Other(Box::new(script(role, place, aware))),
            Kind::Css => Passes::Other(Box::new(Css::new(place))),
            Kind::Manifest => Passes::Other(Box::new(Json::new(place, Flavour::Manifest))),
        }
    }

    pub(crate) fn knows_prefix(&self) -> Option<bool> {
        match self {
            Passes::Html(html) => html.knows_prefix(),
            Passes::Other(_) => None,
        }
    }
}

/// A worker has nothing but its script, so the run-time script comes with it. Where the browser
/// does not say where a script runs, it may be a worker that has none.
fn script(role: Role, place: Place, aware: bool) -> Script {
    let script = Script::new(place.clone());
    match role {
        Role::Page => script,
        Role::Worker => {
            let import = format!("import \"{}{OWN_SCRIPT}\";", place.prefix());
            script.with_prologue(runtime::for_worker(&place, aware)).with_module_prologue(import)
        }
        Role::Unknown => script.with_prologue(runtime::guard().to_owned()),
    }
}

/// What a worker that is a module imports first.
pub fn worker_script(place: &Place, aware: bool) -> String {
    runtime::for_worker(place, aware)
}

impl Pass for Passes {
    fn push(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), Broken> {
        match self {
            Passes::Html(pass) => pass.push(piece, out),
            Passes::Other(pass) => pass.push(piece, out),
        }
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        match self {
            Passes::Html(pass) => pass.finish(out),
            Passes::Other(pass) => pass.finish(out),
        }
    }
}
