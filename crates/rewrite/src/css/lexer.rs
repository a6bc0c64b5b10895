//! Reads a sheet as browsers do, as far as is needed to know a `url(` from one in a string, a
//! comment or the middle of a name. <https://www.w3.org/TR/css-syntax-3/#tokenization>

use super::address::{Address, Quotes};
use super::bytes::{is_name, is_newline, is_space, length_until};
use super::context::{Context, Function};
use super::escape::Escape;
use super::{Moves, Names};

#[derive(Debug, Default)]
pub(super) struct Lexer {
    pub(super) state: State,
    pub(super) context: Context,
    pub(super) escape: Escape,
    /// The name so far, where it is cut off or has escapes.
    pub(super) name: Vec<u8>,
    pub(super) address: Address,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) enum State {
    #[default]
    Between,
    Slash,
    Comment {
        star: bool,
    },
    Name(After),
    String(u8),
    /// After `url(`, where white space may come first.
    UrlStart,
    Url,
    /// So much white space after an address; only `)` may follow.
    UrlEnd(usize),
    BadUrl,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    At,
    Hash,
    Nothing,
}

impl Lexer {
    pub(super) fn push(&mut self, moves: &mut Moves<'_>, piece: &[u8], out: &mut Vec<u8>) {
        let mut rest = piece;
        while !rest.is_empty() {
            let read = match self.state {
                State::Between => self.between(rest, out),
                State::Slash => self.slash(rest, out),
                State::Comment { star } => self.comment(star, rest, out),
                State::Name(after) => self.name(after, rest, out),
                State::String(quote) => self.string(quote, moves, rest, out),
                State::UrlStart => self.url_start(rest, out),
                State::Url => self.url(rest, out),
                State::UrlEnd(space) => self.url_end(space, moves, rest, out),
                State::BadUrl => self.bad_url(rest, out),
            };
            rest = &rest[read..];
        }
    }

    /// What the sheet leaves open at its end counts as closed there.
    pub(super) fn finish(&mut self, moves: &mut Moves<'_>, out: &mut Vec<u8>) {
        match self.state {
            _ if self.escape == Escape::Backslash => self.address.release(out),
            State::String(quote) => self.address.end(moves, Quotes::Of(quote), 0, out),
            State::Url => self.address.end(moves, Quotes::None, 0, out),
            State::UrlEnd(space) => self.address.end(moves, Quotes::None, space, out),
            _ => {}
        }
    }

    fn between(&mut self, piece: &[u8], out: &mut Vec<u8>) -> usize {
        let mut at = 0;
        while let (Some(byte), State::Between) = (piece.get(at), self.state) {
            at += if is_name(*byte) {
                self.whole_name(&piece[at..])
            } else {
                self.sign(*byte);
                1
            };
        }
        out.extend_from_slice(&piece[..at]);
        at
    }

    fn sign(&mut self, byte: u8) {
        match byte {
            b'/' => self.state = State::Slash,
            b'"' | b'\'' => self.begin_string(byte, self.context.string_names()),
            b'@' => self.begin_name(After::At),
            b'#' => self.begin_name(After::Hash),
            b'\\' => {
                self.begin_name(After::Nothing);
                self.keep_name(b"\\");
                self.escape = Escape::Backslash;
            }
            b'(' => self.context.open(Function::Other),
            b')' => self.context.close(),
            b';' | b'{' | b'}' => self.context.statement_end(),
            byte if is_space(byte) => {}
            _ => self.context.token(),
        }
    }

    fn slash(&mut self, piece: &[u8], out: &mut Vec<u8>) -> usize {
        if piece[0] != b'*' {
            self.context.token();
            self.state = State::Between;
            return 0;
        }
        self.state = State::Comment { star: false };
        out.push(b'*');
        1
    }

    fn comment(&mut self, star: bool, piece: &[u8], out: &mut Vec<u8>) -> usize {
        let read = if star && piece[0] == b'/' {
            self.state = State::Between;
            1
        } else {
            let found = memchr::memchr(b'*', piece);
            self.state = State::Comment { star: found.is_some() };
            found.map_or(piece.len(), |at| at + 1)
        };
        out.extend_from_slice(&piece[..read]);
        read
    }

    pub(super) fn begin_string(&mut self, quote: u8, names: Option<Names>) {
        self.address.begin(names);
        self.state = State::String(quote);
    }

    fn string(
        &mut self,
        quote: u8,
        moves: &mut Moves<'_>,
        piece: &[u8],
        out: &mut Vec<u8>,
    ) -> usize {
        if self.escape.takes(piece[0]) {
            self.address.push(&piece[..1], out);
            return 1;
        }
        let special = |byte| byte == quote || byte == b'\\' || is_newline(byte);
        let length = length_until(piece, special);
        self.address.push(&piece[..length], out);
        match piece.get(length) {
            None => return length,
            Some(b'\\') => {
                self.address.push(b"\\", out);
                self.escape = Escape::Backslash;
                return length + 1;
            }
            Some(byte) if *byte == quote => {
                self.address.end(moves, Quotes::Of(quote), 0, out);
                out.push(quote);
            }
            // The string is bad. What follows is read as if it had been closed.
            Some(newline) => {
                self.address.release(out);
                out.push(*newline);
            }
        }
        self.context.token();
        self.state = State::Between;
        length + 1
    }
}
