//! Which of a sheet's strings are addresses.

use super::Names;

/// What was read before a string or `url()`, as far as it matters to it.
#[derive(Debug, Default)]
pub(super) struct Context {
    /// The next token is what `@import` asks for.
    import: bool,
    /// Inside `@namespace`, whose addresses are mere names.
    namespace: bool,
    /// How many parentheses are open since `image-set(`; none where we are in no such function.
    depth: u32,
}

/// What a name means with a parenthesis after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    Url,
    /// Its own strings are addresses.
    Addresses,
    Other,
}

impl Function {
    pub(super) fn named(name: &[u8]) -> Self {
        let is = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
        match name.len() {
            3 if is("url") => Function::Url,
            3 if is("src") => Function::Addresses,
            9 if is("image-set") => Function::Addresses,
            17 if is("-webkit-image-set") => Function::Addresses,
            _ => Function::Other,
        }
    }
}

impl Context {
    /// What the address of a `url()` names; `None`: it is none.
    pub(super) fn url_names(&self) -> Option<Names> {
        (!self.namespace).then_some(if self.import { Names::Sheet } else { Names::Other })
    }

    /// The same of a string of its own, not that of `url("…")`.
    pub(super) fn string_names(&self) -> Option<Names> {
        self.url_names().filter(|_| self.import || self.depth == 1)
    }

    pub(super) fn rule(&mut self, name: &[u8]) {
        self.import = name.eq_ignore_ascii_case(b"import");
        self.namespace = name.eq_ignore_ascii_case(b"namespace");
    }

    pub(super) fn token(&mut self) {
        self.import = false;
    }

    pub(super) fn statement_end(&mut self) {
        self.import = false;
        self.namespace = false;
    }

    pub(super) fn open(&mut self, function: Function) {
        self.import = false;
        if self.depth > 0 || function == Function::Addresses {
            self.depth = self.depth.saturating_add(1);
        }
    }

    pub(super) fn close(&mut self) {
        self.import = false;
        self.depth = self.depth.saturating_sub(1);
    }
}
