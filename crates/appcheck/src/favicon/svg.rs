//! Drawings that can be looked at and do nothing else. Everything is refused that is not known.

use super::css;
use super::xml::{Reader, Token};

const ELEMENTS: &str = "\
    circle clippath defs desc ellipse feblend fecolormatrix fecomponenttransfer fecomposite \
    feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood \
    fefunca fefuncb fefuncg fefuncr fegaussianblur femerge femergenode femorphology feoffset \
    fepointlight fespecularlighting fespotlight fetile feturbulence filter g image line \
    lineargradient marker mask metadata path pattern polygon polyline radialgradient rect \
    stop style svg switch symbol text textpath title tspan use";

/// What drawing programs write down about a drawing, under names of their own.
const NOTES: &str = "\
    agent bag contributor coverage creator date description format grid guide identifier \
    language li license namedview page path-effect permits perspective prohibits publisher \
    rdf relation requires rights subject title type work";

const PICTURES: [&str; 5] = [
    "data:image/png;base64,",
    "data:image/jpeg;base64,",
    "data:image/jpg;base64,",
    "data:image/gif;base64,",
    "data:image/webp;base64,",
];

/// Whether a text is a drawing without scripts, without anything that reacts, and without a
/// reference to anything outside it.
pub(super) fn is_harmless(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_ascii_start();
    // Most of what is asked about is a page that says that there is no icon.
    if !text.starts_with('<') {
        return false;
    }
    let mut reader = Reader::new(text);
    let mut is_drawing = false;
    while let Some(token) = reader.next() {
        let harmless = match token {
            Some(Token::Open { name, attributes }) => {
                is_drawing |= name == "svg";
                is_drawing && is_known(name) && attributes.iter().all(is_harmless_attribute)
            }
            Some(Token::Text(text)) => css::is_harmless(&text),
            Some(Token::Other) => true,
            None => false,
        };
        if !harmless {
            return false;
        }
    }
    is_drawing
}

fn is_known(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    match lower.split_once(':') {
        // Any prefix may mean any language, so the name alone has to be harmless in all of them.
        Some((_, local)) => NOTES.split(' ').any(|note| note == local),
        None => ELEMENTS.split(' ').any(|element| element == lower),
    }
}

fn is_harmless_attribute((name, value): &(&str, impl AsRef<str>)) -> bool {
    let (name, value) = (name.to_ascii_lowercase(), value.as_ref());
    let local = name.rsplit(':').next().unwrap_or_default();
    match local {
        "href" | "src" => is_inside(value),
        "base" | "attributename" => false,
        _ => !local.starts_with("on") && css::is_harmless(value),
    }
}

fn is_inside(reference: &str) -> bool {
    let reference = reference.trim();
    let start: String = reference.chars().take(32).collect::<String>().to_ascii_lowercase();
    reference.is_empty()
        || reference.starts_with('#')
        || PICTURES.iter().any(|picture| start.starts_with(picture))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(what: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \
             xmlns:xlink=\"http://www.w3.org/1999/xlink\">{what}</svg>"
        )
    }

    #[test]
    fn drawings_as_programs_write_them_are_used() {
        for good in [
            "<path d=\"M0 0h24v24H0z\" fill=\"none\"/>",
            "<defs><linearGradient id=\"a\"><stop offset=\"0\"/></linearGradient></defs>\
             <rect fill=\"url(#a)\" style=\"stroke: url('#a')\"/>",
            "<style>.a { fill: #f00 } @media (prefers-color-scheme: dark) { .a { fill: #fff } }\
             </style>",
            "<use xlink:href=\"#a\"/><use href='#b'/>",
            "<image href=\"data:image/png;base64,iVBORw0KGgo=\"/>",
            "<metadata><rdf:RDF><cc:Work rdf:about=\"\"><dc:title>x</dc:title></cc:Work>\
             </rdf:RDF></metadata><sodipodi:namedview id=\"base\"/>",
            "<text x=\"1\">A &amp; B</text>",
        ] {
            assert!(is_harmless(&inside(good)), "{good}");
        }
        assert!(is_harmless("\u{feff}<?xml version=\"1.0\"?>\n<!-- made by x --><svg/>\n"));
    }

    #[test]
    fn drawings_that_do_more_are_not() {
        for bad in [
            "<script>alert(1)</script>",
            "<SCRIPT/>",
            "<x:script xmlns:x='http://www.w3.org/2000/svg'>alert(1)</x:script>",
            "<foreignObject><body/></foreignObject>",
            "<g onload=\"alert(1)\"/>",
            "<g ONCLICK='x'/>",
            "<g x:onload='x'/>",
            "<a href=\"javascript:alert(1)\"/>",
            "<use href=\"http://evil/#a\"/>",
            "<use xlink:href=\"&#104;ttp://evil/#a\"/>",
            "<image href=\"//evil/x.png\"/>",
            "<image href=\"data:image/svg+xml;base64,PHN2Zz4=\"/>",
            "<image href=\"data:text/html,x\"/>",
            "<feImage href=\"#a\"/>",
            "<rect fill=\"url(http://evil/)\"/>",
            "<style>@import url(http://evil/)</style>",
            "<style>&#64;import 'x'</style>",
            "<style><![CDATA[@import 'x']]></style>",
            "<set attributeName='href' to='javascript:x'/>",
            "<animate attributeName='href'/>",
            "<g xml:base='http://evil/'/>",
            "<iframe/>",
            "<html:iframe xmlns:html='http://www.w3.org/1999/xhtml' src='x'/>",
            "<g a=<script>/>",
            "<!-- --!> <script> -->--><script/>",
        ] {
            assert!(!is_harmless(&inside(bad)), "{bad}");
        }
        for bad in [
            "<!DOCTYPE svg [<!ENTITY a '<script/>'>]><svg>&a;</svg>",
            "<?xml-stylesheet href='http://evil/'?><svg/>",
            "<html><svg/></html>",
            "<!doctype html><p>Not found",
            "plain text",
            "<svg",
        ] {
            assert!(!is_harmless(bad), "{bad}");
        }
    }
}
