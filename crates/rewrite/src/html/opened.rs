//! An element, before its attributes are looked at one by one.

use lol_html::send::Element;

use super::entity;
use super::holds::Named;
use super::inject::Space;
use super::script_type::ScriptType;

pub(super) struct Opened {
    pub(super) name: String,
    pub(super) foreign: bool,
    pub(super) equiv: Option<String>,
    pub(super) script: Option<ScriptType>,
    /// A `link` to the app's icon.
    pub(super) icon: bool,
}

impl Opened {
    pub(super) fn new(element: &Element<'_, '_>) -> Self {
        let name = element.tag_name();
        let foreign = Space::of(element) != Space::Html;
        let read = |name: &str| read(element, name);
        let equiv = (name == "meta").then(|| read("http-equiv")).flatten();
        let script = (name == "script").then(|| {
            let language = if foreign { None } else { read("language") };
            ScriptType::new(read("type").as_deref(), language.as_deref())
        });
        let icon = name == "link"
            && read("rel").is_some_and(|rel| rel.to_ascii_lowercase().contains("icon"));
        Opened { name, foreign, equiv, script, icon }
    }

    pub(super) fn named(&self) -> Named<'_> {
        Named { name: &self.name, foreign: self.foreign, equiv: self.equiv.as_deref() }
    }

    /// Where a script or a linked resource comes from.
    pub(super) fn source(&self, element: &Element<'_, '_>) -> Option<String> {
        let names: &[&str] = match (self.name.as_str(), self.foreign) {
            ("script", false) => &["src"],
            ("script", true) => &["href", "xlink:href"],
            ("link", false) => &["href"],
            _ => &[],
        };
        names.iter().find_map(|name| read(element, name))
    }

    /// Whether a `style` element is one to browsers.
    pub(super) fn is_css(&self, element: &Element<'_, '_>) -> bool {
        let kind = read(element, "type").unwrap_or_default();
        kind.is_empty() || kind.eq_ignore_ascii_case("text/css")
    }
}

fn read(element: &Element<'_, '_>, name: &str) -> Option<String> {
    element.get_attribute(name).map(|value| entity::decoded(&value).into_owned())
}
