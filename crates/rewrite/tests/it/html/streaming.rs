//! What is held back, and what happens to pages that are too big for anything.

use rewrite::html::Html;
use rewrite::{Pass, runtime};

use super::{injecting, page, place, rewritten_as, through};

#[test]
fn what_is_certain_is_given_out_at_once() {
    let mut pass = Html::new(injecting());
    for (piece, expected) in [
        ("<!doctype html><p>text", "<!doctype html><p>text"),
        (" and <!-- a comment", " and <!-- a comment"),
        (" that goes on", " that goes on"),
        (" --><a href=", " -->"),
        ("b>c</a>", "<a href=b>c</a>"),
        ("<style>a { b: c }", "<style>a { b: c }"),
    ] {
        let mut out = Vec::new();
        pass.push(piece.as_bytes(), &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}

/// Pushes a piece again and again, which grows by so much, and answers the most that was ever held
/// back of it.
fn held(pass: &mut Html, piece: &[u8], times: usize, grows: usize) -> usize {
    let (mut taken, mut given, mut most) = (0, 0, 0);
    let mut out = Vec::new();
    for _ in 0..times {
        pass.push(piece, &mut out).expect("pages never break");
        taken += piece.len() + grows;
        given += out.len();
        out.clear();
        most = most.max(taken.saturating_sub(given));
    }
    most
}

#[test]
fn a_page_of_any_size_is_read_with_the_same_memory() {
    let text = "A text that is not too long, and goes on. ".repeat(60);
    let part = format!("<p class=a>{text}<a href=\"/b\">c</a></p>\n").repeat(10);
    let mut pass = Html::new(page());
    let grows = "/apps/x".len() * 10;
    assert_eq!(held(&mut pass, part.as_bytes(), (20 << 20) / part.len(), grows), 0);
}

#[test]
fn elements_that_are_never_closed_do_not_add_up() {
    let rows = "<tr><td><td><a href=\"/b\">c".repeat(100);
    let mut pass = Html::new(page());
    let grows = "/apps/x".len() * 100;
    assert_eq!(held(&mut pass, rows.as_bytes(), 100, grows), 0, "all of it is rewritten");
    let mut end = Vec::new();
    pass.push(b"<p><img src=/a>", &mut end).unwrap();
    assert_eq!(end, b"<p><img src=\"/apps/x/a\">");
}

#[test]
fn text_of_any_size_is_not_held() {
    let line = "let value = 'a text' + other / 2; // a comment\n".repeat(200);
    for start in ["<script>", "<p>", "<!-- ", "<style>", "<noscript>", "<textarea>"] {
        let mut pass = Html::new(page());
        pass.push(start.as_bytes(), &mut Vec::new()).unwrap();
        let most = held(&mut pass, line.as_bytes(), 20, 0);
        assert!(most < 1024, "{most} bytes are held after {start}");
    }
}

#[test]
fn a_tag_that_is_too_big_goes_through_and_the_page_goes_on() {
    let picture = "A".repeat(5 << 20);
    for (start, end) in [
        ("<img src=\"data:image/png;base64,", "\" alt='>' >"),
        ("<script src='data:text/javascript;base64,", "'>a='<img src=\"/b\">'</script>"),
        ("<iframe title='>' srcdoc=\"", "\"><img src='/c'></iframe>"),
    ] {
        let html = format!("<a href='/a'>{start}{picture}{end}<a href='/b'>");
        let expected = format!("<a href=\"/apps/x/a\">{start}{picture}{end}<a href=\"/apps/x/b\">");
        let out = through(Html::new(page()), html.as_bytes(), 60_000);
        assert!(out == expected.as_bytes(), "{start}");
    }
}

#[test]
fn a_script_that_is_too_big_to_look_at_still_comes_after_ours() {
    let html = format!("<p><script src='data:,{}'></script>", "A".repeat(5 << 20));
    let expected = html.replace("<p>", &format!("<p>{}", runtime::element(&place(), false)));
    assert!(rewritten_as(injecting(), &html) == expected);
}

#[test]
fn pictures_of_some_size_are_read() {
    let html = format!("<img src='data:,{}' onerror='a' longdesc=/b>", "A".repeat(2 << 20));
    let out = through(Html::new(page()), html.as_bytes(), 60_000);
    assert!(out.ends_with(b" longdesc=\"/apps/x/b\">"));
}

#[test]
fn pages_inside_of_pages_have_an_end() {
    let html = format!("{}<img src='/a'>", "<noscript>".repeat(50_000));
    assert_eq!(rewritten_as(page(), &html).len(), html.len());
}

#[test]
fn long_pages_are_read_like_short_ones() {
    let part = "<div><a href='/a'>b</a><script>c = location.href</script><p><svg><style>d{e:url(/f)}\
                </style><a xlink:href='/g'/><title/></svg><template><img src='/h'></template>";
    let once = rewritten_as(page(), part);
    assert_eq!(once.matches("/apps/x/").count(), 4);
    let html = part.repeat(1000);
    for size in [777, usize::MAX] {
        let out = through(Html::new(page()), html.as_bytes(), size);
        assert!(out == once.repeat(1000).as_bytes(), "in pieces of {size}");
    }
}
