//! A string, held back until its end if it may be an address or a key that matters.

use crate::css::foreign;

/// Longer strings go through as they are.
const LONGEST: usize = 16 * 1024;

#[derive(Debug, Default)]
pub(super) struct Held {
    raw: Vec<u8>,
    holding: bool,
}

/// Not a string of JSON.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Malformed;

impl Held {
    pub(super) fn begin(&mut self, holding: bool) {
        self.raw.clear();
        self.holding = holding;
    }

    pub(super) fn push(&mut self, text: &[u8], out: &mut Vec<u8>) {
        if !self.holding {
            out.extend_from_slice(text);
            return;
        }
        let (fits, rest) = text.split_at(text.len().min(LONGEST - self.raw.len()));
        self.raw.extend_from_slice(fits);
        if !rest.is_empty() {
            self.release(out);
            out.extend_from_slice(rest);
        }
    }

    pub(super) fn release(&mut self, out: &mut Vec<u8>) {
        out.append(&mut self.raw);
        self.holding = false;
    }

    /// What the string means, bytes that are not ASCII as in [`foreign`]; `None` where it was not
    /// held back or holds what we cannot say.
    pub(super) fn text(&self) -> Result<Option<String>, Malformed> {
        if self.holding { read(&self.raw) } else { Ok(None) }
    }

    /// Gives out what the string became.
    pub(super) fn end(&mut self, moved: Option<String>, out: &mut Vec<u8>) {
        match moved {
            Some(moved) => write(&moved, out),
            None => out.extend_from_slice(&self.raw),
        }
        self.begin(false);
    }
}

fn read(raw: &[u8]) -> Result<Option<String>, Malformed> {
    let mut text = Some(String::with_capacity(raw.len()));
    let mut units = Vec::new();
    let mut rest = raw;
    while let [byte, after @ ..] = rest {
        let (part, next) = match byte {
            b'\\' => escaped(after)?,
            byte => (Part::Char(foreign::char_of(*byte)), after),
        };
        rest = next;
        match part {
            Part::Unit(unit) => units.push(unit),
            Part::Char(char) => {
                text = text.and_then(|text| with_units(text, &mut units)).map(|mut text| {
                    text.push(char);
                    text
                });
            }
        }
    }
    Ok(text.and_then(|text| with_units(text, &mut units)))
}

enum Part {
    Char(char),
    /// `\u….`, which may be half a character.
    Unit(u16),
}

fn escaped(after: &[u8]) -> Result<(Part, &[u8]), Malformed> {
    let (byte, rest) = after.split_first().ok_or(Malformed)?;
    let char = match byte {
        b'"' | b'\\' | b'/' => char::from(*byte),
        b'b' => '\x08',
        b'f' => '\x0c',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unit(rest),
        _ => return Err(Malformed),
    };
    Ok((Part::Char(char), rest))
}

fn unit(after: &[u8]) -> Result<(Part, &[u8]), Malformed> {
    let (digits, rest) = after.split_at_checked(4).ok_or(Malformed)?;
    let value = |unit: u16, digit: &u8| {
        let digit = char::from(*digit).to_digit(16).ok_or(Malformed)?;
        Ok(unit << 4 | digit as u16)
    };
    Ok((Part::Unit(digits.iter().try_fold(0, value)?), rest))
}

/// Half a character cannot be said in our text, nor can those that we need for ourselves.
fn with_units(mut text: String, units: &mut Vec<u16>) -> Option<String> {
    for char in char::decode_utf16(units.drain(..)) {
        text.push(char.ok().filter(|char| foreign::byte_of(*char).is_none())?);
    }
    Some(text)
}

fn write(text: &str, out: &mut Vec<u8>) {
    for char in text.chars() {
        if let Some(byte) = foreign::byte_of(char) {
            out.push(byte);
            continue;
        }
        match char {
            '"' | '\\' => out.extend_from_slice(&[b'\\', char as u8]),
            // The text may stand in a page, where `<` could end it.
            '<' | '\0'..' ' | '\x7f'.. => {
                for unit in char.encode_utf16(&mut [0; 2]) {
                    out.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
                }
            }
            _ => out.push(char as u8),
        }
    }
}
