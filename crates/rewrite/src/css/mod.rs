//! Style sheets: the addresses in `url()`, `@import` and `image-set()` are moved, everything else
//! goes through byte for byte. What is written in ASCII is all that is looked at, so the sheet may
//! be in any character set that contains it.

mod address;
mod bytes;
mod context;
mod escape;
pub(crate) mod foreign;
mod lexer;
mod name;
mod url;

use self::lexer::Lexer;
use crate::{Broken, Pass, Place};

/// What an address in a sheet names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// Another sheet, for `@import`.
    Sheet,
    Other,
}

/// What is written in the place of an address; `None`: it stays as it is.
type Moves<'a> = dyn FnMut(&str, Names) -> Option<String> + 'a;

/// One style sheet on its way through. Its place's document is the sheet itself, where its relative
/// addresses start.
pub struct Css {
    place: Place,
    lexer: Lexer,
}

impl Css {
    pub fn new(place: Place) -> Self {
        Css { place, lexer: Lexer::default() }
    }
}

impl Pass for Css {
    fn push(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), Broken> {
        self.lexer.push(&mut |address, _| self.place.moved(address), piece, out);
        Ok(())
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        self.lexer.finish(&mut |address, _| self.place.moved(address), out);
        Ok(())
    }
}

/// The same for what stands in a page: a `style` attribute or element. `None`: nothing changed.
pub fn inline(text: &str, place: &Place) -> Option<String> {
    // Without one of these there is neither a function nor a rule that names an address.
    memchr::memchr2(b'(', b'@', text.as_bytes())?;
    let mut out = Vec::with_capacity(text.len() + place.prefix().len());
    whole(text, &mut |address, _| place.moved(address), &mut out);
    if out == text.as_bytes() { None } else { String::from_utf8(out).ok() }
}

/// Calls `each` with the addresses in a sheet, but those that cannot lead to an app, such as
/// `data:`.
pub fn addresses(text: &str, mut each: impl FnMut(&str, Names)) {
    let mut look = |address: &str, names| {
        each(&foreign::in_utf8(address), names);
        None
    };
    whole(text, &mut look, &mut Vec::new());
}

fn whole(text: &str, moves: &mut Moves<'_>, out: &mut Vec<u8>) {
    let mut lexer = Lexer::default();
    lexer.push(moves, text.as_bytes(), out);
    lexer.finish(moves, out);
}
