//! Scripts below a prefix: what changes, what stays, and where something is put in.

mod code;
mod imports;
mod prologues;
mod properties;
mod readings;

use rewrite::script::{Script, inline};
use rewrite::{Pass, Place};

fn place() -> Place {
    Place::new("/apps/x", "")
        .with_inner("127.0.0.1:3000")
        .with_outer("gateway:8443", true)
        .with_document("/js/main.js")
}

fn through(mut script: Script, pieces: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::new();
    for piece in pieces {
        script.push(piece, &mut out).expect("every script can be read");
    }
    script.finish(&mut out).expect("every script can be read");
    out
}

fn moved_in(pieces: &[&[u8]]) -> Vec<u8> {
    through(Script::new(place()), pieces)
}

fn moved(script: &[u8]) -> Vec<u8> {
    moved_in(&[script])
}

fn shown(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

/// In two pieces, cut at every place. Long scripts are mostly one long gap, where no cut differs
/// from its neighbours.
#[track_caller]
fn cuts_do_not_matter(pass: impl Fn() -> Script, script: &[u8]) {
    const NEAR: usize = 60;
    let whole = shown(&through(pass(), &[script]));
    for at in 0..=script.len() {
        let is_near = at < NEAR || script.len() - at < NEAR;
        if is_near || at % 2_999 == 0 {
            let (before, behind) = script.split_at(at);
            let out = shown(&through(pass(), &[before, behind]));
            assert!(out == whole, "cut at {at}:\n{out}\nnot\n{whole}");
        }
    }
}

/// Also in pieces of one byte, cut anywhere, in a page, before much else, and a second time.
#[track_caller]
fn becomes(script: &str, expected: &str) {
    let out = moved(script.as_bytes());
    assert_eq!(shown(&out), shown(expected.as_bytes()), "{script}");
    let bytes: Vec<&[u8]> = script.as_bytes().chunks(1).collect();
    assert_eq!(shown(&moved_in(&bytes)), shown(&out), "{script} byte by byte");
    cuts_do_not_matter(|| Script::new(place()), script.as_bytes());
    assert_eq!(shown(&moved(&out)), shown(&out), "{script} twice");
    let changed = (script != expected).then(|| expected.to_owned());
    assert_eq!(inline(script, &place()), changed, "{script} inline");
    let far = " ".repeat(100);
    let padded = moved(format!("{script}\n;{far}").as_bytes());
    assert_eq!(shown(&padded), shown(format!("{expected}\n;{far}").as_bytes()), "{script} …");
}

#[track_caller]
fn stays(script: &str) {
    becomes(script, script);
}
