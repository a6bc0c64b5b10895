//! Attributes that hold addresses.

use super::{becomes, page, stays};

#[test]
fn addresses_are_moved_wherever_they_stand() {
    for (html, expected) in [
        (r#"<a href="/a">"#, r#"<a href="/apps/x/a">"#),
        ("<a href=/a>", r#"<a href="/apps/x/a">"#),
        ("<A HREF='/a'>", r#"<A HREF="/apps/x/a">"#),
        (r#"<area href="/a">"#, r#"<area href="/apps/x/a">"#),
        (r#"<link rel=x href="/a">"#, r#"<link rel=x href="/apps/x/a">"#),
        (r#"<img src="/a" alt='"'>"#, r#"<img src="/apps/x/a" alt='"'>"#),
        (r#"<img src="http://127.0.0.1:3000/a">"#, r#"<img src="/apps/x/a">"#),
        (r#"<img src="https://gateway:8443/a">"#, r#"<img src="/apps/x/a">"#),
        (r#"<img src="../../a">"#, r#"<img src="/apps/x/a">"#),
        (r#"<img longdesc="/a">"#, r#"<img longdesc="/apps/x/a">"#),
        (r#"<script src="/a"></script>"#, r#"<script src="/apps/x/a"></script>"#),
        (r#"<iframe src="/a"></iframe>"#, r#"<iframe src="/apps/x/a"></iframe>"#),
        (r#"<input type=image src="/a">"#, r#"<input type=image src="/apps/x/a">"#),
        (r#"<embed src="/a"/>"#, r#"<embed src="/apps/x/a" />"#),
        (r#"<video src="/a" poster="/b">"#, r#"<video src="/apps/x/a" poster="/apps/x/b">"#),
        (r#"<track src="/a">"#, r#"<track src="/apps/x/a">"#),
        (r#"<form action="/a">"#, r#"<form action="/apps/x/a">"#),
        (r#"<button formaction="/a">"#, r#"<button formaction="/apps/x/a">"#),
        (
            r#"<object data="/a" archive="/b c">"#,
            r#"<object data="/apps/x/a" archive="/apps/x/b c">"#,
        ),
        (
            r#"<applet codebase="/a" archive="/b,c">"#,
            r#"<applet codebase="/apps/x/a" archive="/apps/x/b,c">"#,
        ),
        (r#"<q cite="/a">"#, r#"<q cite="/apps/x/a">"#),
        (r#"<a ping="/a  b /c">"#, r#"<a ping="/apps/x/a  b /apps/x/c">"#),
        (r#"<td background="/a">"#, r#"<td background="/apps/x/a">"#),
        (r#"<html manifest="/a">"#, r#"<html manifest="/apps/x/a">"#),
        (r#"<svg><a href="/a"/></svg>"#, r#"<svg><a href="/apps/x/a" /></svg>"#),
        (
            r##"<svg><use xlink:href="/a#b"/></svg>"##,
            r##"<svg><use xlink:href="/apps/x/a#b" /></svg>"##,
        ),
        (r#"<svg><image href="/a"></svg>"#, r#"<svg><image href="/apps/x/a"></svg>"#),
        (r#"<a href="/a" href="/b">"#, r#"<a href="/apps/x/a" href="/b">"#),
    ] {
        becomes(page(), html, expected);
    }
}

#[test]
fn lists_of_images_are_moved_one_by_one() {
    for (html, expected) in [
        (r#"<img srcset="/a 1x, /b 2x">"#, r#"<img srcset="/apps/x/a 1x, /apps/x/b 2x">"#),
        (r#"<source srcset="/a,b.png 1x">"#, r#"<source srcset="/apps/x/a,b.png 1x">"#),
        (
            r#"<img srcset="data:image/png;base64,/a= 1x,/b 2x">"#,
            r#"<img srcset="data:image/png;base64,/a= 1x,/apps/x/b 2x">"#,
        ),
        (r#"<link imagesrcset="/a 1x">"#, r#"<link imagesrcset="/apps/x/a 1x">"#),
    ] {
        becomes(page(), html, expected);
    }
}

#[test]
fn what_leads_elsewhere_or_nowhere_stays() {
    for html in [
        "<a href=\"a\"  class = 'b'\n>",
        r#"<a href="https://example.org/a">"#,
        r##"<a href="#/a">"##,
        r#"<a href="mailto:a@b">"#,
        r#"<a href="">"#,
        "<a href>",
        r#"<a href="/apps/x/a">"#,
        r#"<img src="data:image/png;base64,/a/b==">"#,
        r#"<img usemap="/a">"#,
        r#"<param name=movie value="/a">"#,
        r#"<div href="/a" src="/b" data="/c" action="/d" title="/e">"#,
        r#"<x-icon src="/a" href="/b"></x-icon>"#,
        r#"<input value="/a">"#,
        r#"<meta property="og:image" content="/a">"#,
        r#"<textarea><a href="/a"></textarea>"#,
        r#"<title><a href="/a"></title>"#,
        r#"<!-- <a href="/a"> -->"#,
        r#"<iframe><a href="/a"></iframe>"#,
        r#"<a class="&quot;&eacute;">"#,
        "<a href=\"/a",
        "a < b <3 </ > <> &amp; \u{fffd}",
    ] {
        stays(page(), html);
    }
}

#[test]
fn references_are_read_before_and_written_after() {
    for (html, expected) in [
        ("<a href='&#x2F;a'>", r#"<a href="/apps/x/a">"#),
        ("<a href='&#47;a'>", r#"<a href="/apps/x/a">"#),
        ("<a href='&sol;a'>", r#"<a href="/apps/x/a">"#),
        ("<a href='/a?b&amp;c'>", r#"<a href="/apps/x/a?b&amp;c">"#),
        ("<a href='/a?b&c=&d'>", r#"<a href="/apps/x/a?b&amp;c=&d">"#),
        ("<a href='/&eacute;&#233;'>", r#"<a href="/apps/x/&eacute;&#233;">"#),
        ("<a href='/&quot;&lt;'>", r#"<a href="/apps/x/&quot;&lt;">"#),
        ("<a href='&#104;ttp&colon;//localhost:3000/a'>", r#"<a href="/apps/x/a">"#),
    ] {
        becomes(page(), html, expected);
    }
    stays(page(), "<a href='/apps/x/&amp;&quot;'>");
    stays(page(), "<a href='&#x2F;apps/x/a'>");
}

#[test]
fn a_base_element_moves_the_start() {
    for (html, expected) in [
        (r#"<base href="/"><a href="../a">"#, r#"<base href="/apps/x/"><a href="/apps/x/a">"#),
        (
            r#"<base href="/c/d/"><base href="/"><a href="../../a">"#,
            r#"<base href="/apps/x/c/d/"><base href="/apps/x/"><a href="../../a">"#,
        ),
        (
            r#"<base target=_top><base href="/"><a href="../a">"#,
            r#"<base target=_top><base href="/apps/x/"><a href="/apps/x/a">"#,
        ),
        (
            r#"<template><base href="/"></template><a href="../a">"#,
            r#"<template><base href="/apps/x/"></template><a href="../a">"#,
        ),
    ] {
        becomes(page(), html, expected);
    }
    stays(page(), r#"<base href="https://cdn.example.org/"><img src="/a"><p style="b:url(/c)">"#);
}

#[test]
fn refreshing_is_moved() {
    for (html, expected) in [
        (
            r#"<meta http-equiv=refresh content="0; url=/a">"#,
            r#"<meta http-equiv=refresh content="0; url=/apps/x/a">"#,
        ),
        (
            r#"<meta content="5;URL='/a?b&amp;c'" http-equiv=REFRESH>"#,
            r#"<meta content="5;URL='/apps/x/a?b&amp;c'" http-equiv=REFRESH>"#,
        ),
    ] {
        becomes(page(), html, expected);
    }
    stays(page(), r#"<meta name=refresh content="0; url=/a">"#);
}

#[test]
fn manifests_are_asked_for_with_the_cookie() {
    for (html, expected) in [
        (
            r#"<link rel="manifest" href="a.json">"#,
            r#"<link rel="manifest" href="a.json" crossorigin="use-credentials">"#,
        ),
        (
            r#"<link rel="Manifest" href="/a" crossorigin="anonymous">"#,
            r#"<link rel="Manifest" href="/apps/x/a" crossorigin="use-credentials">"#,
        ),
    ] {
        becomes(page(), html, expected);
    }
    stays(page(), r#"<link rel="manifest" href="https://example.org/a">"#);
    stays(page(), r#"<link rel="icon" href="a">"#);
}

#[test]
fn integrity_is_kept_for_others_only() {
    for (html, expected) in [
        (
            r#"<script src="/a" integrity="sha256-x"></script>"#,
            r#"<script src="/apps/x/a"></script>"#,
        ),
        (r#"<script integrity=x src=a></script>"#, r#"<script src=a></script>"#),
        (r#"<link href="/apps/x/a" integrity=x>"#, r#"<link href="/apps/x/a">"#),
        (
            r#"<link href="https://gateway:8443/apps/x/a" integrity=x>"#,
            r#"<link href="https://gateway:8443/apps/x/a">"#,
        ),
    ] {
        becomes(page(), html, expected);
    }
    stays(page(), r#"<script src="https://cdn.example.org/a" integrity="sha256-x"></script>"#);
    stays(page(), r#"<base href="//cdn.example.org"><script src=a integrity=x></script>"#);
    stays(page(), r#"<div integrity=x>"#);
}
