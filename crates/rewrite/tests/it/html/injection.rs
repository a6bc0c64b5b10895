//! Where the run-time script goes, and what it is told.

use rewrite::html::{Html, Page};
use rewrite::{Pass, runtime};

use super::{becomes, injecting, page, place, rewritten_as, stays};

/// `§` stands for the run-time script, and is absent from what goes in.
fn injected(page: Page, marked: &str) {
    let html = marked.replace('§', "");
    let expected = marked.replace('§', &runtime::element(&place(), false));
    becomes(page, &html, &expected);
}

#[test]
fn it_goes_before_the_first_thing_that_runs() {
    for marked in [
        "<!doctype html><title>a</title>§<script>b</script><script>c</script>",
        "<!doctype html><head><meta charset=utf-8>§<script src=a></script></head>",
        "§<script type=module>a</script>",
        "§<script type=importmap>{}</script>",
        "<script type='application/json'>{}</script>§<script>a</script>",
        "<p>§<a onclick='b'>",
        "<p>§<a href='javascript:b'>",
        "<p>§<a href=' JavaScript&colon;b'>",
        "<html><head></head>§<body onload='a'>",
        "<html>§<frameset onload='a'><frame src='b'></frameset>",
        "<html onclick='a'><head>§<title></title>",
        "<html onclick='a'>§<body>",
        "<head onclick='a'>§<meta>",
        "<table><tr>§<td onclick='a'>",
        "<noscript><a onclick='b'></noscript>§<script>c</script>",
        "<template><script>a</script></template>§<script>b</script>",
        "<div><template><script>a</script></div>§<script>b</script>",
        "§<template shadowrootmode=open><script>a</script></template>",
        "<textarea><script></textarea>§<script>a</script>",
        "<!-- <script> -->§<script>a</script>",
        "<math><mi onclick='a'></mi></math>§<p>",
        "<svg></svg>§<script>a</script>",
        "<p>§<svg onload='a'/><b>",
        "§<svg onload='a'><g/></svg>",
        "<html onload='a'>§<svg><g/></svg>",
        "<p>§<math onclick='a'></math>",
        "<svg><foreignObject>§<p onclick='a'></foreignObject></svg>",
    ] {
        injected(injecting(), marked);
        stays(page(), &marked.replace('§', ""));
    }
}

#[test]
fn a_page_that_runs_nothing_stays_as_it_is() {
    for html in [
        "",
        "text",
        "<!doctype html><html><head><title>a</title></head><body><p class=b>c</p></body></html>",
        "<script type='application/ld+json'>{}</script>",
        "<script type=speculationrules>{}</script>",
        "<noscript><script>a</script></noscript>",
        "<template><script>a</script></template>",
        "<p one=a only=b on=c>",
        "<frameset><frame src='javascript:a'></frameset>",
    ] {
        stays(injecting(), html);
    }
}

#[test]
fn inside_of_pictures_it_is_wrapped() {
    let whole = runtime::element(&place(), false);
    let (start, text) = whole.split_at(whole.find('>').unwrap() + 1);
    let text = text.strip_suffix("</script>").unwrap();
    let wrapped = format!("{start}<![CDATA[{text}]]></script>");
    for marked in [
        "<svg><g>§<a onclick='b'/></g></svg>",
        "<svg><svg onload='a'>§<g/></svg></svg>",
        "<svg><foreignObject onclick='a'></foreignObject>§<g/></svg>",
        "<svg>§<script>a</script></svg>",
    ] {
        becomes(injecting(), &marked.replace('§', ""), &marked.replace('§', &wrapped));
    }
}

#[test]
fn in_xhtml_it_is_wrapped_and_tags_stay_closed() {
    let whole = runtime::element(&place(), false);
    let (start, text) = whole.split_at(whole.find('>').unwrap() + 1);
    let text = text.strip_suffix("</script>").unwrap();
    let wrapped = format!("{start}<![CDATA[{text}]]></script>");
    let xml = Page { xml: true, ..injecting() };
    for (marked, expected) in [
        (
            "<?xml version='1.0'?><html><head>§<script src='/a'/><link href='/b'/></head></html>",
            "<?xml version='1.0'?><html><head>§<script src=\"/apps/x/a\" /><link href=\"/apps/x/b\" /></head></html>",
        ),
        (
            "<title/><iframe src='/a' /><textarea/><p>§<a onclick='b'/></p>",
            "<title/><iframe src=\"/apps/x/a\" /><textarea/><p>§<a onclick='b'/></p>",
        ),
    ] {
        becomes(xml.clone(), &marked.replace('§', ""), &expected.replace('§', &wrapped));
    }
}

#[test]
fn it_is_told_what_the_page_shows_of_the_prefix() {
    for (html, aware) in [
        ("<base href='/apps/x/'><script>a</script>", true),
        ("<script src='/apps/x/a'></script>", true),
        ("<link href='/apps/x/a'><script>a</script>", true),
        ("<link href='https://gateway:8443/apps/x/a'><script>a</script>", true),
        ("<link rel=icon href='/a'><link href='/apps/x/b'><script>c</script>", true),
        ("<link href='/apps/x/a'><link href='/b'><script>a</script>", false),
        ("<link href='a'><script>a</script>", false),
        ("<a href='/apps/x/a'></a><img src='/apps/x/a'><script>a</script>", false),
        ("<link href='/apps/xy/a'><script>a</script>", false),
        ("<link href='/apps/x/a'><form action='/b'></form><script>a</script>", false),
    ] {
        let out = rewritten_as(injecting(), html);
        assert!(out.contains(&runtime::element(&place(), aware)), "{html}: {out}");
        let mut pass = Html::new(page());
        pass.push(html.as_bytes(), &mut Vec::new()).unwrap();
        assert_eq!(pass.knows_prefix() == Some(true), aware, "{html}");
    }
    let told = Page { aware: true, ..injecting() };
    let out = rewritten_as(told, "<script>a</script>");
    assert!(out.starts_with(&runtime::element(&place(), true)), "{out}");
}
