//! Policies, as the header and the `meta` element carry them.

use rewrite::csp::{Hashed, adapted, forbids_scripts, hashed};
use rewrite::{Place, runtime};

fn place() -> Place {
    Place::new("/apps/x", "").with_inner("127.0.0.1:3000").with_outer("gateway:8443", true)
}

#[test]
fn sources_lead_to_where_the_app_is_now() {
    for (policy, expected) in [
        ("img-src http://127.0.0.1:3000", "img-src 'self'"),
        ("img-src 'self' http://localhost:3000/", "img-src 'self'"),
        ("connect-src ws://localhost:3000 wss://127.0.0.1:3000", "connect-src 'self'"),
        ("img-src localhost:3000 data:", "img-src 'self' data:"),
        ("script-src http://127.0.0.1:3000/js/", "script-src gateway:8443/apps/x/js/"),
        ("font-src https://gateway:8443/f/", "font-src https://gateway:8443/apps/x/f/"),
        ("font-src gateway:8443/f/", "font-src gateway:8443/apps/x/f/"),
        ("font-src http://gateway:8443", "font-src 'self'"),
        ("connect-src ws://localhost:*", "connect-src ws://localhost:* 'self'"),
        ("form-action http://127.0.0.1:3000", "form-action 'self'"),
        ("report-uri /csp http://127.0.0.1:3000/b", "report-uri /apps/x/csp /apps/x/b"),
        (
            "default-src 'self' ;  IMG-SRC  http://127.0.0.1:3000 ;",
            "default-src 'self' ;  IMG-SRC 'self';",
        ),
        ("img-src *, img-src http://127.0.0.1:3000", "img-src *, img-src 'self'"),
    ] {
        assert_eq!(adapted(policy, &place(), false).as_deref(), Some(expected), "{policy}");
        assert_eq!(adapted(expected, &place(), false), None, "{policy} twice");
    }
}

#[test]
fn everything_else_stays() {
    for policy in [
        "",
        ";;",
        "default-src 'self'; img-src * data: blob: https:; object-src 'none'",
        "img-src https://gateway:8443 gateway:8443 wss://gateway:8443",
        "img-src https://gateway:8443/apps/x/i/",
        "img-src http://127.0.0.1:3001 https://example.org/static/ *.example.org",
        "connect-src ws://localhost:* 'self'",
        "frame-ancestors http://127.0.0.1:3000",
        "sandbox allow-scripts; require-trusted-types-for 'script'; report-to a",
        "img-src 'self'; img-src http://127.0.0.1:3000",
        "script-src 'nonce-http://127.0.0.1:3000'",
    ] {
        assert_eq!(adapted(policy, &place(), false), None, "{policy}");
    }
}

#[test]
fn the_runtime_script_is_allowed_where_scripts_are() {
    for (policy, expected) in [
        ("script-src 'self'", "script-src 'self' HASH"),
        (
            "script-src 'self' 'nonce-a' 'unsafe-inline'",
            "script-src 'self' 'nonce-a' 'unsafe-inline' HASH",
        ),
        (
            "script-src 'strict-dynamic' 'unsafe-inline'",
            "script-src 'strict-dynamic' 'unsafe-inline' HASH",
        ),
        ("default-src 'self'", "default-src 'self'; script-src 'self' HASH"),
        (
            "default-src 'self'; img-src *;",
            "default-src 'self'; script-src 'self' HASH; img-src *;",
        ),
        ("default-src 'none'; script-src a.b", "default-src 'none'; script-src a.b HASH"),
        (
            "script-src 'unsafe-inline'; script-src-elem 'self'",
            "script-src 'unsafe-inline'; script-src-elem 'self' HASH",
        ),
        ("default-src http://127.0.0.1:3000", "default-src 'self'; script-src 'self' HASH"),
        (
            "script-src 'self', default-src *",
            "script-src 'self' HASH, default-src *; script-src * HASH",
        ),
    ] {
        let expected = expected.replace("HASH", runtime::hash());
        assert_eq!(adapted(policy, &place(), true).as_ref(), Some(&expected), "{policy}");
        assert_eq!(adapted(&expected, &place(), true), None, "{policy} twice");
    }
}

#[test]
fn nothing_is_added_where_it_would_change_what_is_allowed() {
    for policy in [
        "script-src 'self' 'unsafe-inline'",
        "default-src * 'unsafe-inline'",
        "script-src-elem 'unsafe-inline'; script-src 'self'",
        "script-src 'none'",
        "script-src",
        "default-src 'none'",
        "img-src 'self'",
        "script-src 'self' HASH",
    ] {
        let policy = policy.replace("HASH", runtime::hash());
        assert_eq!(adapted(&policy, &place(), true), None, "{policy}");
    }
}

#[test]
fn a_policy_tells_whether_scripts_run_at_all() {
    for policy in
        ["script-src 'none'", "default-src 'NONE'", "sandbox allow-forms", "a, script-src"]
    {
        assert!(forbids_scripts(policy), "{policy}");
    }
    for policy in ["", "script-src 'self'", "sandbox allow-scripts", "img-src 'none'"] {
        assert!(!forbids_scripts(policy), "{policy}");
    }
}

#[test]
fn hashes_of_inline_texts_are_seen() {
    let both = Hashed { scripts: true, styles: true };
    for (policy, expected) in [
        ("script-src 'sha256-x='", Hashed { scripts: true, styles: false }),
        ("style-src 'sha384-x='", Hashed { scripts: false, styles: true }),
        ("default-src 'sha512-x='", both),
        ("default-src 'sha512-x='; script-src 'nonce-a'; style-src *", Hashed::default()),
        ("script-src 'self', style-src 'sha256-x='", Hashed { scripts: false, styles: true }),
    ] {
        assert_eq!(hashed(policy), expected, "{policy}");
    }
    assert_eq!(hashed(&format!("script-src {}", runtime::hash())), Hashed::default());
}
