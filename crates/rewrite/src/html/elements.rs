//! What stands in a page, for who reads it and sends nothing on.

use std::borrow::Cow;
use std::mem;

use super::page::{DEEP, Encloses};
use super::reader::{Handler, Reader, Stopped};
use super::script_type::ScriptType;
use super::text::bytes;
use super::{PIECE, entity};

const MOST_ATTRIBUTES: usize = 32;

/// An element that was read.
#[derive(Debug)]
pub struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    text: Vec<u8>,
}

impl Element {
    fn new(element: &lol_html::send::Element<'_, '_>) -> Self {
        let attributes = element.attributes().iter().take(MOST_ATTRIBUTES);
        let attributes = attributes.map(|attribute| (attribute.name(), value(&attribute.value())));
        Element { name: element.tag_name(), attributes: attributes.collect(), text: Vec::new() }
    }

    /// In lower case.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What an attribute means. Of several with that name, the first counts.
    pub fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.attributes.iter().find(|(known, _)| known == name)?;
        Some(value)
    }

    /// What a `script` element is.
    pub fn script(&self) -> Option<ScriptType> {
        let is_script = self.name == "script";
        is_script.then(|| ScriptType::new(self.get("type"), self.get("language")))
    }

    /// The text of a script, a style sheet or a `noscript` element.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.text)
    }
}

/// Calls `each` with every element of as much of a page as is there.
pub fn elements(page: &[u8], mut each: impl FnMut(&Element)) {
    read(page, 0, &mut each);
}

fn read(page: &[u8], depth: usize, each: &mut dyn FnMut(&Element)) {
    let mut reader = Reader::new(Elements::default());
    let whole = page.chunks(PIECE).all(|piece| {
        let whole = feed(&mut reader, piece);
        let mut found = mem::take(&mut reader.shared().page.0);
        // More of its text may come.
        reader.shared().page.0.extend(found.pop());
        hand_out(found, depth, each);
        whole
    });
    if whole {
        reader.end(&mut Vec::new());
    }
    let found = mem::take(&mut reader.shared().page.0);
    hand_out(found, depth, each);
}

/// Whether all of a piece was read. Behind a tag that is too big nothing is.
fn feed(reader: &mut Reader<Elements>, piece: &[u8]) -> bool {
    let mut unused = Vec::new();
    let mut piece = Cow::Borrowed(piece);
    while let Err(stopped) = reader.read(&piece, &mut unused) {
        let Stopped::Anew(unread) = stopped else { return false };
        reader.begin_anew(None);
        piece = unread.into();
    }
    true
}

fn hand_out(found: Vec<Element>, depth: usize, each: &mut dyn FnMut(&Element)) {
    for element in found {
        each(&element);
        // A part of the page, but to browsers that run scripts.
        if element.name == "noscript" && depth < DEEP {
            read(&element.text, depth + 1, each);
        }
    }
}

/// Those that nobody has looked at yet.
#[derive(Default)]
struct Elements(Vec<Element>);

impl Handler for Elements {
    fn open(&mut self, element: &mut lol_html::send::Element<'_, '_>) -> Option<Encloses> {
        self.0.push(Element::new(element));
        None
    }

    /// What is lost is which elements are not of HTML, and that changes little.
    fn may_begin_anew(&self, _: bool) -> bool {
        true
    }

    fn text(&mut self, piece: &str, _: bool) -> Option<String> {
        self.0.last_mut()?.text.extend_from_slice(&bytes(piece));
        None
    }
}

/// A value as the page's author meant it, whose pages are UTF-8.
fn value(written: &str) -> String {
    let bytes = bytes(written);
    entity::meant(&String::from_utf8_lossy(&bytes)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_seen_once_however_many_stay_open() {
        let page: String = (0..10_000).map(|number| format!("<li id={number}>")).collect();
        let mut next = 0;
        elements(page.as_bytes(), |element| {
            assert_eq!((element.name(), element.get("id")), ("li", Some(&*next.to_string())));
            next += 1;
        });
        assert_eq!(next, 10_000);
    }

    #[test]
    fn no_page_is_too_much() {
        for (begin, piece) in
            [("", "<a b"), ("<svg>", "<g>"), ("<svg>", "<g></x>"), ("", "<noscript>"), ("<a", " b")]
        {
            let page = format!("{begin}{}", piece.repeat((512 << 10) / piece.len()));
            elements(page.as_bytes(), |_| {});
        }
        let tag = format!("<i><a b=\"{}\"><p>", "c".repeat(5 << 20));
        let mut names = Vec::new();
        elements(tag.as_bytes(), |element| names.push(element.name().to_owned()));
        assert_eq!(names, ["i"]);
    }

    #[test]
    fn texts_are_whole_and_parts_belong_to_the_page() {
        let code = "let a = 'ä';".repeat(PIECE / 8);
        let page = format!("<script>{code}</script><noscript><img src=/a></noscript><style>b{{}}");
        let mut found = Vec::new();
        elements(page.as_bytes(), |element| {
            found.push((element.name().to_owned(), element.text().into_owned()));
        });
        let names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["script", "noscript", "img", "style"]);
        assert!(found[0].1 == code && found[3].1 == "b{}");
    }

    #[test]
    fn values_are_read_as_they_were_meant() {
        let mut seen = false;
        elements("<a HREF='/ä&#228;&amp;b' href=/no>".as_bytes(), |link| {
            assert_eq!(link.get("href"), Some("/ää&b"));
            seen = true;
        });
        assert!(seen);
    }
}
