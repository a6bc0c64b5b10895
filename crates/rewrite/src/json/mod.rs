//! The three kinds of JSON that browsers themselves read addresses from. Other JSON is the app's
//! data. Only strings that change are written anew; everything else goes through byte for byte,
//! and so does the rest from where it is no JSON any more.

mod role;
mod string;
mod tree;

use self::role::{Key, Role};
use self::string::Held;
use self::tree::{Tree, Wanted};
use crate::{Broken, Pass, Place};

/// What the JSON is for, and with that, where in it addresses stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flavour {
    Manifest,
    ImportMap,
    SpeculationRules,
}

/// One JSON text on its way through.
pub struct Json {
    place: Place,
    tree: Tree,
    state: State,
    held: Held,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Between,
    Number,
    /// What must still come of `true`, `false` or `null`.
    Word(&'static [u8]),
    String {
        is_key: bool,
        escape: bool,
    },
    /// It is no JSON, or too deep for us.
    Passing,
}

impl Json {
    pub fn new(place: Place, flavour: Flavour) -> Self {
        let tree = Tree::new(Role::root(flavour));
        Json { place, tree, state: State::Between, held: Held::default() }
    }

    fn between(&mut self, piece: &[u8], out: &mut Vec<u8>) -> usize {
        let mut at = 0;
        while let (Some(byte), State::Between) = (piece.get(at), self.state) {
            at += 1;
            self.state = match (byte, self.tree.take(*byte)) {
                (b'"', Wanted::Key) => self.begin_string(true),
                (b'"', Wanted::Value) => self.begin_string(false),
                (_, Wanted::Nothing) => State::Between,
                (b'-' | b'0'..=b'9', Wanted::Value) => State::Number,
                (b't', Wanted::Value) => State::Word(b"rue"),
                (b'f', Wanted::Value) => State::Word(b"alse"),
                (b'n', Wanted::Value) => State::Word(b"ull"),
                _ => State::Passing,
            };
        }
        out.extend_from_slice(&piece[..at]);
        at
    }

    fn number(&mut self, piece: &[u8], out: &mut Vec<u8>) -> usize {
        let part_of_it = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
        let end = piece.iter().position(|byte| !part_of_it(*byte));
        if end.is_some() {
            self.tree.value_done();
            self.state = State::Between;
        }
        let length = end.unwrap_or(piece.len());
        out.extend_from_slice(&piece[..length]);
        length
    }

    fn word(&mut self, expected: &'static [u8], piece: &[u8], out: &mut Vec<u8>) -> usize {
        self.state = match expected {
            [letter, rest @ ..] if *letter == piece[0] => State::Word(rest),
            _ => State::Passing,
        };
        if self.state == State::Word(&[]) {
            self.tree.value_done();
            self.state = State::Between;
        }
        out.push(piece[0]);
        1
    }

    fn begin_string(&mut self, is_key: bool) -> State {
        self.held.begin(if is_key {
            self.tree.reads_keys()
        } else {
            self.tree.value().reads_string()
        });
        State::String { is_key, escape: false }
    }

    fn string(&mut self, is_key: bool, escape: bool, piece: &[u8], out: &mut Vec<u8>) -> usize {
        if escape {
            self.held.push(&piece[..1], out);
            self.state = State::String { is_key, escape: false };
            return 1;
        }
        let special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
        let length = piece.iter().position(special).unwrap_or(piece.len());
        self.held.push(&piece[..length], out);
        match piece.get(length) {
            None => return length,
            Some(b'\\') => {
                self.held.push(b"\\", out);
                self.state = State::String { is_key, escape: true };
            }
            Some(b'"') => {
                self.state = State::Between;
                self.end_string(is_key, out);
                out.push(b'"');
            }
            Some(_) => {
                self.held.release(out);
                self.state = State::Passing;
                return length;
            }
        }
        length + 1
    }

    fn end_string(&mut self, is_key: bool, out: &mut Vec<u8>) {
        let text = self.held.text();
        if text == Err(string::Malformed) {
            self.state = State::Passing;
        }
        let text = text.ok().flatten();
        let moved = match (is_key, text.as_deref()) {
            (true, text) => self.tree.key_done(Key::new(text, &self.place)),
            (false, text) => {
                let role = self.tree.value();
                self.tree.value_done();
                text.and_then(|text| role.moved(text, &self.place))
            }
        };
        self.held.end(moved, out);
    }
}

impl Pass for Json {
    fn push(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), Broken> {
        let mut rest = piece;
        while !rest.is_empty() {
            let read = match self.state {
                State::Between => self.between(rest, out),
                State::Number => self.number(rest, out),
                State::Word(expected) => self.word(expected, rest, out),
                State::String { is_key, escape } => self.string(is_key, escape, rest, out),
                State::Passing => {
                    out.extend_from_slice(rest);
                    rest.len()
                }
            };
            rest = &rest[read..];
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        self.held.release(out);
        Ok(())
    }
}
