//! An address in a sheet, held back until it is known where it leads.

use std::borrow::Cow;

use super::escape::resolved;
use super::{Moves, Names, foreign};

/// Longer addresses go through as they are. None that an app serves is as long.
const LONGEST: usize = 16 * 1024;

/// After so much of it the scheme of an address is known, and what is no concern of ours let go.
const SCHEME_IS_KNOWN: usize = 64;

const OURS: [&[u8]; 4] = [b"http", b"https", b"ws", b"wss"];

/// How an address is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    Of(u8),
    None,
}

#[derive(Debug, Default)]
pub(super) struct Address {
    held: Vec<u8>,
    /// What the address that is held back names; `None`: what comes goes through at once.
    names: Option<Names>,
}

impl Address {
    pub(super) fn begin(&mut self, names: Option<Names>) {
        self.held.clear();
        self.names = names;
    }

    pub(super) fn push(&mut self, text: &[u8], out: &mut Vec<u8>) {
        if self.names.is_none() {
            out.extend_from_slice(text);
            return;
        }
        let short_before = self.held.len() < SCHEME_IS_KNOWN;
        let (fits, rest) = text.split_at(text.len().min(LONGEST - self.held.len()));
        self.held.extend_from_slice(fits);
        let known = short_before && self.held.len() >= SCHEME_IS_KNOWN;
        if !rest.is_empty() || known && leads_elsewhere(&self.held) {
            self.release(out);
            out.extend_from_slice(rest);
        }
    }

    /// It is none after all, or leads nowhere near us.
    pub(super) fn release(&mut self, out: &mut Vec<u8>) {
        out.append(&mut self.held);
        self.names = None;
    }

    /// It ended `space` bytes ago.
    pub(super) fn end(
        &mut self,
        moves: &mut Moves<'_>,
        quotes: Quotes,
        space: usize,
        out: &mut Vec<u8>,
    ) {
        if let Some(names) = self.names {
            let (text, space) = self.held.split_at(self.held.len() - space);
            match meaning(text).and_then(|address| moves(&address, names)) {
                Some(moved) => write(&moved, quotes, out),
                None => out.extend_from_slice(text),
            }
            out.extend_from_slice(space);
        }
        self.begin(None);
    }
}

fn meaning(text: &[u8]) -> Option<Cow<'_, str>> {
    match str::from_utf8(text) {
        Ok(plain) if plain.bytes().all(|byte| matches!(byte, b' '..=b'~' if byte != b'\\')) => {
            Some(Cow::Borrowed(plain))
        }
        _ => resolved(text).map(Cow::Owned),
    }
}

/// `data:` and its like, which no place ever moves.
fn leads_elsewhere(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let Some(end) = memchr::memchr(b':', text) else { return false };
    let scheme = &text[..end];
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    !scheme.is_empty()
        && scheme.iter().all(plain)
        && !OURS.iter().any(|ours| scheme.eq_ignore_ascii_case(ours))
}

fn write(address: &str, quotes: Quotes, out: &mut Vec<u8>) {
    for char in address.chars() {
        if let Some(byte) = foreign::byte_of(char) {
            out.push(byte);
            continue;
        }
        match char {
            // The sheet may stand in a page, where this could end it.
            '<' | '\0'..'\x20' | '\x7f'.. => by_number(char, out),
            ' ' | '(' | ')' | '"' | '\'' if quotes == Quotes::None => escaped(char as u8, out),
            '\\' => escaped(b'\\', out),
            _ if quotes == Quotes::Of(char as u8) => escaped(char as u8, out),
            _ => out.push(char as u8),
        }
    }
}

fn escaped(byte: u8, out: &mut Vec<u8>) {
    out.extend_from_slice(&[b'\\', byte]);
}

fn by_number(char: char, out: &mut Vec<u8>) {
    out.extend_from_slice(format!("\\{:x} ", u32::from(char)).as_bytes());
}
