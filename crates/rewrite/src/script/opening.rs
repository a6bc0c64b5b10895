//! Where statements are put that must run before the script's own: behind its directives, because
//! in front of them `"use strict"` would mean nothing.

use super::modules::Capture;
use super::rules::{Rules, Token};
use super::sink::Sink;
use super::token::Kind;

#[derive(Clone, PartialEq, Eq)]
pub(super) enum Opening {
    /// Nothing is to be put in, or it has been.
    Past,
    /// A statement starts next. After a directive without a semicolon, one is missing.
    Statement { text: String, semicolon: &'static str },
    /// A text started the statement; what follows tells whether it is a directive.
    Text { text: String, semicolon: &'static str },
}

impl Opening {
    pub(super) fn new(text: String) -> Self {
        Opening::Statement { text, semicolon: "" }
    }
}

impl Rules {
    pub(super) fn see_opening(&mut self, token: &Token, sink: &mut Sink<'_>) {
        match std::mem::replace(&mut self.opening, Opening::Past) {
            Opening::Past => {}
            Opening::Statement { text, semicolon } => self.open(token, text, semicolon, sink),
            Opening::Text { text, .. } if token.kind == Kind::Semicolon => {
                self.release();
                self.opening = Opening::new(text);
            }
            Opening::Text { text, .. } if token.newline && token.kind.begins_statement() => {
                self.release();
                self.open(token, text, ";", sink);
            }
            Opening::Text { .. } if token.kind == Kind::End || token.kind.is_close() => {
                self.release();
            }
            opening @ Opening::Text { .. } => {
                self.opening = opening;
                self.open_at_hold(sink);
                self.release();
            }
        }
    }

    fn open(&mut self, token: &Token, text: String, semicolon: &'static str, sink: &mut Sink<'_>) {
        match token.kind {
            Kind::Text => {
                self.capture = Capture::Directive;
                self.hold_at(token.start);
                self.opening = Opening::Text { text, semicolon };
            }
            Kind::End => {}
            _ => {
                sink.insert(token.start, semicolon);
                sink.insert(token.start, &text);
            }
        }
    }

    /// The text turned out to be part of an expression.
    pub(super) fn open_at_hold(&mut self, sink: &mut Sink<'_>) {
        let opening = std::mem::replace(&mut self.opening, Opening::Past);
        if let (Opening::Text { text, semicolon }, Some(at)) = (opening, self.release()) {
            sink.insert(at, semicolon);
            sink.insert(at, &text);
        }
    }
}
