//! What is changed, decided token by token. While something is undecided, what was read since is
//! held back, up to a bound.

use super::modules::{Capture, Declaration};
use super::nesting::{Nesting, Open};
use super::opening::Opening;
use super::past::Past;
use super::readings::{Reading, needed_from};
use super::sink::Sink;
use super::token::Kind;
use crate::Place;

/// Longer texts and comments are not waited for.
const LONGEST_HOLD: usize = 16 * 1024;

pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// It stands on another line than the token before.
    pub(super) newline: bool,
}

impl Token {
    /// As far as it has been read: of texts, the quote.
    pub(super) fn text<'a>(&self, sink: &Sink<'a>) -> &'a [u8] {
        &sink.window[self.start..self.end]
    }
}

/// What the next token decides.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Watch {
    Nothing,
    /// `location` was read.
    Location(Reading),
    /// `{…} = window` was read, or `{location} = a` of anything.
    TakenApart {
        anything: bool,
    },
    /// `class` was read, which may be a key.
    Class {
        value: bool,
    },
    /// `import` was read, at the start of a statement or somewhere else.
    Import {
        statement: bool,
    },
    /// `import.` was read.
    ImportDot,
    /// `import.defer` was read.
    ImportPhase,
    /// `import(` was read.
    ImportArgument,
    /// `import("…"` was read; the text is this long.
    ImportText {
        length: usize,
    },
    /// `export` was read.
    Export,
}

/// `{location} = a`, as far as it was read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pattern {
    None,
    /// At this depth.
    Open(usize),
    Closed,
    Assigned,
}

pub(super) struct Rules {
    pub(super) place: Place,
    pub(super) opening: Opening,
    pub(super) module_prologue: Option<String>,
    /// What static imports name, where somebody wants to know.
    pub(super) imports: Option<Vec<String>>,
    pub(super) watch: Watch,
    pub(super) declaration: Declaration,
    pub(super) pattern: Pattern,
    pub(super) capture: Capture,
    /// How many arguments of `import(…)` are open and wait for their end.
    pub(super) arguments: usize,
    /// `<!--` is a comment in other scripts only.
    pub(super) is_module: bool,
    /// `location` is the name of a module or of what one exports.
    pub(super) location_imported: bool,
    /// Something is written here, or nothing is: not known yet. It goes no further than this.
    hold: Option<usize>,
    /// Whether any of the above has to see the next token. Most tokens meet no rule at all.
    alert: bool,
}

impl Rules {
    pub(super) fn new(place: Place) -> Self {
        Rules {
            place,
            opening: Opening::Past,
            module_prologue: None,
            imports: None,
            watch: Watch::Nothing,
            declaration: Declaration::None,
            pattern: Pattern::None,
            capture: Capture::None,
            arguments: 0,
            is_module: false,
            location_imported: false,
            hold: None,
            alert: false,
        }
    }

    pub(super) fn set_prologue(&mut self, text: String) {
        self.opening = Opening::new(text);
        self.refresh();
    }

    pub(super) fn set_module_prologue(&mut self, text: String) {
        self.module_prologue = Some(text);
    }

    #[inline(always)]
    pub(super) fn is_alert(&self) -> bool {
        self.alert
    }

    pub(super) fn refresh(&mut self) {
        self.alert = self.watch != Watch::Nothing
            || self.arguments != 0
            || self.declaration != Declaration::None
            || self.pattern != Pattern::None
            || self.opening != Opening::Past;
    }

    pub(super) fn watch(&mut self, watch: Watch) {
        self.watch = watch;
        self.refresh();
    }

    pub(super) fn hold_at(&mut self, at: usize) {
        self.hold = Some(at);
    }

    /// Where something may be put in, which holds back no longer.
    pub(super) fn release(&mut self) -> Option<usize> {
        self.hold.take()
    }

    /// Every token comes by here before it counts as read, while something is undecided.
    pub(super) fn see(
        &mut self,
        token: &Token,
        past: &Past,
        nesting: &mut Nesting,
        sink: &mut Sink<'_>,
    ) {
        self.let_go_of_long(token.start, nesting, sink);
        self.see_opening(token, sink);
        match std::mem::replace(&mut self.watch, Watch::Nothing) {
            Watch::Nothing => {}
            Watch::Location(reading) => self.see_location(reading, token, nesting, sink),
            Watch::TakenApart { anything } => self.see_taken_apart(anything, token, sink),
            Watch::Class { value } => see_class(value, token, nesting),
            watch => self.see_import(watch, token, nesting, sink),
        }
        if self.declaration != Declaration::None {
            self.see_declaration(token, past, nesting, sink);
        }
        if self.pattern != Pattern::None {
            self.see_pattern(token, nesting);
        }
        self.refresh();
    }

    /// A text or a template without holes is over.
    pub(super) fn end_literal(&mut self, end: usize, nesting: &mut Nesting, sink: &mut Sink<'_>) {
        self.let_go_of_long(end, nesting, sink);
        match std::mem::replace(&mut self.capture, Capture::None) {
            // Whether it is a directive, the next token tells.
            Capture::None | Capture::Directive => {}
            Capture::Static => self.end_specifier(end, sink),
            Capture::Dynamic => {
                let length = self.hold.map_or(0, |start| end - start);
                self.watch = Watch::ImportText { length };
            }
        }
        self.refresh();
    }

    /// A template has a hole, so what it says is not known.
    pub(super) fn break_literal(&mut self, nesting: &mut Nesting, sink: &mut Sink<'_>) {
        if self.capture == Capture::Dynamic {
            self.wrap_argument(nesting, sink);
        }
        self.capture = Capture::None;
        self.refresh();
    }

    /// Whatever waits for something that is further away than the bound is decided without it.
    /// That depends on distances alone, never on how the script was cut: it may happen anywhere in
    /// between, or at the very last before the next token counts.
    pub(super) fn let_go_of_long(&mut self, at: usize, nesting: &mut Nesting, sink: &mut Sink<'_>) {
        if self.hold.is_none_or(|hold| at - hold <= LONGEST_HOLD) {
            return;
        }
        if self.opening != Opening::Past {
            self.open_at_hold(sink);
        } else if matches!(self.watch, Watch::ImportText { .. }) || self.capture == Capture::Dynamic
        {
            self.wrap_argument(nesting, sink);
        } else if self.holds_for_import() {
            // Whether it is an import, and this a module, the next token tells.
            self.module_prologue_at_hold(sink);
        }
        if matches!(
            self.watch,
            Watch::Location(_) | Watch::TakenApart { .. } | Watch::ImportText { .. }
        ) {
            self.watch = Watch::Nothing;
        }
        self.capture = Capture::None;
        self.hold = None;
        self.refresh();
    }

    /// At the end of a window that was read up to `at`: what can be written, is.
    pub(super) fn settle(&mut self, at: usize, nesting: &mut Nesting, sink: &mut Sink<'_>) {
        self.let_go_of_long(at, nesting, sink);
        sink.flush(needed_from(sink.window, self.hold.unwrap_or(at)));
        let done = sink.done();
        self.hold = self.hold.map(|hold| hold - done);
    }
}

/// `class` followed by a name, `extends` or a body is one; `{class: 1}` and `class() {}` are not.
fn see_class(value: bool, token: &Token, nesting: &mut Nesting) {
    let starts_class = token.kind.is_word() && token.kind != Kind::In
        || matches!(token.kind, Kind::OpenBlock | Kind::OpenObject);
    if starts_class {
        nesting.push(if value { Open::ClassValueHead } else { Open::ClassHead });
    }
}
