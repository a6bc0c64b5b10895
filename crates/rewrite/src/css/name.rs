//! Names: of functions, rules and everything else.

use super::bytes::{is_name, is_newline, length_until};
use super::context::Function;
use super::escape::{Escape, resolved};
use super::lexer::{After, Lexer, State};

/// No name that we know is longer, even if each of its letters is escaped.
const LONGEST: usize = 160;

impl Lexer {
    /// Most names have no escapes and end in the piece in which they begin.
    pub(super) fn whole_name(&mut self, piece: &[u8]) -> usize {
        let length = length_until(piece, |byte| !is_name(byte));
        match piece.get(length) {
            Some(b'(') => {
                self.function(&piece[..length]);
                length + 1
            }
            None | Some(b'\\') => {
                self.begin_name(After::Nothing);
                self.keep_name(&piece[..length]);
                length
            }
            Some(_) => {
                self.context.token();
                length
            }
        }
    }

    pub(super) fn begin_name(&mut self, after: After) {
        self.name.clear();
        self.state = State::Name(after);
    }

    /// One byte more than the longest is kept, to know that there were more.
    pub(super) fn keep_name(&mut self, part: &[u8]) {
        let room = LONGEST + 1 - self.name.len();
        self.name.extend_from_slice(&part[..part.len().min(room)]);
    }

    pub(super) fn name(&mut self, after: After, piece: &[u8], out: &mut Vec<u8>) -> usize {
        let mut at = 0;
        while let (Some(byte), State::Name(_)) = (piece.get(at), self.state) {
            let no_escape = self.escape == Escape::Backslash && is_newline(*byte);
            if no_escape {
                self.escape = Escape::None;
                self.context.token();
                self.state = State::Between;
            } else if self.escape.takes(*byte) || is_name(*byte) {
                self.keep_name(&[*byte]);
                at += 1;
            } else if *byte == b'\\' {
                self.escape = Escape::Backslash;
                self.keep_name(b"\\");
                at += 1;
            } else {
                at += self.end_name(after, *byte);
            }
        }
        out.extend_from_slice(&piece[..at]);
        at
    }

    fn end_name(&mut self, after: After, next: u8) -> usize {
        self.state = State::Between;
        let known = self.name.len() <= LONGEST;
        let name = if known { resolved(&self.name) } else { None }.unwrap_or_default();
        match (after, next) {
            (After::At, _) => self.context.rule(name.as_bytes()),
            (After::Nothing, b'(') => {
                self.function(name.as_bytes());
                return 1;
            }
            _ => self.context.token(),
        }
        0
    }

    fn function(&mut self, name: &[u8]) {
        let function = Function::named(name);
        match function {
            Function::Url => self.state = State::UrlStart,
            _ => self.context.open(function),
        }
    }
}
