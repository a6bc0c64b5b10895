//! Scripts, style sheets and pages inside of pages.

use rewrite::csp::Hashed;
use rewrite::html::Html;
use rewrite::runtime;

use super::{becomes, injecting, page, stays, through};

#[test]
fn styles_are_moved() {
    for (html, expected) in [
        (r#"<p style="background: url(/a)">"#, r#"<p style="background: url(/apps/x/a)">"#),
        (
            r#"<p style="background: url(&quot;/a&quot;)">"#,
            r#"<p style="background: url(&quot;/apps/x/a&quot;)">"#,
        ),
        ("<style>a{b:url(/c)}</style>/a", "<style>a{b:url(/apps/x/c)}</style>/a"),
        ("<style>@import '/a';", "<style>@import '/apps/x/a';"),
        (
            "<svg><style>a{b:url(/c)}</style><path fill='url(/a#b)'/></svg>",
            "<svg><style>a{b:url(/apps/x/c)}</style><path fill=\"url(/apps/x/a#b)\" /></svg>",
        ),
        (
            "<svg><style><![CDATA[a{b:url(/c)}]]></style></svg>",
            "<svg><style><![CDATA[a{b:url(/apps/x/c)}]]></style></svg>",
        ),
    ] {
        becomes(page(), html, expected);
    }
    stays(page(), "<style></style><p style='color: red'>url(/a)");
    stays(page(), "<style type=text/less>a{b:url(/c)}</style>");
}

#[test]
fn scripts_are_moved() {
    for (html, expected) in [
        (
            "<script type=module>import '/a.js'</script>",
            "<script type=module>import '/apps/x/a.js'</script>",
        ),
        ("<script>a = location.href</script>", "<script>a = location.$gh$.href</script>"),
        (
            r#"<a onclick="go(location.href + &quot;&amp;&quot;)">"#,
            r#"<a onclick="go(location.$gh$.href + &quot;&amp;&quot;)">"#,
        ),
        (
            r#"<a href="javascript:go(location.href)">"#,
            r#"<a href="javascript:go(location.$gh$.href)">"#,
        ),
        (
            r#"<script type=importmap>{"imports":{"a":"/a.js"}}</script>"#,
            r#"<script type=importmap>{"imports":{"a":"/apps/x/a.js"}}</script>"#,
        ),
        (
            r#"<script type=speculationrules>{"prefetch":[{"urls":["/a"]}]}</script>"#,
            r#"<script type=speculationrules>{"prefetch":[{"urls":["/apps/x/a"]}]}</script>"#,
        ),
    ] {
        becomes(page(), html, expected);
    }
}

#[test]
fn data_is_the_apps_own() {
    for html in [
        r#"<script type="application/json">{"a":"/b"}</script>"#,
        r#"<script type="text/x-template"><a href="/a"></script>"#,
        r#"<script type="text/babel">import '/a'</script>"#,
        r#"<script src=a>import '/a'</script>"#,
        r#"<svg><script href=a>import '/a'</script></svg>"#,
        r#"<script>a = "<a href='/a'>"</script>"#,
        "<script>\u{e9}\u{2028}</script>",
    ] {
        stays(page(), html);
    }
}

#[test]
fn what_is_shown_without_scripts_and_what_waits_is_moved_too() {
    for (html, expected) in [
        (
            "<noscript><img src='/a'><style>b{c:url(/d)}</style></noscript><img src='/e'>",
            "<noscript><img src=\"/apps/x/a\"><style>b{c:url(/apps/x/d)}</style></noscript><img src=\"/apps/x/e\">",
        ),
        (
            "<noscript><img src='/&lt;/noscript>'></noscript>",
            "<noscript><img src=\"/apps/x/&lt;/noscript>\"></noscript>",
        ),
        ("<noscript><p><img src='/a", "<noscript><p><img src='/a"),
        ("<template><a href='/a'></template>", "<template><a href=\"/apps/x/a\"></template>"),
    ] {
        becomes(page(), html, expected);
    }
}

#[test]
fn a_page_in_an_attribute_is_a_page() {
    for (html, expected) in [
        (
            r#"<iframe srcdoc="<a href='/a'>b&amp;amp;&eacute;</a>"></iframe>"#,
            r#"<iframe srcdoc="&lt;a href=&quot;/apps/x/a&quot;>b&amp;amp;&eacute;&lt;/a>"></iframe>"#,
        ),
        (
            r#"<iframe srcdoc="<iframe srcdoc='<img src=/a>'></iframe>"></iframe>"#,
            r#"<iframe srcdoc="&lt;iframe srcdoc=&quot;&amp;lt;img src=&amp;quot;/apps/x/a&amp;quot;>&quot;>&lt;/iframe>"></iframe>"#,
        ),
    ] {
        becomes(page(), html, expected);
    }
    stays(page(), r#"<iframe srcdoc="<a href=b>&quot;c&quot;</a>"></iframe>"#);
    let html = r#"<iframe srcdoc="<script>a</script>"></iframe>"#;
    let out = super::rewritten_as(injecting(), html);
    assert!(out.starts_with(&runtime::element(&super::place(), false)), "{out}");
    assert!(out.ends_with("&lt;script>a&lt;/script>\"></iframe>"), "{out}");
    for (start, page) in [("<script", "outer"), ("&lt;script", "inner")] {
        let element = format!("{start} data-gatehouse='{{");
        assert_eq!(out.matches(&element).count(), 1, "the {page} page");
    }
    stays(injecting(), &out);
}

#[test]
fn texts_that_a_policy_knows_by_hash_stay() {
    let html = "<script>a = location.href</script><a onclick='b(location.href)'><style>c{d:url(/e)}</style>";
    let keeping = |hashed| Html::new(page()).keeping(hashed);
    let kept = through(keeping(Hashed { scripts: true, styles: true }), html.as_bytes(), 7);
    assert_eq!(String::from_utf8(kept).unwrap(), html);
    let policy = "<meta http-equiv=Content-Security-Policy content=\"script-src 'sha256-a='\">";
    let expected = format!("{policy}{}", html.replace("/e", "/apps/x/e"));
    becomes(page(), &format!("{policy}{html}"), &expected);
}

#[test]
fn policies_are_adapted() {
    let html = "<meta http-equiv='Content-Security-Policy' content='script-src &apos;self&apos;'>";
    stays(page(), html);
    let hash = runtime::hash();
    let expected =
        format!("<meta http-equiv='Content-Security-Policy' content=\"script-src 'self' {hash}\">");
    becomes(injecting(), html, &expected);
}
