//! Telling code from what only looks like it.

use rewrite::script::Script;

use super::{becomes, moved, place, shown, stays, through};

/// What a slash means depends on what stands before it.
#[test]
fn divisions_and_regular_expressions_are_told_apart() {
    for before in [
        "",
        "a=",
        "(",
        "[",
        "a,",
        "a?",
        "a?b:",
        "!",
        "a+",
        "a&&",
        "return ",
        "typeof ",
        "case ",
        "void ",
        "delete ",
        "throw ",
        "in ",
        "a instanceof ",
        "yield ",
        "await ",
        "else ",
        "do ",
        "if(a)",
        "while(a)",
        "for(;;)",
        "with(a)",
        "for(a of ",
        "for await(a of b)",
        "{}",
        "{a}",
        "a={b:",
        "a=>",
        "a=>{}\n",
        "function f(){}",
        "class A{}",
        "a:{}",
        "switch(a){case 1:",
        ";",
        "try{}catch{}",
        "`${",
        "...",
        "export default ",
        "if(a){}else{}",
        "async function f(){}",
        "a:",
        "x\n{}",
        "function*f(){}",
        "switch(a){default:{}",
        "=>",
        "class A extends B{}",
        "class A{b(){}}",
        "a=b\nfunction f(){}",
        "export class A{}",
    ] {
        let script = format!("{before}/'location.href/");
        let out = moved(script.as_bytes());
        assert_eq!(shown(&out), shown(script.as_bytes()), "{before}");
    }
    for before in [
        "a",
        "1",
        "1.5e3",
        "0x1f",
        "1n",
        "'a'",
        "`a`",
        "`${a}`",
        "/a/",
        "/a/g",
        "(a)",
        "f(a)",
        "a[b]",
        "this",
        "super.a",
        "a.return",
        "a?.typeof",
        "a.if(b)",
        "a.for(b)",
        "a++",
        "a--",
        "a={}",
        "a={b:{}}",
        "(function(){})",
        "a=function(){}",
        "a=function b(){}",
        "a=class{}",
        "a=class B extends C{}",
        "a=[]",
        "true",
        "null",
        "a=async function(){}",
        "a=function*(){}",
        "let of=a;of",
        "f({})",
        "a={b(){}}",
        "(a=>{})",
        "#a",
        "a.#b",
        "x={class:1}",
        "x={case:{}}",
        "x={default:{}}",
        "x={in:{}}",
        "a\\u0061",
        "größe",
        "return{}",
        "a?b:{}",
    ] {
        becomes(&format!("{before}/location.href/b"), &format!("{before}/location.$gh$.href/b"));
    }
}

#[test]
fn comments_of_all_kinds_are_skipped() {
    for script in [
        "a//location.href\n",
        "a//location.href\r",
        "a/*'*/;/*location.href*/",
        "/***location.href***/",
        "/*/location.href*/",
        "<!--location.href",
        "a<!--location.href\n",
        "-->location.href",
        "a\n-->location.href",
        "a\n/*b*/-->location.href",
        "/*\n*/-->location.href",
    ] {
        stays(script);
    }
    for (script, expected) in [
        ("a//'\nlocation.href", "a//'\nlocation.$gh$.href"),
        ("a//'\u{2028}location.href", "a//'\u{2028}location.$gh$.href"),
        ("<!--'\nlocation.href", "<!--'\nlocation.$gh$.href"),
        ("a-->location.href", "a-->location.$gh$.href"),
        ("a<!location.href", "a<!location.$gh$.href"),
        ("import'a';b<!--location.href", "import'a';b<!--location.$gh$.href"),
    ] {
        becomes(script, expected);
    }
    let module = Script::new(place()).as_module(true);
    assert_eq!(shown(&through(module, &[b"a<!--location.href"])), "a<!--location.$gh$.href");
}

#[test]
fn texts_and_templates_are_skipped() {
    for (script, expected) in [
        (r"'\'';location.href", r"'\'';location.$gh$.href"),
        ("'\\\n\\'';location.href", "'\\\n\\'';location.$gh$.href"),
        ("'a\nlocation.href", "'a\nlocation.$gh$.href"),
        ("`'${a}'`;location.href", "`'${a}'`;location.$gh$.href"),
        ("`${{a:`}`}}`;location.href", "`${{a:`}`}}`;location.$gh$.href"),
        ("`$`;`$$${a}`;location.href", "`$`;`$$${a}`;location.$gh$.href"),
        ("`\\``;location.href", "`\\``;location.$gh$.href"),
        ("/[`'\"]/;location.href", "/[`'\"]/;location.$gh$.href"),
        ("/\\/'/;location.href", "/\\/'/;location.$gh$.href"),
        ("/[\\]/']/;location.href", "/[\\]/']/;location.$gh$.href"),
    ] {
        becomes(script, expected);
    }
}

#[test]
fn what_is_no_script_comes_out_as_it_is() {
    for text in [
        "{\"location\":\"/a\",\"b\":[1,2,{\"href\":null}]}",
        "<!doctype html><title>404 Not Found</title><p>It isn't here.",
        "<html><a href='/location'>location</a></html>",
        "body{color:red}/* location.href */",
        "%PDF-1.4\n\0\u{1}\u{2}",
        "Could not import it from there",
        "))}}]]",
        "(location.hash",
        "\\\\\\\\",
        "````",
    ] {
        stays(text);
    }
    // Behind brackets that do not fit, nothing is certain any more.
    stays("(a];location.href");
    becomes("location.href;}location.href", "location.$gh$.href;}location.href");
}

#[test]
fn nesting_is_bounded() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("`${", "}`")] {
        let deep =
            |levels: usize| format!("{}location.href{}", open.repeat(levels), close.repeat(levels));
        let viewed = deep(1000).replace("location.", "location.$gh$.");
        assert_eq!(moved(deep(1000).as_bytes()), viewed.as_bytes(), "{open}");
        assert_eq!(moved(deep(100_000).as_bytes()), deep(100_000).as_bytes(), "{open}");
    }
}
