//! Character references in attribute values. Where a value is written again, only those that stand
//! for ASCII are read: the others cannot matter for an address, and written out they would need the
//! page's character set.

use std::borrow::Cow;

/// Stands for the `&` of a reference that was not read. Text read as windows-1252 has no such
/// character.
const KEPT: char = '\u{E000}';

/// What a value means, as far as ASCII goes.
pub(super) fn decoded(value: &str) -> Cow<'_, str> {
    read(value, KEPT, |char| matches!(char, '\u{1}'..='\u{7f}'))
}

/// The same for who only reads: other numbers are characters, too. Names of others stay.
pub(super) fn meant(value: &str) -> Cow<'_, str> {
    read(value, '&', |_| true)
}

/// `kept` stands for the `&` of what is not read.
fn read(value: &str, kept: char, is_read: fn(char) -> bool) -> Cow<'_, str> {
    if !value.contains('&') {
        return Cow::Borrowed(value);
    }
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('&') {
        text.push_str(&rest[..at]);
        let (char, length) = reference(&rest[at..], is_read).unwrap_or((kept, 1));
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

/// The character that a text beginning with `&` begins with, and its length as written. `None`: it
/// begins with a reference that is not read.
fn reference(text: &str, is_read: fn(char) -> bool) -> Option<(char, usize)> {
    let body = &text[1..];
    if let Some(number) = body.strip_prefix('#') {
        return numeric(number, is_read);
    }
    let length = body.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(body.len());
    let (name, rest) = body.split_at(length);
    let closed = rest.starts_with(';');
    // Inside of attributes, `&copy=` and the like are no references.
    if name.is_empty() || !closed && rest.starts_with('=') {
        return Some(('&', 1));
    }
    match (named(name), closed) {
        (Some(char), true) => Some((char, length + 2)),
        (Some(char), false) if is_known_unclosed(name) => Some((char, length + 1)),
        _ => None,
    }
}

fn numeric(number: &str, is_read: fn(char) -> bool) -> Option<(char, usize)> {
    let (digits, radix, skipped) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16, 3),
        None => (number, 10, 2),
    };
    let length = digits.find(|char: char| !char.is_digit(radix)).unwrap_or(digits.len());
    if length == 0 {
        return Some(('&', 1));
    }
    let closed = usize::from(digits[length..].starts_with(';'));
    let char = u32::from_str_radix(&digits[..length], radix).ok().and_then(char::from_u32)?;
    is_read(char).then_some((char, skipped + length + closed))
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
    fn who_only_reads_knows_more_numbers() {
        for (value, text) in [
            ("?a=1&b=2&unknown;&", "?a=1&b=2&unknown;&"),
            ("&#x2F;caf&#233;&period;png", "/café.png"),
            ("&eacute;&#xD800;&#99999999999;&;", "&eacute;&#xD800;&#99999999999;&;"),
        ] {
            assert_eq!(meant(value), text, "{value}");
        }
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
