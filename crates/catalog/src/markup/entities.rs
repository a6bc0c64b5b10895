//! Characters that are written as `&name;` or `&#number;`.

use std::borrow::Cow;

const NAMED: [(&str, char); 5] =
    [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\'')];
/// Names that only HTML knows, of characters that addresses are made of.
const NAMED_IN_HTML: [(&str, char); 10] = [
    ("colon", ':'),
    ("sol", '/'),
    ("period", '.'),
    ("num", '#'),
    ("quest", '?'),
    ("equals", '='),
    ("comma", ','),
    ("semi", ';'),
    ("Tab", '\t'),
    ("NewLine", '\n'),
];
const LONGEST: usize = 12;

/// What is not known stays as it is written, as browsers have it.
pub(crate) fn decode_html(text: &str) -> Cow<'_, str> {
    decode(text, |name| number(name).or_else(|| look_up(name, &NAMED_IN_HTML)), true)
        .unwrap_or(Cow::Borrowed(text))
}

/// `None` where something is not known, which XML takes for an error.
pub(crate) fn decode_xml(text: &str) -> Option<Cow<'_, str>> {
    decode(text, number, false)
}

fn decode<'a>(
    text: &'a str,
    more: impl Fn(&str) -> Option<char>,
    lenient: bool,
) -> Option<Cow<'a, str>> {
    if !text.contains('&') {
        return Some(Cow::Borrowed(text));
    }
    let mut pieces = text.split('&');
    let mut decoded = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let named = piece.split_once(';').filter(|(name, _)| name.len() <= LONGEST);
        let known = named.and_then(|(name, rest)| {
            look_up(name, &NAMED).or_else(|| more(name)).map(|letter| (letter, rest))
        });
        match known {
            Some((letter, rest)) => {
                decoded.push(letter);
                decoded.push_str(rest);
            }
            None if lenient => {
                decoded.push('&');
                decoded.push_str(piece);
            }
            None => return None,
        }
    }
    Some(Cow::Owned(decoded))
}

fn look_up(name: &str, names: &[(&str, char)]) -> Option<char> {
    names.iter().find(|(known, _)| *known == name).map(|(_, letter)| *letter)
}

fn number(name: &str) -> Option<char> {
    let digits = name.strip_prefix('#')?;
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    char::from_u32(code.ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_become_characters() {
        let text = "a&amp;b&#47;c&#x2F;d &lt;e&gt; &quot;&apos;";
        assert_eq!(decode_html(text), "a&b/c/d <e> \"'");
        assert_eq!(decode_xml(text).as_deref(), Some("a&b/c/d <e> \"'"));
        assert_eq!(decode_html("java&Tab;script&colon;x"), "java\tscript:x");
    }

    #[test]
    fn what_is_not_known_stays_in_html_and_is_an_error_in_xml() {
        for text in ["?a=1&b=2", "&unknown;", "&", "&#xD800;", "&#99999999999;", "&;"] {
            assert_eq!(decode_html(text), text);
            assert_eq!(decode_xml(text), None, "{text}");
        }
        assert_eq!(decode_xml("&colon;"), None);
    }
}
