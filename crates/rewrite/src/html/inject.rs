//! Where the run-time script goes.

use lol_html::send::Element;

/// What an element is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Space {
    Html,
    Svg,
    Math,
}

impl Space {
    pub(super) fn of(element: &Element<'_, '_>) -> Self {
        match element.namespace_uri() {
            "http://www.w3.org/1999/xhtml" => Space::Html,
            "http://www.w3.org/2000/svg" => Space::Svg,
            _ => Space::Math,
        }
    }

    /// Whether a script that stands before an element runs, and changes nothing about how the
    /// element is read; `enclosed`: in a picture or formula.
    pub(super) fn takes_script_before(self, name: &str, enclosed: bool) -> bool {
        match self {
            // The library takes these for what may stand in them.
            Space::Html if enclosed && INTEGRATING.contains(&name) => false,
            // A head that is begun by a script has no attributes; frames and columns are preceded
            // by nothing else.
            Space::Html => !["html", "head", "frame", "col"].contains(&name),
            // A picture in another may stand in HTML or not.
            Space::Svg => name != "svg" || !enclosed,
            Space::Math => name == "math" && !enclosed,
        }
    }
}

/// Elements of pictures and formulas that HTML may stand in.
const INTEGRATING: [&str; 8] = ["title", "desc", "foreignobject", "mi", "mo", "mn", "ms", "mtext"];

/// A script for a place; `marked`: the text of scripts is read as markup there.
pub(super) fn fitted(script: &str, marked: bool) -> String {
    let whole = script.to_owned();
    let Some(start) = start_tag(script).filter(|_| marked) else { return whole };
    let Some(text) = script[start..].strip_suffix("</script>") else { return whole };
    let text = text.replace("]]>", "]]]]><![CDATA[>");
    format!("{}<![CDATA[{text}]]></script>", &script[..start])
}

/// The length of the tag that a text begins with.
fn start_tag(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, char) in text.char_indices() {
        match (quote, char) {
            (None, '>') => return Some(at + 1),
            (None, '"' | '\'') => quote = Some(char),
            (Some(open), char) if open == char => quote = None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_wrapped_where_it_would_be_read_as_markup() {
        let script = r#"<script data-a="b>c">a<b&&c]]>d</script>"#;
        assert_eq!(fitted(script, false), script);
        let wrapped = r#"<script data-a="b>c"><![CDATA[a<b&&c]]]]><![CDATA[>d]]></script>"#;
        assert_eq!(fitted(script, true), wrapped);
    }
}
