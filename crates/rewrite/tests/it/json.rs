//! Manifests, import maps and speculation rules below a prefix.

use proptest::prelude::*;
use rewrite::json::{Flavour, Json};
use rewrite::{Pass, Place};

const FLAVOURS: [Flavour; 3] = [Flavour::Manifest, Flavour::ImportMap, Flavour::SpeculationRules];

fn place() -> Place {
    Place::new("/apps/x", "")
        .with_inner("127.0.0.1:3000")
        .with_outer("gateway:8443", true)
        .with_document("/static/file.json")
}

fn moved_in(flavour: Flavour, pieces: &[&[u8]]) -> Vec<u8> {
    let mut json = Json::new(place(), flavour);
    let mut out = Vec::new();
    for piece in pieces {
        json.push(piece, &mut out).expect("any JSON can be read");
    }
    json.finish(&mut out).expect("any JSON can be read");
    out
}

fn shown(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

/// Also in pieces of one byte and a second time.
#[track_caller]
fn becomes(flavour: Flavour, json: &str, expected: &str) {
    let out = moved_in(flavour, &[json.as_bytes()]);
    assert_eq!(shown(&out), shown(expected.as_bytes()), "{json}");
    let bytes: Vec<&[u8]> = json.as_bytes().chunks(1).collect();
    assert_eq!(shown(&moved_in(flavour, &bytes)), shown(&out), "{json} byte by byte");
    assert_eq!(shown(&moved_in(flavour, &[&out])), shown(&out), "{json} twice");
}

#[test]
fn manifests_lead_into_the_app() {
    for (json, expected) in [
        (r#"{"start_url":"/"}"#, r#"{"start_url":"/apps/x/"}"#),
        (r#"{"start_url":"/?a=/b"}"#, r#"{"start_url":"/apps/x/?a=/b"}"#),
        (r#"{"start_url":"http://localhost:3000/a"}"#, r#"{"start_url":"/apps/x/a"}"#),
        (r#"{"start_url":"."}"#, r#"{"start_url":"."}"#),
        (r#"{"start_url":"../../a"}"#, r#"{"start_url":"/apps/x/a"}"#),
        (r#"{"scope":"/", "id":"/"}"#, r#"{"scope":"/apps/x/", "id":"/apps/x/"}"#),
        (r#"{"id":"../../a"}"#, r#"{"id":"../../a"}"#),
        (r#"{"id":"http://localhost:3000/"}"#, r#"{"id":"http://localhost:3000/"}"#),
        (
            r#"{ "icons" : [ { "src" : "\/i.png" } ] }"#,
            r#"{ "icons" : [ { "src" : "/apps/x/i.png" } ] }"#,
        ),
        (
            r#"{"icons":[{"sizes":"1x1","src":"/a"},{"src":"b"}]}"#,
            r#"{"icons":[{"sizes":"1x1","src":"/apps/x/a"},{"src":"b"}]}"#,
        ),
        (r#"{"icons":[{"src":"data:image/png,/"}]}"#, r#"{"icons":[{"src":"data:image/png,/"}]}"#),
        (r#"{"screenshots":[{"src":"/a"}]}"#, r#"{"screenshots":[{"src":"/apps/x/a"}]}"#),
        (
            r#"{"shortcuts":[{"name":"/a","url":"/a","icons":[{"src":"/b"}]}]}"#,
            r#"{"shortcuts":[{"name":"/a","url":"/apps/x/a","icons":[{"src":"/apps/x/b"}]}]}"#,
        ),
        (
            r#"{"share_target":{"action":"/a","params":{"url":"/b"}}}"#,
            r#"{"share_target":{"action":"/apps/x/a","params":{"url":"/b"}}}"#,
        ),
        (
            r#"{"protocol_handlers":[{"url":"/a?b=%s"}]}"#,
            r#"{"protocol_handlers":[{"url":"/apps/x/a?b=%s"}]}"#,
        ),
        (
            r#"{"file_handlers":[{"action":"/a","accept":{"text/a":["/b"]}}]}"#,
            r#"{"file_handlers":[{"action":"/apps/x/a","accept":{"text/a":["/b"]}}]}"#,
        ),
        (
            r#"{"related_applications":[{"url":"https://example.org/a"}]}"#,
            r#"{"related_applications":[{"url":"https://example.org/a"}]}"#,
        ),
        (
            r#"{"serviceworker":{"src":"/a","scope":"/"}}"#,
            r#"{"serviceworker":{"src":"/apps/x/a","scope":"/apps/x/"}}"#,
        ),
        (
            r#"{"note_taking":{"new_note_url":"/a"}}"#,
            r#"{"note_taking":{"new_note_url":"/apps/x/a"}}"#,
        ),
        (
            r#"{"tab_strip":{"new_tab_button":{"url":"/a"}}}"#,
            r#"{"tab_strip":{"new_tab_button":{"url":"/apps/x/a"}}}"#,
        ),
        (
            r#"{"icons_localized":{"de":[{"src":"/a"}]}}"#,
            r#"{"icons_localized":{"de":[{"src":"/apps/x/a"}]}}"#,
        ),
        (r#"{"st\u0061rt_url":"\u002fa"}"#, r#"{"st\u0061rt_url":"/apps/x/a"}"#),
        (r#"{"name":"/","a":{"start_url":"/"}}"#, r#"{"name":"/","a":{"start_url":"/"}}"#),
        (r#"{"start_url":null,"scope":"/"}"#, r#"{"start_url":null,"scope":"/apps/x/"}"#),
        (
            r#"{"a":[-1.5e+3,true,false,null,{},[]],"scope":"/"}"#,
            r#"{"a":[-1.5e+3,true,false,null,{},[]],"scope":"/apps/x/"}"#,
        ),
        ("\u{feff}{\"scope\":\"/\"}\n", "\u{feff}{\"scope\":\"/apps/x/\"}\n"),
    ] {
        becomes(Flavour::Manifest, json, expected);
    }
}

#[test]
fn import_maps_lead_into_the_app() {
    for (json, expected) in [
        (r#"{"imports":{"a":"/a.js"}}"#, r#"{"imports":{"a":"/apps/x/a.js"}}"#),
        (
            r#"{"imports":{"a/":"/a/","b":"./b.js"}}"#,
            r#"{"imports":{"a/":"/apps/x/a/","b":"./b.js"}}"#,
        ),
        (r#"{"imports":{"/lib/":"/a/"}}"#, r#"{"imports":{"/apps/x/lib/":"/apps/x/a/"}}"#),
        (r#"{"imports":{"./a":"../../b"}}"#, r#"{"imports":{"./a":"/apps/x/b"}}"#),
        (
            r#"{"imports":{"a/../../../b":"c/../../../d"}}"#,
            r#"{"imports":{"a/../../../b":"c/../../../d"}}"#,
        ),
        (
            r#"{"imports":{"a":"https://esm.sh/a","b":null}}"#,
            r#"{"imports":{"a":"https://esm.sh/a","b":null}}"#,
        ),
        (
            r#"{"imports":{"http://localhost:3000/a":"/b"}}"#,
            r#"{"imports":{"/apps/x/a":"/apps/x/b"}}"#,
        ),
        (
            r#"{"scopes":{"/s/":{"a":"/a","/b":"/c"},"t/":{"a":"./a"}}}"#,
            r#"{"scopes":{"/apps/x/s/":{"a":"/apps/x/a","/apps/x/b":"/apps/x/c"},"t/":{"a":"./a"}}}"#,
        ),
        (
            r#"{"integrity":{"/a.js":"sha384-a","./b.js":"sha384-b"}}"#,
            r#"{"integrity":{"/apps/x/a.js":"","./b.js":""}}"#,
        ),
        (
            r#"{"integrity":{"https://esm.sh/a":"sha384-a","//esm.sh/a":"sha384-b"}}"#,
            r#"{"integrity":{"https://esm.sh/a":"sha384-a","//esm.sh/a":"sha384-b"}}"#,
        ),
        (
            r#"{"integrity":{"https://gateway:8443/apps/x/a":"sha384-a"}}"#,
            r#"{"integrity":{"https://gateway:8443/apps/x/a":""}}"#,
        ),
        (r#"{"other":{"/a":"/b"}}"#, r#"{"other":{"/a":"/b"}}"#),
    ] {
        becomes(Flavour::ImportMap, json, expected);
    }
}

#[test]
fn speculation_rules_lead_into_the_app() {
    for (json, expected) in [
        (
            r#"{"prefetch":[{"urls":["/a","b","/c"]}]}"#,
            r#"{"prefetch":[{"urls":["/apps/x/a","b","/apps/x/c"]}]}"#,
        ),
        (
            r#"{"prerender":[{"where":{"href_matches":"/*"}}]}"#,
            r#"{"prerender":[{"where":{"href_matches":"/apps/x/*"}}]}"#,
        ),
        (
            r#"{"prerender":[{"where":{"and":[{"href_matches":["/a/*","/b/:c"]},{"not":{"href_matches":"/d\\?*"}}]}}]}"#,
            r#"{"prerender":[{"where":{"and":[{"href_matches":["/apps/x/a/*","/apps/x/b/:c"]},{"not":{"href_matches":"/apps/x/d\\?*"}}]}}]}"#,
        ),
        (
            r#"{"prefetch":[{"where":{"href_matches":{"pathname":"/a/*","search":"/b"}}}]}"#,
            r#"{"prefetch":[{"where":{"href_matches":{"pathname":"/apps/x/a/*","search":"/b"}}}]}"#,
        ),
        (
            r#"{"prefetch":[{"where":{"selector_matches":"[href='/a']"},"tag":"/b"}]}"#,
            r#"{"prefetch":[{"where":{"selector_matches":"[href='/a']"},"tag":"/b"}]}"#,
        ),
        (
            r#"{"prefetch":[{"where":{"href_matches":"https://*.example.org/*"}}]}"#,
            r#"{"prefetch":[{"where":{"href_matches":"https://*.example.org/*"}}]}"#,
        ),
    ] {
        becomes(Flavour::SpeculationRules, json, expected);
    }
}

#[test]
fn strings_are_read_and_written_as_json() {
    for (json, expected) in [
        (
            r#"{"scope":"/\"\\\n\u00e4\ud83d\ude00/"}"#,
            r#"{"scope":"/apps/x/\"\\\u000a\u00e4\ud83d\ude00/"}"#,
        ),
        (r#"{"scope":"/ä"}"#, r#"{"scope":"/apps/x/ä"}"#),
        (
            r#"{"scope":"/<\/script>\u003c/script>"}"#,
            r#"{"scope":"/apps/x/\u003c/script>\u003c/script>"}"#,
        ),
        // Half a character cannot be said, so the address stays.
        (r#"{"scope":"/\ud83d"}"#, r#"{"scope":"/\ud83d"}"#),
        (r#"{"scope":"/\udbff\udf80"}"#, r#"{"scope":"/\udbff\udf80"}"#),
    ] {
        becomes(Flavour::Manifest, json, expected);
    }
}

#[test]
fn what_is_no_json_goes_through_from_there() {
    for (json, expected) in [
        (r#"{"scope":"/",,"start_url":"/"}"#, r#"{"scope":"/apps/x/",,"start_url":"/"}"#),
        (r#"{"scope":"/" "start_url":"/"}"#, r#"{"scope":"/apps/x/" "start_url":"/"}"#),
        (r#"{"scope":"/"]"start_url":"/"}"#, r#"{"scope":"/apps/x/"]"start_url":"/"}"#),
        (r#"{"scope":"/"}{"start_url":"/"}"#, r#"{"scope":"/apps/x/"}{"start_url":"/"}"#),
        (r#"{"a":nul,"start_url":"/"}"#, r#"{"a":nul,"start_url":"/"}"#),
        (r#"{"a":nulll,"start_url":"/"}"#, r#"{"a":nulll,"start_url":"/"}"#),
        (r#"{'a':1,"start_url":"/"}"#, r#"{'a':1,"start_url":"/"}"#),
        (r#"{"a":undefined,"start_url":"/"}"#, r#"{"a":undefined,"start_url":"/"}"#),
        (r#"{start_url:"/","scope":"/"}"#, r#"{start_url:"/","scope":"/"}"#),
        (r#"{"scope":"/\x","start_url":"/"}"#, r#"{"scope":"/\x","start_url":"/"}"#),
        (r#"{"scope":"/\u12g4","start_url":"/"}"#, r#"{"scope":"/\u12g4","start_url":"/"}"#),
        ("{\"scope\":\"/\n\",\"start_url\":\"/\"}", "{\"scope\":\"/\n\",\"start_url\":\"/\"}"),
        ("<p>{\"scope\":\"/\"}", "<p>{\"scope\":\"/\"}"),
        (r#"{"scope":"/"#, r#"{"scope":"/"#),
        (r#"{"scope":"/\"#, r#"{"scope":"/\"#),
        (r#"{"sco"#, r#"{"sco"#),
        ("", ""),
    ] {
        becomes(Flavour::Manifest, json, expected);
    }
}

#[test]
fn what_is_too_long_or_deep_goes_through() {
    for (length, fits) in [(16 * 1024, true), (16 * 1024 + 1, false)] {
        let path = format!("/{}", "a".repeat(length - 1));
        let prefix = if fits { "/apps/x" } else { "" };
        let rest = r#","scope":"/apps/x/"}"#;
        let json = format!(r#"{{"start_url":"{path}","scope":"/"}}"#);
        becomes(Flavour::Manifest, &json, &format!(r#"{{"start_url":"{prefix}{path}"{rest}"#));
        let json = format!(r#"{{"{path}":"","scope":"/"}}"#);
        becomes(Flavour::Manifest, &json, &format!(r#"{{"{path}":""{rest}"#));
    }
    let (open, close) = ("[".repeat(63), "]".repeat(63));
    let json = format!(r#"{{"a":{open}{close},"scope":"/"}}"#);
    becomes(Flavour::Manifest, &json, &json.replace(r#":"/""#, r#":"/apps/x/""#));
    let json = format!(r#"{{"a":[{open}{close}],"scope":"/"}}"#);
    becomes(Flavour::Manifest, &json, &json);
}

const PARTS: [&str; 44] = [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\\",
    "\\u",
    "002f",
    " ",
    "\n",
    "1",
    "-2e3",
    "true",
    "nul",
    "\"start_url\":",
    "\"icons\":[{\"src\":",
    "\"imports\":{",
    "\"scopes\":{",
    "\"integrity\":{",
    "\"prefetch\":[{\"urls\":[",
    "\"where\":{\"href_matches\":",
    "\"/a\"",
    "\"/a\":",
    "\"b\":",
    "\"\"",
    "\"../../c\"",
    "\"/apps/x/d\"",
    "\"http://localhost:3000/e\"",
    "\"https://gateway:8443/\":",
    "\"\\u002f\"",
    "\"\\ud83d\"",
    "\"\\udbff\\udf80/\"",
    "/",
    "..",
    "é",
    "\u{feff}",
    "<",
    "\0",
    "{\"imports\":{",
    "{\"start_url\":",
    "{\"prefetch\":",
    "}}",
];

/// Text of things that mean something, in any order, and now and then any byte.
fn any_json() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        12 => prop::sample::select(&PARTS[..]).prop_map(|part| part.as_bytes().to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    let soup = prop::collection::vec(part, 0..16).prop_map(|parts| parts.concat());
    prop_oneof![soup, any_tree().prop_map(String::into_bytes)]
}

/// Well-formed, with keys and strings that matter.
fn any_tree() -> impl Strategy<Value = String> {
    const KEYS: [&str; 11] = [
        "start_url",
        "icons",
        "src",
        "imports",
        "scopes",
        "integrity",
        "prefetch",
        "urls",
        "where",
        "href_matches",
        "/a/",
    ];
    const STRINGS: [&str; 8] =
        ["/", "/a", "\\/b", "../../c", "d", "http://localhost:3000/e", "/\\u00e4\\\"", "/apps/x/f"];
    let leaf = prop_oneof![
        5 => prop::sample::select(&STRINGS[..]).prop_map(|text| format!("\"{text}\"")),
        1 => Just("-1.5e3".to_owned()),
        1 => Just("null".to_owned()),
    ];
    leaf.prop_recursive(5, 24, 4, |inner| {
        let key = prop::sample::select(&KEYS[..]);
        let member = (key, inner.clone()).prop_map(|(key, value)| format!("\"{key}\": {value}"));
        prop_oneof![
            3 => prop::collection::vec(member, 0..4).prop_map(|all| format!("{{{}}}", all.join(","))),
            1 => prop::collection::vec(inner, 0..4).prop_map(|all| format!("[{}]", all.join(", "))),
        ]
    })
}

fn any_flavour() -> impl Strategy<Value = Flavour> {
    prop::sample::select(&FLAVOURS[..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn pieces_may_be_cut_anywhere(flavour in any_flavour(), json in any_json(), size in 1..9_usize) {
        let pieces: Vec<&[u8]> = json.chunks(size).collect();
        prop_assert_eq!(shown(&moved_in(flavour, &pieces)), shown(&moved_in(flavour, &[&json])));
    }

    #[test]
    fn moving_twice_changes_nothing_more(flavour in any_flavour(), json in any_json()) {
        let once = moved_in(flavour, &[&json]);
        prop_assert_eq!(shown(&moved_in(flavour, &[&once])), shown(&once));
    }

    #[test]
    fn anything_without_an_address_stays(
        flavour in any_flavour(),
        json in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let json: Vec<u8> = json.into_iter().filter(|byte| !b"/.\\".contains(byte)).collect();
        prop_assert_eq!(shown(&moved_in(flavour, &[&json])), shown(&json));
    }

    #[test]
    fn what_was_json_stays_json(flavour in any_flavour(), json in any_tree()) {
        let out = moved_in(flavour, &[json.as_bytes()]);
        let parsed = serde_json::from_slice::<serde_json::Value>(&out);
        prop_assert!(parsed.is_ok(), "{}", shown(&out));
    }
}
