//! The last few tokens that were read.

use super::token::Kind;

#[derive(Clone, Copy)]
pub(super) struct Past {
    last: Kind,
    /// Those before, a byte each.
    before: u64,
}

impl Past {
    pub(super) const LENGTH: u8 = 9;

    pub(super) fn new() -> Self {
        Past { last: Kind::Start, before: 0 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, kind: Kind) {
        self.before = self.before << 8 | self.last as u64;
        self.last = kind;
    }

    #[inline]
    pub(super) fn back(&self, steps: u8) -> Kind {
        match steps {
            0 => self.last,
            steps => Kind::of((self.before >> (8 * (steps - 1))) as u8),
        }
    }

    #[inline(always)]
    pub(super) fn last(&self) -> Kind {
        self.last
    }
}
