//! Where in the JSON we are, and what may come next.

use super::role::{Key, Role};

/// Nothing that is meant for browsers is nested deeper.
const DEEPEST: usize = 64;

pub(super) struct Tree {
    open: Vec<Level>,
    expect: Expect,
    /// What the value that comes next means.
    value: Role,
}

#[derive(Debug, Clone, Copy)]
struct Level {
    role: Role,
    is_object: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expect {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    CommaOrEnd,
    Nothing,
}

/// What a byte begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// It was taken, and something else may follow.
    Nothing,
    Key,
    Value,
    /// It does not belong here.
    Misplaced,
}

impl Tree {
    pub(super) fn new(root: Role) -> Self {
        Tree { open: Vec::new(), expect: Expect::Value, value: root }
    }

    pub(super) fn take(&mut self, byte: u8) -> Wanted {
        use Expect::{Colon, CommaOrEnd, Key, KeyOrEnd, Value, ValueOrEnd};
        let is_object = self.open.last().map(|level| level.is_object);
        match (byte, self.expect) {
            (b' ' | b'\t' | b'\n' | b'\r', _) => {}
            // A byte order mark.
            (0xef | 0xbb | 0xbf, Value) if self.open.is_empty() => {}
            (b'{' | b'[', Value | ValueOrEnd) => return self.begin(byte == b'{'),
            (b'}', KeyOrEnd) => self.end(),
            (b']', ValueOrEnd) => self.end(),
            (b'}', CommaOrEnd) if is_object == Some(true) => self.end(),
            (b']', CommaOrEnd) if is_object == Some(false) => self.end(),
            (b',', CommaOrEnd) => self.expect = if is_object == Some(true) { Key } else { Value },
            (b':', Colon) => self.expect = Value,
            (_, Value | ValueOrEnd) => return Wanted::Value,
            (_, Key | KeyOrEnd) => return Wanted::Key,
            _ => return Wanted::Misplaced,
        }
        Wanted::Nothing
    }

    /// Whether the keys here matter.
    pub(super) fn reads_keys(&self) -> bool {
        self.open.last().is_some_and(|level| level.role.reads_keys())
    }

    /// What the value that comes next means.
    pub(super) fn value(&self) -> Role {
        self.value
    }

    /// Where the key must lead, if it is an address.
    pub(super) fn key_done(&mut self, key: Key<'_>) -> Option<String> {
        self.expect = Expect::Colon;
        let role = self.open.last()?.role;
        self.value = role.below(&key);
        role.moved_key(&key)
    }

    pub(super) fn value_done(&mut self) {
        match self.open.last() {
            Some(level) => {
                self.expect = Expect::CommaOrEnd;
                self.value = level.role;
            }
            None => self.expect = Expect::Nothing,
        }
    }

    fn begin(&mut self, is_object: bool) -> Wanted {
        if self.open.len() == DEEPEST {
            return Wanted::Misplaced;
        }
        self.open.push(Level { role: self.value, is_object });
        self.expect = if is_object { Expect::KeyOrEnd } else { Expect::ValueOrEnd };
        Wanted::Nothing
    }

    fn end(&mut self) {
        self.open.pop();
        self.value_done();
    }
}
