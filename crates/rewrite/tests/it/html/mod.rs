//! Pages: what is rewritten in them, where the run-time script goes, and that everything else
//! comes out as it came in, however it was cut.

mod addresses;
mod encoded;
mod injection;
mod inline;
mod pages;
mod properties;
mod streaming;

use rewrite::html::{Html, Page};
use rewrite::{Pass, Place};

pub(crate) fn place() -> Place {
    Place::new("/apps/x", "")
        .with_inner("127.0.0.1:3000")
        .with_outer("gateway:8443", true)
        .with_document("/a/b")
}

pub(crate) fn page() -> Page {
    Page { place: place(), inject: false, aware: false, xml: false }
}

pub(crate) fn injecting() -> Page {
    Page { inject: true, ..page() }
}

/// A page through a pass, in pieces of at most this size.
pub(crate) fn through(mut pass: Html, html: &[u8], size: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for piece in html.chunks(size) {
        pass.push(piece, &mut out).expect("pages never break");
    }
    pass.finish(&mut out).expect("pages never break");
    out
}

pub(crate) fn rewritten_as(page: Page, html: &str) -> String {
    String::from_utf8(through(Html::new(page), html.as_bytes(), usize::MAX)).expect("UTF-8")
}

/// The page comes out as expected, byte by byte as well, and a second time changes nothing.
pub(crate) fn becomes(page: Page, html: &str, expected: &str) {
    assert_eq!(rewritten_as(page.clone(), html), expected, "{html}");
    let cut = through(Html::new(page.clone()), html.as_bytes(), 1);
    assert_eq!(String::from_utf8(cut).expect("UTF-8"), expected, "{html} byte by byte");
    assert_eq!(rewritten_as(page, expected), expected, "{html} twice");
}

pub(crate) fn stays(page: Page, html: &str) {
    becomes(page, html, html);
}
