//! What most tokens of most scripts are, read without ceremony. It gives the same as the lexer,
//! which reads whatever is left here, and is only asked while no rule waits for a token.

use super::bytes::{self, Class, class};
use super::nesting::{self, Nesting, Open};
use super::past::Past;
use super::readings;
use super::skip::{self, Skip};
use super::token::{self, Kind};
use super::words;

/// Where reading stands.
#[derive(Clone, Copy)]
pub(super) struct Cursor {
    /// In the window.
    pub(super) at: usize,
    /// A line ended since the last token.
    pub(super) newline: bool,
    pub(super) past: Past,
    /// The last `function` is a value.
    pub(super) function_value: bool,
}

impl Cursor {
    pub(super) fn new() -> Self {
        Cursor { at: 0, newline: false, past: Past::new(), function_value: false }
    }

    #[inline(always)]
    pub(super) fn count(&mut self, kind: Kind, length: usize) {
        self.past.push(kind);
        self.newline = false;
        self.at += length;
    }
}

/// So many bytes have to follow: no token that is read here is cut off then.
const AHEAD: usize = 32;

/// Reads on for as long as what comes is plain.
pub(super) fn skip(window: &[u8], cursor: &mut Cursor, nesting: &mut Nesting) {
    let mut now = *cursor;
    while let Some(ahead) = window.get(now.at..).and_then(<[u8]>::first_chunk::<AHEAD>) {
        let byte = ahead[0];
        let solo = SOLOS[usize::from(byte)];
        if solo.goes_on_with & IS[usize::from(ahead[1])] == 0 {
            now.count(solo.kind, 1);
            continue;
        }
        let plain = match class(byte) {
            Class::Word => word(ahead, &mut now, nesting),
            Class::Space => {
                now.at += 1;
                true
            }
            Class::Newline => {
                now.newline = true;
                now.at += 1;
                true
            }
            Class::OpenParen => {
                let open = nesting.paren(&now.past, now.function_value);
                now.count(Kind::OpenParen, 1);
                nesting.push(open)
            }
            Class::OpenBracket => {
                now.count(Kind::OpenBracket, 1);
                nesting.push(Open::Bracket)
            }
            Class::OpenBrace => open_brace(&mut now, nesting),
            Class::CloseParen | Class::CloseBracket | Class::CloseBrace => {
                close(byte, &mut now, nesting)
            }
            Class::Colon => {
                let kind = nesting.colon(&now.past);
                now.count(kind, 1);
                true
            }
            Class::Quote => text(byte, window, &mut now),
            Class::Operator => operator(ahead, &mut now),
            _ => false,
        };
        if !plain {
            break;
        }
    }
    *cursor = now;
}

#[inline(always)]
fn word(ahead: &[u8; AHEAD], now: &mut Cursor, nesting: &mut Nesting) -> bool {
    let length = bytes::word_length(ahead);
    if length > words::LONGEST || matches!(ahead[length], b'\\' | 0x80..) {
        return false;
    }
    let mut kind = words::word(&ahead[..length]);
    if kind != Kind::Word {
        if kind.needs_care() {
            return false;
        }
        if now.past.last().is_dot() && kind != Kind::Holder {
            kind = Kind::Word;
        }
        match kind {
            Kind::Function => now.function_value = nesting::is_value(&now.past, now.newline),
            Kind::Case => nesting.case(),
            Kind::Holder if readings::follows_pattern(&now.past) => return false,
            _ => {}
        }
    }
    now.count(kind, length);
    true
}

#[inline(always)]
fn open_brace(now: &mut Cursor, nesting: &mut Nesting) -> bool {
    let open = nesting.brace(&now.past, now.newline);
    now.count(open.kind(), 1);
    nesting.open_brace(open)
}

#[inline(always)]
fn close(byte: u8, now: &mut Cursor, nesting: &mut Nesting) -> bool {
    match nesting.closing(byte) {
        None | Some(Kind::CloseSubstitution) => false,
        Some(kind) => {
            now.count(kind, 1);
            nesting.pop();
            true
        }
    }
}

#[inline(always)]
fn text(quote: u8, window: &[u8], now: &mut Cursor) -> bool {
    match skip::text(window, now.at + 1, quote) {
        Skip::Cut(_) => false,
        Skip::Done(end) => {
            now.count(Kind::Text, end - now.at);
            true
        }
    }
}

#[inline(always)]
fn operator(ahead: &[u8; AHEAD], now: &mut Cursor) -> bool {
    // `<!--` and `-->` may be comments.
    if matches!(ahead[..2], [b'<', b'!'] | [b'-', b'-']) {
        return false;
    }
    let (kind, length) = token::operator(ahead);
    now.count(kind, length);
    true
}

/// What a byte is to the token before it.
mod is {
    pub(super) const WORD: u8 = 1;
    pub(super) const DIGIT: u8 = 2;
    pub(super) const DOT: u8 = 4;
    pub(super) const EQUALS: u8 = 8;
    pub(super) const SIGN: u8 = 16;
    pub(super) const ANY: u8 = 128;
}

/// Most tokens are one byte long, and the byte behind tells so. They need no decision on what
/// they are.
#[derive(Clone, Copy)]
struct Solo {
    kind: Kind,
    goes_on_with: u8,
}

const SOLOS: [Solo; 256] = {
    let mut solos = [Solo { kind: Kind::Word, goes_on_with: is::ANY }; 256];
    let mut at = 0;
    while at < 256 {
        let (kind, goes_on_with) = match at as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => (Kind::Word, is::WORD | is::DIGIT),
            b'0'..=b'9' => (Kind::Number, is::WORD | is::DIGIT | is::DOT),
            b';' => (Kind::Semicolon, 0),
            b',' => (Kind::Comma, 0),
            b'.' => (Kind::Dot, is::DIGIT | is::DOT),
            b'=' => (Kind::Assign, is::EQUALS),
            b'!' => (Kind::Not, is::EQUALS),
            b'+' => (Kind::Plus, is::EQUALS | is::SIGN),
            b'?' => (Kind::Question, is::DOT | is::SIGN),
            b'*' => (Kind::Star, is::EQUALS | is::SIGN),
            b'-' | b'&' | b'|' | b'<' | b'>' => (Kind::Operator, is::EQUALS | is::SIGN),
            _ => (Kind::Word, is::ANY),
        };
        solos[at] = Solo { kind, goes_on_with };
        at += 1;
    }
    solos
};

const IS: [u8; 256] = {
    let mut table = [is::ANY; 256];
    let mut at = 0;
    while at < 256 {
        table[at] |= match at as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | b'\\' | 0x80.. => is::WORD,
            b'0'..=b'9' => is::DIGIT,
            b'.' => is::DOT,
            b'=' | b'<' | b'>' => is::EQUALS,
            b'+' | b'-' | b'*' | b'&' | b'|' | b'?' | b'!' => is::SIGN,
            _ => 0,
        };
        at += 1;
    }
    table
};
