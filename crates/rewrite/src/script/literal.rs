//! The address that a text of a script names, moved.

use crate::Place;
use crate::css::foreign;

/// The literal to put in the place of this one, quotes included; `None`: it leads there already,
/// or cannot be read.
pub(super) fn moved(literal: &[u8], place: &Place) -> Option<Vec<u8>> {
    let (quote, inner) = quoted(literal)?;
    let address = place.moved(&decoded(inner)?)?;
    Some(encoded(&address, quote))
}

/// What a literal says in a script that is written in UTF-8.
pub(super) fn said(literal: &[u8]) -> Option<String> {
    let (_, inner) = quoted(literal)?;
    let said = decoded(inner)?;
    Some(foreign::in_utf8(&said).into_owned())
}

/// The quote, and what stands between it and the next.
fn quoted(literal: &[u8]) -> Option<(u8, &[u8])> {
    let (quote, rest) = literal.split_first()?;
    let (end, inner) = rest.split_last()?;
    (quote == end).then_some((*quote, inner))
}

/// What the text says, bytes that are not ASCII as in [`foreign`]; `None` where that is not clear.
fn decoded(text: &[u8]) -> Option<String> {
    let mut said = String::with_capacity(text.len());
    let mut bytes = text.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => said.extend(escaped(&mut bytes)?),
            0x80.. => said.push(foreign::char_of(byte)),
            byte => said.push(char::from(byte)),
        }
    }
    Some(said)
}

type Bytes<'a> = std::iter::Peekable<std::iter::Copied<std::slice::Iter<'a, u8>>>;

/// The character behind a backslash. The inner `None` is a line that goes on.
fn escaped(bytes: &mut Bytes<'_>) -> Option<Option<char>> {
    let char = match bytes.next()? {
        b'n' => '\n',
        b't' => '\t',
        b'r' => '\r',
        b'b' => '\u{8}',
        b'v' => '\u{b}',
        b'f' => '\u{c}',
        b'x' => char::from_u32(hex(bytes, 2)?)?,
        b'u' => unicode(bytes)?,
        b'\n' => return Some(None),
        b'\r' => {
            bytes.next_if_eq(&b'\n');
            return Some(None);
        }
        b'0'..=b'9' | 0x80.. => return None,
        byte => char::from(byte),
    };
    Some(Some(char))
}

fn unicode(bytes: &mut Bytes<'_>) -> Option<char> {
    if bytes.next_if_eq(&b'{').is_some() {
        let mut code = 0_u32;
        loop {
            match bytes.next()? {
                b'}' => return char::from_u32(code),
                digit => code = code.checked_mul(16)?.checked_add(value(digit)?)?,
            }
        }
    }
    let first = hex(bytes, 4)?;
    if !(0xd800..0xdc00).contains(&first) {
        return char::from_u32(first);
    }
    let (b'\\', b'u') = (bytes.next()?, bytes.next()?) else { return None };
    let second = hex(bytes, 4)?.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
    char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + second)
}

fn hex(bytes: &mut Bytes<'_>, digits: u32) -> Option<u32> {
    let mut code = 0;
    for _ in 0..digits {
        code = code * 16 + value(bytes.next()?)?;
    }
    Some(code)
}

fn value(digit: u8) -> Option<u32> {
    char::from(digit).to_digit(16)
}

fn encoded(address: &str, quote: u8) -> Vec<u8> {
    let mut literal = vec![quote];
    for char in address.chars() {
        match char {
            '\\' => literal.extend(b"\\\\"),
            '$' if quote == b'`' => literal.extend(b"\\$"),
            char if char == char::from(quote) => literal.extend([b'\\', quote]),
            // A script inside of HTML would end at `</script`.
            '<' | '\0'..='\u{1f}' | '\u{7f}' => {
                literal.extend(format!("\\x{:02x}", u32::from(char)).bytes());
            }
            char if char.is_ascii() => literal.push(char as u8),
            char => match foreign::byte_of(char) {
                Some(byte) => literal.push(byte),
                None => {
                    let mut units = [0; 2];
                    for unit in char.encode_utf16(&mut units) {
                        literal.extend(format!("\\u{unit:04x}").bytes());
                    }
                }
            },
        }
    }
    literal.push(quote);
    literal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_say_what_they_said() {
        let place = Place::new("/apps/x", "");
        for (literal, expected) in [
            ("'/a.js'", "'/apps/x/a.js'"),
            ("\"/a.js\"", "\"/apps/x/a.js\""),
            ("`/a$b.js`", "`/apps/x/a\\$b.js`"),
            ("'\\/a.js'", "'/apps/x/a.js'"),
            ("'\\x2fa.js'", "'/apps/x/a.js'"),
            ("'\\u002fa\\u{2e}js'", "'/apps/x/a.js'"),
            ("'/a\\'b\\\\c'", "'/apps/x/a\\'b\\\\c'"),
            ("'/a\\\r\nb'", "'/apps/x/ab'"),
            ("'/\\u00e4\\ud83d\\ude00'", "'/apps/x/\\u00e4\\ud83d\\ude00'"),
            ("'/ä'", "'/apps/x/ä'"),
            ("'/<\\/script>'", "'/apps/x/\\x3c/script>'"),
        ] {
            let moved = moved(literal.as_bytes(), &place);
            let moved = moved.map(|moved| String::from_utf8(moved).unwrap());
            assert_eq!(moved.as_deref(), Some(expected), "{literal}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_left() {
        let place = Place::new("/apps/x", "");
        for literal in
            ["'/\\101'", "'/\\ud83d'", "'/\\u{110000}'", "'/\\xzz'", "'/a", "'", "'a.js'"]
        {
            assert_eq!(moved(literal.as_bytes(), &place), None, "{literal}");
        }
        assert_eq!(moved(b"'/\xe4'", &place).as_deref(), Some(b"'/apps/x/\xe4'".as_slice()));
    }
}
