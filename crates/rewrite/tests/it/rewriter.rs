//! Whole bodies: decoded, moved and encoded again, however they are cut.

use proptest::prelude::*;
use rewrite::codec::{Decoder, Encoder, Encoding, STEP, Step};
use rewrite::csp::Hashed;
use rewrite::kind::{Certainty, Html, Kind, Role};
use rewrite::{Place, Rewriter, Text};

const ALL: [Encoding; 5] =
    [Encoding::Identity, Encoding::Gzip, Encoding::Deflate, Encoding::Brotli, Encoding::Zstd];

fn html(certainty: Certainty) -> Kind {
    Kind::Html(Html { document: false, xml: false, certainty })
}

fn rewriter(kind: Kind, encoding: Encoding) -> Rewriter {
    let place = Place::new("/apps/x", "");
    Rewriter::new(Text { kind, place, aware: false, hashed: Hashed::default() }, encoding)
}

/// Pushes a piece to its end, and answers with the longest output of one call.
fn push(rewriter: &mut Rewriter, mut piece: &[u8], out: &mut Vec<u8>) -> usize {
    let mut longest = 0;
    loop {
        let before = out.len();
        let step = rewriter.push(piece, out).expect("it can be read");
        longest = longest.max(out.len() - before);
        match step {
            Step::Done => return longest,
            Step::More(read) => piece = &piece[read..],
        }
    }
}

fn whole(kind: Kind, encoding: Encoding, body: &[u8], size: usize) -> Vec<u8> {
    let (mut rewriter, mut out) = (rewriter(kind, encoding), Vec::new());
    for piece in body.chunks(size.max(1)) {
        push(&mut rewriter, piece, &mut out);
    }
    rewriter.finish(&mut out).expect("it is whole");
    out
}

fn encoded(encoding: Encoding, text: &[u8]) -> Vec<u8> {
    let (mut encoder, mut out) = (Encoder::new(encoding), Vec::new());
    encoder.push(text, &mut out).expect("it is encoded");
    encoder.finish(&mut out).expect("it is encoded");
    out
}

fn decoded(encoding: Encoding, mut bytes: &[u8]) -> Vec<u8> {
    let (mut decoder, mut out) = (Decoder::new(encoding), Vec::new());
    while let Step::More(read) = decoder.push(bytes, &mut out).expect("it can be read") {
        bytes = &bytes[read..];
    }
    out
}

#[test]
fn each_kind_of_text_gets_its_pass() {
    for (kind, body, moved) in [
        (html(Certainty::Sure), "<a href=/b>", "<a href=\"/apps/x/b\">"),
        (Kind::Css, "a{b:url(/c)}", "a{b:url(/apps/x/c)}"),
        (Kind::Script(Role::Page), "import '/a'", "import '/apps/x/a'"),
        (Kind::Manifest, r#"{"scope":"/"}"#, r#"{"scope":"/apps/x/"}"#),
    ] {
        for encoding in ALL {
            let given = whole(kind, encoding, &encoded(encoding, body.as_bytes()), 7);
            assert_eq!(decoded(encoding, &given), moved.as_bytes(), "{kind:?} {encoding:?}");
        }
    }
}

#[test]
fn what_is_something_else_comes_out_byte_for_byte() {
    let utf16 = b"\xff\xfe<\0a\0 \0h\0r\0e\0f\0=\0/\0b\0>\0";
    for (kind, body) in [
        (html(Certainty::Likely), b"\n [\"<a href=/b>\"]".as_slice()),
        (html(Certainty::Unknown), b"not a page: <a href=/b>"),
        (html(Certainty::Unknown), b""),
        (html(Certainty::Unknown), b"<htm"),
        (html(Certainty::Sure), utf16),
        (Kind::Css, utf16),
        (Kind::Script(Role::Worker), utf16),
    ] {
        for (encoding, size) in ALL.into_iter().flat_map(|one| [(one, 1), (one, 1_000)]) {
            let body = encoded(encoding, body);
            assert_eq!(whole(kind, encoding, &body, size), body, "{kind:?} {encoding:?}");
        }
    }
}

#[test]
fn white_space_does_not_hide_a_page_for_ever() {
    let body = [" ".repeat(5_000).as_bytes(), b"<a href=/b>"].concat();
    let given = whole(html(Certainty::Likely), Encoding::Identity, &body, 100);
    assert!(given.ends_with(b"/apps/x/b\">"));
    let given = whole(html(Certainty::Unknown), Encoding::Identity, &body, 100);
    assert_eq!(given, body, "browsers do not look that far");
}

#[test]
fn everything_pushed_can_be_read_after_a_flush() {
    for encoding in ALL {
        let (mut rewriter, mut out) = (rewriter(html(Certainty::Sure), encoding), Vec::new());
        let (mut encoder, mut body) = (Encoder::new(encoding), Vec::new());
        encoder.push(b"<a href=/b>", &mut body).expect("it is encoded");
        encoder.flush(&mut body).expect("it is encoded");
        push(&mut rewriter, &body, &mut out);
        rewriter.flush(&mut out).expect("it can be flushed");
        assert_eq!(decoded(encoding, &out), b"<a href=\"/apps/x/b\">", "{encoding:?}");
        assert_eq!(rewriter.is_working(), Some(true));
    }
}

/// A small piece can hold a large text, which must not be there all at once.
#[test]
fn no_step_gives_more_than_it_should() {
    let body: Vec<u8> = b"<p>and so on</p>\n".repeat(200_000);
    for encoding in [Encoding::Gzip, Encoding::Brotli, Encoding::Zstd] {
        let (mut rewriter, mut out) = (rewriter(html(Certainty::Sure), encoding), Vec::new());
        let longest = push(&mut rewriter, &encoded(encoding, &body), &mut out);
        assert!(longest <= 2 * STEP, "{encoding:?}: {longest}");
        rewriter.finish(&mut out).expect("it is whole");
        assert_eq!(decoded(encoding, &out).len(), body.len(), "{encoding:?}");
    }
}

#[test]
fn damage_is_told() {
    for encoding in [Encoding::Gzip, Encoding::Deflate, Encoding::Brotli, Encoding::Zstd] {
        let mut rewriter = rewriter(html(Certainty::Likely), encoding);
        let told = rewriter.push(&[0xff; 64], &mut Vec::new()).is_err();
        assert!(told, "{encoding:?}");
        let mut body = encoded(encoding, b"<a href=/b>");
        body.pop();
        let (mut rewriter, mut out) = (self::rewriter(html(Certainty::Sure), encoding), Vec::new());
        push(&mut rewriter, &body, &mut out);
        assert!(rewriter.finish(&mut out).is_err(), "{encoding:?} cut short");
    }
}

proptest! {
    #[test]
    fn it_does_not_matter_where_a_body_is_cut(
        text in r#"([ \n{<]|<!doctype html>|<a href=/b>|<script>|</script>|url\(/c\)|/d|é){0,60}"#,
        size in 1_usize..40,
    ) {
        for encoding in [Encoding::Identity, Encoding::Gzip] {
            let body = encoded(encoding, text.as_bytes());
            for certainty in [Certainty::Sure, Certainty::Likely, Certainty::Unknown] {
                let once = whole(html(certainty), encoding, &body, body.len());
                let cut = whole(html(certainty), encoding, &body, size);
                prop_assert_eq!(decoded(encoding, &once), decoded(encoding, &cut));
                let again = whole(html(certainty), encoding, &once, once.len());
                prop_assert_eq!(decoded(encoding, &once), decoded(encoding, &again));
            }
        }
    }
}
