//! `url(…)`, with quotes and without.

use super::Moves;
use super::address::Quotes;
use super::bytes::{ends_url_text, is_newline, is_space, length_until};
use super::context::Function;
use super::escape::Escape;
use super::lexer::{Lexer, State};

impl Lexer {
    pub(super) fn url_start(&mut self, piece: &[u8], out: &mut Vec<u8>) -> usize {
        let space = length_until(piece, |byte| !is_space(byte));
        out.extend_from_slice(&piece[..space]);
        let names = self.context.url_names();
        match piece.get(space) {
            None => return space,
            Some(quote @ (b'"' | b'\'')) => {
                out.push(*quote);
                self.context.open(Function::Other);
                self.begin_string(*quote, names);
                return space + 1;
            }
            Some(_) => {
                self.address.begin(names);
                self.state = State::Url;
            }
        }
        space
    }

    pub(super) fn url(&mut self, piece: &[u8], out: &mut Vec<u8>) -> usize {
        let bad_escape = self.escape == Escape::Backslash && is_newline(piece[0]);
        if bad_escape {
            return self.spoil(out);
        }
        if self.escape.takes(piece[0]) {
            self.address.push(&piece[..1], out);
            return 1;
        }
        let length = length_until(piece, ends_url_text);
        self.address.push(&piece[..length], out);
        match piece.get(length) {
            None => {}
            Some(b'\\') => {
                self.address.push(b"\\", out);
                self.escape = Escape::Backslash;
                return length + 1;
            }
            Some(_) => self.state = State::UrlEnd(0),
        }
        length
    }

    pub(super) fn url_end(
        &mut self,
        space: usize,
        moves: &mut Moves<'_>,
        piece: &[u8],
        out: &mut Vec<u8>,
    ) -> usize {
        let more = length_until(piece, |byte| !is_space(byte));
        self.address.push(&piece[..more], out);
        let space = space + more;
        self.state = State::UrlEnd(space);
        match piece.get(more) {
            None => {}
            Some(b')') => {
                self.address.end(moves, Quotes::None, space, out);
                out.push(b')');
                self.context.token();
                self.state = State::Between;
                return more + 1;
            }
            Some(_) => {
                self.spoil(out);
            }
        }
        more
    }

    fn spoil(&mut self, out: &mut Vec<u8>) -> usize {
        self.address.release(out);
        self.escape = Escape::None;
        self.state = State::BadUrl;
        0
    }

    pub(super) fn bad_url(&mut self, piece: &[u8], out: &mut Vec<u8>) -> usize {
        let mut at = 0;
        while let (Some(byte), State::BadUrl) = (piece.get(at), self.state) {
            at += 1;
            if self.escape.takes(*byte) {
                continue;
            }
            match byte {
                b'\\' => self.escape = Escape::Backslash,
                b')' => {
                    self.context.token();
                    self.state = State::Between;
                }
                _ => {}
            }
        }
        out.extend_from_slice(&piece[..at]);
        at
    }
}
