//! The brackets that are open, and what each belongs to. It tells blocks from objects, and with
//! them divisions from regular expressions and calls from methods.

use super::past::Past;
use super::token::Kind;

/// Nothing that people or tools write nests deeper.
const DEEPEST: usize = 64 * 1024;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Open {
    Paren,
    /// Of `if (…)`, `while (…)`, `with (…)`.
    Head,
    ForHead,
    /// The parameters of a function that is a value.
    Parameters,
    /// The argument of `import(…)` that is being wrapped.
    Argument,
    Bracket,
    Block,
    /// A block whose `case` waits for its colon.
    Case,
    /// The body of a function that is a value.
    Body,
    Object,
    Class,
    ClassValue,
    /// Between `class` and its body.
    ClassHead,
    ClassValueHead,
    Substitution,
}

impl Open {
    /// What its brace is as a token.
    #[inline(always)]
    pub(super) fn kind(self) -> Kind {
        if self == Open::Object { Kind::OpenObject } else { Kind::OpenBlock }
    }
}

#[derive(Default)]
pub(super) struct Nesting {
    open: Vec<Open>,
    /// Brackets do not fit together or nest too deep: this is not a script as we know them.
    lost: bool,
}

impl Nesting {
    #[inline(always)]
    pub(super) fn top(&self) -> Option<Open> {
        self.open.last().copied()
    }

    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(super) fn is_outermost(&self) -> bool {
        self.open.is_empty()
    }

    #[inline(always)]
    pub(super) fn is_lost(&self) -> bool {
        self.lost
    }

    /// False where it nests too deep.
    #[inline(always)]
    pub(super) fn push(&mut self, open: Open) -> bool {
        let fits = self.open.len() < DEEPEST;
        if fits {
            self.open.push(open);
        } else {
            self.lost = true;
        }
        fits
    }

    #[inline(always)]
    pub(super) fn open_brace(&mut self, open: Open) -> bool {
        match open {
            Open::Class | Open::ClassValue => {
                self.replace_top(open);
                true
            }
            open => self.push(open),
        }
    }

    pub(super) fn replace_top(&mut self, open: Open) {
        if let Some(top) = self.open.last_mut() {
            *top = open;
        }
    }

    /// In a class or an object, where a name stands that is defined there.
    pub(super) fn names_member(&self, past: &Past) -> bool {
        let last = past.last();
        match self.top() {
            Some(Open::Class | Open::ClassValue) => !last.wants_operand() || last == Kind::Star,
            Some(Open::Object) => {
                matches!(last, Kind::OpenObject | Kind::Comma | Kind::Star) || last.is_name()
            }
            _ => false,
        }
    }

    /// Whether what the innermost bracket stands in is a class or an object.
    pub(super) fn is_within_members(&self) -> bool {
        let around = self.open.len().checked_sub(2).map(|at| self.open[at]);
        matches!(around, Some(Open::Class | Open::ClassValue | Open::Object))
    }

    #[inline]
    pub(super) fn paren(&self, past: &Past, function_value: bool) -> Open {
        let named = |back| past.back(back) == Kind::Function;
        match past.last() {
            Kind::Head => Open::Head,
            Kind::For => Open::ForHead,
            Kind::Await if past.back(1) == Kind::For => Open::ForHead,
            _ if !function_value => Open::Paren,
            Kind::Function => Open::Parameters,
            _ if named(1) || past.back(1) == Kind::Star && named(2) => Open::Parameters,
            _ => Open::Paren,
        }
    }

    #[inline]
    pub(super) fn brace(&self, past: &Past, newline: bool) -> Open {
        let last = past.last();
        match self.top() {
            Some(Open::ClassHead) if last != Kind::Extends => return Open::Class,
            Some(Open::ClassValueHead) if last != Kind::Extends => return Open::ClassValue,
            _ => {}
        }
        match last {
            Kind::CloseParameters => Open::Body,
            Kind::Arrow | Kind::OpenObject => Open::Block,
            Kind::Return if newline => Open::Block,
            Kind::Declare | Kind::Import | Kind::Export | Kind::Head => Open::Object,
            last if last.wants_operand() => Open::Object,
            _ => Open::Block,
        }
    }

    /// Whether a colon ends a label or a `case`.
    #[inline]
    pub(super) fn colon(&mut self, past: &Past) -> Kind {
        match self.top() {
            Some(Open::Case) => {
                self.replace_top(Open::Block);
                Kind::LabelColon
            }
            None | Some(Open::Block | Open::Body) if is_label(past) => Kind::LabelColon,
            _ => Kind::Colon,
        }
    }

    pub(super) fn case(&mut self) {
        if self.top() == Some(Open::Block) {
            self.replace_top(Open::Case);
        }
    }

    /// What the bracket that closes now is, as a token; `None` where none is open that fits.
    #[inline]
    pub(super) fn closing(&mut self, byte: u8) -> Option<Kind> {
        while matches!(self.top(), Some(Open::ClassHead | Open::ClassValueHead)) {
            self.open.pop();
        }
        let kind = match (self.top()?, byte) {
            (Open::Paren | Open::Argument, b')') => Kind::CloseParen,
            (Open::Head | Open::ForHead, b')') => Kind::CloseHead,
            (Open::Parameters, b')') => Kind::CloseParameters,
            (Open::Bracket, b']') => Kind::CloseBracket,
            (Open::Block | Open::Case | Open::Class, b'}') => Kind::CloseBlock,
            (Open::Object | Open::Body | Open::ClassValue, b'}') => Kind::CloseObject,
            (Open::Substitution, b'}') => Kind::CloseSubstitution,
            _ => return None,
        };
        Some(kind)
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Open> {
        self.open.pop()
    }
}

fn is_label(past: &Past) -> bool {
    match past.last() {
        Kind::Default => true,
        last => last.is_name() && past.back(1).starts_statement_after(),
    }
}

/// Whether a function or class that starts now is a value rather than a statement.
pub(super) fn is_value(past: &Past, newline: bool) -> bool {
    let before = match past.last() {
        Kind::Async if !newline => past.back(1),
        last => last,
    };
    before.wants_operand() && before != Kind::Default
}
