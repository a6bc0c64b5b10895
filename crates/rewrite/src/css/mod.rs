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
        self.lexer.push(&self.place, piece, out);
        Ok(())
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        self.lexer.finish(&self.place, out);
        Ok(())
    }
}

/// The same for what stands in a page: a `style` attribute or element. `None`: nothing changed.
pub fn inline(text: &str, place: &Place) -> Option<String> {
    // Without one of these there is neither a function nor a rule that names an address.
    memchr::memchr2(b'(', b'@', text.as_bytes())?;
    let mut lexer = Lexer::default();
    let mut out = Vec::with_capacity(text.len() + place.prefix().len());
    lexer.push(place, text.as_bytes(), &mut out);
    lexer.finish(place, &mut out);
    if out == text.as_bytes() { None } else { String::from_utf8(out).ok() }
}
