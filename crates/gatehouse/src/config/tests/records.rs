//! Apps and routes in the file.

use super::super::diff;
use super::case;

#[test]
fn a_route_that_is_wrong_is_named_with_its_line() {
    let text = "routes:\n  - id: tv\n    app_id: tv\n    to: ftp://tv\n";
    let problems = case(text, &[]).error();
    assert!(problems.contains("config.yaml:4") && problems.contains("routes.0.to"), "{problems}");
}

#[test]
fn a_change_deep_in_a_long_list_is_noticed_and_shown_shortened() {
    let routes = |to: &str| {
        let many = (0..50).map(|n| format!("  - {{id: r{n}, app_id: r{n}, to: \"http://x\"}}\n"));
        format!("routes:\n{}  - {{id: z, app_id: z, to: \"{to}\"}}\n", many.collect::<String>())
    };
    let (before, after) = (case(&routes("http://a"), &[]), case(&routes("http://b"), &[]));
    let changed = diff(&before.loaded(), &after.loaded());
    assert_eq!(changed.len(), 1);
    assert_eq!(changed[0].key, "routes");
    assert_eq!(changed[0].new, "(51 entries)");
}
