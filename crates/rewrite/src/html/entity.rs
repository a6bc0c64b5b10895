//! Character references in attribute values. Only those that stand for ASCII are read: the others
//! cannot matter for an address, and written out they would need the page's character set.

use std::borrow::Cow;

/// Stands for the `&` of a reference that was not read. Text read as windows-1252 has no such
/// character.
const KEPT: char = '\u{E000}';

/// What a value means, as far as ASCII goes.
pub(super) fn decoded(value: &str) -> Cow<'_, str> {
    if !value.contains('&') {
        return Cow::Borrowed(value);
    }
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('&') {
        text.push_str(&rest[..at]);
        let (char, length) = reference(&rest[at..]);
        text.push(char);
        rest = &rest[at + length..];
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// A value that means this text. The library takes care of quotes.
pub(super) fn encoded(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            KEPT => value.push('&'),
            // Even inside of quotes: `</noscript>` ends that element anywhere.
            '<' => value.push_str("&lt;"),
            '&' => value.push_str("&amp;"),
            char => value.push(char),
        }
    }
    value
}

/// The character that a text beginning with `&` begins with, and its length as written.
fn reference(text: &str) -> (char, usize) {
    let body = &text[1..];
    if let Some(number) = body.strip_prefix('#') {
        return numeric(number);
    }
    let length = body.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(body.len());
    let (name, rest) = body.split_at(length);
    let closed = rest.starts_with(';');
    // Inside of attributes, `&copy=` and the like are no references.
    if name.is_empty() || !closed && rest.starts_with('=') {
        return ('&', 1);
    }
    match (named(name), closed) {
        (Some(char), true) => (char, length + 2),
        (Some(char), false) if is_known_unclosed(name) => (char, length + 1),
        _ => (KEPT, 1),
    }
}

fn numeric(number: &str) -> (char, usize) {
    let (digits, radix, skipped) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16, 3),
        None => (number, 10, 2),
    };
    let length = digits.find(|char: char| !char.is_digit(radix)).unwrap_or(digits.len());
    if length == 0 {
        return ('&', 1);
    }
    let closed = usize::from(digits[length..].starts_with(';'));
    match u32::from_str_radix(&digits[..length], radix).ok().and_then(char::from_u32) {
        Some(char @ '\u{1}'..='\u{7f}') => (char, skipped + length + closed),
        _ => (KEPT, 1),
    }
}

fn is_known_unclosed(name: &str) -> bool {
    ["amp", "lt", "gt", "quot", "AMP", "LT", "GT", "QUOT"].contains(&name)
}

fn named(name: &str) -> Option<char> {
    let found = NAMED.binary_search_by_key(&name, |(known, _)| known).ok()?;
    Some(NAMED[found].1)
}

/// Every name of a character of ASCII.
const NAMED: [(&str, char); 45] = [
    ("AMP", '&'),
    ("DiacriticalGrave", '`'),
    ("GT", '>'),
    ("Hat", '^'),
    ("LT", '<'),
    ("NewLine", '\n'),
    ("QUOT", '"'),
    ("Tab", '\t'),
    ("UnderBar", '_'),
    ("VerticalLine", '|'),
    ("amp", '&'),
    ("apos", '\''),
    ("ast", '*'),
    ("bsol", '\\'),
    ("colon", ':'),
    ("comma", ','),
    ("commat", '@'),
    ("dollar", '$'),
    ("equals", '='),
    ("excl", '!'),
    ("grave", '`'),
    ("gt", '>'),
    ("lbrace", '{'),
    ("lbrack", '['),
    ("lcub", '{'),
    ("lowbar", '_'),
    ("lpar", '('),
    ("lsqb", '['),
    ("lt", '<'),
    ("midast", '*'),
    ("num", '#'),
    ("percnt", '%'),
    ("period", '.'),
    ("plus", '+'),
    ("quest", '?'),
    ("quot", '"'),
    ("rbrace", '}'),
    ("rbrack", ']'),
    ("rcub", '}'),
    ("rpar", ')'),
    ("rsqb", ']'),
    ("semi", ';'),
    ("sol", '/'),
    ("verbar", '|'),
    ("vert", '|'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(NAMED.is_sorted());
    }

    #[test]
    fn references_are_read_and_written() {
        for (value, text, written) in [
            ("/a?b=1&c=2", "/a?b=1&c=2", "/a?b=1&amp;c=2"),
            ("/a?b=1&amp;c=2", "/a?b=1&c=2", "/a?b=1&amp;c=2"),
            ("&#x2F;a&#47b&sol;c", "/a/b/c", "/a/b/c"),
            ("&amp;amp;", "&amp;", "&amp;amp;"),
            ("&ampx &amp", "\u{E000}ampx &", "&ampx &amp;"),
            ("a && b &", "a && b &", "a &amp;&amp; b &amp;"),
            (
                "&eacute;&#233;&#xE9&#0;",
                "\u{E000}eacute;\u{E000}#233;\u{E000}#xE9\u{E000}#0;",
                "&eacute;&#233;&#xE9&#0;",
            ),
            ("&copy=1&lt=2", "&copy=1&lt=2", "&amp;copy=1&amp;lt=2"),
            ("&lt;b&gt;&#;&#x;", "<b>&#;&#x;", "&lt;b>&amp;#;&amp;#x;"),
            ("&#99999999999;", "\u{E000}#99999999999;", "&#99999999999;"),
        ] {
            assert_eq!(decoded(value), text, "{value}");
            assert_eq!(encoded(&decoded(value)), written, "{value}");
        }
    }
}
