//! The kinds of tokens, as far as something depends on them, and the last few that were read.

/// Ordered by what follows, so that comparisons tell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Kind {
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
    /// `URL` and `String`, which take one whole.
    Maker,
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

/// The last tokens, the newest first.
pub(super) struct Past {
    recent: [Kind; Past::LENGTH],
    next: u8,
}

impl Past {
    pub(super) const LENGTH: usize = 8;

    pub(super) fn new() -> Self {
        Past { recent: [Kind::Start; Past::LENGTH], next: 0 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, kind: Kind) {
        self.recent[usize::from(self.next) % Past::LENGTH] = kind;
        self.next = self.next.wrapping_add(1);
    }

    #[inline(always)]
    pub(super) fn back(&self, steps: u8) -> Kind {
        self.recent[usize::from(self.next.wrapping_sub(steps + 1)) % Past::LENGTH]
    }

    #[inline(always)]
    pub(super) fn last(&self) -> Kind {
        self.back(0)
    }
}

/// Longer ones are never special.
pub(super) const LONGEST_WORD: usize = 15;

const WORDS: [(&str, Kind); 46] = [
    ("as", Kind::As),
    ("async", Kind::Async),
    ("await", Kind::Await),
    ("case", Kind::Case),
    ("catch", Kind::Lead),
    ("class", Kind::Class),
    ("const", Kind::Declare),
    ("contentDocument", Kind::Holder),
    ("contentWindow", Kind::Holder),
    ("default", Kind::Default),
    ("defaultView", Kind::Holder),
    ("delete", Kind::Delete),
    ("do", Kind::Lead),
    ("document", Kind::Holder),
    ("else", Kind::Lead),
    ("export", Kind::Export),
    ("extends", Kind::Extends),
    ("finally", Kind::Lead),
    ("for", Kind::For),
    ("from", Kind::From),
    ("function", Kind::Function),
    ("globalThis", Kind::Holder),
    ("if", Kind::Head),
    ("import", Kind::Import),
    ("in", Kind::In),
    ("instanceof", Kind::In),
    ("let", Kind::Declare),
    ("location", Kind::Location),
    ("new", Kind::New),
    ("of", Kind::Of),
    ("ownerDocument", Kind::Holder),
    ("parent", Kind::Holder),
    ("return", Kind::Return),
    ("self", Kind::Holder),
    ("String", Kind::Maker),
    ("throw", Kind::Prefix),
    ("top", Kind::Holder),
    ("try", Kind::Lead),
    ("typeof", Kind::Prefix),
    ("URL", Kind::Maker),
    ("var", Kind::Declare),
    ("void", Kind::Prefix),
    ("while", Kind::Head),
    ("window", Kind::Holder),
    ("with", Kind::Head),
    ("yield", Kind::Prefix),
];

/// Where each word stands above, by its hash; `NONE` where no word has it.
const PLACES: [u8; 128] = {
    let mut places = [NONE; 128];
    let mut at = 0;
    while at < WORDS.len() {
        let hash = hash(WORDS[at].0.as_bytes());
        assert!(places[hash] == NONE, "two words with one hash");
        places[hash] = at as u8;
        at += 1;
    }
    places
};

const NONE: u8 = u8::MAX;

/// The factors were found by trying, so that no two of the words meet.
#[inline(always)]
const fn hash(word: &[u8]) -> usize {
    (word[0] as usize * 7 + word[word.len() - 1] as usize * 9 + word.len() * 26) % 128
}

/// What a word is, wherever it stands.
#[inline(always)]
pub(super) fn word(text: &[u8]) -> Kind {
    if text.len() < 2 || text.len() > LONGEST_WORD {
        return Kind::Word;
    }
    match WORDS.get(usize::from(PLACES[hash(text)])) {
        Some((word, kind)) if word.as_bytes() == text => *kind,
        _ => Kind::Word,
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
