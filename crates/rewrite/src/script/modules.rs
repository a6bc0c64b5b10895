//! The specifiers of static imports and exports, and the argument of `import(…)`.

use super::literal;
use super::nesting::{Nesting, Open};
use super::past::Past;
use super::rules::{Rules, Token, Watch};
use super::sink::Sink;
use super::token::Kind;

/// What moves an address at run time, of the run-time script.
const MOVE: &str = "$gh$i";

/// `import.defer(…)` and `import.source(…)`.
const PHASES: [&[u8]; 2] = [b"defer", b"source"];

/// A static import or export that goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Declaration {
    None,
    Import,
    Export,
}

/// Why a text is looked at whole.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Capture {
    None,
    /// It names the module of a static import.
    Static,
    /// It is the argument of `import(…)`.
    Dynamic,
    /// It starts the script and may be a directive.
    Directive,
}

impl Rules {
    pub(super) fn is_declaring(&self) -> bool {
        self.declaration != Declaration::None
    }

    /// `import` or `export` was read and starts at `start`.
    pub(super) fn module_word(
        &mut self,
        kind: Kind,
        start: usize,
        newline: bool,
        past: &Past,
        nesting: &Nesting,
    ) {
        if self.is_declaring() || nesting.names_member(past) {
            return;
        }
        let last = past.last();
        let free = last.starts_statement_after() || last.is_close_brace() || newline;
        let statement = free && nesting.is_outermost();
        if statement && self.module_prologue.is_some() {
            self.hold_at(start);
        }
        match kind {
            Kind::Import => self.watch(Watch::Import { statement }),
            _ if statement => self.watch(Watch::Export),
            _ => {}
        }
    }

    /// The token after one of `import`, `import.`, `import(` … or `export`.
    pub(super) fn see_import(
        &mut self,
        watch: Watch,
        token: &Token,
        nesting: &mut Nesting,
        sink: &mut Sink<'_>,
    ) {
        match (watch, token.kind) {
            (Watch::Import { .. } | Watch::ImportPhase, Kind::OpenParen) => {
                self.release();
                self.watch = Watch::ImportArgument;
            }
            (Watch::Import { .. }, Kind::Dot) => {
                self.release();
                self.watch = Watch::ImportDot;
            }
            (Watch::Import { statement: true }, kind) => self.see_import_start(kind, token, sink),
            (Watch::Export, Kind::Star | Kind::OpenObject) => {
                self.declaration = Declaration::Export;
            }
            (Watch::Import { .. } | Watch::Export, _) => drop(self.release()),
            (Watch::ImportDot, _) if PHASES.contains(&token.text(sink)) => {
                self.watch = Watch::ImportPhase;
            }
            (Watch::ImportArgument, _) => self.see_argument(token, nesting, sink),
            (Watch::ImportText { length }, Kind::CloseParen | Kind::Comma) => {
                self.move_literal(length, sink);
            }
            (Watch::ImportText { .. }, _) => self.wrap_argument(nesting, sink),
            _ => {}
        }
    }

    fn see_import_start(&mut self, kind: Kind, token: &Token, sink: &mut Sink<'_>) {
        match kind {
            Kind::Text => {
                self.import_at_hold(sink);
                self.capture_at(token.start, Capture::Static);
            }
            kind if kind.is_word() || matches!(kind, Kind::OpenObject | Kind::Star) => {
                self.import_at_hold(sink);
                self.declaration = Declaration::Import;
                self.location_imported |= kind == Kind::Location;
            }
            _ => drop(self.release()),
        }
    }

    /// Something plain is moved here and now; anything else when it is known, at run time.
    fn see_argument(&mut self, token: &Token, nesting: &mut Nesting, sink: &mut Sink<'_>) {
        match token.kind {
            Kind::Text | Kind::Template => self.capture_at(token.start, Capture::Dynamic),
            Kind::CloseParen | Kind::Spread | Kind::End => {}
            Kind::Word if token.text(sink) == MOVE.as_bytes() => {}
            _ => {
                self.hold_at(token.start);
                self.wrap_argument(nesting, sink);
            }
        }
    }

    /// The argument's end is written when its bracket closes or the next argument starts.
    pub(super) fn wrap_argument(&mut self, nesting: &mut Nesting, sink: &mut Sink<'_>) {
        if let Some(at) = self.release() {
            sink.insert(at, MOVE);
            sink.insert(at, "(");
            nesting.replace_top(Open::Argument);
            self.arguments += 1;
        }
    }

    pub(super) fn end_argument(&mut self) {
        self.arguments -= 1;
        self.refresh();
    }

    fn move_literal(&mut self, length: usize, sink: &mut Sink<'_>) {
        let Some(start) = self.release() else { return };
        let end = start + length;
        if let Some(moved) = literal::moved(&sink.window[start..end], &self.place) {
            sink.replace(start, end, &moved);
        }
    }

    pub(super) fn capture_at(&mut self, start: usize, capture: Capture) {
        self.hold_at(start);
        self.capture = capture;
    }

    pub(super) fn end_specifier(&mut self, end: usize, sink: &mut Sink<'_>) {
        let start = self.release().unwrap_or(end);
        if let Some(imports) = &mut self.imports {
            imports.extend(literal::said(&sink.window[start..end]));
        }
        self.hold_at(start);
        self.move_literal(end - start, sink);
    }

    pub(super) fn see_declaration(
        &mut self,
        token: &Token,
        past: &Past,
        nesting: &Nesting,
        sink: &mut Sink<'_>,
    ) {
        let inside = !nesting.is_outermost();
        let last = past.last();
        match token.kind {
            _ if inside => {}
            Kind::Text if last == Kind::From => {
                self.import_at_hold(sink);
                self.capture_at(token.start, Capture::Static);
                self.declaration = Declaration::None;
            }
            Kind::Text if last == Kind::As => {}
            kind if last == Kind::CloseObject && !matches!(kind, Kind::From | Kind::Comma) => {
                self.release();
                self.declaration = Declaration::None;
            }
            Kind::Location => {
                self.location_imported |= self.declaration == Declaration::Import;
            }
            Kind::Comma | Kind::Star | Kind::OpenObject => {}
            kind if kind.is_word() => {}
            _ => {
                self.release();
                self.declaration = Declaration::None;
            }
        }
    }

    pub(super) fn holds_for_import(&self) -> bool {
        matches!(self.watch, Watch::Import { statement: true } | Watch::Export)
            || self.declaration == Declaration::Export
    }

    fn import_at_hold(&mut self, sink: &mut Sink<'_>) {
        self.is_module = true;
        self.module_prologue_at_hold(sink);
    }

    /// If this is the first import, what must come before it goes to where it starts.
    pub(super) fn module_prologue_at_hold(&mut self, sink: &mut Sink<'_>) {
        if let Some(at) = self.release()
            && let Some(text) = self.module_prologue.take()
        {
            sink.insert(at, &text);
        }
    }
}
