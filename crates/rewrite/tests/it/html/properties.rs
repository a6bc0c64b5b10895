//! What holds for every page.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rewrite::Pass;
use rewrite::html::{Html, Page};

use super::{injecting, page, through};

/// Things that need no rewriting, whole and broken.
const PLAIN: &[&str] = &[
    "text",
    " ",
    "\n",
    "<p>",
    "</p>",
    "<div class='a'  id = b>",
    "</div>",
    "<br/>",
    "<a href=b>",
    "<a href='?c'>",
    "<img src=\"data:image/png;base64,/a/b\">",
    "<img alt='>'",
    ">",
    "<",
    "</",
    "<!",
    "<!doctype html>",
    "<html>",
    "<head>",
    "</head>",
    "<body>",
    "<title>",
    "</title>",
    "<textarea>",
    "</textarea>",
    "<!--",
    "-->",
    "<!-- a -->",
    "<![CDATA[",
    "]]>",
    "<svg>",
    "</svg>",
    "<path d='a'/>",
    "<math>",
    "</math>",
    "<mi>",
    "<style>",
    "a { b: c }",
    "</style>",
    "<noscript>",
    "</noscript>",
    "<template>",
    "</template>",
    "<script type=text/x-a>",
    "</script>",
    "&amp;",
    "&",
    "'",
    "\"",
    "=",
    "<table><tr><td>",
    "<select><option>",
    "<plaintext>",
    "<?xml version='1.0'?>",
    "\u{e9}",
    "\0",
    "<a href='https://example.org/a'>",
    "<link rel=icon href=a>",
    "<meta charset=utf-8>",
    "/a",
    "<frameset>",
    "<frame src=a>",
    "<foreignObject>",
    "</foreignObject>",
    "<xmp>",
    "</xmp>",
];

/// Things that are rewritten, whole and broken.
const MOVED: &[&str] = &[
    "<a href=/a>",
    "<a href=\"/a?b&c\"",
    "<img src='/a' srcset='/a 1x, /b 2x'>",
    "<script>",
    "a = location.href; import('/a')",
    "'</scr' + 'ipt>'",
    "<script type=module>import '/a';",
    "<style>@import '/a';",
    "b { c: url(/d) }",
    "<p style='a:url(/b)'",
    "<p onclick=\"a(location)\">",
    "<base href=/>",
    "<base href='/apps/x/'>",
    "<base href='//example.org'>",
    "<script src=/a>",
    "<script type=importmap>{\"imports\":{\"a\":\"/b\"}}",
    "<iframe srcdoc=\"<a href='/a'><script>b\">",
    "<a href='javascript:location.href'>",
    "<svg><a xlink:href='/a' onclick='b'/>",
    "<svg onload=a>",
    "<meta http-equiv=refresh content='0;url=/a'>",
    "<link integrity=a href='/b'>",
    "<meta http-equiv=content-security-policy content=\"default-src 'self'\">",
    "<script data-gatehouse>",
    "<noscript><img src='/a'>",
    "<template shadowrootmode=open>",
    "<body onload=a>",
    "<html onload=a>",
];

fn pages(fragments: &'static [&'static [&'static str]]) -> impl Strategy<Value = Vec<u8>> {
    let all: Vec<&'static str> = fragments.concat();
    vec(select(all), 0..24).prop_map(|parts| parts.concat().into_bytes())
}

fn kinds() -> impl Strategy<Value = Page> {
    (any::<bool>(), any::<bool>()).prop_map(|(inject, xml)| Page { inject, xml, ..page() })
}

fn whole(page: &Page, html: &[u8]) -> Vec<u8> {
    through(Html::new(page.clone()), html, usize::MAX)
}

fn cut(page: &Page, html: &[u8], cuts: &[Index]) -> Vec<u8> {
    let mut ends: Vec<usize> = cuts.iter().map(|cut| cut.index(html.len() + 1)).collect();
    ends.push(html.len());
    ends.sort_unstable();
    let (mut pass, mut out, mut start) = (Html::new(page.clone()), Vec::new(), 0);
    for end in ends {
        pass.push(&html[start..end], &mut out).expect("pages never break");
        start = end;
    }
    pass.finish(&mut out).expect("pages never break");
    out
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn cuts_make_no_difference(
        kind in kinds(), html in pages(&[PLAIN, MOVED]), cuts in vec(any::<Index>(), 0..12),
    ) {
        prop_assert_eq!(shown(&cut(&kind, &html, &cuts)), shown(&whole(&kind, &html)));
    }

    #[test]
    fn a_second_time_changes_nothing(kind in kinds(), html in pages(&[PLAIN, MOVED])) {
        let once = whole(&kind, &html);
        prop_assert_eq!(shown(&whole(&kind, &once)), shown(&once));
    }

    #[test]
    fn what_needs_nothing_stays(html in pages(&[PLAIN]), xml in any::<bool>()) {
        let kind = Page { xml, ..injecting() };
        prop_assert_eq!(shown(&whole(&kind, &html)), shown(&html));
    }

    #[test]
    fn any_bytes_will_do(kind in kinds(), html in vec(any::<u8>(), 0..300), cuts in vec(any::<Index>(), 0..6)) {
        prop_assert_eq!(cut(&kind, &html, &cuts), whole(&kind, &html));
    }
}
