//! What scripts import.

use rewrite::script::imports;

use super::{becomes, moved, stays};

#[test]
fn static_specifiers_lead_into_the_app() {
    for (script, expected) in [
        ("import x from \"/a.js\"", "import x from \"/apps/x/a.js\""),
        ("import'/a.js'", "import'/apps/x/a.js'"),
        ("import*as x from'/a.js'", "import*as x from'/apps/x/a.js'"),
        ("import{a,b as c}from'/a.js'", "import{a,b as c}from'/apps/x/a.js'"),
        ("import a,{b}from'/a.js'", "import a,{b}from'/apps/x/a.js'"),
        ("import a,*as b from'/a.js'", "import a,*as b from'/apps/x/a.js'"),
        ("import from from'/a.js'", "import from from'/apps/x/a.js'"),
        ("import{'a b'as c}from'/a.js'", "import{'a b'as c}from'/apps/x/a.js'"),
        ("import defer*as a from'/a.js'", "import defer*as a from'/apps/x/a.js'"),
        ("import source a from'/a.js'", "import source a from'/apps/x/a.js'"),
        (
            "import a from'/a.json'with{type:'/json'}",
            "import a from'/apps/x/a.json'with{type:'/json'}",
        ),
        ("import/**/a\nfrom // b\n'/a.js'", "import/**/a\nfrom // b\n'/apps/x/a.js'"),
        ("export*from'/a.js'", "export*from'/apps/x/a.js'"),
        ("export*as a from'/a.js'", "export*as a from'/apps/x/a.js'"),
        ("export*as'a'from'/a.js'", "export*as'a'from'/apps/x/a.js'"),
        ("export{a,b as default}from'/a.js'", "export{a,b as default}from'/apps/x/a.js'"),
        ("a();import'/a.js';import'/b.js'", "a();import'/apps/x/a.js';import'/apps/x/b.js'"),
        ("import'/a.js'\nimport'/b.js'", "import'/apps/x/a.js'\nimport'/apps/x/b.js'"),
        ("function f(){}import'/a.js'", "function f(){}import'/apps/x/a.js'"),
        ("import'http://localhost:3000/a.js'", "import'/apps/x/a.js'"),
        ("import'../../a.js'", "import'/apps/x/a.js'"),
        ("import'\\x2fa\\u002ejs'", "import'/apps/x/a.js'"),
        ("import'/ä.js'", "import'/apps/x/ä.js'"),
    ] {
        becomes(script, expected);
    }
    assert_eq!(moved(b"import'/\xe4.js'"), b"import'/apps/x/\xe4.js'");
}

#[test]
fn other_texts_are_left() {
    for script in [
        "import'./a.js'",
        "import a from'react'",
        "import'/apps/x/a.js'",
        "import'https://example.org/a.js'",
        "import.meta.resolve('/a.js')",
        "import.meta",
        "a.import('/a.js')",
        "a?.import('/a.js')",
        "a={import:'/a.js'}",
        "a={import('/a.js'){}}",
        "a={get import(){return'/a.js'}}",
        "class A{import('/a.js'){}}",
        "class A{static async import(a){}}",
        "class A{*import(a){}}",
        "this.#import('/a.js')",
        "export default'/a.js'",
        "export const a='/a.js'",
        "export{a};from='/a.js'",
        "export{a}\n'/a.js'",
        "export class A{}from='/a.js'",
        "a=from'/a.js'",
        "'import \"/a.js\"'",
        "`import \"/a.js\"`",
        "/import '\\/a.js'/",
        "// import '/a.js'",
        "function f(){import a from'/a.js'}",
        "important('/a.js')",
        "{\"import\":\"/a.js\"}",
    ] {
        stays(script);
    }
}

#[test]
fn plain_arguments_of_import_are_moved_at_once() {
    for (script, expected) in [
        ("import('/a.js')", "import('/apps/x/a.js')"),
        ("import ( \"/a.js\" )", "import ( \"/apps/x/a.js\" )"),
        ("import(`/a.js`)", "import(`/apps/x/a.js`)"),
        ("import(/* a */'/a.js')", "import(/* a */'/apps/x/a.js')"),
        ("import('/a.js',{with:{type:'json'}})", "import('/apps/x/a.js',{with:{type:'json'}})"),
        ("await import('/a.js')", "await import('/apps/x/a.js')"),
        ("()=>import('/a.js')", "()=>import('/apps/x/a.js')"),
        ("a={b:import('/a.js')}", "a={b:import('/apps/x/a.js')}"),
        ("a={b:()=>{import('/a.js')}}", "a={b:()=>{import('/apps/x/a.js')}}"),
        ("class A{b=import('/a.js')}", "class A{b=import('/apps/x/a.js')}"),
        ("import.defer('/a.js')", "import.defer('/apps/x/a.js')"),
        ("import.source('/a.js')", "import.source('/apps/x/a.js')"),
        ("[...import('/a.js')]", "[...import('/apps/x/a.js')]"),
    ] {
        becomes(script, expected);
    }
    stays("import('./a.js')");
    stays("import('react')");
    stays("import(`./a.js`)");
}

#[test]
fn other_arguments_of_import_are_moved_at_run_time() {
    for (script, expected) in [
        ("import(a)", "import($gh$i(a))"),
        ("import(a,b)", "import($gh$i(a),b)"),
        ("import(a,)", "import($gh$i(a),)"),
        ("import(/* a */ a // b\n)", "import(/* a */ $gh$i(a // b\n))"),
        ("import('/a'+b)", "import($gh$i('/a'+b))"),
        ("import('/a'.b)", "import($gh$i('/a'.b))"),
        ("import(`/a/${b}.js`)", "import($gh$i(`/a/${b}.js`))"),
        ("import(`/a`+b)", "import($gh$i(`/a`+b))"),
        ("import(a?b:c)", "import($gh$i(a?b:c))"),
        ("import((a,b))", "import($gh$i((a,b)))"),
        ("import([a,b][0],c)", "import($gh$i([a,b][0]),c)"),
        ("import({a,b}.a)", "import($gh$i({a,b}.a))"),
        ("import(f(a,b),c)", "import($gh$i(f(a,b)),c)"),
        ("import(/[,)]/.exec(a)[0])", "import($gh$i(/[,)]/.exec(a)[0]))"),
        (
            "import(function(){return a(')',b)}(),c)",
            "import($gh$i(function(){return a(')',b)}()),c)",
        ),
        ("import(class{a(){}},b)", "import($gh$i(class{a(){}}),b)"),
        ("import(await import(a))", "import($gh$i(await import($gh$i(a))))"),
        ("import(location.href)", "import($gh$i(location.$gh$.href))"),
        ("import(a=location)", "import($gh$i(a=location?.$gh$))"),
        ("import(String(location),a)", "import($gh$i(String(location?.$gh$)),a)"),
        ("import(window.location)", "import($gh$i(window.location?.$gh$))"),
        ("import.defer(a)", "import.defer($gh$i(a))"),
    ] {
        becomes(script, expected);
    }
    stays("import($gh$i(a))");
    stays("import($gh$i(a),b)");
    stays("import()");
}

#[test]
fn long_texts_are_not_held() {
    let long = "a".repeat(17 * 1024);
    stays(&format!("import'/{long}'"));
    becomes(&format!("import('/{long}')"), &format!("import($gh$i('/{long}'))"));
    becomes(&format!("import(`/{long}`)"), &format!("import($gh$i(`/{long}`))"));
    stays(&format!("a='/{long}'"));
}

#[test]
fn who_only_reads_is_told_what_is_imported() {
    let code = "import a from './a'; import {b} from \"/ä\\x62\"; export * from 'c'; import 'd'
                // import '/no'
                const e = () => import('/no'), f = `import '/no'`; x.import('/no')";
    assert_eq!(imports(code), ["./a", "/äb", "c", "d"]);
}
