//! The addresses in a style sheet.

use std::borrow::Cow;

use super::script::start_of;
use super::speech::Dest;

const MOST: usize = 64;
/// Most may be none, but not in a style sheet that is one.
const MOST_LOOKED_AT: usize = 512;
const LONGEST_ADDRESS: usize = 2048;

/// Of `url(…)` and `@import "…"`.
pub(super) fn addresses(text: &str) -> Vec<(String, Dest)> {
    let text = &*without_comments(text);
    let urls = text.match_indices("url(").take(MOST_LOOKED_AT).filter_map(|(at, mark)| {
        let rest = start_of(text[at + mark.len()..].trim_start(), LONGEST_ADDRESS);
        let address = match rest.chars().next()? {
            quote @ ('"' | '\'') => rest[1..].split_once(quote)?.0,
            _ => rest.split_once(')')?.0.trim_end(),
        };
        let import = text[..at].trim_end().ends_with("@import");
        Some((address, if import { Dest::Style } else { dest(address) }))
    });
    let imports = text.match_indices("@import").take(MOST_LOOKED_AT).filter_map(|(at, mark)| {
        let rest = start_of(text[at + mark.len()..].trim_start(), LONGEST_ADDRESS);
        let quote = rest.chars().next().filter(|char| matches!(char, '"' | '\''))?;
        Some((rest[1..].split_once(quote)?.0, Dest::Style))
    });
    let plain = |(address, _): &(&str, Dest)| !address.contains(['\n', '\\', '<']);
    let found = urls.chain(imports).filter(plain).take(MOST);
    found.map(|(address, dest)| (address.to_owned(), dest)).collect()
}

fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains("/*") {
        return text.into();
    }
    let mut parts = text.split("/*");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // A mark without an end is none: it stands inside of something else.
        kept.push_str(part.split_once("*/").map_or(part, |(_, rest)| rest));
    }
    kept.into()
}

fn dest(address: &str) -> Dest {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let fonts = [".woff", ".woff2", ".ttf", ".otf", ".eot"];
    if fonts.iter().any(|end| path.ends_with(end)) { Dest::Font } else { Dest::Image }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_however_they_are_written() {
        let text =
            "@import '/a.css'; @import url(\"/b.css\"); @font-face{src:url( '/c.woff2?v=1' )}
                    p{background:url(/d.png )} q{background:url(data:image/png;base64,AA)}";
        let found = addresses(text);
        let found: Vec<_> = found.iter().map(|(address, dest)| (&**address, *dest)).collect();
        assert_eq!(
            found,
            [
                ("/b.css", Dest::Style),
                ("/c.woff2?v=1", Dest::Font),
                ("/d.png", Dest::Image),
                ("data:image/png;base64,AA", Dest::Image),
                ("/a.css", Dest::Style),
            ]
        );
        for text in ["url(", "@import", "/* url(/a.png) */", &"url(".repeat(500_000)] {
            assert_eq!(addresses(text), []);
        }
    }
}
