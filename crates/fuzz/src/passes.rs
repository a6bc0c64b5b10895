//! The passes that move pages, style sheets and scripts below a prefix.

use rewrite::css::{self, Css};
use rewrite::html::{self, Html, Page};
use rewrite::script::{self, Script};
use rewrite::{Pass, Place};

use crate::pieces::cuts;

/// The script that is put into a page, and more.
const OWN_SCRIPT: usize = 64 * 1024;
/// The shortest address is a slash; what becomes of it is not much longer.
const GROWTH: usize = 32;

fn place() -> Place {
    Place::new("/apps/x", "")
        .with_inner("127.0.0.1:3000")
        .with_outer("gateway:8443", true)
        .with_document("/a/b")
}

/// A page comes out the same however it is cut, is not much larger, and stays as it is where it has
/// no tag.
pub fn html(data: &[u8]) {
    let text = without(data, b"<");
    // Each document in a frame gets the script.
    let frames = data.to_ascii_lowercase().windows(6).filter(|word| word == b"srcdoc").count();
    for (inject, xml) in [(false, false), (true, false), (false, true), (true, true)] {
        let pass = || Html::new(Page { place: place(), inject, aware: false, xml });
        let out = through_any_cut(pass, data);
        assert!(out.len() <= data.len() * GROWTH + (1 + frames) * OWN_SCRIPT);
        stays(pass(), &text);
    }
    html::elements(data, |_| {});
}

/// The same for a style sheet, which stays as it is where it has neither a slash nor a dot.
pub fn css(data: &[u8]) {
    let pass = || Css::new(place());
    let out = through_any_cut(pass, data);
    assert!(out.len() <= data.len() * GROWTH);
    stays(pass(), &without(data, b"/.\\"));
    css::addresses(&String::from_utf8_lossy(data), |_, _| {});
}

/// The same for a script, which stays as it is where it can neither import nor ask where it is.
pub fn script(data: &[u8]) {
    for is_module in [false, true] {
        let pass = || Script::new(place()).as_module(is_module);
        let out = through_any_cut(pass, data);
        assert!(out.len() <= data.len() * GROWTH);
        stays(pass(), &without(data, b"o\\"));
        through_any_cut(|| pass().with_prologue("p();".to_owned()), data);
    }
    script::imports(&String::from_utf8_lossy(data));
}

fn through_any_cut<P: Pass>(pass: impl Fn() -> P, data: &[u8]) -> Vec<u8> {
    let whole = through(pass(), &[data]);
    for pieces in cuts(data) {
        let cut = through(pass(), &pieces);
        assert_eq!(cut.escape_ascii().to_string(), whole.escape_ascii().to_string());
    }
    whole
}

fn through(mut pass: impl Pass, pieces: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::new();
    for piece in pieces {
        pass.push(piece, &mut out).expect("any text can be read");
    }
    pass.finish(&mut out).expect("any text can be read");
    out
}

fn stays(pass: impl Pass, text: &[u8]) {
    let out = through(pass, &[text]);
    assert_eq!(out.escape_ascii().to_string(), text.escape_ascii().to_string());
}

fn without(data: &[u8], bytes: &[u8]) -> Vec<u8> {
    data.iter().copied().filter(|byte| !bytes.contains(byte)).collect()
}
