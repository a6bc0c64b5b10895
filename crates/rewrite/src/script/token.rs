//! The kinds of tokens, as far as something depends on them.

macro_rules! kinds {
    ($($(#[$note:meta])* $name:ident,)*) => {
        /// Ordered by what follows, so that comparisons tell.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub(super) enum Kind {
            $($(#[$note])* $name,)*
        }

        impl Kind {
            const ALL: [Kind; Kind::End as usize + 1] = [$(Kind::$name),*];
        }
    };
}

kinds! {
    // What follows starts a statement.
    Start,
    Semicolon,
    OpenBlock,
    CloseBlock,
    /// Of `if (…)` and its like.
    CloseHead,
    /// `else`, `do`, `try` …
    Lead,
    LabelColon,
    // What follows is an operand.
    OpenParen,
    OpenBracket,
    OpenObject,
    OpenSubstitution,
    Comma,
    Assign,
    /// `+=` and its like.
    Compound,
    Arrow,
    Colon,
    Question,
    Plus,
    And,
    Or,
    Nullish,
    Equality,
    Star,
    Not,
    Operator,
    Spread,
    Return,
    New,
    Delete,
    Case,
    Default,
    Extends,
    /// `in` and `instanceof`.
    In,
    Await,
    /// `typeof` and other words before an operand.
    Prefix,
    // Neither.
    Dot,
    OptionalDot,
    /// `++` and `--`.
    Step,
    Declare,
    Function,
    Class,
    Import,
    Export,
    /// `if`, `while`, `with`.
    Head,
    For,
    // What follows goes on with a value.
    Word,
    Of,
    Location,
    /// What a document's location is read from: `window`, `document` …
    Holder,
    From,
    As,
    Async,
    PrivateName,
    Number,
    Text,
    Template,
    Pattern,
    CloseParen,
    /// Of the parameters of a function that is a value.
    CloseParameters,
    CloseBracket,
    CloseSubstitution,
    CloseObject,
    End,
}

impl Kind {
    /// The kind of a number that `as` gave; of others, any.
    pub(super) fn of(number: u8) -> Kind {
        Kind::ALL[usize::from(number) % Kind::ALL.len()]
    }

    pub(super) fn starts_statement_after(self) -> bool {
        self <= Kind::LabelColon
    }

    pub(super) fn wants_operand(self) -> bool {
        self > Kind::LabelColon && self <= Kind::Prefix
    }

    /// A slash after this starts a regular expression.
    pub(super) fn wants_pattern(self) -> bool {
        self <= Kind::Prefix
    }

    /// Something depends on these words that has to be looked after.
    #[inline(always)]
    pub(super) fn needs_care(self) -> bool {
        const CAREFUL: u64 = 1 << Kind::Location as u64
            | 1 << Kind::Import as u64
            | 1 << Kind::Export as u64
            | 1 << Kind::Class as u64
            | 1 << Kind::Of as u64;
        CAREFUL >> (self as u64) & 1 != 0
    }

    #[inline(always)]
    pub(super) fn is_dot(self) -> bool {
        matches!(self, Kind::Dot | Kind::OptionalDot)
    }

    /// A word that can be the name of a variable.
    pub(super) fn is_name(self) -> bool {
        self >= Kind::Word && self <= Kind::PrivateName
    }

    fn is_keyword(self) -> bool {
        self == Kind::Lead
            || self >= Kind::Return && self <= Kind::Prefix
            || self >= Kind::Declare && self <= Kind::For
    }

    pub(super) fn is_word(self) -> bool {
        self.is_name() || self.is_keyword()
    }

    pub(super) fn is_close(self) -> bool {
        matches!(self, Kind::CloseBlock | Kind::CloseHead)
            || self >= Kind::CloseParen && self <= Kind::CloseObject
    }

    pub(super) fn is_close_brace(self) -> bool {
        matches!(self, Kind::CloseBlock | Kind::CloseObject)
    }

    /// On a new line, this cannot go on with what stands before it.
    pub(super) fn begins_statement(self) -> bool {
        match self {
            Kind::In | Kind::Extends => false,
            Kind::Text | Kind::Number | Kind::OpenBlock | Kind::OpenObject | Kind::Not => true,
            kind => kind.is_word(),
        }
    }
}

/// The longest operator at the start of this, and its length.
#[inline]
pub(super) fn operator(text: &[u8]) -> (Kind, usize) {
    match text {
        [b'=', b'=', b'=', ..] | [b'!', b'=', b'=', ..] => (Kind::Equality, 3),
        [b'=', b'=', ..] | [b'!', b'=', ..] => (Kind::Equality, 2),
        [b'=', b'>', ..] => (Kind::Arrow, 2),
        [b'=', ..] => (Kind::Assign, 1),
        [b'!' | b'~', ..] => (Kind::Not, 1),
        [b'+', b'+', ..] | [b'-', b'-', ..] => (Kind::Step, 2),
        [b'>', b'>', b'>', b'=', ..] => (Kind::Compound, 4),
        [b'>', b'>', b'>', ..] => (Kind::Operator, 3),
        [b'*', b'*', b'=', ..] | [b'&', b'&', b'=', ..] | [b'|', b'|', b'=', ..] => {
            (Kind::Compound, 3)
        }
        [b'?', b'?', b'=', ..] | [b'<', b'<', b'=', ..] | [b'>', b'>', b'=', ..] => {
            (Kind::Compound, 3)
        }
        [b'&', b'&', ..] => (Kind::And, 2),
        [b'|', b'|', ..] => (Kind::Or, 2),
        [b'?', b'?', ..] => (Kind::Nullish, 2),
        [b'?', b'.', b'0'..=b'9', ..] => (Kind::Question, 1),
        [b'?', b'.', ..] => (Kind::OptionalDot, 2),
        [b'?', ..] => (Kind::Question, 1),
        [b'*', b'*', ..] | [b'<', b'<' | b'=', ..] | [b'>', b'>' | b'=', ..] => (Kind::Operator, 2),
        [b'+' | b'-' | b'*' | b'%' | b'&' | b'|' | b'^' | b'/', b'=', ..] => (Kind::Compound, 2),
        [b'+', ..] => (Kind::Plus, 1),
        [b'*', ..] => (Kind::Star, 1),
        _ => (Kind::Operator, 1),
    }
}
