use std::io::Write;

/// Whether `GATEHOUSE_TEST_SKIP` (a list with commas) names the component. Says so on the
/// terminal, past the test runner's capture, because a suite left out must be seen.
#[expect(clippy::disallowed_methods, reason = "tests have no configuration to read it from")]
pub fn skipped(component: &str) -> bool {
    let list = std::env::var("GATEHOUSE_TEST_SKIP").unwrap_or_default();
    let skipped = list.split(',').any(|name| name.trim() == component);
    if skipped {
        let test = std::thread::current().name().unwrap_or("a test").to_owned();
        let _ = writeln!(std::io::stderr(), "SKIPPED without {component}: {test}");
    }
    skipped
}
