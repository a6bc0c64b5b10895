//! Text in an unknown character set, as characters that a `Place` can read.
//!
//! ASCII stays what it is. Every other byte becomes a character of its own from a private block at
//! the very end of Unicode, and is turned back when the address is written.

use std::borrow::Cow;

const FIRST: u32 = 0x10_ff00;

pub(crate) fn char_of(byte: u8) -> char {
    match byte {
        1..=0x7f => byte.into(),
        // A zero byte is cut off an address by nobody but us, so it must not look like one.
        0 | 0x80.. => {
            char::from_u32(FIRST + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
    }
}

/// The byte that a character stands for; `None` for characters that are just themselves.
pub(crate) fn byte_of(char: char) -> Option<u8> {
    u8::try_from(u32::from(char).checked_sub(FIRST)?).ok()
}

/// What such a text says if that character set is UTF-8.
pub(crate) fn in_utf8(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    for char in text.chars() {
        match byte_of(char) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}
