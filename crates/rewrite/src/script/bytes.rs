//! What a byte can be the start of, and how far words and numbers reach.

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Word,
    Digit,
    Space,
    Newline,
    Quote,
    Backtick,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Semicolon,
    Comma,
    Colon,
    Dot,
    Slash,
    Operator,
    Hash,
    Backslash,
    /// Not ASCII: part of a word, or one of Unicode's white spaces.
    High,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Operator; 256];
    let mut at = 0;
    while at < 256 {
        classes[at] = classify(at as u8);
        at += 1;
    }
    classes
};

const fn classify(byte: u8) -> Class {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => Class::Word,
        b'0'..=b'9' => Class::Digit,
        b' ' | b'\t' | 0x0b | 0x0c => Class::Space,
        b'\n' | b'\r' => Class::Newline,
        b'"' | b'\'' => Class::Quote,
        b'`' => Class::Backtick,
        b'(' => Class::OpenParen,
        b')' => Class::CloseParen,
        b'[' => Class::OpenBracket,
        b']' => Class::CloseBracket,
        b'{' => Class::OpenBrace,
        b'}' => Class::CloseBrace,
        b';' => Class::Semicolon,
        b',' => Class::Comma,
        b':' => Class::Colon,
        b'.' => Class::Dot,
        b'/' => Class::Slash,
        b'#' => Class::Hash,
        b'\\' => Class::Backslash,
        0x80.. => Class::High,
        _ => Class::Operator,
    }
}

#[inline(always)]
pub(super) fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

#[inline(always)]
pub(super) fn is_word_byte(byte: u8) -> bool {
    matches!(class(byte), Class::Word | Class::Digit)
}

/// How many plain word bytes stand at the start.
#[inline(always)]
pub(super) fn word_length(text: &[u8]) -> usize {
    let Some(near) = text.first_chunk::<8>() else {
        return word_length_by_byte(text);
    };
    // Words are short and of all lengths, so looking at each byte is foreseen wrong too often.
    match no_word_bytes(u64::from_le_bytes(*near)) {
        0 => 8 + word_length_by_byte(&text[8..]),
        others => others.trailing_zeros() as usize / 8,
    }
}

#[inline]
fn word_length_by_byte(text: &[u8]) -> usize {
    text.iter().position(|byte| !is_word_byte(*byte)).unwrap_or(text.len())
}

/// The highest bit of each of eight bytes that cannot be part of a word.
#[inline(always)]
const fn no_word_bytes(bytes: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES * 0x80;
    // Sums of seven bits stay within their byte, so that each highest bit says "at least".
    const fn at_least(bytes: u64, least: u8) -> u64 {
        bytes + ONES * (0x80 - least as u64)
    }
    let low = bytes & !HIGH;
    let folded = low | (ONES * 0x20);
    let letter = at_least(folded, b'a') & !at_least(folded, b'z' + 1);
    let digit = at_least(low, b'0') & !at_least(low, b'9' + 1);
    let underscore = at_least(low, b'_') & !at_least(low, b'_' + 1);
    let dollar = at_least(low, b'$') & !at_least(low, b'$' + 1);
    !(letter | digit | underscore | dollar) & HIGH | bytes & HIGH
}

/// What stands at a byte that is not ASCII.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum High {
    Word(usize),
    Space(usize),
    Newline(usize),
    /// The character is cut off.
    Cut,
}

pub(super) fn high(text: &[u8], last: bool) -> High {
    const STARTS: [u8; 5] = [0xc2, 0xe1, 0xe2, 0xe3, 0xef];
    match text {
        [0xc2, 0xa0, ..] => High::Space(2),
        [0xe2, 0x80, 0xa8 | 0xa9, ..] => High::Newline(3),
        [0xe2, 0x80, 0x80..=0x8a | 0xaf, ..]
        | [0xe2, 0x81, 0x9f, ..]
        | [0xe1, 0x9a, 0x80, ..]
        | [0xe3, 0x80, 0x80, ..]
        | [0xef, 0xbb, 0xbf, ..] => High::Space(3),
        [first, rest @ ..] if rest.len() < 2 && STARTS.contains(first) && !last => High::Cut,
        _ => High::Word(1),
    }
}

/// How far a word goes on, non-ASCII characters and escapes included; the second is false where
/// it is cut off and may go on further.
pub(super) fn rest_of_word(text: &[u8], last: bool) -> (usize, bool) {
    let mut at = 0;
    loop {
        at += word_length(&text[at..]);
        let step = match text.get(at) {
            None => return (at, last),
            Some(b'\\') => escape_length(&text[at..], last),
            Some(0x80..) => match high(&text[at..], last) {
                High::Word(length) => Some(length),
                High::Cut => None,
                High::Space(_) | High::Newline(_) => return (at, true),
            },
            Some(_) => return (at, true),
        };
        match step {
            Some(step) => at += step,
            None => return (at, false),
        }
    }
}

/// `\u{1F600}` holds braces that are none; of other escapes the backslash alone is special.
fn escape_length(text: &[u8], last: bool) -> Option<usize> {
    const LONGEST: usize = 12;
    match text {
        [_, b'u', b'{', digits @ ..] => {
            let near = &digits[..digits.len().min(LONGEST)];
            match near.iter().position(|byte| *byte == b'}') {
                Some(end) => Some(end + 4),
                None if near.len() == LONGEST || last => Some(1),
                None => None,
            }
        }
        [_, b'u'] | [_] if !last => None,
        _ => Some(1),
    }
}

/// How far a number goes on. It is read bit by bit, so what it was made of so far is remembered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) point: bool,
    /// `0x1e+1` is a sum, `1e+1` a number.
    pub(super) radix: bool,
}

impl Number {
    /// The second is false where the number is cut off.
    pub(super) fn skip(&mut self, text: &[u8], last: bool) -> (usize, bool) {
        let mut at = 0;
        while let Some(byte) = text.get(at) {
            match (byte, text.get(at + 1)) {
                (b'e' | b'E', None) if !self.radix && !last => return (at, false),
                (b'e' | b'E', Some(b'+' | b'-')) if !self.radix => at += 2,
                (b'.', _) if !self.point && !self.radix => {
                    self.point = true;
                    at += 1;
                }
                (byte, _) if is_word_byte(*byte) => {
                    self.radix |= matches!(byte, b'x' | b'X' | b'o' | b'O' | b'b' | b'B');
                    at += 1;
                }
                _ => return (at, true),
            }
        }
        (at, last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_reach_as_far_as_they_should() {
        for (text, length) in [
            ("abc def", 3),
            ("a$_9.b", 4),
            ("l\\u0061b.c", 8),
            ("l\\u{61}b.c", 8),
            ("größe+1", 7),
            ("a\u{a0}b", 1),
            ("a\u{2028}b", 1),
            ("日本 x", 6),
        ] {
            assert_eq!(rest_of_word(text.as_bytes(), true), (length, true), "{text}");
        }
    }

    #[test]
    fn words_that_are_cut_off_wait() {
        for (text, length) in [("abc", 3), ("a\\", 1), ("a\\u{61", 1)] {
            assert_eq!(rest_of_word(text.as_bytes(), false), (length, false), "{text}");
        }
        assert_eq!(rest_of_word(b"a\xe2\x80", false), (1, false));
    }

    #[test]
    fn every_byte_is_told_apart_among_eight() {
        for byte in 0..=255_u8 {
            let mut text = *b"abcdefgh";
            text[5] = byte;
            let length = if is_word_byte(byte) { 8 } else { 5 };
            assert_eq!(word_length(&text), length, "{byte}");
        }
    }

    #[test]
    fn numbers_reach_as_far_as_they_should() {
        for (text, length) in [
            ("1+2", 1),
            ("1e+2+3", 4),
            ("0x1e+2", 4),
            ("1..a", 2),
            ("1.5.a", 3),
            ("1_000n/2", 6),
            ("0b1.a", 3),
        ] {
            let mut number = Number { point: false, radix: false };
            assert_eq!(number.skip(text.as_bytes(), true), (length, true), "{text}");
        }
    }
}
