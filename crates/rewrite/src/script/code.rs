//! The tokens of code, one by one.

use super::bytes::{self, Class, High, Number, class};
use super::fast;
use super::lexer::{Lexer, Mode, Step};
use super::nesting::{self, Open};
use super::readings;
use super::rules::{Token, Watch};
use super::sink::Sink;
use super::token::{self, Kind};
use super::words;

/// `>>>=` and `<!--`.
const LONGEST_OPERATOR: usize = 4;

impl Lexer {
    /// What is not plain, one token at a time. Whatever does not end in the window goes on in a
    /// mode of its own.
    pub(super) fn code(&mut self, sink: &mut Sink<'_>, last: bool) -> Step {
        let window = sink.window;
        loop {
            if !self.rules.is_alert() {
                fast::skip(window, &mut self.cursor, &mut self.nesting);
            }
            if self.nesting.is_lost() {
                self.mode = Mode::Through;
                return Step::On;
            }
            let Some(&byte) = window.get(self.cursor.at) else { return Step::Wait };
            match class(byte) {
                Class::Word => {
                    if self.word(sink, last) == Step::Wait {
                        return Step::Wait;
                    }
                }
                Class::Space => {
                    self.cursor.at += 1;
                    continue;
                }
                Class::Newline => {
                    self.cursor.newline = true;
                    self.cursor.at += 1;
                    continue;
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
                    let kind = self.nesting.colon(&self.cursor.past);
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
                Class::Dot | Class::Operator | Class::Slash | Class::High
                    if window.len() - self.cursor.at < LONGEST_OPERATOR && !last =>
                {
                    return Step::Wait;
                }
                Class::Dot => match window[self.cursor.at..] {
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
    }

    /// A token that is whole in the window.
    fn token(&mut self, kind: Kind, length: usize, sink: &mut Sink<'_>) {
        if self.rules.is_alert() {
            self.see(kind, length, sink);
        }
        self.cursor.count(kind, length);
    }

    #[cold]
    pub(super) fn see(&mut self, kind: Kind, length: usize, sink: &mut Sink<'_>) {
        let (start, end) = (self.cursor.at, self.cursor.at + length);
        let token = Token { kind, start, end, newline: self.cursor.newline };
        self.rules.see(&token, &self.cursor.past, &mut self.nesting, sink);
    }

    /// A literal. It counts as read when it ends.
    fn start(&mut self, kind: Kind, mode: Mode, sink: &mut Sink<'_>) {
        if self.rules.is_alert() {
            self.see(kind, 1, sink);
        }
        self.cursor.newline = false;
        self.cursor.at += 1;
        self.mode = mode;
    }

    fn word(&mut self, sink: &mut Sink<'_>, last: bool) -> Step {
        let text = &sink.window[self.cursor.at..];
        let length = bytes::word_length(text);
        if length > words::LONGEST {
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
        match words::word(&text[..length]) {
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

    fn keyword(&mut self, kind: Kind, length: usize, sink: &mut Sink<'_>) {
        let kind = match (kind, self.cursor.past.last()) {
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
        let (past, nesting) = (&self.cursor.past, &mut self.nesting);
        match kind {
            Kind::Function => {
                self.cursor.function_value = nesting::is_value(past, self.cursor.newline);
            }
            Kind::Case => nesting.case(),
            Kind::Location => {
                self.rules.location(self.cursor.at + length, self.cursor.newline, past, nesting);
            }
            Kind::Holder if readings::follows_pattern(past) => {
                self.rules.taken_apart(self.cursor.at + length);
            }
            Kind::Import | Kind::Export => {
                self.rules.module_word(kind, self.cursor.at, self.cursor.newline, past, nesting);
            }
            Kind::Class => {
                let value = nesting::is_value(past, self.cursor.newline);
                self.rules.watch(Watch::Class { value });
            }
            _ => {}
        }
        self.cursor.count(kind, length);
    }

    fn high(&mut self, sink: &mut Sink<'_>, last: bool) {
        match bytes::high(&sink.window[self.cursor.at..], last) {
            High::Space(length) => self.cursor.at += length,
            High::Newline(length) => {
                self.cursor.newline = true;
                self.cursor.at += length;
            }
            High::Word(_) | High::Cut => self.word_of(Kind::Word, 0, sink),
        }
    }

    fn number(&mut self, point: bool, sink: &mut Sink<'_>, last: bool) {
        self.token(Kind::Number, 1, sink);
        let mut number = Number { point, radix: false };
        let (length, ended) = number.skip(&sink.window[self.cursor.at..], last);
        self.cursor.at += length;
        if !ended {
            self.mode = Mode::Number(number);
        }
    }

    fn operator(&mut self, sink: &mut Sink<'_>) {
        let text = &sink.window[self.cursor.at..];
        if !self.rules.is_module {
            let fresh = self.cursor.newline || self.cursor.past.last() == Kind::Start;
            if text.starts_with(b"<!--") || fresh && text.starts_with(b"-->") {
                self.mode = Mode::LineComment;
                return;
            }
        }
        let (kind, length) = token::operator(text);
        self.token(kind, length, sink);
    }

    fn slash(&mut self, sink: &mut Sink<'_>) {
        match sink.window[self.cursor.at..] {
            [_, b'/', ..] => self.mode = Mode::LineComment,
            [_, b'*', ..] => {
                self.mode = Mode::BlockComment;
                self.cursor.at += 2;
            }
            _ if self.cursor.past.last().wants_pattern() => {
                self.token(Kind::Pattern, 1, sink);
                self.mode = Mode::Pattern { class: false };
            }
            _ => self.operator(sink),
        }
    }

    pub(super) fn open(&mut self, open: Open) {
        if !self.nesting.push(open) {
            self.mode = Mode::Through;
        }
    }

    fn open_paren(&mut self, sink: &mut Sink<'_>) {
        let open = self.nesting.paren(&self.cursor.past, self.cursor.function_value);
        self.token(Kind::OpenParen, 1, sink);
        self.open(open);
    }

    fn open_brace(&mut self, sink: &mut Sink<'_>) {
        let mut open = self.nesting.brace(&self.cursor.past, self.cursor.newline);
        if self.rules.is_alert() {
            self.see(open.kind(), 1, sink);
            open = self.nesting.brace(&self.cursor.past, self.cursor.newline);
        }
        self.cursor.count(open.kind(), 1);
        if !self.nesting.open_brace(open) {
            self.mode = Mode::Through;
        }
    }

    fn comma(&mut self, sink: &mut Sink<'_>) {
        self.token(Kind::Comma, 1, sink);
        if self.nesting.top() == Some(Open::Argument) {
            sink.insert(self.cursor.at - 1, ")");
            self.nesting.replace_top(Open::Paren);
            self.rules.end_argument();
        }
    }

    fn close(&mut self, byte: u8, sink: &mut Sink<'_>) {
        let Some(kind) = self.nesting.closing(byte) else {
            // No rule sees this one, but a cut before it may have made them let go.
            self.rules.let_go_of_long(self.cursor.at, &mut self.nesting, sink);
            self.mode = Mode::Through;
            return;
        };
        self.token(kind, 1, sink);
        if self.nesting.pop() == Some(Open::Argument) {
            sink.insert(self.cursor.at - 1, ")");
            self.rules.end_argument();
        }
        if kind == Kind::CloseSubstitution {
            self.mode = Mode::Template;
        }
    }
}
