//! Where `location` is read, as far as the app would see the prefix in what it reads: `.href` and
//! its like, and where it is handed on whole. Where that is not certain it is left: a reading that
//! is missed costs little, a wrong change breaks the app.

use super::bytes::{Class, class};
use super::nesting::{Nesting, Open};
use super::past::Past;
use super::rules::{Pattern, Rules, Token, Watch};
use super::sink::Sink;
use super::token::Kind;
use super::words::LONGEST;

/// The view that the run-time script gives to every object.
const VIEW: &str = "$gh$";

/// What leads a window into the app, of the run-time script.
const TARGET: &str = "$gh$w";

/// What is different in the app's view.
const VIEWED: [&[u8]; 5] = [b"href", b"pathname", b"assign", b"replace", b"toString"];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Reading {
    stage: Stage,
    whole: Whole,
    /// What follows in brackets may be something else: always, or on a new line.
    index: Index,
    /// Part of a list: whether that is a pattern, only its far end tells.
    listed: bool,
    /// Where a key stands, perhaps of a pattern.
    key: bool,
    /// `b.location`, where `b` may be a window to which something is assigned.
    of_name: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Name,
    Dot,
    OptionalDot,
    /// Behind a bracket that closed.
    Closed,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Whole {
    Never,
    Value,
    /// Something may be assigned to it: `[a.location] = b`.
    Element,
    /// `f(location`, which might define a method of that name.
    Argument,
    /// `f(a, location)`, which might define a function or method.
    LastArgument,
    /// `a = b.location`, where `b` may be anything, and so may its `location`, nothing included.
    OfAnything,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Index {
    Read,
    ReadOnSameLine,
    Never,
}

impl Rules {
    /// `location` was read and ends at `end`.
    pub(super) fn location(&mut self, end: usize, newline: bool, past: &Past, nesting: &Nesting) {
        if self.watch != Watch::Nothing || self.is_declaring() {
            return;
        }
        let member = past.last().is_dot();
        if !member && self.location_imported {
            return;
        }
        let reading = Reading {
            stage: Stage::Name,
            whole: if member { whole_member(past) } else { whole_variable(past, nesting) },
            index: if member { Index::Read } else { index_of_variable(newline, past, nesting) },
            listed: nesting.top() == Some(Open::Bracket),
            key: nesting.top() == Some(Open::Object)
                && matches!(past.last(), Kind::OpenObject | Kind::Comma),
            of_name: is_of_name(past),
        };
        self.hold_at(end);
        self.watch(Watch::Location(reading));
    }

    /// `{location} = a`, where `a` may be a window. Every token comes by here until that is clear.
    pub(super) fn see_pattern(&mut self, token: &Token, nesting: &Nesting) {
        self.pattern = match (self.pattern, token.kind) {
            (Pattern::Open(depth), kind) if nesting.depth() > depth || !kind.is_close_brace() => {
                Pattern::Open(depth)
            }
            (Pattern::Open(depth), _) if nesting.depth() == depth => Pattern::Closed,
            (Pattern::Closed, Kind::Assign) => Pattern::Assigned,
            (Pattern::Assigned, Kind::Word)
                if self.watch == Watch::Nothing && token.end - token.start <= LONGEST =>
            {
                self.hold_at(token.end);
                self.watch = Watch::TakenApart { anything: true };
                Pattern::None
            }
            _ => Pattern::None,
        };
    }

    /// `{location} = window`: what is taken out of a window comes out of its view.
    pub(super) fn taken_apart(&mut self, end: usize) {
        if self.watch == Watch::Nothing && !self.is_declaring() {
            self.hold_at(end);
            self.watch(Watch::TakenApart { anything: false });
        }
    }

    pub(super) fn see_taken_apart(&mut self, anything: bool, token: &Token, sink: &mut Sink<'_>) {
        let Some(at) = self.release() else { return };
        let ends = matches!(token.kind, Kind::Comma | Kind::Semicolon | Kind::End)
            || token.kind.is_close()
            || token.newline && token.kind.begins_statement();
        if !ends {
            return;
        }
        if !anything {
            return insert(sink, at, [".", VIEW, ""]);
        }
        // Of a name that goes on with other letters, this would be the middle.
        let next = sink.window.get(at).map(|byte| class(*byte));
        let whole = !matches!(next, Some(Class::High | Class::Backslash));
        if whole && let Some(name) = name_of(sink.window, at) {
            insert(sink, at, ["?.", VIEW, &format!("??{name}")]);
        }
    }

    pub(super) fn see_location(
        &mut self,
        reading: Reading,
        token: &Token,
        nesting: &Nesting,
        sink: &mut Sink<'_>,
    ) {
        let Some(at) = self.release() else { return };
        let names_key = matches!(token.kind, Kind::Comma | Kind::Colon | Kind::Assign)
            || token.kind.is_close_brace();
        if reading.key && reading.stage == Stage::Name && names_key {
            self.pattern = Pattern::Open(nesting.depth());
        }
        let mut wait = |at, stage| {
            self.hold_at(at);
            self.watch = Watch::Location(Reading { stage, ..reading });
        };
        match (reading.stage, token.kind) {
            (Stage::Name, Kind::Assign) if reading.of_name => insert_target(sink, at),
            (Stage::Name, Kind::Dot) => wait(at, Stage::Dot),
            (Stage::Name, Kind::OptionalDot) => wait(token.end, Stage::OptionalDot),
            (Stage::Name, Kind::OpenBracket) if reading.reads_index(token.newline) => {
                insert(sink, at, [".", VIEW, ""]);
            }
            (Stage::Name, _) => match reading.follows(token, nesting) {
                Follow::Reads if reading.whole == Whole::OfAnything => insert_or_same(sink, at),
                Follow::Reads => insert(sink, at, ["?.", VIEW, ""]),
                Follow::Closes => wait(at, Stage::Closed),
                Follow::Other => {}
            },
            (Stage::Dot, _) if is_viewed(token, sink) => insert(sink, at, [".", VIEW, ""]),
            (Stage::OptionalDot, Kind::OpenBracket) => insert(sink, at, ["", VIEW, ""]),
            (Stage::OptionalDot, _) if is_viewed(token, sink) => insert(sink, at, ["", VIEW, "."]),
            (Stage::Closed, Kind::Assign) if reading.whole == Whole::Element => {}
            (Stage::Closed, _) if reading.closes(token, nesting) => wait(at, Stage::Closed),
            (Stage::Closed, Kind::OpenBlock) if reading.whole == Whole::Argument => {}
            (Stage::Closed, Kind::OpenBlock | Kind::Arrow)
                if reading.whole == Whole::LastArgument => {}
            (Stage::Closed, _) => insert(sink, at, ["?.", VIEW, ""]),
            _ => {}
        }
    }
}

/// `b.location =` becomes `$gh$w(b).location =`, which leads the window `b` into the app.
fn insert_target(sink: &mut Sink<'_>, at: usize) {
    let Some(name) = object_of(sink.window, at).filter(|name| *name != "super") else { return };
    let end = at - MEMBER.len();
    let start = end - name.len();
    insert(sink, start, [TARGET, "(", ""]);
    insert(sink, end, [")", "", ""]);
}

/// `b.location` becomes `b.location?.$gh$??b.location`, which keeps what has no view as it is.
fn insert_or_same(sink: &mut Sink<'_>, at: usize) {
    if let Some(name) = object_of(sink.window, at) {
        insert(sink, at, ["?.", VIEW, &format!("??{name}.location")]);
    }
}

/// The `b` of the `b.location` that ends here; `None` where that is not all of it.
fn object_of(window: &[u8], end: usize) -> Option<&str> {
    name_of(window, window[..end].strip_suffix(MEMBER.as_bytes())?.len())
}

/// The name of a variable that ends here; `None` where it is part of something.
fn name_of(window: &[u8], end: usize) -> Option<&str> {
    let (before, name) = window[..end].split_at(object_start(window, end));
    let name = std::str::from_utf8(name).ok()?;
    // Of a name with other letters or escapes (`\u{61}b`) in it, this would be the end.
    let begins = matches!(
        class(*before.last()?),
        Class::Space
            | Class::Newline
            | Class::Operator
            | Class::Slash
            | Class::Comma
            | Class::Colon
            | Class::Semicolon
            | Class::OpenParen
            | Class::CloseParen
            | Class::OpenBracket
            | Class::OpenBrace
    );
    let named = class(*name.as_bytes().first()?) == Class::Word && !name.contains('.');
    (begins && named && name.len() <= LONGEST_NAME).then_some(name)
}

const MEMBER: &str = ".location";
const LONGEST_NAME: usize = 32;
/// More than the longest name with `.location` behind it.
const LONGEST_MEMBER: usize = 48;

/// What stands from here on is looked at again: by a `location` that was read and ends at `end`,
/// or by one that may come there. The byte before its object tells whether that is whole.
pub(super) fn needed_from(window: &[u8], end: usize) -> usize {
    object_start(window, end).saturating_sub(1)
}

/// Where the names and dots begin that end here, as far as they matter.
fn object_start(window: &[u8], end: usize) -> usize {
    let within = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_$.".contains(byte);
    let run = window[..end].iter().rev().take(LONGEST_MEMBER).take_while(within).count();
    end - run
}

/// Whether what comes next is taken apart by the pattern before it.
#[inline(always)]
pub(super) fn follows_pattern(past: &Past) -> bool {
    past.last() == Kind::Assign && past.back(1).is_close_brace()
}

fn insert(sink: &mut Sink<'_>, at: usize, parts: [&str; 3]) {
    for part in parts {
        sink.insert(at, part);
    }
}

fn is_viewed(token: &Token, sink: &Sink<'_>) -> bool {
    VIEWED.contains(&token.text(sink))
}

enum Follow {
    Reads,
    /// A bracket closes, and what comes then decides.
    Closes,
    Other,
}

impl Reading {
    fn reads_index(self, newline: bool) -> bool {
        match self.index {
            Index::Read => true,
            Index::ReadOnSameLine => !newline,
            Index::Never => false,
        }
    }

    /// Whether it may still turn out to be assigned to, behind this bracket.
    fn closes(self, token: &Token, nesting: &Nesting) -> bool {
        let value = token.kind == Kind::CloseSubstitution || nesting.top() == Some(Open::Argument);
        self.whole == Whole::Element && token.kind.is_close() && !value
    }

    /// What the token behind makes of a whole `location`.
    fn follows(self, token: &Token, nesting: &Nesting) -> Follow {
        match (self.whole, token.kind) {
            (Whole::Never, _) => Follow::Other,
            (Whole::Argument | Whole::LastArgument, Kind::CloseParen) => Follow::Closes,
            (Whole::LastArgument, Kind::Comma) => Follow::Other,
            // It cannot stand beside other operators.
            (
                Whole::OfAnything,
                Kind::Plus | Kind::And | Kind::Or | Kind::Nullish | Kind::Question,
            ) => Follow::Other,
            (Whole::Element, Kind::Comma) if self.listed => Follow::Other,
            (_, Kind::Comma) => Follow::Reads,
            (Whole::Element, _) if self.closes(token, nesting) => Follow::Closes,
            (_, Kind::Semicolon | Kind::Colon | Kind::LabelColon | Kind::End) => Follow::Reads,
            (_, Kind::Plus | Kind::And | Kind::Or | Kind::Nullish | Kind::Question) => {
                Follow::Reads
            }
            (_, kind) if kind.is_close() => Follow::Reads,
            (_, kind) if token.newline && kind.begins_statement() => Follow::Reads,
            _ => Follow::Other,
        }
    }
}

/// `window.location` is the real one, and `{pathname} = e.location` asks for what is different.
fn whole_member(past: &Past) -> Whole {
    let holder = past.back(1) == Kind::Holder;
    let given = matches!(past.back(2), Kind::Assign | Kind::Return | Kind::Arrow);
    match before_chain(past) {
        Some([Kind::New | Kind::Delete | Kind::Step, _]) | None => Whole::Never,
        Some([Kind::Assign, before]) if holder || before.is_close_brace() => Whole::Value,
        Some([Kind::Or | Kind::Nullish, _]) if !holder && is_alternative(past) => Whole::Value,
        Some([Kind::OpenParen | Kind::OpenBracket | Kind::Comma | Kind::Colon, _]) if holder => {
            Whole::Element
        }
        Some([Kind::Spread | Kind::End, _]) if holder => Whole::Element,
        Some(_) if holder => Whole::Value,
        Some(_) if given && past.last() == Kind::Dot && past.back(1).is_name() => Whole::OfAnything,
        Some(_) => Whole::Never,
    }
}

/// `{pathname} = a || b.location`: routers take the place that they were given, or the real one.
fn is_alternative(past: &Past) -> bool {
    let named = past.back(3).is_name() && past.back(1).is_name();
    named && past.back(4) == Kind::Assign && past.back(5).is_close_brace()
}

/// The two tokens before `a.b.` that ends here, newest first; `None` where it began too long ago.
fn before_chain(past: &Past) -> Option<[Kind; 2]> {
    let furthest = Past::LENGTH - 1;
    let mut object = 1;
    while object + 2 <= furthest && past.back(object).is_name() && past.back(object + 1).is_dot() {
        object += 2;
    }
    match past.back(object) {
        // A call or an index: where that began is not known, but it is no `new` of this.
        kind if !kind.is_name() => Some([Kind::End; 2]),
        _ if object + 2 <= furthest => Some([past.back(object + 1), past.back(object + 2)]),
        _ => None,
    }
}

fn whole_variable(past: &Past, nesting: &Nesting) -> Whole {
    match past.last() {
        Kind::Assign | Kind::Return | Kind::Plus | Kind::And | Kind::Or => Whole::Value,
        Kind::Nullish | Kind::Question | Kind::OpenSubstitution => Whole::Value,
        Kind::OpenParen if past.back(1).is_name() && is_call(past, nesting) => Whole::Argument,
        Kind::Comma if nesting.top() == Some(Open::Paren) => Whole::LastArgument,
        _ => Whole::Never,
    }
}

/// Whether `f(` is called here rather than defined.
fn is_call(past: &Past, nesting: &Nesting) -> bool {
    if past.back(1) == Kind::Async {
        return false;
    }
    let before = past.back(2);
    let sure = before.wants_operand() && !matches!(before, Kind::Comma | Kind::OpenObject);
    let defined = before == Kind::Function || before == Kind::Star || before.is_name();
    sure && !defined || before.is_dot() || !defined && !nesting.is_within_members()
}

/// Whether the dot that was read last makes a member of a variable.
fn is_of_name(past: &Past) -> bool {
    let before = past.back(2);
    past.last() == Kind::Dot
        && past.back(1) == Kind::Word
        && !before.is_dot()
        && !matches!(before, Kind::New | Kind::Delete | Kind::Step)
}

/// `let location\n[a] = b` are two statements.
fn index_of_variable(newline: bool, past: &Past, nesting: &Nesting) -> Index {
    let in_class = matches!(nesting.top(), Some(Open::Class | Open::ClassValue));
    match past.last() {
        Kind::Declare | Kind::Function | Kind::Class => Index::Never,
        kind if kind.is_name() && !newline => Index::Never,
        kind if kind == Kind::Comma || in_class => Index::ReadOnSameLine,
        _ => Index::Read,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(text: &str) -> Option<&str> {
        object_of(text.as_bytes(), text.len())
    }

    #[test]
    fn an_object_is_one_whole_name() {
        for text in ["a=b1.location", "a=> b1.location", "return\nb1.location", "/**/b1.location"] {
            assert_eq!(object(text), Some("b1"), "{text}");
        }
        for text in [
            "b1.location",
            "=a.b1.location",
            "=.location",
            "=1.location",
            "=location",
            "=\u{e4}b.location",
            "=\\u0061b.location",
            "=\\u{61}b.location",
        ] {
            assert_eq!(object(text), None, "{text}");
        }
        let named = |length: usize| format!("={}.location", "a".repeat(length));
        assert!(object(&named(LONGEST_NAME)).is_some());
        assert!((LONGEST_NAME + 1..100).all(|length| object(&named(length)).is_none()));
    }

    /// However much of the beginning is gone that is not needed.
    #[test]
    fn what_is_needed_of_it_is_enough() {
        for length in 1..100 {
            let text = format!("let x = {}.location ;", "a".repeat(length));
            let end = text.len() - " ;".len();
            for read in 0..=end {
                let from = needed_from(text.as_bytes(), read);
                assert!(read - from <= LONGEST_MEMBER + 1);
                let rest = &text.as_bytes()[from..];
                assert_eq!(object_of(rest, end - from), object(&text[..end]), "{text} from {from}");
            }
        }
    }
}
