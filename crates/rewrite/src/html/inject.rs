//! Where the run-time script goes.

use lol_html::html_content::ContentType;
use lol_html::send::Element;

pub(super) const HTML: &str = "http://www.w3.org/1999/xhtml";
const SVG: &str = "http://www.w3.org/2000/svg";

/// Whether a script that stands before this element runs, and changes nothing about how the
/// element is read. Where it does not, the next element will do.
pub(super) fn can_go_before(element: &Element<'_, '_>, name: &str) -> bool {
    match element.namespace_uri() {
        HTML => !NOTHING_BEFORE.contains(&name),
        // What stands before the root of a picture is not certain to be outside of another.
        SVG => name != "svg",
        _ => false,
    }
}

/// A head that is begun by a script has no attributes; frames and columns are preceded by nothing
/// else; the others stand in pictures and formulas, but the library counts them to what is in them.
const NOTHING_BEFORE: [&str; 12] = [
    "html",
    "head",
    "frame",
    "col",
    "title",
    "desc",
    "foreignobject",
    "mi",
    "mo",
    "mn",
    "ms",
    "mtext",
];

/// Puts a script before an element.
pub(super) fn put_before(element: &mut Element<'_, '_>, script: &str, xml: bool) {
    let marked = xml || element.namespace_uri() != HTML;
    element.before(&fitted(script, marked), ContentType::Html);
}

/// `marked`: the text of scripts is read as markup there.
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
