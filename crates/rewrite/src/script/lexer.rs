//! Reads a script token by token and hands those to the rules that they may concern.

use memchr::memchr2;

use super::bytes::{self, Class, High, Number, class};
use super::modules::Capture;
use super::nesting::{self, Nesting, Open};
use super::rules::{Rules, Token, Watch};
use super::sink::Sink;
use super::skip::{self, Skip};
use super::token::{self, Kind, Past};
use crate::Place;

/// `>>>=` and `<!--`.
const LONGEST_OPERATOR: usize = 4;

/// What the lexer is in the middle of, where a window ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
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
enum Step {
    On,
    /// The rest of the window is cut off.
    Wait,
}

pub(super) struct Lexer {
    pub(super) rules: Rules,
    mode: Mode,
    /// Where reading goes on, in the window.
    at: usize,
    /// A line ended since the last token.
    newline: bool,
    past: Past,
    nesting: Nesting,
    /// The last `function` is a value.
    function_value: bool,
}

impl Lexer {
    pub(super) fn new(place: Place) -> Self {
        Lexer {
            rules: Rules::new(place),
            mode: Mode::Beginning,
            at: 0,
            newline: false,
            past: Past::new(),
            nesting: Nesting::default(),
            function_value: false,
        }
    }

    pub(super) fn run(&mut self, sink: &mut Sink<'_>, last: bool) {
        while self.step(sink, last) == Step::On {}
        if self.mode == Mode::Through {
            sink.flush(sink.window.len());
            self.at = 0;
            return;
        }
        if last && self.rules.capture == Capture::None && self.rules.is_alert() {
            self.see(Kind::End, 0, sink);
        }
        if last {
            sink.flush(sink.window.len());
        } else {
            self.rules.settle(self.at, &mut self.nesting, sink);
            self.at -= sink.done();
        }
    }

    fn step(&mut self, sink: &mut Sink<'_>, last: bool) -> Step {
        let window = sink.window;
        match self.mode {
            Mode::Beginning => self.begin(window, last),
            Mode::Code => self.code(sink, last),
            Mode::Word => {
                let (length, ended) = bytes::rest_of_word(&window[self.at..], last);
                self.advance(length, ended)
            }
            Mode::Number(mut number) => {
                let (length, ended) = number.skip(&window[self.at..], last);
                self.mode = Mode::Number(number);
                self.advance(length, ended)
            }
            Mode::Text(quote) => self.text(quote, sink),
            Mode::Template => self.template(sink),
            Mode::Pattern { mut class } => {
                let skip = skip::pattern(window, self.at, &mut class);
                self.mode = Mode::Pattern { class };
                self.go_on(skip, Mode::Word)
            }
            Mode::LineComment => {
                let skip = skip::line_comment(window, self.at);
                self.go_on(skip, Mode::Code)
            }
            Mode::BlockComment => self.block_comment(window),
            Mode::Through => Step::Wait,
        }
    }

    fn advance(&mut self, length: usize, ended: bool) -> Step {
        self.at += length;
        if !ended {
            return Step::Wait;
        }
        self.mode = Mode::Code;
        Step::On
    }

    fn go_on(&mut self, skip: Skip, then: Mode) -> Step {
        match skip {
            Skip::Done(at) => {
                self.at = at;
                self.mode = then;
                Step::On
            }
            Skip::Cut(at) => {
                self.at = at;
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
        self.at = window.len() - text.len();
        self.mode = match text {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Mode::Through,
            [b'#', b'!', ..] => Mode::LineComment,
            _ => Mode::Code,
        };
        Step::On
    }

    /// The hot loop. Whatever is not read to its end here goes on in a mode of its own.
    fn code(&mut self, sink: &mut Sink<'_>, last: bool) -> Step {
        let window = sink.window;
        while let Some(&byte) = window.get(self.at) {
            match class(byte) {
                Class::Word => {
                    if self.word(sink, last) == Step::Wait {
                        return Step::Wait;
                    }
                }
                Class::Space => self.at += 1,
                Class::Newline => {
                    self.newline = true;
                    self.at += 1;
                }
                Class::Comma => self.comma(sink),
                Class::Semicolon => self.token(Kind::Semicolon, 1, sink),
                Class::OpenParen => self.open_paren(sink),
                Class::OpenBracket => {
                    self.token(Kind::OpenBracket, 1, sink);
                    self.open(Open::Bracket);
                }
                Class::OpenBrace => self.open_brace(sink),
                Class::CloseParen | Class::CloseBracket | Class::CloseBrace => {
                    self.close(byte, sink);
                }
                Class::Colon => {
                    let kind = self.nesting.colon(&self.past);
                    self.token(kind, 1, sink);
                }
                Class::Quote => {
                    self.start(Kind::Text, Mode::Text(byte), sink);
                    if self.text(byte, sink) == Step::Wait {
                        return Step::Wait;
                    }
                }
                Class::Backtick => self.start(Kind::Template, Mode::Template, sink),
                Class::Digit => self.number(false, sink, last),
                _ if window.len() - self.at < LONGEST_OPERATOR && !last => return Step::Wait,
                Class::Dot => match window[self.at..] {
                    [_, b'0'..=b'9', ..] => self.number(true, sink, last),
                    [_, b'.', b'.', ..] => self.token(Kind::Spread, 3, sink),
                    _ => self.token(Kind::Dot, 1, sink),
                },
                Class::Operator => self.operator(sink),
                Class::Slash => self.slash(sink),
                Class::Hash => self.word_of(Kind::PrivateName, 1, sink),
                Class::Backslash => self.word_of(Kind::Word, 0, sink),
                Class::High => self.high(sink, last),
            }
            if self.mode != Mode::Code {
                return Step::On;
            }
        }
        Step::Wait
    }

    /// A token that is whole in the window.
    #[inline(always)]
    fn token(&mut self, kind: Kind, length: usize, sink: &mut Sink<'_>) {
        if self.rules.is_alert() {
            self.see(kind, length, sink);
        }
        self.count(kind, length);
    }

    #[inline(always)]
    fn count(&mut self, kind: Kind, length: usize) {
        self.past.push(kind);
        self.newline = false;
        self.at += length;
    }

    #[cold]
    fn see(&mut self, kind: Kind, length: usize, sink: &mut Sink<'_>) {
        let (start, end) = (self.at, self.at + length);
        let token = Token { kind, start, end, newline: self.newline };
        self.rules.see(&token, &self.past, &mut self.nesting, sink);
    }

    /// A literal. It counts as read when it ends.
    #[inline(always)]
    fn start(&mut self, kind: Kind, mode: Mode, sink: &mut Sink<'_>) {
        if self.rules.is_alert() {
            self.see(kind, 1, sink);
        }
        self.newline = false;
        self.at += 1;
        self.mode = mode;
    }

    #[inline(always)]
    fn word(&mut self, sink: &mut Sink<'_>, last: bool) -> Step {
        let text = &sink.window[self.at..];
        let length = bytes::word_length(text);
        if length > token::LONGEST_WORD {
            self.word_of(Kind::Word, length, sink);
            return Step::On;
        }
        match text.get(length) {
            None if !last => return Step::Wait,
            Some(b'\\') => {
                self.word_of(Kind::Word, length, sink);
                return Step::On;
            }
            Some(0x80..) => match bytes::high(&text[length..], last) {
                High::Cut => return Step::Wait,
                High::Word(_) => {
                    self.word_of(Kind::Word, length, sink);
                    return Step::On;
                }
                High::Space(_) | High::Newline(_) => {}
            },
            _ => {}
        }
        match token::word(&text[..length]) {
            Kind::Word => self.token(Kind::Word, length, sink),
            kind => self.keyword(kind, length, sink),
        }
        Step::On
    }

    /// A word of which nothing depends on how it goes on.
    fn word_of(&mut self, kind: Kind, length: usize, sink: &mut Sink<'_>) {
        self.token(kind, length, sink);
        self.mode = Mode::Word;
    }

    #[inline]
    fn keyword(&mut self, kind: Kind, length: usize, sink: &mut Sink<'_>) {
        let kind = match (kind, self.past.last()) {
            (Kind::Location | Kind::Holder, _) => kind,
            (_, Kind::Dot | Kind::OptionalDot) => Kind::Word,
            (Kind::Of, last) if self.nesting.top() == Some(Open::ForHead) => {
                if last.wants_operand() { Kind::Word } else { Kind::Prefix }
            }
            (Kind::Of, _) => Kind::Word,
            _ => kind,
        };
        if self.rules.is_alert() {
            self.see(kind, length, sink);
        }
        let (past, nesting) = (&self.past, &mut self.nesting);
        match kind {
            Kind::Function => self.function_value = nesting::is_value(past, self.newline),
            Kind::Case => nesting.case(),
            Kind::Location => {
                self.rules.location(self.at + length, self.newline, past, nesting);
            }
            Kind::Import | Kind::Export => {
                self.rules.module_word(kind, self.at, self.newline, past, nesting);
            }
            Kind::Class => {
                let value = nesting::is_value(past, self.newline);
                self.rules.watch(Watch::Class { value });
            }
            _ => {}
        }
        self.count(kind, length);
    }

    fn high(&mut self, sink: &mut Sink<'_>, last: bool) {
        match bytes::high(&sink.window[self.at..], last) {
            High::Space(length) => self.at += length,
            High::Newline(length) => {
                self.newline = true;
                self.at += length;
            }
            High::Word(_) | High::Cut => self.word_of(Kind::Word, 0, sink),
        }
    }

    #[inline]
    fn number(&mut self, point: bool, sink: &mut Sink<'_>, last: bool) {
        self.token(Kind::Number, 1, sink);
        let mut number = Number { point, radix: false };
        let (length, ended) = number.skip(&sink.window[self.at..], last);
        self.at += length;
        if !ended {
            self.mode = Mode::Number(number);
        }
    }

    #[inline]
    fn operator(&mut self, sink: &mut Sink<'_>) {
        let text = &sink.window[self.at..];
        if !self.rules.is_module {
            let fresh = self.newline || self.past.last() == Kind::Start;
            if text.starts_with(b"<!--") || fresh && text.starts_with(b"-->") {
                self.mode = Mode::LineComment;
                return;
            }
        }
        let (kind, length) = token::operator(text);
        self.token(kind, length, sink);
    }

    #[inline]
    fn slash(&mut self, sink: &mut Sink<'_>) {
        match sink.window[self.at..] {
            [_, b'/', ..] => self.mode = Mode::LineComment,
            [_, b'*', ..] => {
                self.mode = Mode::BlockComment;
                self.at += 2;
            }
            _ if self.past.last().wants_pattern() => {
                self.token(Kind::Pattern, 1, sink);
                self.mode = Mode::Pattern { class: false };
            }
            _ => self.operator(sink),
        }
    }

    #[inline(always)]
    fn open(&mut self, open: Open) {
        self.nesting.push(open);
        if self.nesting.is_lost() {
            self.mode = Mode::Through;
        }
    }

    #[inline]
    fn open_paren(&mut self, sink: &mut Sink<'_>) {
        let open = self.nesting.paren(&self.past, self.function_value);
        self.token(Kind::OpenParen, 1, sink);
        self.open(open);
    }

    #[inline]
    fn open_brace(&mut self, sink: &mut Sink<'_>) {
        let mut open = self.nesting.brace(&self.past, self.newline);
        if self.rules.is_alert() {
            self.see(open.kind(), 1, sink);
            open = self.nesting.brace(&self.past, self.newline);
        }
        self.count(open.kind(), 1);
        match open {
            Open::Class | Open::ClassValue => self.nesting.replace_top(open),
            open => self.open(open),
        }
    }

    #[inline]
    fn comma(&mut self, sink: &mut Sink<'_>) {
        self.token(Kind::Comma, 1, sink);
        if self.nesting.top() == Some(Open::Argument) {
            sink.insert(self.at - 1, ")");
            self.nesting.replace_top(Open::Paren);
        }
    }

    #[inline]
    fn close(&mut self, byte: u8, sink: &mut Sink<'_>) {
        let Some(kind) = self.nesting.closing(byte) else {
            self.mode = Mode::Through;
            return;
        };
        self.token(kind, 1, sink);
        if self.nesting.pop() == Some(Open::Argument) {
            sink.insert(self.at - 1, ")");
        }
        if kind == Kind::CloseSubstitution {
            self.mode = Mode::Template;
        }
    }

    #[inline]
    fn text(&mut self, quote: u8, sink: &mut Sink<'_>) -> Step {
        match skip::text(sink.window, self.at, quote) {
            Skip::Cut(at) => {
                self.at = at;
                return Step::Wait;
            }
            Skip::Done(at) => self.at = at,
        }
        self.end_literal(Kind::Text, sink)
    }

    fn template(&mut self, sink: &mut Sink<'_>) -> Step {
        match skip::template(sink.window, self.at) {
            Skip::Cut(at) => {
                self.at = at;
                return Step::Wait;
            }
            Skip::Done(at) => self.at = at,
        }
        if sink.window[self.at - 1] == b'`' {
            return self.end_literal(Kind::Template, sink);
        }
        self.rules.break_literal(&mut self.nesting, sink);
        self.mode = Mode::Code;
        self.past.push(Kind::OpenSubstitution);
        self.open(Open::Substitution);
        Step::On
    }

    #[inline]
    fn end_literal(&mut self, kind: Kind, sink: &mut Sink<'_>) -> Step {
        self.mode = Mode::Code;
        self.past.push(kind);
        if self.rules.capture != Capture::None {
            self.rules.end_literal(self.at, &mut self.nesting, sink);
        }
        Step::On
    }

    fn block_comment(&mut self, window: &[u8]) -> Step {
        let from = self.at;
        let skip = skip::block_comment(window, from);
        let step = self.go_on(skip, Mode::Code);
        self.newline |= memchr2(b'\n', b'\r', &window[from..self.at]).is_some();
        step
    }
}
