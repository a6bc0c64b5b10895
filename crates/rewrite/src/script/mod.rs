//! Scripts: what they import, and where they read `location`. Everything else is copied, byte for
//! byte, by a lexer that tells code from texts, comments and regular expressions.

mod bytes;
mod code;
mod fast;
mod lexer;
mod literal;
mod modules;
mod nesting;
mod opening;
mod past;
mod readings;
mod rules;
mod sink;
mod skip;
mod token;
mod words;

use self::lexer::Lexer;
use self::sink::Sink;
use crate::{Broken, Pass, Place};

/// A script on its way. Written in anything that holds ASCII as it is; UTF-16 is left alone.
pub struct Script {
    lexer: Lexer,
    held: Vec<u8>,
}

impl Script {
    pub fn new(place: Place) -> Self {
        Script { lexer: Lexer::new(place), held: Vec::new() }
    }

    /// Statements to run before the script's own, put behind its directives and on a line that is
    /// there already. A script without any code stays without.
    pub fn with_prologue(mut self, text: String) -> Self {
        self.lexer.rules.set_prologue(text);
        self
    }

    /// An import to make before the script's own. A script without any stays without.
    pub fn with_module_prologue(mut self, text: String) -> Self {
        self.lexer.rules.set_module_prologue(text);
        self
    }

    /// Whether it is a module, where that is known: only other scripts know `<!--` comments.
    pub fn as_module(mut self, module: bool) -> Self {
        self.lexer.rules.is_module = module;
        self
    }

    /// Reads a window and answers how much of it is dealt with.
    fn run(&mut self, window: &[u8], last: bool, out: &mut Vec<u8>) -> usize {
        let mut sink = Sink::new(window, out);
        self.lexer.run(&mut sink, last);
        sink.done()
    }
}

impl Pass for Script {
    fn push(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), Broken> {
        if self.held.is_empty() {
            let done = self.run(piece, false, out);
            self.held.extend_from_slice(&piece[done..]);
        } else {
            let mut window = std::mem::take(&mut self.held);
            window.extend_from_slice(piece);
            let done = self.run(&window, false, out);
            window.drain(..done);
            self.held = window;
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        let window = std::mem::take(&mut self.held);
        self.run(&window, true, out);
        Ok(())
    }
}

/// The text of an event handler or a `javascript:` address; `None`: it stays as it is.
pub fn inline(text: &str, place: &Place) -> Option<String> {
    let mut out = Vec::with_capacity(text.len() + 16);
    Script::new(place.clone()).run(text.as_bytes(), true, &mut out);
    (out != text.as_bytes()).then(|| String::from_utf8(out).ok()).flatten()
}

/// What the static imports and exports of a script name.
pub fn imports(text: &str) -> Vec<String> {
    let mut script = Script::new(Place::new("", ""));
    script.lexer.rules.imports = Some(Vec::new());
    script.run(text.as_bytes(), true, &mut Vec::new());
    script.lexer.rules.imports.take().unwrap_or_default()
}
