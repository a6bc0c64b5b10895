//! Reads a script token by token and hands those to the rules that they may concern.

use memchr::memchr2;

use super::bytes::{self, Number};
use super::fast::Cursor;
use super::modules::Capture;
use super::nesting::{Nesting, Open};
use super::rules::Rules;
use super::sink::Sink;
use super::skip::{self, Skip};
use super::token::Kind;
use crate::Place;

/// What the lexer is in the middle of, where a window ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Beginning,
    Code,
    /// Of a word whose kind is known.
    Word,
    Number(Number),
    Text(u8),
    Template,
    Pattern {
        class: bool,
    },
    LineComment,
    BlockComment,
    /// The rest is not for us.
    Through,
}

/// Whether reading can go on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    On,
    /// The rest of the window is cut off.
    Wait,
}

pub(super) struct Lexer {
    pub(super) rules: Rules,
    pub(super) mode: Mode,
    pub(super) cursor: Cursor,
    pub(super) nesting: Nesting,
}

impl Lexer {
    pub(super) fn new(place: Place) -> Self {
        Lexer {
            rules: Rules::new(place),
            mode: Mode::Beginning,
            cursor: Cursor::new(),
            nesting: Nesting::default(),
        }
    }

    pub(super) fn run(&mut self, sink: &mut Sink<'_>, last: bool) {
        while self.step(sink, last) == Step::On {}
        if self.mode == Mode::Through {
            sink.flush(sink.window.len());
            self.cursor.at = 0;
            return;
        }
        if last && self.rules.capture == Capture::None && self.rules.is_alert() {
            self.see(Kind::End, 0, sink);
        }
        if last {
            sink.flush(sink.window.len());
        } else {
            self.rules.settle(self.cursor.at, &mut self.nesting, sink);
            self.cursor.at -= sink.done();
        }
    }

    fn step(&mut self, sink: &mut Sink<'_>, last: bool) -> Step {
        let window = sink.window;
        match self.mode {
            Mode::Beginning => self.begin(window, last),
            Mode::Code => self.code(sink, last),
            Mode::Word => {
                let (length, ended) = bytes::rest_of_word(&window[self.cursor.at..], last);
                self.advance(length, ended)
            }
            Mode::Number(mut number) => {
                let (length, ended) = number.skip(&window[self.cursor.at..], last);
                self.mode = Mode::Number(number);
                self.advance(length, ended)
            }
            Mode::Text(quote) => self.text(quote, sink),
            Mode::Template => self.template(sink),
            Mode::Pattern { mut class } => {
                let skip = skip::pattern(window, self.cursor.at, &mut class);
                self.mode = Mode::Pattern { class };
                self.go_on(skip, Mode::Word)
            }
            Mode::LineComment => {
                let skip = skip::line_comment(window, self.cursor.at);
                self.go_on(skip, Mode::Code)
            }
            Mode::BlockComment => self.block_comment(window),
            Mode::Through => Step::Wait,
        }
    }

    fn advance(&mut self, length: usize, ended: bool) -> Step {
        self.cursor.at += length;
        if !ended {
            return Step::Wait;
        }
        self.mode = Mode::Code;
        Step::On
    }

    fn go_on(&mut self, skip: Skip, then: Mode) -> Step {
        match skip {
            Skip::Done(at) => {
                self.cursor.at = at;
                self.mode = then;
                Step::On
            }
            Skip::Cut(at) => {
                self.cursor.at = at;
                Step::Wait
            }
        }
    }

    /// A mark of the character set and `#!` have a meaning only here.
    fn begin(&mut self, window: &[u8], last: bool) -> Step {
        const ENOUGH: usize = 5;
        if window.len() < ENOUGH && !last {
            return Step::Wait;
        }
        let text = window.strip_prefix(b"\xef\xbb\xbf").unwrap_or(window);
        self.cursor.at = window.len() - text.len();
        self.mode = match text {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Mode::Through,
            [b'#', b'!', ..] => Mode::LineComment,
            _ => Mode::Code,
        };
        Step::On
    }

    pub(super) fn text(&mut self, quote: u8, sink: &mut Sink<'_>) -> Step {
        match skip::text(sink.window, self.cursor.at, quote) {
            Skip::Cut(at) => {
                self.cursor.at = at;
                return Step::Wait;
            }
            Skip::Done(at) => self.cursor.at = at,
        }
        self.end_literal(Kind::Text, sink)
    }

    fn template(&mut self, sink: &mut Sink<'_>) -> Step {
        match skip::template(sink.window, self.cursor.at) {
            Skip::Cut(at) => {
                self.cursor.at = at;
                return Step::Wait;
            }
            Skip::Done(at) => self.cursor.at = at,
        }
        if sink.window[self.cursor.at - 1] == b'`' {
            return self.end_literal(Kind::Template, sink);
        }
        self.rules.break_literal(&mut self.nesting, sink);
        self.mode = Mode::Code;
        self.cursor.past.push(Kind::OpenSubstitution);
        self.open(Open::Substitution);
        Step::On
    }

    fn end_literal(&mut self, kind: Kind, sink: &mut Sink<'_>) -> Step {
        self.mode = Mode::Code;
        self.cursor.past.push(kind);
        if self.rules.capture != Capture::None {
            self.rules.end_literal(self.cursor.at, &mut self.nesting, sink);
        }
        Step::On
    }

    fn block_comment(&mut self, window: &[u8]) -> Step {
        let from = self.cursor.at;
        let skip = skip::block_comment(window, from);
        let step = self.go_on(skip, Mode::Code);
        self.cursor.newline |= memchr2(b'\n', b'\r', &window[from..self.cursor.at]).is_some();
        step
    }
}
