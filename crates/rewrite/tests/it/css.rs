//! Style sheets below a prefix.

use proptest::prelude::*;
use rewrite::css::{Css, Names, addresses, inline};
use rewrite::{Pass, Place};

fn place() -> Place {
    Place::new("/apps/x", "")
        .with_inner("127.0.0.1:3000")
        .with_outer("gateway:8443", true)
        .with_document("/css/main.css")
}

fn moved_in(pieces: &[&[u8]]) -> Vec<u8> {
    let mut css = Css::new(place());
    let mut out = Vec::new();
    for piece in pieces {
        css.push(piece, &mut out).expect("every sheet can be read");
    }
    css.finish(&mut out).expect("every sheet can be read");
    out
}

fn moved(sheet: &[u8]) -> Vec<u8> {
    moved_in(&[sheet])
}

fn shown(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

/// In two pieces, cut at every place. Of long sheets, a few are enough.
#[track_caller]
fn cuts_do_not_matter(sheet: &[u8]) {
    const NEAR: usize = 60;
    let whole = moved(sheet);
    for at in 0..=sheet.len() {
        let is_near = at < NEAR || sheet.len() - at < NEAR;
        if is_near || at % 2_999 == 0 {
            let (before, behind) = sheet.split_at(at);
            assert!(moved_in(&[before, behind]) == whole, "{} cut at {at}", shown(sheet));
        }
    }
}

/// Also in pieces of one byte, cut anywhere, in a page, and a second time.
#[track_caller]
fn becomes(sheet: &str, expected: &str) {
    let out = moved(sheet.as_bytes());
    assert_eq!(shown(&out), shown(expected.as_bytes()), "{sheet}");
    let bytes: Vec<&[u8]> = sheet.as_bytes().chunks(1).collect();
    assert_eq!(shown(&moved_in(&bytes)), shown(&out), "{sheet} byte by byte");
    cuts_do_not_matter(sheet.as_bytes());
    assert_eq!(shown(&moved(&out)), shown(&out), "{sheet} twice");
    let changed = (sheet != expected).then(|| expected.to_owned());
    assert_eq!(inline(sheet, &place()), changed, "{sheet} inline");
}

#[track_caller]
fn stays(sheet: &str) {
    becomes(sheet, sheet);
}

#[test]
fn addresses_lead_into_the_app() {
    for (sheet, expected) in [
        ("a{b:url(/c)}", "a{b:url(/apps/x/c)}"),
        ("a{b:url( /c\n)}", "a{b:url( /apps/x/c\n)}"),
        ("a{b:URL(/c)}", "a{b:URL(/apps/x/c)}"),
        (r#"a{b:url("/c d")}"#, r#"a{b:url("/apps/x/c d")}"#),
        ("a{b:uRl( '/c' )}", "a{b:uRl( '/apps/x/c' )}"),
        ("a{b:url(/c),url(/d)}", "a{b:url(/apps/x/c),url(/apps/x/d)}"),
        ("a{b:url(/c)/**/url(/d)}", "a{b:url(/apps/x/c)/**/url(/apps/x/d)}"),
        ("a{b:1px/url(/c)}", "a{b:1px/url(/apps/x/c)}"),
        ("a{--b:url(/c)}", "a{--b:url(/apps/x/c)}"),
        ("a{b:url(http://localhost:3000/c)}", "a{b:url(/apps/x/c)}"),
        ("a{b:url(//gateway:8443/c?d#e)}", "a{b:url(/apps/x/c?d#e)}"),
        ("a{b:url(../../c)}", "a{b:url(/apps/x/c)}"),
        ("@import '/a.css';", "@import '/apps/x/a.css';"),
        ("@IMPORT\"/a.css\"print;", "@IMPORT\"/apps/x/a.css\"print;"),
        ("@import/* '/b' */ '/a' layer(b);", "@import/* '/b' */ '/apps/x/a' layer(b);"),
        ("@import url(/a.css) print;", "@import url(/apps/x/a.css) print;"),
        (r#"@import url("/a.css");"#, r#"@import url("/apps/x/a.css");"#),
        (
            r#"a{b:image-set("/c" 1x, "/d" type("/e") 2x, url(/f) 3x)}"#,
            r#"a{b:image-set("/apps/x/c" 1x, "/apps/x/d" type("/e") 2x, url(/apps/x/f) 3x)}"#,
        ),
        (
            "a{b:-WebKit-Image-Set('/c' 1x, (1 + (2)) '/d' 2x)'/e'}",
            "a{b:-WebKit-Image-Set('/apps/x/c' 1x, (1 + (2)) '/apps/x/d' 2x)'/e'}",
        ),
        (
            "a{b:image-set(url('/c') 1x, '/d' 2x)}",
            "a{b:image-set(url('/apps/x/c') 1x, '/apps/x/d' 2x)}",
        ),
        ("a{b:src('/c')}", "a{b:src('/apps/x/c')}"),
        ("<!-- @import '/a'; -->", "<!-- @import '/apps/x/a'; -->"),
        ("@namespace url(/a); a{b:url(/c)}", "@namespace url(/a); a{b:url(/apps/x/c)}"),
        ("\u{feff}@import '/ä';", "\u{feff}@import '/apps/x/ä';"),
    ] {
        becomes(sheet, expected);
    }
}

#[test]
fn others_are_left_alone() {
    for sheet in [
        "",
        "a{b:c}",
        "a{b:url()}",
        "a{b:url( )}",
        "a{b:url(c.png)}",
        "a{b:url(../c.png)}",
        "a{b:url(#c)}",
        "a{b:url(/apps/x/c)}",
        "a{b:url(data:image/png;base64,//aa==)}",
        "a{b:url(https://example.org/c)}",
        "a{b:url(//example.org/c)}",
        "a{content:'/c'}",
        "a{content:\"url(/c)\"}",
        "a{content:'\\'url(/c)'}",
        "/* url(/c) */",
        "/*/ url(/c) **/",
        "a{b:curl(/c)}",
        "a{b:-url(/c)}",
        "a{b:1url(/c)}",
        "a{b:#url(/c)}",
        "a{b:éurl(/c)}",
        "a{b:url (/c)}",
        "a{b:url/**/(/c)}",
        "@url(/c)",
        "@namespace '/a';",
        "@namespace svg url(http://localhost:3000/a);",
        "@charset '/a';",
        "@import a '/b';",
        "@import;'/b'",
        "@imports '/b';",
        "@\\\nimport '/b';",
        "a[href='/c']{d:e}",
        "a{b:type('/c')}",
        "a{b:attr(/c)}",
        "\u{0}\u{1}@",
        "\\",
        "a{b:url(\\",
        "a{b:url(/c\\",
        "@import '/a\\",
    ] {
        stays(sheet);
    }
}

#[test]
fn escapes_are_understood() {
    for (sheet, expected) in [
        (r"a{b:url(\/c)}", r"a{b:url(/apps/x/c)}"),
        (r"a{b:url(\2f c)}", r"a{b:url(/apps/x/c)}"),
        (r"a{b:url(\00002fc)}", r"a{b:url(/apps/x/c)}"),
        ("a{b:url('\\2f\r\nc')}", "a{b:url('/apps/x/c')}"),
        ("a{b:url('/c\\\r\nd')}", "a{b:url('/apps/x/cd')}"),
        ("a{b:url('/c\\\nd')}", "a{b:url('/apps/x/cd')}"),
        ("a{b:url('/c\\61\n d')}", "a{b:url('/apps/x/ca d')}"),
        (r"a{b:url(/c\)\ d\(\'\22)}", r#"a{b:url(/apps/x/c\)\ d\(\'\")}"#),
        (r"a{b:url(/c\29 d)}", r"a{b:url(/apps/x/c\)d)}"),
        (r"a{b:url('/c\'\5c x')}", r"a{b:url('/apps/x/c\'\\x')}"),
        (r"a{b:url(/\e4 \1f600)}", r"a{b:url(/apps/x/\e4 \1f600 )}"),
        (r"a{b:url('/\3c/style>')}", r"a{b:url('/apps/x/\3c /style>')}"),
        (r"a{b:\75 rl(/c)}", r"a{b:\75 rl(/apps/x/c)}"),
        (r"a{b:u\72l(/c)}", r"a{b:u\72l(/apps/x/c)}"),
        (r"@\69mport '/a';", r"@\69mport '/apps/x/a';"),
        (r"@im\port '/a';", r"@im\port '/apps/x/a';"),
        (r"a{b:curl\75 rl(/c)}", r"a{b:curl\75 rl(/c)}"),
        (r"a{b:url\(/c)}", r"a{b:url\(/c)}"),
    ] {
        becomes(sheet, expected);
    }
}

#[test]
fn what_is_bad_ends_where_browsers_end_it() {
    for (sheet, expected) in [
        ("a{b:'c\n;d:url(/e)}", "a{b:'c\n;d:url(/apps/x/e)}"),
        ("a{b:url('/c\n);d:url(/e)}", "a{b:url('/c\n);d:url(/apps/x/e)}"),
        ("a{b:url(/c d);e:url(/f)}", "a{b:url(/c d);e:url(/apps/x/f)}"),
        ("a{b:url(/c'd);e:url(/f)}", "a{b:url(/c'd);e:url(/apps/x/f)}"),
        ("a{b:url(/c(d);e:url(/f)}", "a{b:url(/c(d);e:url(/apps/x/f)}"),
        ("a{b:url(/c(\\)d;url(/e);f:url(/g)}", "a{b:url(/c(\\)d;url(/e);f:url(/apps/x/g)}"),
        ("a{b:url(/c\\\n);d:url(/e)}", "a{b:url(/c\\\n);d:url(/apps/x/e)}"),
        ("a{b:url(/c\u{1});d:url(/e)}", "a{b:url(/c\u{1});d:url(/apps/x/e)}"),
        ("a{b:url(/c", "a{b:url(/apps/x/c"),
        ("a{b:url(/c ", "a{b:url(/apps/x/c "),
        ("a{b:url('/c", "a{b:url('/apps/x/c"),
        ("@import '/a", "@import '/apps/x/a"),
        ("/* url(/c)", "/* url(/c)"),
    ] {
        becomes(sheet, expected);
    }
}

#[test]
fn any_character_set_is_kept() {
    let sheet = b"a{b:url(/\xe4\xf6\xff);c:'\xfe'}";
    assert_eq!(shown(&moved(sheet)), shown(b"a{b:url(/apps/x/\xe4\xf6\xff);c:'\xfe'}"));
    let sheet = b"@import '/\xe4\\e4\xf6';";
    assert_eq!(shown(&moved(sheet)), shown(b"@import '/apps/x/\xe4\\e4 \xf6';"));
}

#[test]
fn long_addresses_do_not_wait() {
    let data = format!("a{{b:url(data:font/woff2;base64,{})}}", "A/".repeat(40_000));
    stays(&data);
    let mut css = Css::new(place());
    let mut out = Vec::new();
    css.push(&data.as_bytes()[..1000], &mut out).unwrap();
    assert_eq!(out.len(), 1000, "it is clear where this leads");

    for (length, fits) in [(16 * 1024, true), (16 * 1024 + 1, false)] {
        for quote in ["", "'"] {
            let path = format!("/{}", "a".repeat(length - 1));
            let sheet = format!("b{{c:url({quote}{path}{quote})}}");
            let prefix = if fits { "/apps/x" } else { "" };
            becomes(&sheet, &format!("b{{c:url({quote}{prefix}{path}{quote})}}"));
        }
    }
}

#[test]
fn what_is_certain_is_not_held_back() {
    let mut css = Css::new(place());
    let mut out = Vec::new();
    css.push(b"a{color:red}/* and", &mut out).unwrap();
    assert_eq!(out, b"a{color:red}/* and");
    css.push(b" */b{c:'d", &mut out).unwrap();
    assert_eq!(out, b"a{color:red}/* and */b{c:'d");
    css.push(b"';e:url", &mut out).unwrap();
    assert_eq!(out, b"a{color:red}/* and */b{c:'d';e:url");
    css.push(b"(/f)", &mut out).unwrap();
    assert_eq!(out, b"a{color:red}/* and */b{c:'d';e:url(/apps/x/f)");
}

const PARTS: [&str; 46] = [
    "url(",
    "URL(",
    "url",
    "u",
    "\\75 rl(",
    "(",
    ")",
    "'",
    "\"",
    "\\",
    "\n",
    "\r",
    "\r\n",
    "\x0c",
    " ",
    "/",
    "*",
    "/*",
    "*/",
    "@import ",
    "@import",
    "@",
    "@namespace ",
    "image-set(",
    "type(",
    "src(",
    ";",
    "{",
    "}",
    "/a",
    "/apps/x/a",
    "../../b",
    "..",
    ":",
    "data:",
    "http://localhost:3000/c",
    "//gateway:8443",
    "\\2f ",
    "\\2f",
    "\\0",
    "\\10ff80 ",
    "é",
    "#",
    "-",
    "1",
    "\0",
];

/// Text of things that mean something, in any order, and now and then any byte.
fn any_sheet() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        9 => prop::sample::select(&PARTS[..]).prop_map(|part| part.as_bytes().to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    prop::collection::vec(part, 0..24).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn pieces_may_be_cut_anywhere(sheet in any_sheet(), size in 1..12_usize) {
        let pieces: Vec<&[u8]> = sheet.chunks(size).collect();
        prop_assert_eq!(shown(&moved_in(&pieces)), shown(&moved(&sheet)));
    }

    #[test]
    fn moving_twice_changes_nothing_more(sheet in any_sheet()) {
        let once = moved(&sheet);
        prop_assert_eq!(shown(&moved(&once)), shown(&once));
    }

    #[test]
    fn anything_without_an_address_stays(sheet in prop::collection::vec(any::<u8>(), 0..200)) {
        let sheet: Vec<u8> = sheet.into_iter().filter(|byte| !b"/.\\".contains(byte)).collect();
        prop_assert_eq!(shown(&moved(&sheet)), shown(&sheet));
    }

    #[test]
    fn text_in_pages_is_moved_alike(sheet in any_sheet()) {
        let sheet = String::from_utf8_lossy(&sheet).into_owned();
        let out = inline(&sheet, &place()).unwrap_or_else(|| sheet.clone());
        prop_assert_eq!(shown(out.as_bytes()), shown(&moved(sheet.as_bytes())));
    }
}

#[test]
fn who_only_reads_is_told_what_is_named() {
    let sheet = "@import '/a'; @import url(/b); @namespace url(/no); /* url(/no) */
                 p { background: url('/ä\\62 ') } q { content: '/no'; x: image-set('/c' 1x) }
                 r { y: url(data:image/png;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA) }";
    let mut found = Vec::new();
    addresses(sheet, |address, names| found.push((address.to_owned(), names)));
    let expected =
        [("/a", Names::Sheet), ("/b", Names::Sheet), ("/äb", Names::Other), ("/c", Names::Other)];
    assert_eq!(found, expected.map(|(address, names)| (address.to_owned(), names)));
}
