//! `\2f `, `\/` and a backslash at the end of a line.

use super::bytes::{is_newline, is_space};
use super::foreign;

/// How far an escape has come, for bytes that arrive one by one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Escape {
    #[default]
    None,
    Backslash,
    /// So many digits of a number. One white space after it belongs to it.
    Digits(u8),
    /// A line feed after a carriage return is part of the same white space.
    Return,
}

const MOST_DIGITS: u8 = 6;

impl Escape {
    /// Whether the byte is part of the escape that has begun.
    pub(super) fn takes(&mut self, byte: u8) -> bool {
        let (next, taken) = match *self {
            Escape::None => return false,
            Escape::Backslash if byte.is_ascii_hexdigit() => (Escape::Digits(1), true),
            Escape::Digits(count) if count < MOST_DIGITS && byte.is_ascii_hexdigit() => {
                (Escape::Digits(count + 1), true)
            }
            Escape::Backslash | Escape::Digits(_) if byte == b'\r' => (Escape::Return, true),
            Escape::Backslash => (Escape::None, true),
            Escape::Digits(_) => (Escape::None, is_space(byte)),
            Escape::Return => (Escape::None, byte == b'\n'),
        };
        *self = next;
        taken
    }
}

/// What a name, string or address means, bytes that are not ASCII as in [`foreign`]. `None` where
/// it is cut off inside an escape or names a character that we need for ourselves.
pub(super) fn resolved(raw: &[u8]) -> Option<String> {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let [byte, after @ ..] = rest {
        rest = match byte {
            b'\\' => escaped(after, &mut text)?,
            byte => {
                text.push(foreign::char_of(*byte));
                after
            }
        };
    }
    Some(text)
}

fn escaped<'a>(after: &'a [u8], text: &mut String) -> Option<&'a [u8]> {
    let digits = super::bytes::length_until(after, |byte| !byte.is_ascii_hexdigit());
    let digits = digits.min(MOST_DIGITS.into());
    if digits == 0 {
        let (first, rest) = after.split_first()?;
        if is_newline(*first) {
            return Some(without_space(after));
        }
        text.push(foreign::char_of(*first));
        return Some(rest);
    }
    let (digits, rest) = after.split_at(digits);
    let number = digits.iter().fold(0, |number, digit| number * 16 + value(*digit));
    let char = char::from_u32(number).filter(|char| *char != '\0');
    let char = char.unwrap_or(char::REPLACEMENT_CHARACTER);
    if foreign::byte_of(char).is_some() {
        return None;
    }
    text.push(char);
    Some(without_space(rest))
}

fn without_space(text: &[u8]) -> &[u8] {
    match text {
        [b'\r', b'\n', rest @ ..] => rest,
        [byte, rest @ ..] if is_space(*byte) => rest,
        _ => text,
    }
}

fn value(digit: u8) -> u32 {
    char::from(digit).to_digit(16).unwrap_or_default()
}
