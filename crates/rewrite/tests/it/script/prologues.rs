//! What is put in front of a script's own statements.

use rewrite::script::Script;

use super::{cuts_do_not_matter, place, shown, through};

fn opened(script: &str, pieces: usize) -> String {
    let pass = Script::new(place()).with_prologue("go();".to_owned());
    let pieces: Vec<&[u8]> = script.as_bytes().chunks(pieces).collect();
    shown(&through(pass, &pieces))
}

#[test]
fn it_stands_behind_what_must_come_first() {
    for (script, expected) in [
        ("a()", "go();a()"),
        (" \n a()", " \n go();a()"),
        ("\u{feff}a()", "\u{feff}go();a()"),
        ("#!/bin/node\na()", "#!/bin/node\ngo();a()"),
        ("// a\n/* b */a()", "// a\n/* b */go();a()"),
        ("<!-- a\na()", "<!-- a\ngo();a()"),
        ("'use strict';a()", "'use strict';go();a()"),
        ("'use strict';\n\"use asm\";\na()", "'use strict';\n\"use asm\";\ngo();a()"),
        ("'use strict'\na()", "'use strict'\n;go();a()"),
        ("'use strict'\n'use asm'\na()", "'use strict'\n'use asm'\n;go();a()"),
        ("'use strict'\n!function(){}()", "'use strict'\n;go();!function(){}()"),
        ("'a'.b()", "go();'a'.b()"),
        ("'a'+b", "go();'a'+b"),
        ("'a'\n.b()", "go();'a'\n.b()"),
        ("'a'\n/b/c", "go();'a'\n/b/c"),
        ("'use strict';'a'.b()", "'use strict';go();'a'.b()"),
        ("'use strict'\n'a'.b()", "'use strict'\n;go();'a'.b()"),
        ("`a`;b", "go();`a`;b"),
        ("(function(){})()", "go();(function(){})()"),
        ("import'/a.js'", "go();import'/apps/x/a.js'"),
        ("location.href", "go();location.$gh$.href"),
        ("/a/.test(b)", "go();/a/.test(b)"),
        ("1+1", "go();1+1"),
    ] {
        for pieces in [1, 3, 1000] {
            assert_eq!(opened(script, pieces), shown(expected.as_bytes()), "{script} by {pieces}");
        }
    }
}

#[test]
fn a_script_without_code_stays_without() {
    for script in
        ["", " \n", "// a", "/* a */\n", "#!a", "\u{feff}", "'use strict'", "'use strict';"]
    {
        for pieces in [1, 1000] {
            assert_eq!(opened(script, pieces), shown(script.as_bytes()), "{script}");
        }
    }
}

#[test]
fn a_long_text_is_no_directive() {
    let script = format!("'{}';a()", "a".repeat(17 * 1024));
    for pieces in [100, 100_000] {
        assert_eq!(opened(&script, pieces), shown(format!("go();{script}").as_bytes()));
    }
}

#[test]
fn an_import_comes_before_the_first_one() {
    for (script, expected) in [
        ("import a from'b'", "import'c';import a from'b'"),
        ("import'b';import'd'", "import'c';import'b';import'd'"),
        ("a();\n import{b}from'b'", "a();\n import'c';import{b}from'b'"),
        ("export*from'b'", "import'c';export*from'b'"),
        ("export{a}from'b'", "import'c';export{a}from'b'"),
        ("export{a};import'b'", "export{a};import'c';import'b'"),
        ("export const a=1;export*from'b'", "export const a=1;import'c';export*from'b'"),
        ("import('b');import'd'", "import('b');import'c';import'd'"),
        ("import.meta.a;import'd'", "import.meta.a;import'c';import'd'"),
        ("import('b')", "import('b')"),
        ("export{a}", "export{a}"),
        ("export default a", "export default a"),
        ("a={import:'b'}", "a={import:'b'}"),
    ] {
        for pieces in [1, 3, 1000] {
            let pass = Script::new(place()).with_module_prologue("import'c';".to_owned());
            let pieces: Vec<&[u8]> = script.as_bytes().chunks(pieces).collect();
            assert_eq!(shown(&through(pass, &pieces)), shown(expected.as_bytes()), "{script}");
        }
    }
}

#[test]
fn both_go_together() {
    let pass = Script::new(place())
        .with_prologue("go();".to_owned())
        .with_module_prologue("import'c';".to_owned());
    let out = through(pass, &[b"'use strict';import'/a.js'"]);
    assert_eq!(shown(&out), shown(b"'use strict';go();import'c';import'/apps/x/a.js'"));
}

#[test]
fn where_it_stands_depends_on_no_cut() {
    let both = || {
        let pass = Script::new(place()).with_prologue("go();".to_owned());
        pass.with_module_prologue("import'c';".to_owned())
    };
    for gap in [" ".repeat(20), " ".repeat(17 * 1024), format!("/*{}*/", "a".repeat(17 * 1024))] {
        for (before, behind) in [
            ("'use strict'", ";a()"),
            ("'use strict'", "\na()"),
            ("'use strict'", "+a"),
            ("'use strict'", ""),
            ("'use strict'", "]"),
            ("import", "'b'"),
            ("import", "('b')"),
            ("import", "<!-- a\n'/b'"),
            ("import", "]"),
            ("a;import('/b'", ")"),
            ("a;import('/b'", "+c)"),
            ("a;import('/b'", "]"),
            ("a;import(`/b`", "]"),
            ("export{a}", "from'b'"),
            ("export{a}", "<!-- a\nfrom'/b'"),
            ("export{a", "<!-- a\n}from'/b'"),
            ("export{a}", ";<!-- a"),
            ("export", "*from'b'"),
            ("export", "default a"),
            ("export{a", "]"),
        ] {
            cuts_do_not_matter(both, format!("{before}{gap}{behind}").as_bytes());
        }
    }
}
