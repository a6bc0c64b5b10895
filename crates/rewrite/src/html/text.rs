//! The text inside of elements that have a pass of their own: scripts, style sheets, and what is
//! shown where no scripts run.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;

use super::{Html, Part};
use crate::css::Css;
use crate::json::{Flavour, Json};
use crate::script::Script;
use crate::{Pass, Place};

/// What the text is.
pub(super) enum Content {
    Script {
        module: bool,
    },
    Style,
    Json(Flavour),
    /// A part of the page that is text to browsers which run scripts.
    Markup(Part),
}

/// A text that is being read.
pub(super) struct OpenText {
    content: Content,
    place: Place,
    pass: Option<Box<dyn Pass + Send>>,
}

impl OpenText {
    pub(super) fn new(content: Content, place: &Place) -> Self {
        OpenText { content, place: place.clone(), pass: None }
    }

    /// Takes the next piece of the text; what comes out instead, if that is not the same.
    pub(super) fn push(&mut self, piece: &str, last: bool) -> Option<String> {
        let piece = bytes(piece);
        let mut out = Vec::with_capacity(piece.len());
        let mut pass = self.pass.take().unwrap_or_else(|| self.new_pass());
        let mut done = pass.push(&piece, &mut out);
        if last {
            done = done.and_then(|()| pass.finish(&mut out));
        } else {
            self.pass = Some(pass);
        }
        (done.is_ok() && out != *piece).then(|| string(out))
    }

    fn new_pass(&self) -> Box<dyn Pass + Send> {
        let place = self.place.clone();
        match &self.content {
            Content::Script { module } => Box::new(Script::new(place).as_module(*module)),
            Content::Style => Box::new(Css::new(place)),
            Content::Json(flavour) => Box::new(Json::new(place, *flavour)),
            Content::Markup(part) => Box::new(Html::of(part.clone())),
        }
    }
}

/// The bytes that the library read as this text.
pub(super) fn bytes(text: &str) -> Cow<'_, [u8]> {
    if text.is_ascii() { Cow::Borrowed(text.as_bytes()) } else { WINDOWS_1252.encode(text).0 }
}

/// The text that the library writes as these bytes.
fn string(bytes: Vec<u8>) -> String {
    if bytes.is_ascii() {
        String::from_utf8(bytes).unwrap_or_default()
    } else {
        WINDOWS_1252.decode_without_bom_handling(&bytes).0.into_owned()
    }
}

/// The whole of a text through a pass; `None`: it comes out as it was.
pub(super) fn through(mut pass: impl Pass, text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    pass.push(text.as_bytes(), &mut out).ok()?;
    pass.finish(&mut out).ok()?;
    String::from_utf8(out).ok().filter(|new| new != text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(*bytes(&string(all.clone())), all);
    }
}
