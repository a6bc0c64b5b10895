//! Attributes that hold several addresses.

use std::iter;

/// The addresses of a `srcset`.
pub fn srcset(text: &str) -> impl Iterator<Item = &str> {
    listed(text).map(|(_, address)| address)
}

pub(super) fn candidates(text: &str, moved: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut edit = Edit::new(text);
    for (at, address) in listed(text) {
        if let Some(new) = moved(address) {
            edit.replace(at, address.len(), &new);
        }
    }
    edit.finish()
}

/// `srcset` and `imagesrcset`: candidates with descriptors, divided by commas that may also stand
/// inside of an address (`data:image/png;base64,…`). Each with where it begins.
fn listed(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    iter::from_fn(move || {
        at += length(&text[at..], |char| is_space(char) || char == ',');
        let start = at;
        let written = &text[start..][..length(&text[start..], |char| !is_space(char))];
        let address = written.trim_end_matches(',');
        at += written.len();
        if address.len() == written.len() {
            at += descriptors(&text[at..]);
        }
        (start < text.len()).then_some((start, address))
    })
}

/// The length of what stands after an address, up to the comma before the next.
fn descriptors(text: &str) -> usize {
    let mut inside = false;
    let end = text.find(|char| {
        inside = char == '(' || inside && char != ')';
        char == ',' && !inside
    });
    end.unwrap_or(text.len())
}

/// `ping` and the like: addresses with nothing but separators between them.
pub(super) fn addresses(
    text: &str,
    is_separator: fn(char) -> bool,
    moved: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    let mut edit = Edit::new(text);
    let mut at = 0;
    while at < text.len() {
        at += length(&text[at..], is_separator);
        let address = &text[at..][..length(&text[at..], |char| !is_separator(char))];
        if !address.is_empty()
            && let Some(new) = moved(address)
        {
            edit.replace(at, address.len(), &new);
        }
        at += address.len();
    }
    edit.finish()
}

pub(super) fn is_space(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\n' | '\r' | '\x0C')
}

/// How much of the text's beginning is like this.
pub(super) fn length(text: &str, like: impl Fn(char) -> bool) -> usize {
    text.find(|char| !like(char)).unwrap_or(text.len())
}

/// A copy of a text in which parts are replaced from front to back.
struct Edit<'a> {
    text: &'a str,
    copied: usize,
    new: String,
}

impl<'a> Edit<'a> {
    fn new(text: &'a str) -> Self {
        Edit { text, copied: 0, new: String::new() }
    }

    fn replace(&mut self, at: usize, length: usize, by: &str) {
        self.new.push_str(&self.text[self.copied..at]);
        self.new.push_str(by);
        self.copied = at + length;
    }

    fn finish(mut self) -> Option<String> {
        (self.copied > 0).then(|| {
            self.new.push_str(&self.text[self.copied..]);
            self.new
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(address: &str) -> Option<String> {
        address.starts_with('/').then(|| format!("/x{address}"))
    }

    #[test]
    fn candidates_are_told_apart_as_browsers_do() {
        for (text, expected) in [
            ("/a", Some("/x/a")),
            (" /a 1x,/b 2x ", Some(" /x/a 1x,/x/b 2x ")),
            ("/a, /b 2x,\n/c 3x", Some("/x/a, /x/b 2x,\n/x/c 3x")),
            ("/a,/b 2x", Some("/x/a,/b 2x")),
            ("/a,b.png 2x", Some("/x/a,b.png 2x")),
            (
                "data:image/png;base64,AA== 1x, /b 2x",
                Some("data:image/png;base64,AA== 1x, /x/b 2x"),
            ),
            ("a 1x, b 2x", None),
            ("/a (1,2) , /b", Some("/x/a (1,2) , /x/b")),
            ("/a (1", Some("/x/a (1")),
            (",,, ,", None),
            ("", None),
        ] {
            assert_eq!(candidates(text, moved).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn every_address_of_a_list_is_moved() {
        for (text, expected) in
            [("/a  b\n/c", Some("/x/a  b\n/x/c")), ("a b", None), (" ", None), ("", None)]
        {
            assert_eq!(addresses(text, is_space, moved).as_deref(), expected, "{text}");
        }
    }
}
