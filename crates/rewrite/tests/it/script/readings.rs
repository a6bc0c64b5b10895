//! Where `location` is read.

use rewrite::Pass;
use rewrite::script::Script;

use super::{becomes, moved, place, stays};

#[test]
fn what_is_different_in_the_apps_view_is_read_from_it() {
    for (script, expected) in [
        ("location.href", "location.$gh$.href"),
        ("location.pathname", "location.$gh$.pathname"),
        ("location.assign('/a')", "location.$gh$.assign('/a')"),
        ("location.replace(a)", "location.$gh$.replace(a)"),
        ("location.toString()", "location.$gh$.toString()"),
        ("window.location.href = x", "window.location.$gh$.href = x"),
        ("a?.location.href", "a?.location.$gh$.href"),
        ("this.props.location.pathname", "this.props.location.$gh$.pathname"),
        ("f().location.pathname", "f().location.$gh$.pathname"),
        ("location?.pathname", "location?.$gh$.pathname"),
        ("location?.['href']", "location?.$gh$['href']"),
        ("location['href']", "location.$gh$['href']"),
        ("location[a]=b", "location.$gh$[a]=b"),
        ("location\n  .href", "location.$gh$\n  .href"),
        ("location/* a */./* b */href", "location.$gh$/* a */./* b */href"),
        ("location // a\n.href", "location.$gh$ // a\n.href"),
        ("if(a)location.href=b", "if(a)location.$gh$.href=b"),
        ("a\nlocation.href=b", "a\nlocation.$gh$.href=b"),
        ("`${location.href}`", "`${location.$gh$.href}`"),
        ("`${`${location.href}`}`", "`${`${location.$gh$.href}`}`"),
        ("[location.href]=a", "[location.$gh$.href]=a"),
        ("case location.href:", "case location.$gh$.href:"),
        ("class A{b=location.href}", "class A{b=location.$gh$.href}"),
        ("a/location.href/b", "a/location.$gh$.href/b"),
        ("typeof location.href", "typeof location.$gh$.href"),
        ("javascript:location.href='/a'", "javascript:location.$gh$.href='/a'"),
        ("location\u{a0}.href", "location.$gh$\u{a0}.href"),
    ] {
        becomes(script, expected);
    }
}

#[test]
fn what_is_the_same_in_both_views_is_left() {
    for script in [
        "location.hash",
        "location.search='?a'",
        "location.reload()",
        "location.hrefs",
        "location.href2",
        "location?.hash",
        "location",
        "location='/a'",
        "window.location='/a'",
        "location+=a",
        "locations.href",
        "$location.href",
        "location$.href",
        "my_location.href",
        "größe_location.href",
        "\\u006cocation.href",
        "location\\u0061.href",
        "this.#location.href",
        "#location.href",
        "'location.href'",
        "\"\\\"location.href\"",
        "`location.href`",
        "`\\${location.href}`",
        "// location.href",
        "/* location.href */",
        "/location.href/",
        "/[/]location.href/g",
        "location.$gh$.href",
        "location?.$gh$.href",
        "location.$gh$['href']",
    ] {
        stays(script);
    }
}

#[test]
fn names_that_are_no_readings_are_left() {
    for script in [
        "a={location:1}",
        "a={location}",
        "a={location,b}",
        "let location\n[a]=b",
        "var a,location\n[b]=c",
        "class A{location\n['href']=1}",
        "class A{static location}",
        "class A{get location(){}}",
        "a={location(){}}",
        "function location(){}",
        "function f(location){}",
        "(location)=>a",
        "a=location=>b",
        "a=async location=>b",
        "a=location=b",
        "a=location==b",
        "a=location===b",
        "a=location(b)",
        "a=location`b`",
        "location:for(;;)break location;",
        "import location from'a';location.href;a=location;",
        "import*as location from'a';location.pathname;",
        "import location,{a}from'a';location['b']",
        "import{a as location}from'a'",
        "export{location}",
        "catch(location){}",
        "for(location of a);",
        "return\nlocation()",
    ] {
        stays(script);
    }
    becomes(
        "import location from'a';window.location.href",
        "import location from'a';window.location.$gh$.href",
    );
    becomes("import{location}from'a';location.href", "import{location}from'a';location.$gh$.href");
}

#[test]
fn windows_and_documents_hand_their_location_on() {
    for holder in [
        "window",
        "document",
        "self",
        "globalThis",
        "defaultView",
        "contentWindow",
        "contentDocument",
        "ownerDocument",
        "top",
        "parent",
    ] {
        becomes(&format!("let e={holder}.location;"), &format!("let e={holder}.location?.$gh$;"));
        becomes(&format!("f(a.{holder}.location)"), &format!("f(a.{holder}.location?.$gh$)"));
        stays(&format!("{holder}.location='/a'"));
    }
    for (script, expected) in [
        ("return window.location", "return window.location?.$gh$"),
        ("let{pathname:a,hash:b}=c||d.location;", "let{pathname:a,hash:b}=c||d.location?.$gh$;"),
        ("let{pathname:a}=c??d.location,e", "let{pathname:a}=c??d.location?.$gh$,e"),
        ("let{history:a,location:b}=window,c", "let{history:a,location:b}=window.$gh$,c"),
        ("({location:a}=window)", "({location:a}=window.$gh$)"),
        ("const {location} = document\nlet a", "const {location} = document.$gh$\nlet a"),
        ("a=window.location\nb()", "a=window.location?.$gh$\nb()"),
        ("a=window?.location||b", "a=window?.location?.$gh$||b"),
        ("''+window.location+''", "''+window.location?.$gh$+''"),
        ("f(a,window.location,b)", "f(a,window.location?.$gh$,b)"),
        ("a?window.location:b", "a?window.location?.$gh$:b"),
        ("window.location?a:b", "window.location?.$gh$?a:b"),
        ("a={location:window.location,b}", "a={location:window.location?.$gh$,b}"),
        ("a={...window.location}", "a={...window.location?.$gh$}"),
        ("a=[b,window.location]", "a=[b,window.location?.$gh$]"),
        ("a[b+window.location]=c", "a[b+window.location?.$gh$]=c"),
        ("`${window.location}`", "`${window.location?.$gh$}`"),
        ("f().document.location;", "f().document.location?.$gh$;"),
        ("new (window.location)", "new (window.location?.$gh$)"),
        ("let {pathname:a}=t.location;", "let {pathname:a}=t.location?.$gh$;"),
        ("var{href}=a.b.c.location,d", "var{href}=a.b.c.location?.$gh$,d"),
        ("({a}=this.location)", "({a}=this.location?.$gh$)"),
        ("var e=n.location,t=e.pathname", "var e=n.location?.$gh$??n.location,t=e.pathname"),
        ("let d=y(e,location),v", "let d=y(e,location?.$gh$),v"),
        ("new URL('.',location)", "new URL('.',location?.$gh$)"),
        ("f(a.b,c(),location)", "f(a.b,c(),location?.$gh$)"),
        ("a=this.location;", "a=this.location?.$gh$??this.location;"),
        ("{return t.location}", "{return t.location?.$gh$??t.location}"),
        ("f(()=>$a.location)", "f(()=>$a.location?.$gh$??$a.location)"),
    ] {
        becomes(script, expected);
    }
}

/// What tells may come in a later piece than the object, which is written twice.
#[test]
fn what_tells_may_stand_further_behind() {
    for gap in [" ", "\t \n ", "/* a */", " // a\n", "\u{a0}"] {
        for end in [",b", ";", "}", ")"] {
            let open = if end == ")" { "(" } else { "{" };
            becomes(
                &format!("{open}a=t.location{gap}{end}"),
                &format!("{open}a=t.location?.$gh$??t.location{gap}{end}"),
            );
        }
        stays(&format!("a=t.location{gap}+b"));
        stays(&format!("a=b.t.location{gap};"));
        stays(&format!("a=t{gap}.location{gap};"));
        stays(&format!("a=t.{gap}location{gap};"));
    }
    becomes("a = t.location", "a = t.location?.$gh$??t.location");
    becomes("a = t.location\n", "a = t.location?.$gh$??t.location\n");
}

#[test]
fn names_are_written_twice_only_where_they_can_be_read_whole() {
    let longest = "a".repeat(32);
    becomes(
        &format!("b={longest}.location ;"),
        &format!("b={longest}.location?.$gh$??{longest}.location ;"),
    );
    for name in [
        "\u{e4}t",
        "\\u0061t",
        "\\u{61}t",
        "\u{65e5}$",
        "t\u{e4}",
        &"a".repeat(33),
        &"a".repeat(90),
    ] {
        stays(&format!("b={name}.location;"));
        stays(&format!("b= {name}.location ;"));
    }
}

#[test]
fn others_and_targets_are_not_handed_on() {
    for script in [
        "a=t.location+b;",
        "a=t.location||b;",
        "a=t?.location;",
        "a=b.t.location;",
        "f(t.location)",
        "class A{f(a,location){}}",
        "({f(a,location){}})",
        "class A{f(a,location,b){}}",
        "y(e,location,b)",
        "function f(a,location){}",
        "async(a,location)=>a",
        "f=(a,location)=>a",
        "a={b:t.location}",
        "a={b}.location;",
        "let a=b||c.location;",
        "let{a}=b,c=d||e.location;",
        "let{location:a}=window.b",
        "let{location:a}=window||b",
        "let{location:a}=window\n.b",
        "new window.location",
        "new a.window.location;",
        "delete window.location;",
        "++window.location",
        "window.location++",
        "window.location==a",
        "window.location!==a",
        "window.location||=a",
        "window.location in a",
        "for(window.location of a);",
        "window.location(a)",
        "window.location`a`",
        "window.location\n(a)",
        "[window.location]=a",
        "[window.location,b]=a",
        "[[window.location]]=a",
        "[(window.location)]=a",
        "({a:window.location}=b)",
        "(window.location)=a",
        "class A extends window.location{}",
        "window.location?.$gh$",
    ] {
        stays(script);
    }
}

#[test]
fn a_bare_location_is_handed_on_where_that_is_certain() {
    for (script, expected) in [
        ("a=location;", "a=location?.$gh$;"),
        ("a=location", "a=location?.$gh$"),
        ("a=location\nb()", "a=location?.$gh$\nb()"),
        ("a=location\n{b}", "a=location?.$gh$\n{b}"),
        ("var a=location,b", "var a=location?.$gh$,b"),
        ("function f(a=location){}", "function f(a=location?.$gh$){}"),
        ("(a=location)=>b", "(a=location?.$gh$)=>b"),
        ("[a=location]=b", "[a=location?.$gh$]=b"),
        ("{return location}", "{return location?.$gh$}"),
        ("''+location+''", "''+location?.$gh$+''"),
        ("a[b+location]=c", "a[b+location?.$gh$]=c"),
        ("a||location||b", "a||location?.$gh$||b"),
        ("a&&location&&b", "a&&location?.$gh$&&b"),
        ("a??location??b", "a??location?.$gh$??b"),
        ("a?location:b", "a?location?.$gh$:b"),
        ("a=location?b:c", "a=location?.$gh$?b:c"),
        ("a=location?.5:c", "a=location?.$gh$?.5:c"),
        ("`${location}`", "`${location?.$gh$}`"),
        ("new URL(location)", "new URL(location?.$gh$)"),
        ("new URL(location,a)", "new URL(location?.$gh$,a)"),
        ("new window.URL(location)", "new window.URL(location?.$gh$)"),
        ("f(a,String(location))", "f(a,String(location?.$gh$))"),
        ("String(location)", "String(location?.$gh$)"),
        ("f(location)", "f(location?.$gh$)"),
        ("$(location).attr('a')", "$(location?.$gh$).attr('a')"),
        ("a.b(location,c)", "a.b(location?.$gh$,c)"),
        ("{f(location,b)}", "{f(location?.$gh$,b)}"),
        ("class A{b(){super(location,c)}}", "class A{b(){super(location?.$gh$,c)}}"),
        ("class A{b=f(location,c)}", "class A{b=f(location?.$gh$,c)}"),
        ("f(location+'')", "f(location?.$gh$+'')"),
        ("f(a,location||b)", "f(a,location?.$gh$||b)"),
        ("while(f(location)){}", "while(f(location?.$gh$)){}"),
        ("{pathname:a}=location;", "{pathname:a}=location?.$gh$;"),
    ] {
        becomes(script, expected);
    }
}

#[test]
fn a_bare_location_is_left_elsewhere() {
    for script in [
        "f(location){}",
        "switch(location){}",
        "async(location)=>a",
        "async(location,b)=>a",
        "class A{f(location,b){}}",
        "class A{static f(location,b){}}",
        "class A{get(location,b){}}",
        "class A{#f(location,b){}}",
        "a={async f(location,b){}}",
        "a={*f(location,b){}}",
        "function*f(location,b){}",
        "a=[location]",
        "a={b:location}",
        "typeof location",
        "!location",
        "a=location in b",
        "a=location instanceof b",
        "a=location\n++b",
        "a=location\n(b)",
        "a+=location;",
        "throw location",
        "function URL(location){}",
        "function*String(location){}",
        "a={String(location){}}",
        "a={b,URL(location,c){}}",
        "class A{URL(location){}static String(location,b){}}",
        "async function String(location){}",
    ] {
        stays(script);
    }
}

#[test]
fn anything_that_may_be_a_window_is_taken_apart_in_its_view() {
    for (script, expected) in [
        ("let{location:a}=b;", "let{location:a}=b?.$gh$??b;"),
        ("const {location} = b\nc", "const {location} = b?.$gh$??b\nc"),
        ("({a:{b},location}=c)", "({a:{b},location}=c?.$gh$??c)"),
        ("let{location:{pathname:a}}=b,c", "let{location:{pathname:a}}=b?.$gh$??b,c"),
        ("let{location=d}=b;", "let{location=d}=b?.$gh$??b;"),
        ("let {location} = this", "let {location} = this?.$gh$??this"),
    ] {
        becomes(script, expected);
    }
    for script in [
        "let{a:location}=b;",
        "let{a}=b;",
        "let{location:a}=b.c;",
        "let{location:a}=b();",
        "let{location:a}=b\n.c",
        "let{location:a}={}",
        "a={location:b};c=d;",
        "a={location:b};",
        "f({location:a})",
        "let{location:a}=a_name_of_more_letters;",
        "let{location:a}=b\u{e4};",
        "let{location:a}=b\\u0061;",
        "import{location}from'a';b=c;",
    ] {
        stays(script);
    }
}

#[test]
fn a_window_is_led_by_its_location_into_the_app() {
    for (script, expected) in [
        (" w.location='/a'", " $gh$w(w).location='/a'"),
        ("a\nw.location = b", "a\n$gh$w(w).location = b"),
        ("if(a)w.location=b", "if(a)$gh$w(w).location=b"),
        ("a&&(w.location=b)", "a&&($gh$w(w).location=b)"),
        ("{this.location=location;}", "{$gh$w(this).location=location?.$gh$;}"),
        ("[w.location=1]=a", "[$gh$w(w).location=1]=a"),
        ("f(),w.location=b", "f(),$gh$w(w).location=b"),
        (";w.location\n=b", ";$gh$w(w).location\n=b"),
    ] {
        becomes(script, expected);
    }
    for script in [
        "a.w.location=b",
        "a?.w.location=b",
        "a.\nw.location=b",
        "super.location=b",
        "window.location=b",
        "f().location=b",
        "w.location==b",
        "w.location+=b",
        "[w.location]=b",
    ] {
        stays(script);
    }
}

#[test]
fn what_is_too_far_away_is_not_waited_for() {
    let comment = format!("/*{}*/", "a".repeat(17 * 1024));
    let near = format!("/*{}*/", "a".repeat(15 * 1024));
    stays(&format!("location{comment}.href"));
    becomes(&format!("location{near}.href"), &format!("location.$gh${near}.href"));
    stays(&format!("a=window.location{comment};"));
    stays(&format!("a=t.location{comment};"));
    becomes(&format!("a=t.location{near};"), &format!("a=t.location?.$gh$??t.location{near};"));
}

#[test]
fn no_more_is_held_back_than_what_is_waited_for() {
    const MOST: usize = 16 * 1024 + 64;
    for (start, filler) in
        [("a=t.location", " "), ("a=t.location", "\n"), ("a=", "t."), ("a=", "t")]
    {
        let mut script = Script::new(place());
        let mut out = Vec::new();
        script.push(start.as_bytes(), &mut out).unwrap();
        let mut pushed = start.len();
        for _ in 0..400 {
            let piece = filler.repeat(100);
            script.push(piece.as_bytes(), &mut out).unwrap();
            pushed += piece.len();
            assert!(pushed - out.len() <= MOST, "{start}: {} of {pushed}", out.len());
        }
    }
}

#[test]
fn character_sets_are_left_alone() {
    assert_eq!(moved(b"a='\xe4';location.href"), b"a='\xe4';location.$gh$.href");
    let wide: Vec<u8> = "\u{feff}location.href".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(moved(&wide), wide);
    becomes("\u{feff}location.href", "\u{feff}location.$gh$.href");
}
