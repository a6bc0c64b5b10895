//! Which attribute of which element holds what.

/// What the value of an attribute is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Holds {
    Address,
    /// Addresses with these between them.
    Addresses(fn(char) -> bool),
    /// Addresses with descriptors: `srcset`.
    Candidates,
    Style,
    Handler,
    /// A page of its own: `srcdoc`.
    Document,
    /// The `content` of a `meta` element, as its `http-equiv` says.
    Refresh,
    Policy,
}

/// The element, as far as it matters here.
pub(super) struct Named<'a> {
    pub(super) name: &'a str,
    /// Not of HTML, but of SVG or MathML.
    pub(super) foreign: bool,
    /// `http-equiv` of a `meta` element.
    pub(super) equiv: Option<&'a str>,
}

impl Named<'_> {
    pub(super) fn holds(&self, attribute: &str) -> Option<Holds> {
        match attribute {
            "style" => return Some(Holds::Style),
            handler if is_handler(handler) => return Some(Holds::Handler),
            _ => {}
        }
        if self.foreign {
            return self.holds_foreign(attribute);
        }
        let holds = match attribute {
            "href" => self.is(&["a", "area", "link", "base"]),
            "src" => self.is(&SOURCES),
            "srcset" => return self.is(&["img", "source", "image"]).then_some(Holds::Candidates),
            "imagesrcset" => return self.is(&["link"]).then_some(Holds::Candidates),
            "srcdoc" => return self.is(&["iframe"]).then_some(Holds::Document),
            "action" => self.is(&["form"]),
            "formaction" => self.is(&["button", "input"]),
            "poster" => self.is(&["video"]),
            "data" | "classid" => self.is(&["object"]),
            "codebase" => self.is(&["object", "applet"]),
            "archive" => return self.archive(),
            "cite" => self.is(&["blockquote", "q", "ins", "del"]),
            "longdesc" => self.is(&["img", "iframe", "frame"]),
            "ping" => return self.is(&["a", "area"]).then_some(SPACED),
            "background" => self.is(&BACKGROUNDS),
            "manifest" => self.is(&["html"]),
            "content" => return self.content(),
            _ => false,
        };
        holds.then_some(Holds::Address)
    }

    fn holds_foreign(&self, attribute: &str) -> Option<Holds> {
        match attribute {
            "href" | "xlink:href" => Some(Holds::Address),
            painted if PAINTED.contains(&painted) => Some(Holds::Style),
            _ => None,
        }
    }

    fn archive(&self) -> Option<Holds> {
        match self.name {
            "object" => Some(SPACED),
            "applet" => Some(Holds::Addresses(|char| char == ',' || super::list::is_space(char))),
            _ => None,
        }
    }

    fn content(&self) -> Option<Holds> {
        let equiv = self.equiv?;
        let is = |name: &str| equiv.eq_ignore_ascii_case(name);
        if is("refresh") {
            return Some(Holds::Refresh);
        }
        is("content-security-policy").then_some(Holds::Policy)
    }

    fn is(&self, names: &[&str]) -> bool {
        names.contains(&self.name)
    }
}

const SPACED: Holds = Holds::Addresses(super::list::is_space);

const SOURCES: [&str; 13] = [
    "audio", "bgsound", "embed", "frame", "iframe", "image", "img", "input", "portal", "script",
    "source", "track", "video",
];

const BACKGROUNDS: [&str; 8] = ["body", "table", "tbody", "td", "tfoot", "th", "thead", "tr"];

/// Attributes of SVG that take a `url()` as style sheets do.
const PAINTED: [&str; 9] = [
    "clip-path",
    "cursor",
    "fill",
    "filter",
    "marker-end",
    "marker-mid",
    "marker-start",
    "mask",
    "stroke",
];

/// `onclick` and all the others, which have no letter but small ones; `one`, `only` and `onto` are
/// none, and neither is `on-tap`.
pub(super) fn is_handler(attribute: &str) -> bool {
    attribute.len() >= 5
        && attribute.starts_with("on")
        && attribute.bytes().all(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handlers_are_told_from_other_words() {
        for attribute in ["onclick", "onload", "oncut", "onwebkittransitionend"] {
            assert!(is_handler(attribute), "{attribute}");
        }
        for attribute in ["on", "one", "only", "onto", "on-tap", "on:click", "title"] {
            assert!(!is_handler(attribute), "{attribute}");
        }
    }
}
